// SPDX-License-Identifier: BSL-1.0
// The parts of the page that show one run: cards of charts, examples, shrinking, source, choices.
import { ABSENT, Case, Column, Run, count, duration, number, percent } from "./data";
import { BarRow, Choose, Pull, STATUS, barList, categories, histogram, mosaic, overRun, plane } from "./charts";
import { download, exportPng, exportSvg, fileName, h, svg } from "./dom";
import { Filter, RUN_BINS, warnings } from "./model";

export function card(title: string, about: string, body: Node | null, wide = false): HTMLElement {
  const chart = body instanceof SVGSVGElement ? body : body instanceof Element ? body.querySelector("svg.chart") : null;
  return h(
    "section",
    { class: wide ? "card wide" : "card", "data-card": title },
    h(
      "header",
      {},
      h("h3", {}, title),
      chart instanceof SVGSVGElement &&
        h(
          "span",
          { class: "tools" },
          h(
            "button",
            { class: "tiny", title: "Save this chart as SVG", onclick: () => exportSvg(chart, fileName(title)) },
            "SVG",
          ),
          h(
            "button",
            { class: "tiny", title: "Save this chart as PNG", onclick: () => exportPng(chart, fileName(title)) },
            "PNG",
          ),
        ),
    ),
    about !== "" && h("p", { class: "quiet" }, about),
    body,
  );
}

function legend(): HTMLElement {
  return h(
    "p",
    { class: "legend" },
    ...STATUS.map((s) => h("span", {}, h("i", { class: `key ${s}` }), s)),
    h("span", {}, h("i", { class: "key hatched" }), "duplicate"),
  );
}

