// SPDX-License-Identifier: BSL-1.0
// Selections and the remaining cases: one pass over the columns computes all charts.
import { ABSENT, Column, Run } from "./data";

/** Part of a selection: these bars of a column. */
export interface Part {
  key: string;
  bars: number[];
}
export interface Selection {
  label: string;
  parts: Part[];
  rows?: [number, number]; // of the run, not of the sample
}

export interface Counts {
  /** By status * 256 + bar. */
  all: Uint32Array;
  chosen: Uint32Array;
}

export const RUN_BINS = 160;

export interface OverRun {
  rows: Uint32Array; // in each bin
  fresh: Uint32Array; // not seen before
  freshChosen: Uint32Array;
  time: Float64Array; // mean seconds of one case
}

/** Seconds in the middle of each bucket of time. */
const SECONDS = Float64Array.from({ length: 256 }, (_, i) => (i === ABSENT ? 0 : 2 ** ((i + 0.5) / 8) * 1e-9));

// Counts that do not depend on selections are computed once per number of rows.
const allCounts = new WeakMap<Column, { rows: number; counts: Uint32Array }>();
const allCells = new WeakMap<Column, { rows: number; counts: Uint32Array }>();
const allOver = new WeakMap<Run, { rows: number; over: OverRun }>();

function countAll(kinds: Uint8Array, column: Column): Uint32Array {
  const known = allCounts.get(column);
  const data = column.data;
  if (known && known.rows === data.length) return known.counts;
  // Rows are only added, never removed.
  const counts = known ? known.counts.slice() : new Uint32Array(4 * 256);
  const n = Math.min(kinds.length, data.length);
  for (let i = known?.rows ?? 0; i < n; i++) counts[((kinds[i] & 3) << 8) | data[i]]++;
  allCounts.set(column, { rows: data.length, counts });
  return counts;
}

export class Filter {
  mask: Uint8Array;
  chosenRows = 0;
  /** The indices of the selected rows, or of the others if they are fewer; null if all are selected. */
  private few: Uint32Array | null = null;
  private fewStatus = new Uint16Array(0); // of these rows, times 256
  private out = false; // those that are out
  private counts = new Map<string, Counts>();
  private pairs = new Map<string, Uint32Array>();
  private over: OverRun | null = null;

  constructor(
    private run: Run,
    readonly selections: Selection[],
  ) {
    const n = run.rows;
    const mask = new Uint8Array(n).fill(1);
    this.mask = mask;
    this.chosenRows = n;
    if (selections.length === 0) return;
    let chosen = n;
    for (const s of selections) {
      for (const p of s.parts) {
        const column = run.byKey.get(p.key);
        if (!column) continue;
        const wanted = new Uint8Array(256);
        for (const b of p.bars) wanted[b] = 1;
        const data = column.data;
        chosen = 0;
        for (let i = 0; i < n; i++) {
          const is = mask[i] & wanted[data[i]];
          mask[i] = is;
          chosen += is;
        }
      }
      if (s.rows) {
        const stride = run.summary.stride || 1;
        const lo = Math.ceil(s.rows[0] / stride);
        const hi = Math.floor(s.rows[1] / stride);
        mask.fill(0, 0, Math.max(0, Math.min(n, lo)));
        mask.fill(0, Math.max(0, Math.min(n, hi + 1)));
        chosen = 0;
        for (let i = 0; i < n; i++) chosen += mask[i];
      }
    }
    this.chosenRows = chosen;
    this.out = chosen * 2 > n;
    const other = this.out ? 1 : 0;
    const few = this.out ? n - chosen : chosen;
    const rows = new Uint32Array(few + 1); // one more: the loop also writes rows that are not listed
    const status = new Uint16Array(few + 1);
    const kinds = run.columns[0].data;
    let at = 0;
    for (let i = 0; i < n; i++) {
      rows[at] = i;
      status[at] = (kinds[i] & 3) << 8;
      at += mask[i] ^ other;
    }
    this.few = rows.subarray(0, few);
    this.fewStatus = status;
  }
  get narrowed(): boolean {
    return this.selections.length > 0;
  }
  /** Counts of the selected rows, from the counts of all rows and of the listed ones. */
  private chosenOf(all: Uint32Array, few: Uint32Array): Uint32Array {
    if (this.out) for (let i = 0; i < few.length; i++) few[i] = all[i] - few[i];
    return few;
  }
  /** Whether the case with this number is selected. */
  has(row: number): boolean {
    return this.mask[Math.min(Math.floor(row / (this.run.summary.stride || 1)), this.mask.length - 1)] === 1;
  }

