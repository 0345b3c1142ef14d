// SPDX-License-Identifier: BSL-1.0
// The data from `tali report` and `tali serve`, with its columns as bytes.

export type Packed = { z?: string; b?: string };
export type Scale = { low?: number; width?: number; k?: number; first?: number; n: number };
export type ColumnType = "kind" | "nominal" | "reason" | "time" | "ordinal" | "continuous" | "pair-x" | "pair-y";
export interface ColumnJson {
  key: string;
  name: string;
  type: ColumnType;
  names?: string[];
  axis?: string;
  scale?: Scale;
  epoch: string;
  from: number;
  data: Packed;
}
export interface Message {
  type: string;
  title: string;
  content: string;
}
export interface Summary {
  id: number;
  property: string;
  start: number;
  rows: number;
  passed: number;
  failed: number;
  gave_up: number;
  duplicates: number;
  distinct: number;
  seconds: number;
  stride: number;
  covered: number;
  messages: Message[];
}
export interface CoverageJson {
  series: [number, number][];
  passed: number;
  failed: number;
  files: { name: string; lines: [number, number, number][]; source: string }[];
}
export interface ChoicesJson {
  labels: string[];
  cases: number[];
  uses: number[];
  pairs: [number, number, number][];
}
export interface RunJson extends Summary {
  columns?: ColumnJson[];
  coverage?: CoverageJson;
  choices?: ChoicesJson;
  examples?: { row: number; n: number; line: string }[];
}
export interface PageJson {
  format: number;
  live: boolean;
  version: number;
  files: string[];
  bad: { count: number; samples: { file: string; line: number; why: string }[] };
  runs: RunJson[];
}

/** A sampled case with all its data. */
export interface Case {
  row: number;
  count: number;
  raw: string;
  property: string;
  status: string;
  status_reason: string;
  representation: string;
  arguments: unknown;
  how_generated: string;
  features: Record<string, unknown>;
  coverage: Record<string, number[]> | null;
  timing: Record<string, number>;
  metadata: Record<string, unknown>;
}

export const ABSENT = 255;
export const TEXT_AMONG_NUMBERS = 254;