/** All charts of a run. */
export function charts(run: Run, filter: Filter, choose: Choose, pull: Pull): HTMLElement {
  const s = run.summary;
  const out = h("div", { class: "cards" });
  const kinds = run.columns[0];
  const valid = s.passed + s.failed;
  const unique = valid - s.duplicates;
  const worry = warnings(run);
  const first = card(
    "How many meaningful cases",
    `${count(unique)} distinct valid cases of ${count(s.rows)} (${percent(unique, s.rows)}).`,
    h("div", {}, mosaic(filter, kinds, choose), legend()),
  );
  out.append(first);
  if (worry.length > 0) {
    const list = h("ul", { class: "warnings" });
    for (const w of worry.slice(0, 8))
      list.append(h("li", { class: w.level }, h("strong", {}, w.title), h("div", {}, w.what)));
    out.append(card("Warnings", "", list));
  }
  const features = run.columns.filter((c) => /^f\d/.test(c.key));
  const labels = features.filter((c) => c.type === "nominal" && c.names.length === 1 && c.names[0] === "");
  for (const c of features) {
    if (labels.includes(c)) continue;
    if (c.type === "nominal") out.append(card(c.name, "", categories(filter, c, choose, pull)));
    else if (c.type === "pair-x") {
      const y = run.byKey.get(c.key.replace("x", "y"));
      if (y) out.append(card(c.name, `${c.axis} and ${y.axis}`, plane(filter, c, y, choose)));
    } else if (c.type === "ordinal" || c.type === "continuous")
      out.append(card(c.name, "", histogram(filter, c, choose, 150, c.type === "ordinal" ? pull : null)));
  }
  if (labels.length > 0) {
    const rows: BarRow[] = labels.map((c) => {
      const counts = filter.of(c);
      return {
        name: c.name,
        all: counts.all[0] + counts.all[256] + counts.all[512],
        chosen: [0, 1, 2].map((i) => counts.chosen[i * 256]),
        pick: { label: c.name, parts: [{ key: c.key, bars: [0] }] },
      };
    });
    out.append(
      card("Labels", "The share of cases with each label.", barList(rows, "Labels", choose, 14, run.rows, pull)),
    );
  }
  if (features.length === 0)
    out.append(
      card(
        "Features",
        "The property does not describe its cases. " +
          'Add c.event("length", xs.size()) or c.classify(xs.empty(), "empty") to get charts here.',
        null,
      ),
    );
  const reasons = run.byKey.get("reason");
  if (reasons && s.failed + s.gave_up > 0) {
    const counts = filter.of(reasons);
    const rows = (status: number): BarRow[] => {
      const list: BarRow[] = [];
      for (let b = 0; b < ABSENT; b++)
        if (counts.all[status * 256 + b] > 0) {
          const chosen = [0, 0, 0];
          chosen[status] = counts.chosen[status * 256 + b];
          list.push({
            name: reasons.label(b) === "(present)" ? "(no reason given)" : reasons.label(b),
            all: counts.all[status * 256 + b],
            chosen,
            pick: {
              label: `${STATUS[status]}: ${reasons.label(b)}`,
              parts: [
                { key: "reason", bars: [b] },
                { key: "kind", bars: [status, status | 4] },
              ],
            },
          });
        }
      return list;
    };
    if (s.gave_up > 0)
      out.append(card("Discarded, by reason", "", barList(rows(2), "Discarded, by reason", choose, 10)));
    if (s.failed > 0) out.append(card("Failed, by reason", "", barList(rows(1), "Failed, by reason", choose, 10)));
  }
  // Over the run.
  const over = filter.overRun();
  const last = Math.max(1, s.rows - 1);
  const along = (values: Uint32Array): [number, number][] => {
    const points: [number, number][] = [[0, 0]];
    let sum = 0;
    values.forEach((v, i) => {
      sum += v * (s.stride || 1);
      points.push([((i + 1) * last) / RUN_BINS, sum]);
    });
    return points;
  };
  const distinct = [
    { name: "distinct valid cases", class: filter.narrowed ? "faint" : "passed", points: along(over.fresh) },
  ];
  if (filter.narrowed) distinct.push({ name: "selected", class: "passed", points: along(over.freshChosen) });
  distinct.push({
    name: "without duplicates",
    class: "dashed",
    points: [
      [0, 0],
      [last, s.rows],
    ],
  });
  out.append(
    card(
      "Distinct values over the run",
      "If the line flattens, the generator repeats values.",
      overRun(
        distinct,
        last,
        "Distinct values over the run",
        (v) => (v >= 1000 ? `${number(v / 1000)}k` : number(v)),
        choose,
      ),
    ),
  );
  if (run.coverage.series.length > 0) {
    const points: [number, number][] = [];
    for (const [row, n] of run.coverage.series) {
      if (points.length > 0) points.push([row, points[points.length - 1][1]]);
      points.push([row, n]);
    }
    points.push([last, points[points.length - 1][1]]);
    out.append(
      card(
        "Covered lines over the run",
        "Each step is a case that reached new code.",
        overRun([{ name: "lines", class: "passed", points }], last, "Covered lines over the run", number, choose),
      ),
    );
  }
  // Timing.
  const gen = run.byKey.get("gen");
  const exec = run.byKey.get("exec");
  const timed = (c: Column): boolean => {
    const counts = filter.of(c).all;
    return counts[ABSENT] + counts[256 + ABSENT] + counts[512 + ABSENT] < run.rows;
  };
  if (gen && exec && timed(exec)) {
    if (timed(gen)) out.append(card("Time to generate", "", histogram(filter, gen, choose, 120)));
    out.append(
      card(
        "Time to execute",
        `${duration(s.seconds)} in total, ${duration(s.seconds / Math.max(1, s.rows))} per case.`,
        histogram(filter, exec, choose, 120),
      ),
    );
    const points: [number, number][] = [];
    over.time.forEach((v, i) => over.rows[i] > 0 && points.push([((i + 0.5) * last) / RUN_BINS, v]));
    out.append(
      card(
        "Time of a case over the run",
        "",
        overRun([{ name: "mean", class: "passed", points }], last, "Time of a case over the run", duration, choose),
      ),
    );
  }
  const how = run.byKey.get("how");
  if (how && how.names.length > 1) out.append(card("How generated", "", categories(filter, how, choose)));
  return out;
}

export interface ExampleState {
  search: string;
  grouped: boolean;
  open: number; // the row of the one that is shown whole, or -1
  shown: number;
}