  of(column: Column): Counts {
    const known = this.counts.get(column.key);
    if (known) return known;
    const kinds = this.run.columns[0].data;
    const all = countAll(kinds, column);
    let chosen = all;
    if (this.few) {
      // Alternate between two tables: neighbours are often in the same bar, and consecutive additions
      // to it would stall.
      chosen = new Uint32Array(4 * 256);
      const other = new Uint32Array(4 * 256);
      const data = column.data;
      const rows = this.few;
      const status = this.fewStatus;
      const even = rows.length & ~1;
      for (let k = 0; k < even; k += 2) {
        chosen[status[k] | data[rows[k]]]++;
        other[status[k + 1] | data[rows[k + 1]]]++;
      }
      if (even < rows.length) chosen[status[even] | data[rows[even]]]++;
      for (let i = 0; i < other.length; i++) chosen[i] += other[i];
      chosen = this.chosenOf(all, chosen);
    }
    const out = { all, chosen };
    this.counts.set(column.key, out);
    return out;
  }

  /** The number of selected cases in each cell of two columns. */
  cells(x: Column, y: Column): Uint32Array {
    const known = this.pairs.get(x.key);
    if (known) return known;
    const a = x.data;
    const b = y.data;
    let all = allCells.get(x);
    if (!all || all.rows !== a.length) {
      const counts = all ? all.counts.slice() : new Uint32Array(256 * 256);
      for (let i = all?.rows ?? 0; i < a.length; i++) counts[(b[i] << 8) | a[i]]++;
      all = { rows: a.length, counts };
      allCells.set(x, all);
    }
    let out = all.counts;
    const rows = this.few;
    if (rows) {
      out = new Uint32Array(256 * 256);
      for (let k = 0; k < rows.length; k++) {
        const i = rows[k];
        out[(b[i] << 8) | a[i]]++;
      }
      out = this.chosenOf(all.counts, out);
    }
    this.pairs.set(x.key, out);
    return out;
  }

  overRun(): OverRun {
    if (this.over) return this.over;
    const n = this.run.rows;
    const kinds = this.run.columns[0].data;
    const known = allOver.get(this.run);
    let base = known && known.rows === n ? known.over : null;
    if (!base) {
      const gen = this.run.byKey.get("gen")?.data ?? new Uint8Array(n).fill(ABSENT);
      const exec = this.run.byKey.get("exec")?.data ?? gen;
      base = {
        rows: new Uint32Array(RUN_BINS),
        fresh: new Uint32Array(RUN_BINS),
        freshChosen: new Uint32Array(0),
        time: new Float64Array(RUN_BINS),
      };
      base.freshChosen = base.fresh;
      for (let b = 0; b < RUN_BINS; b++) {
        const from = Math.ceil((b * n) / RUN_BINS);
        const to = Math.ceil(((b + 1) * n) / RUN_BINS);
        let fresh = 0;
        let time = 0;
        for (let i = from; i < to; i++) {
          fresh += (kinds[i] & 4) === 0 && (kinds[i] & 3) !== 2 ? 1 : 0;
          time += SECONDS[gen[i]] + SECONDS[exec[i]];
        }
        base.rows[b] = to - from;
        base.fresh[b] = fresh;
        base.time[b] = to > from ? time / (to - from) : 0;
      }
      allOver.set(this.run, { rows: n, over: base });
    }
    const out = { ...base };
    if (this.few) {
      const few = new Uint32Array(RUN_BINS);
      const rows = this.few;
      for (let b = 0, k = 0; b < RUN_BINS; b++) {
        const end = Math.ceil(((b + 1) * n) / RUN_BINS);
        let fresh = 0;
        for (; k < rows.length && rows[k] < end; k++) {
          const kind = kinds[rows[k]];
          fresh += (kind & 4) === 0 && (kind & 3) !== 2 ? 1 : 0;
        }
        few[b] = fresh;
      }
      out.freshChosen = this.chosenOf(base.fresh, few);
    }
    this.over = out;
    return out;
  }
}