function fromBase64(text: string): Uint8Array {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

async function unpack(p: Packed): Promise<Uint8Array> {
  if (p.b !== undefined) return fromBase64(p.b);
  const stream = new Blob([fromBase64(p.z ?? "")]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export class Column {
  key: string;
  name: string;
  type: ColumnType;
  names: string[];
  axis: string;
  scale: Scale;
  epoch: string;
  private store: Uint8Array;
  size = 0;

  constructor(json: ColumnJson) {
    this.key = json.key;
    this.name = json.name;
    this.type = json.type;
    this.names = json.names ?? [];
    this.axis = json.axis ?? "";
    this.scale = json.scale ?? { n: 256, low: 0, width: 1 };
    this.epoch = json.epoch;
    this.store = new Uint8Array(0);
  }
  get data(): Uint8Array {
    return this.store.subarray(0, this.size);
  }
  /** The rows starting at `from`. */
  put(from: number, bytes: Uint8Array): void {
    const size = from + bytes.length;
    if (size > this.store.length) {
      const more = new Uint8Array(from === 0 ? size : Math.max(size, this.store.length * 2));
      more.set(this.store.subarray(0, Math.min(from, this.size)));
      this.store = more;
    }
    this.store.set(bytes, from);
    this.size = size;
  }
  /** The values that belong to a bar: [from, to). */
  range(bar: number): [number, number] {
    const s = this.scale;
    if (s.k !== undefined) {
      const edge = (i: number): number => Math.sign(i) * (2 ** (Math.abs(i) / (s.k ?? 1)) - 1);
      const i = bar + (s.first ?? 0);
      return i < 0 ? [edge(i - 1), edge(i)] : [edge(i), edge(i + 1)];
    }
    const low = (s.low ?? 0) + bar * (s.width ?? 1);
    return [low, low + (s.width ?? 1)];
  }
  /** The name of a bar. */
  label(bar: number): string {
    if (bar === ABSENT) return "(none)";
    switch (this.type) {
      case "kind":
        return ["passed", "failed", "discarded"][bar & 3] + (bar & 4 ? ", duplicate" : "");
      case "nominal":
      case "reason": {
        const name = this.names[bar] ?? "(others)";
        return name === "" ? "(present)" : name;
      }
      case "time":
        return duration(2 ** (bar / 8) * 1e-9);
      default: {
        if (bar === TEXT_AMONG_NUMBERS) return "(not a number)";
        const [from, to] = this.range(bar);
        if (this.type === "continuous" || (this.scale.width === undefined && this.scale.k === undefined))
          return `${number(from)} to ${number(to)}`;
        if (this.type === "ordinal" || this.type.startsWith("pair")) {
          const first = Math.ceil(from);
          const last = Math.ceil(to) - 1;
          return last <= first ? number(first) : `${number(first)} to ${number(last)}`;
        }
        return number(from);
      }
    }
  }
}

export class Run {
  summary: Summary;
  columns: Column[] = [];
  byKey = new Map<string, Column>();
  coverage: CoverageJson = { series: [], passed: 0, failed: 0, files: [] };
  choices: ChoicesJson = { labels: [], cases: [], uses: [], pairs: [] };
  examples: Case[] = [];
  private json: RunJson | null;

  constructor(json: RunJson) {
    this.summary = json;
    this.json = json;
  }
  get loaded(): boolean {
    return this.columns.length > 0;
  }
  /** Rows in the columns: a sample of the run if there are too many for a file. */
  get rows(): number {
    return this.columns[0]?.size ?? 0;
  }
  async load(): Promise<void> {
    if (this.json?.columns) {
      const json = this.json;
      this.json = null;
      await this.merge(json);
    }
  }
  async merge(json: RunJson): Promise<void> {
    this.summary = json;
    const bytes = await Promise.all((json.columns ?? []).map((c) => unpack(c.data)));
    (json.columns ?? []).forEach((c, i) => {
      let column = this.byKey.get(c.key);
      if (!column || column.epoch !== c.epoch || column.type !== c.type || c.from === 0) {
        const fresh = new Column(c);
        if (column) this.columns[this.columns.indexOf(column)] = fresh;
        else this.columns.push(fresh);
        this.byKey.set(c.key, fresh);
        column = fresh;
      }
      column.names = c.names ?? column.names;
      column.put(c.from, bytes[i]);
    });
    if (json.coverage) this.coverage = json.coverage;
    if (json.choices) this.choices = json.choices;
    if (json.examples) this.examples = json.examples.map(readCase).filter((c): c is Case => c !== null);
  }
}

const object = (v: unknown): Record<string, unknown> =>
  v !== null && typeof v === "object" && !Array.isArray(v) ? (v as Record<string, unknown>) : {};
const text = (v: unknown): string =>
  typeof v === "string" ? v : v === undefined || v === null ? "" : JSON.stringify(v);

function readCase(e: { row: number; n: number; line: string }): Case | null {
  try {
    const j = object(JSON.parse(e.line));
    const timing: Record<string, number> = {};
    for (const [k, v] of Object.entries(object(j.timing))) if (typeof v === "number") timing[k] = v;
    const coverage = j.coverage === null || j.coverage === undefined ? null : object(j.coverage);
    const lines: Record<string, number[]> = {};
    for (const [k, v] of Object.entries(coverage ?? {}))
      if (Array.isArray(v)) lines[k] = v.filter((n) => typeof n === "number");
    return {
      row: e.row,
      count: e.n,
      raw: e.line,
      property: text(j.property),
      status: text(j.status) === "discarded" ? "gave_up" : text(j.status),
      status_reason: text(j.status_reason),
      representation: text(j.representation),
      arguments: j.arguments,
      how_generated: text(j.how_generated),
      features: object(j.features),
      coverage: coverage ? lines : null,
      timing,
      metadata: object(j.metadata),
    };
  } catch {
    return null;
  }
}

export function number(v: number): string {
  if (!Number.isFinite(v)) return String(v);
  const a = Math.abs(v);
  if (a >= 1e6 || (a > 0 && a < 1e-3))
    return v.toExponential(a >= 1e6 && Number.isInteger(v) && a < 1e15 ? 2 : 1).replace("e+", "e");
  return Number.isInteger(v) ? v.toLocaleString("en-US") : String(Number(v.toPrecision(4)));
}
export function count(n: number): string {
  return n.toLocaleString("en-US");
}
export function percent(part: number, all: number): string {
  if (all === 0) return "–";
  const p = (100 * part) / all;
  return p > 0 && p < 0.1
    ? "<0.1%"
    : p < 100 && p > 99.9
      ? ">99.9%"
      : `${p < 10 ? p.toFixed(1).replace(/\.0$/, "") : Math.round(p)}%`;
}
export function duration(s: number): string {
  if (s === 0) return "0";
  if (s < 1e-6) return `${Math.round(s * 1e9)} ns`;
  if (s < 1e-3) return `${Number((s * 1e6).toPrecision(3))} µs`;
  if (s < 1) return `${Number((s * 1e3).toPrecision(3))} ms`;
  return `${Number(s.toPrecision(3))} s`;
}