export function matching(run: Run, filter: Filter, state: ExampleState): Case[] {
  const words = state.search.toLowerCase();
  return run.examples.filter((e) => filter.has(e.row) && (words === "" || e.raw.toLowerCase().includes(words)));
}

function group(list: Case[]): { first: Case; n: number }[] {
  const out = new Map<string, { first: Case; n: number }>();
  for (const e of list) if (!out.has(e.representation)) out.set(e.representation, { first: e, n: e.count });
  return [...out.values()].sort((a, b) => b.n - a.n);
}

/** Values on several lines where one is too long. */
export function pretty(text: string): string {
  if (text.length < 90) return text;
  let out = "";
  let depth = 0;
  let quote = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quote) {
      out += c;
      if (c === "\\") out += text[++i] ?? "";
      else if (c === quote) quote = "";
    } else if (c === '"' || (c === "'" && /^'(\\.|.)'/.test(text.slice(i, i + 4)))) {
      quote = c;
      out += c;
    } else if ("([{".includes(c)) {
      const close = closing(text, i);
      if (close > 0 && close - i < 70) {
        out += text.slice(i, close + 1);
        i = close;
      } else {
        depth++;
        out += `${c}\n${"  ".repeat(depth)}`;
      }
    } else if (")]}".includes(c)) {
      depth = Math.max(0, depth - 1);
      out += `\n${"  ".repeat(depth)}${c}`;
    } else if (c === "," && text[i + 1] === " ") {
      const line = out.slice(out.lastIndexOf("\n") + 1);
      out += line.length > 70 || depth < 2 ? `,\n${"  ".repeat(depth)}` : ", ";
      i++;
    } else out += c;
  }
  return out;
}
function closing(text: string, open: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = open; i < Math.min(text.length, open + 80); i++) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if ("([{".includes(c)) depth++;
    else if (")]}".includes(c) && --depth === 0) return i;
  }
  return -1;
}

function withoutName(e: Case): string {
  return e.representation.startsWith(`${e.property}(`) && e.representation.endsWith(")")
    ? e.representation.slice(e.property.length + 1, -1)
    : e.representation;
}

function copyButton(text: string, label: string): HTMLElement {
  const button = h(
    "button",
    {
      class: "tiny",
      onclick: () => void navigator.clipboard?.writeText(text).then(() => (button.textContent = "copied")),
    },
    label,
  );
  return button;
}

function details(e: Case): HTMLElement {
  const rows: [string, Node | string][] = [];
  const m = e.metadata;
  if (e.status_reason) rows.push(["Reason", e.status_reason]);
  const features = Object.entries(e.features);
  if (features.length > 0)
    rows.push([
      "Features",
      h(
        "span",
        { class: "tags" },
        ...features.map(([k, v]) =>
          h("span", { class: "tag" }, v === "" ? k : `${k}: ${typeof v === "string" ? v : JSON.stringify(v)}`),
        ),
      ),
    ]);
  const times = Object.entries(e.timing);
  if (times.length > 0) {
    const most = Math.max(...times.map((t) => t[1]), 1e-12);
    rows.push([
      "Timing",
      h(
        "div",
        {},
        ...times.map(([k, v]) =>
          h(
            "div",
            { class: "time" },
            h("span", {}, k),
            h("i", { style: `width:${(100 * v) / most}px` }),
            h("span", {}, duration(v)),
          ),
        ),
      ),
    ]);
  }
  if (Array.isArray(m.choices)) {
    const total = typeof m.choice_count === "number" ? m.choice_count : m.choices.length;
    rows.push([
      "Choices",
      h(
        "span",
        { class: "tags" },
        ...m.choices
          .slice(0, 80)
          .map((c) => h("span", { class: typeof c === "string" ? "tag branch" : "tag" }, String(c))),
        total > 80 && h("span", { class: "quiet" }, ` … ${count(total)} in total`),
      ),
    ]);
  }
  if (Array.isArray(m.notes)) rows.push(["Notes", h("pre", {}, m.notes.map(String).join("\n"))]);
  if (e.coverage)
    rows.push([
      "Coverage",
      Object.entries(e.coverage)
        .map(([f, l]) => `${f}: ${l.length} lines`)
        .join("\n"),
    ]);
  rows.push([
    "How",
    [
      e.how_generated || "?",
      m.case !== undefined ? `, case ${String(m.case)}` : "",
      m.size !== undefined ? `, size ${String(m.size)}` : "",
      m.truncated ? ", values truncated" : "",
    ].join(""),
  ]);
  const again =
    typeof m.replay === "string"
      ? `--only "${e.property}" --replay ${m.replay}`
      : e.how_generated === "random" && typeof m.seed === "string"
        ? `--only "${e.property}" --seed ${m.seed} --case ${String(m.case)}`
        : "";
  if (again) rows.push(["Run again", h("span", {}, h("code", {}, again), " ", copyButton(again, "copy"))]);
  if (e.arguments && Object.keys(e.arguments).length > 0)
    rows.push([
      "Arguments",
      h("details", {}, h("summary", {}, "as JSON"), h("pre", {}, JSON.stringify(e.arguments, null, 1))),
    ]);
  rows.push([
    "Line",
    h("details", {}, h("summary", {}, "as JSON"), h("pre", {}, JSON.stringify(JSON.parse(e.raw), null, 1))),
  ]);
  return h(
    "div",
    { class: "details" },
    h("pre", { class: "value" }, pretty(withoutName(e))),
    h("dl", {}, ...rows.flatMap(([k, v]) => [h("dt", {}, k), h("dd", {}, v)])),
  );
}