/** Computes an unused selection in small steps, so that the code is already compiled for the first selection of the
 * user. Only useful for many rows. */
export function prepare(run: Run): void {
  if (run.rows < 50_000) return;
  const steps: (() => void)[] = [];
  for (const bars of [[0], [1, 2, 4, 5, 6]]) {
    let filter: Filter | null = null;
    steps.push(() => (filter = new Filter(run, [{ label: "", parts: [{ key: run.columns[0].key, bars }] }])));
    for (const c of run.columns) steps.push(() => filter?.of(c));
    run.columns.forEach((x, i) => x.type === "pair-x" && steps.push(() => filter?.cells(x, run.columns[i + 1])));
    steps.push(() => filter?.overRun());
  }
  const next = (): void => {
    const step = steps.shift();
    if (!step) return;
    step();
    setTimeout(next);
  };
  setTimeout(next);
}

export interface Warning {
  level: "failed" | "warning" | "note";
  title: string;
  what: string;
}

/** Warnings about a run, with advice. */
export function warnings(run: Run): Warning[] {
  const s = run.summary;
  const out: Warning[] = [];
  const valid = s.passed + s.failed;
  const share = (part: number, all: number): string => `${Math.round((100 * part) / Math.max(1, all))}%`;
  if (s.failed > 0)
    out.push({
      level: "failed",
      title: "Fails",
      what: "See the failing cases below. Shrinking shows the steps to the simplest one.",
    });
  if (s.rows > 0 && s.gave_up / s.rows > 1 / 3)
    out.push({
      level: "warning",
      title: `${share(s.gave_up, s.rows)} of the cases were discarded`,
      what: "Generate valid values directly instead of filtering. The reasons below show why cases are discarded.",
    });
  if (valid > 20 && s.duplicates / valid > 1 / 3)
    out.push({
      level: "warning",
      title: `${share(s.duplicates, valid)} of the valid cases repeat earlier ones`,
      what: "The generator produces few distinct values: widen its ranges, or test all values exhaustively.",
    });
  if (valid === 0 && s.rows > 0)
    out.push({
      level: "warning",
      title: "Nothing was tested",
      what: "No case was valid. See the reasons for discarding.",
    });
  if (s.rows > 0 && s.seconds / s.rows > 0.05)
    out.push({
      level: "warning",
      title: "Cases are slow",
      what: "More than 50 ms each on average. Use smaller sizes or a time budget.",
    });
  for (const m of s.messages)
    if (m.type !== "info")
      out.push({ level: m.title === "result" ? "failed" : "warning", title: m.title, what: m.content });
  return out;
}

export function health(s: {
  failed: number;
  rows: number;
  gave_up: number;
  passed: number;
  duplicates: number;
  messages: { type: string }[];
}): "failed" | "warning" | "passed" {
  if (s.failed > 0) return "failed";
  const valid = s.passed + s.failed;
  if (
    (s.rows > 0 && s.gave_up / s.rows > 1 / 3) ||
    (valid > 20 && s.duplicates / valid > 1 / 3) ||
    (valid === 0 && s.rows > 0)
  )
    return "warning";
  return s.messages.some((m) => m.type === "alert" || m.type === "error") ? "warning" : "passed";
}