export function examples(
  run: Run,
  filter: Filter,
  state: ExampleState,
  changed: () => void,
  loop: Node | null,
): HTMLElement {
  const list = matching(run, filter, state);
  const stride = run.summary.stride || 1;
  const total = filter.narrowed ? filter.chosenRows * stride : run.summary.rows;
  const body = h("div", { class: "examples", role: "list" });
  const items = state.grouped ? group(list) : list.map((e) => ({ first: e, n: 1 }));
  for (const { first: e, n } of items.slice(0, state.shown)) {
    const open = state.open === e.row;
    const toggle = (): void => {
      state.open = open ? -1 : e.row;
      changed();
    };
    body.append(
      h(
        "div",
        { class: open ? "example open" : "example", role: "listitem", "data-row": e.row },
        h(
          "button",
          { class: "line", "aria-expanded": String(open), onclick: toggle },
          h("i", {
            class: `key ${e.status === "gave_up" ? "discarded" : e.status}`,
            title: e.status === "gave_up" ? "discarded" : e.status,
          }),
          n > 1 && h("b", { class: "times" }, `×${count(n)}`),
          h("code", {}, withoutName(e).slice(0, 400)),
        ),
        open && details(e),
      ),
    );
  }
  const search = h("input", {
    type: "search",
    id: "search",
    placeholder: "Search in examples ( / )",
    value: state.search,
    oninput: (ev: Event) => {
      state.search = (ev.target as HTMLInputElement).value;
      changed();
    },
  });
  return h(
    "section",
    { class: "card wide", "data-card": "Examples" },
    h("header", {}, h("h3", {}, "Examples")),
    h(
      "div",
      { class: "bar" },
      search,
      h(
        "label",
        {},
        h("input", {
          type: "checkbox",
          checked: state.grouped,
          id: "grouped",
          onchange: (ev: Event) => ((state.grouped = (ev.target as HTMLInputElement).checked), changed()),
        }),
        " group equal ones",
      ),
      h(
        "button",
        {
          id: "save-jsonl",
          onclick: () =>
            download(
              `${fileName(run.summary.property)}.jsonl`,
              "application/jsonl",
              list.map((e) => `${e.raw}\n`).join(""),
            ),
        },
        `Save ${count(list.length)} as JSONL`,
      ),
      loop,
    ),
    h(
      "p",
      { class: "quiet", id: "example-count" },
      run.examples.length < run.summary.rows
        ? `${count(list.length)} examples of ${count(total)} ${filter.narrowed ? "selected " : ""}cases. ` +
            "The sample contains shrink steps, failing and discarded cases, new kinds of values, " +
            "and a uniform sample of the rest."
        : `${count(list.length)} of ${count(run.summary.rows)} cases.`,
    ),
    body,
    items.length > state.shown &&
      h(
        "button",
        { onclick: () => ((state.shown += 100), changed()) },
        `Show more (${count(items.length - state.shown)})`,
      ),
    items.length === 0 &&
      h(
        "p",
        { class: "quiet" },
        list.length === 0 && total > 0 && state.search === ""
          ? "The sample contains no case of this selection."
          : "None.",
      ),
  );
}

/** Words, numbers and single signs. */
function tokens(text: string): string[] {
  return text.match(/"(?:\\.|[^"\\])*"|[\w.+-]+|\s+|[^\w\s]/g) ?? [];
}
export interface Piece {
  text: string;
  kind: "same" | "gone" | "new";
}
/** The longest common part of two token lists, and the parts around it. */
export function difference(before: string, after: string): Piece[] {
  const a = tokens(before);
  const b = tokens(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const x = a.slice(head, a.length - tail);
  const y = b.slice(head, b.length - tail);
  const out: Piece[] = [];
  const add = (text: string, kind: Piece["kind"]): void => {
    const last = out[out.length - 1];
    if (last && last.kind === kind) last.text += text;
    else if (text !== "") out.push({ text, kind });
  };
  a.slice(0, head).forEach((t) => add(t, "same"));
  if (x.length * y.length > 1_000_000) {
    add(x.join(""), "gone");
    add(y.join(""), "new");
  } else {
    const w = y.length + 1;
    const table = new Uint16Array((x.length + 1) * w);
    for (let i = x.length - 1; i >= 0; i--)
      for (let j = y.length - 1; j >= 0; j--)
        table[i * w + j] =
          x[i] === y[j] ? table[(i + 1) * w + j + 1] + 1 : Math.max(table[(i + 1) * w + j], table[i * w + j + 1]);
    let [i, j] = [0, 0];
    while (i < x.length || j < y.length) {
      if (i < x.length && j < y.length && x[i] === y[j]) {
        add(x[i++], "same");
        j++;
      } else if (i < x.length && (j >= y.length || table[(i + 1) * w + j] >= table[i * w + j + 1])) add(x[i++], "gone");
      else add(y[j++], "new");
    }
  }
  b.slice(b.length - tail).forEach((t) => add(t, "same"));
  return out;
}

/** The steps from the original failing case to the simplest one. */
export function shrinking(run: Run, at: number, move: (to: number) => void): HTMLElement {
  const steps = run.examples.filter((e) => typeof e.metadata.shrink_step === "number");
  if (steps.length === 0)
    return h(
      "div",
      { class: "cards" },
      card(
        "Shrinking",
        run.summary.failed > 0
          ? "This file contains no shrink steps: the failing case was already the simplest, " +
              "or the tool did not record them."
          : "No case failed.",
        null,
      ),
    );
  const first = steps[0];
  const found = run.examples
    .filter((e) => e.status === "failed" && e.metadata.shrink_step === undefined && e.row < first.row)
    .pop();
  const story = found ? [found, ...steps] : steps;
  const i = Math.max(0, Math.min(story.length - 1, at));
  const now = withoutName(story[i]);
  const before = i > 0 ? withoutName(story[i - 1]) : now;
  const value = h("pre", { class: "value story" });
  for (const p of difference(before, now))
    value.append(p.kind === "same" ? p.text : h(p.kind === "gone" ? "del" : "ins", {}, p.text));
  const sizes = overRun(
    [
      {
        name: "choices",
        class: "passed",
        points: story.map((e, k): [number, number] => [
          k,
          typeof e.metadata.choice_count === "number" ? e.metadata.choice_count : e.representation.length,
        ]),
      },
    ],
    Math.max(1, story.length - 1),
    "Remaining choices at each step",
    number,
    null,
    110,
  );
  return h(
    "div",
    { class: "cards" },
    h(
      "section",
      { class: "card wide", "data-card": "Shrinking" },
      h(
        "header",
        {},
        h("h3", {}, `From the original failing case to the simplest one: ${count(story.length - 1)} steps`),
      ),
      h(
        "div",
        { class: "bar" },
        h("button", { id: "story-first", disabled: i === 0, onclick: () => move(0) }, "« first"),
        h("button", { id: "story-back", disabled: i === 0, onclick: () => move(i - 1) }, "‹ back"),
        h("input", {
          type: "range",
          id: "story",
          min: 0,
          max: story.length - 1,
          value: i,
          "aria-label": "step",
          oninput: (e: Event) => move(Number((e.target as HTMLInputElement).value)),
        }),
        h("button", { id: "story-next", disabled: i === story.length - 1, onclick: () => move(i + 1) }, "next ›"),
        h(
          "button",
          { id: "story-last", disabled: i === story.length - 1, onclick: () => move(story.length - 1) },
          "simplest »",
        ),
        h(
          "span",
          { id: "story-where" },
          i === 0
            ? "original case"
            : `step ${count(i)} of ${count(story.length - 1)}, run ${String(story[i].metadata.shrink_run ?? "?")}`,
        ),
      ),
      h(
        "p",
        { class: "quiet" },
        h("del", {}, "gone"),
        " and ",
        h("ins", {}, "new"),
        " since the previous step. ",
        String(story[i].status_reason),
      ),
      value,
    ),
    card("Remaining choices at each step", "", sizes),
  );
}

/** The suspiciousness of a line by Tarantula's measure: 0 (only passing cases) to 1 (only failing cases). */
export function suspicion(passed: number, failed: number, allPassed: number, allFailed: number): number {
  const p = allPassed > 0 ? passed / allPassed : 0;
  const f = allFailed > 0 ? failed / allFailed : 0;
  return p + f === 0 ? 0 : f / (p + f);
}

export function source(run: Run, chosen: string, choose: (file: string) => void): HTMLElement {
  const files = run.coverage.files;
  if (files.length === 0)
    return h(
      "div",
      { class: "cards" },
      card(
        "Source",
        "This run has no coverage. To enable it, call tali_coverage(<target>) in CMake for the code under test. " +
          "--stats then writes the lines that each case covers.",
        null,
      ),
    );
  const { passed, failed } = run.coverage;
  const ranked = files
    .map((f) => ({ f, worst: Math.max(0, ...f.lines.map((l) => suspicion(l[1], l[2], passed, failed))) }))
    .sort((a, b) => b.worst - a.worst);
  const file = files.find((f) => f.name === chosen) ?? ranked[0].f;
  const at = new Map(file.lines.map((l) => [l[0], l]));
  const lines = file.source ? file.source.split("\n") : [];
  const last = Math.max(lines.length, ...file.lines.map((l) => l[0]));
  const table = h("div", { class: "source" });
  for (let n = 1; n <= Math.min(last, 20_000); n++) {
    const l = at.get(n);
    if (!l && lines.length === 0) continue;
    const s = l ? suspicion(l[1], l[2], passed, failed) : -1;
    const level = !l
      ? "none"
      : failed === 0
        ? "pass"
        : s > 0.75
          ? "hot"
          : s > 0.5
            ? "warm"
            : s > 0.25
              ? "mixed"
              : "pass";
    table.append(
      h(
        "div",
        {
          class: `row ${level}`,
          title: l ? `${percent(l[1], passed)} of the passing and ${percent(l[2], failed)} of the failing cases` : "",
        },
        h("span", { class: "n" }, String(n)),
        h("span", { class: "hits" }, l ? `${count(l[1])}${failed > 0 ? ` / ${count(l[2])}` : ""}` : ""),
        h("span", { class: "s" }, l && failed > 0 ? s.toFixed(2) : ""),
        h("code", {}, lines[n - 1] ?? ""),
      ),
    );
  }
  return h(
    "div",
    { class: "cards" },
    h(
      "section",
      { class: "card wide", "data-card": "Source" },
      h("header", {}, h("h3", {}, "Source")),
      h(
        "div",
        { class: "bar" },
        ...ranked
          .slice(0, 40)
          .map(({ f, worst }) =>
            h(
              "button",
              { class: f === file ? "on" : "", onclick: () => choose(f.name) },
              f.name.split("/").pop() ?? f.name,
              failed > 0 ? ` ${worst.toFixed(2)}` : "",
            ),
          ),
      ),
      h(
        "p",
        { class: "quiet" },
        `${file.name}: ${count(file.lines.length)} lines covered. ` +
          `The numbers are the cases through the line that passed` +
          (failed > 0 ? " / failed, and its suspiciousness (Tarantula): 1 means only failing cases." : "."),
      ),
      table,
    ),
  );
}

/** The branches that generators take, and which of them occur in the same case. */
export function choices(run: Run): HTMLElement {
  const c = run.choices;
  const n = c.labels.length;
  if (n === 0)
    return h(
      "div",
      { class: "cards" },
      card("Choices", "The generators of this property have no labelled branches (gen::pick with labels).", null),
    );
  const rows: BarRow[] = c.labels.map((name, i) => ({
    name,
    all: c.uses[i] ?? 0,
    chosen: [c.uses[i] ?? 0, 0, 0],
    pick: { label: name, parts: [] },
  }));
  const cases: BarRow[] = c.labels.map((name, i) => ({
    name,
    all: c.cases[i] ?? 0,
    chosen: [c.cases[i] ?? 0, 0, 0],
    pick: { label: name, parts: [] },
  }));
  const shown = Math.min(n, 24);
  const pairs = new Map(c.pairs.map(([a, b, k]) => [`${a},${b}`, k]));
  const left = 100; // for names
  const size = Math.min(30, (WIDE - left - 30) / shown);
  const matrix = svg("svg", {
    viewBox: `0 0 ${WIDE} ${shown * size + 84}`,
    class: "chart",
    role: "img",
    "aria-label": "Labels that occur in the same case",
  });
  const most = Math.max(1, ...c.pairs.map((p) => p[2]));
  let met = 0;
  for (let a = 0; a < shown; a++) {
    matrix.append(
      svg(
        "text",
        { x: left - 5, y: a * size + size / 2 + 84, class: "axis end" },
        c.labels[a].length > 17 ? `${c.labels[a].slice(0, 16)}…` : c.labels[a],
      ),
    );
    matrix.append(
      svg(
        "text",
        { x: 0, y: 0, class: "axis", transform: `translate(${left + a * size + size * 0.6} 76) rotate(-60)` },
        c.labels[a].length > 13 ? `${c.labels[a].slice(0, 12)}…` : c.labels[a],
      ),
    );
    for (let b = 0; b < a; b++) {
      const k = pairs.get(`${b},${a}`) ?? 0;
      met += k > 0 ? 1 : 0;
      const box = svg("rect", {
        x: left + b * size,
        y: 80 + a * size,
        width: size - 1,
        height: size - 1,
        class: k > 0 ? "heat" : "missing",
        opacity: k > 0 ? (0.2 + (0.8 * Math.log(1 + k)) / Math.log(1 + most)).toFixed(2) : 1,
      });
      box.append(svg("title", {}, `${c.labels[b]} with ${c.labels[a]}: ${count(k)} cases`));
      matrix.append(box);
    }
  }
  const possible = (shown * (shown - 1)) / 2;
  const none: Choose = () => undefined;
  return h(
    "div",
    { class: "cards" },
    card("Number of times each branch was taken", "", barList(rows, "Number of times each branch was taken", none, 24)),
    card(
      "Number of cases with each branch",
      "",
      barList(cases, "Number of cases with each branch", none, 24, run.summary.rows),
    ),
    shown < 2
      ? h("span", {})
      : card(
          "Branches that occur in the same case",
          `${count(met)} of ${count(possible)} pairs (${percent(met, possible)}). Dashed: never together.`,
          matrix,
        ),
  );
}
const WIDE = 360;
