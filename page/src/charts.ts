// SPDX-License-Identifier: BSL-1.0
// Charts. Each is an SVG with a few paths, for any number of bars: pale for all cases, solid for the selected ones.
import { ABSENT, Column, Run, TEXT_AMONG_NUMBERS, count, duration, number, percent } from "./data";
import { h, svg } from "./dom";
import { Counts, Filter, RUN_BINS, Selection } from "./model";

export type Choose = (s: Selection, add: boolean) => void;

/** Bars that can be dragged to the desired share of the cases. */
export interface Pull {
  why: string; // why they cannot be dragged; empty if they can
  wanted: (label: string) => number | null; // the share that was last requested
  request: (s: Selection, share: number) => void;
}

/** Pixels that the pointer may move during a click. */
const STILL = 5;
/**
 * The share for the end of a bar at a position on its axis, where 1 is the end of the chart. Up to there the bar
 * follows the pointer. Beyond it, the distance to 100 % is halved repeatedly, so that every share can be
 * reached from every bar.
 */
export function pulledShare(at: number, atEnd: number, halving: number): number {
  if (at <= 1) return Math.max(0, at * atEnd);
  return 1 - (1 - atEnd) * 2 ** ((1 - at) / halving);
}
const about = (share: number): string => percent(Math.round(share * 1000), 1000);
function say(e: PointerEvent, text: string | null): void {
  const bubble = document.getElementById("tip");
  if (!bubble) return;
  bubble.hidden = text === null;
  if (text === null) return;
  bubble.textContent = text;
  bubble.style.left = `${Math.max(0, Math.min(e.clientX + 12, innerWidth - bubble.offsetWidth - 8))}px`;
  bubble.style.top = `${Math.max(0, Math.min(e.clientY + 14, innerHeight - bubble.offsetHeight - 8))}px`;
}

export const STATUS = ["passed", "failed", "discarded"];
const WIDTH = 360;

const rect = (x: number, y: number, w: number, height: number): string =>
  height > 0 && w > 0
    ? `M${x.toFixed(2)} ${y.toFixed(2)}h${w.toFixed(2)}v${height.toFixed(2)}h${(-w).toFixed(2)}z`
    : "";

function frame(height: number, label: string, width = WIDTH): SVGSVGElement {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "chart" });
}

/** Round numbers for an axis of counts. */
export function ticks(top: number, wanted = 3): number[] {
  if (top <= 0) return [0];
  const raw = top / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw) ?? raw;
  const out = [];
  for (let v = 0; v <= top + 1e-9; v += step) out.push(v);
  return out;
}

function tip(chart: SVGSVGElement, at: (x: number, y: number) => string | null): void {
  const show = (e: PointerEvent): void => {
    const box = chart.getBoundingClientRect();
    const view = chart.viewBox.baseVal;
    if (chart.dataset.pulling) return;
    say(e, at(((e.clientX - box.left) / box.width) * view.width, ((e.clientY - box.top) / box.height) * view.height));
  };
  chart.addEventListener("pointermove", show);
  chart.addEventListener("pointerleave", () => {
    const bubble = document.getElementById("tip");
    if (bubble) bubble.hidden = true;
  });
}

/** How many meaningful cases: status by uniqueness. */
export function mosaic(filter: Filter, kinds: Column, choose: Choose): SVGSVGElement {
  const height = 190;
  const chart = frame(height, "How many meaningful cases");
  const { all, chosen } = filter.of(kinds);
  // A bar of this column is the status with 4 for a duplicate.
  const cell = (from: Uint32Array, status: number, duplicate: boolean): number =>
    from[(status << 8) | status | (duplicate ? 4 : 0)];
  const totals = STATUS.map((_, s) => cell(all, s, false) + cell(all, s, true));
  const sum = totals.reduce((a, b) => a + b, 0);
  const shown = STATUS.map((_, s) => s).filter((s) => totals[s] > 0);
  const gap = 6;
  const top = 34;
  const plot = height - top - 6;
  const least = 14;
  const room = WIDTH - gap * (shown.length - 1) - least * shown.length;
  let x = 0;
  shown.forEach((s) => {
    const w = least + (room * totals[s]) / Math.max(1, sum);
    const name = w > 66 ? STATUS[s] : w > 26 ? STATUS[s].slice(0, 4) + "." : "";
    chart.append(
      svg("text", { x, y: 12, class: "axis strong" }, name),
      svg("text", { x, y: 26, class: "axis" }, w > 40 ? percent(totals[s], sum) : ""),
    );
    let y = top;
    for (const duplicate of [false, true]) {
      const n = cell(all, s, duplicate);
      if (n === 0) continue;
      const part = cell(chosen, s, duplicate);
      const tall = Math.max(3, (plot * n) / totals[s]);
      const label = `${STATUS[s]}, ${duplicate ? "duplicates" : "unique"}: ${count(n)} (${percent(n, sum)})`;
      const pick = (e: Event): void => {
        e.preventDefault();
        choose(
          {
            label: `${STATUS[s]}, ${duplicate ? "duplicate" : "unique"}`,
            parts: [{ key: "kind", bars: [s | (duplicate ? 4 : 0)] }],
          },
          (e as MouseEvent).shiftKey === true,
        );
      };
      const group = svg(
        "g",
        {
          tabindex: 0,
          role: "button",
          class: "cell",
          "aria-label": label,
          "data-cell": `${s}-${duplicate ? 1 : 0}`,
          onclick: pick,
          onkeydown: (e: KeyboardEvent) => (e.key === "Enter" || e.key === " ") && pick(e),
        },
        svg("title", {}, label),
        svg("rect", { x, y, width: w, height: tall, class: `pale ${STATUS[s]}` }),
        svg("rect", { x, y: y + tall * (1 - part / n), width: w, height: (tall * part) / n, class: STATUS[s] }),
        duplicate && svg("rect", { x, y, width: w, height: tall, fill: "url(#hatch)" }),
        tall > 16 &&
          w > 60 &&
          svg(
            "text",
            { x: x + 6, y: y + 14, class: part === n ? "inside" : "inside over" },
            `${duplicate ? "dup. " : ""}${count(part)}`,
          ),
      );
      chart.append(group);
      y += tall;
    }
    x += w + gap;
  });
  return chart;
}

interface Bars {
  first: number;
  n: number;
  group: number; // the number of bars of the column per drawn bar
}

/** The non-empty bars, merged if there are too many to see. */
function extent(counts: Uint32Array, limit: number, most: number): Bars {
  let first = -1;
  let last = -1;
  for (let b = 0; b < limit; b++) {
    if (counts[b] + counts[256 + b] + counts[512 + b] > 0) {
      if (first < 0) first = b;
      last = b;
    }
  }
  if (first < 0) return { first: 0, n: 1, group: 1 };
  const group = Math.ceil((last - first + 1) / most);
  return { first, n: Math.ceil((last - first + 1) / group), group };
}

/** Bars along an axis, stacked by status. Click a bar, drag over several, or drag one up or down. */
export function histogram(
  filter: Filter,
  column: Column,
  choose: Choose,
  height = 150,
  pull: Pull | null = null,
): SVGSVGElement {
  const chart = frame(height, column.name);
  const counts = filter.of(column);
  const limit = column.type === "time" ? ABSENT : Math.min(column.scale.n, TEXT_AMONG_NUMBERS);
  const bars = extent(counts.all, limit, column.type === "time" ? 60 : 120);
  const highest = drawBars(chart, counts, column, bars, height, { left: 38, bottom: 20 });
  const left = 38;
  const plot = WIDTH - left - 4;
  const step = plot / bars.n;
  const bar = (x: number): number => Math.max(0, Math.min(bars.n - 1, Math.floor((x - left) / step)));
  const columnBars = (from: number, to: number): number[] => {
    const out = [];
    for (let b = bars.first + from * bars.group; b < bars.first + (to + 1) * bars.group; b++) out.push(b);
    return out;
  };
  const name = (from: number, to: number): string => {
    const [a, b] = [bars.first + from * bars.group, bars.first + (to + 1) * bars.group - 1];
    if (a === b) return column.label(a);
    if (column.type === "time") return `${column.label(a)} to ${column.label(b + 1)}`;
    const low = column.label(a).split(" to ")[0];
    return `${low} to ${column.label(b).split(" to ").pop()}`;
  };
  const selection = (from: number, to: number): Selection => ({
    label: `${column.name}: ${name(from, to)}`,
    parts: [{ key: column.key, bars: columnBars(from, to) }],
  });
  const pick = (from: number, to: number, add: boolean): void => choose(selection(from, to), add);
  const brush = svg("rect", { y: 4, height: height - 24, class: "brush", width: 0 });
  const focus = svg("rect", { y: 4, height: height - 24, class: "focus", width: 0 });
  const ghost = svg("path", { class: "wanted", d: "" });
  chart.append(focus, brush, ghost);
  // Shares refer to all cases, like the bars.
  const total = Math.max(1, sumOf(counts.all));
  const bottom = height - 20;
  const share = (b: number): number =>
    columnBars(b, b).reduce((n, c) => n + counts.all[c] + counts.all[256 + c] + counts.all[512 + c], 0) / total;
  const outline = (b: number, wanted: number): string => {
    const y = bottom - (bottom - 6) * Math.min(1, (wanted * total) / highest);
    return `M${(left + b * step).toFixed(2)} ${bottom}V${y.toFixed(2)}h${step.toFixed(2)}V${bottom}`;
  };
  if (pull)
    for (let b = 0; b < bars.n; b++) {
      const wanted = pull.wanted(selection(b, b).label);
      if (wanted !== null)
        chart.append(
          svg("path", { class: "wanted", d: outline(b, wanted) }, svg("title", {}, `requested: ${about(wanted)}`)),
        );
    }
  tip(chart, (x) => {
    if (x < left) return null;
    const b = bar(x);
    const parts = STATUS.map((s, i) => {
      const n = columnBars(b, b).reduce((sum, c) => sum + counts.chosen[i * 256 + c], 0);
      return n > 0 ? `${count(n)} ${s}` : "";
    }).filter((t) => t !== "");
    return `${name(b, b)}\n${parts.join(", ") || "none"}`;
  });
  let start = -1;
  let from = { x: 0, y: 0 };
  let pulling = false;
  let brushing = false;
  const at = (e: PointerEvent): number => {
    const box = chart.getBoundingClientRect();
    return ((e.clientX - box.left) / box.width) * WIDTH;
  };
  const pulledTo = (e: PointerEvent): number => {
    const up = ((from.y - e.clientY) / chart.getBoundingClientRect().height) * height;
    return pulledShare((share(start) * total) / highest + up / (bottom - 6), highest / total, 0.25);
  };
  chart.addEventListener("pointerdown", (e) => {
    start = bar(at(e));
    from = { x: e.clientX, y: e.clientY };
    pulling = brushing = false;
    chart.setPointerCapture(e.pointerId);
  });
  chart.addEventListener("pointermove", (e) => {
    if (start < 0) return;
    const [dx, dy] = [Math.abs(e.clientX - from.x), Math.abs(e.clientY - from.y)];
    if (!pulling && !brushing && Math.max(dx, dy) > STILL) {
      pulling = pull !== null && dy > dx;
      brushing = !pulling;
      if (pulling) chart.dataset.pulling = "1";
    }
    if (pulling && pull) {
      say(
        e,
        pull.why !== ""
          ? `Dragging a bar ${pull.why}.`
          : `${name(start, start)}: ${about(share(start))} → ${about(pulledTo(e))}`,
      );
      if (pull.why === "") ghost.setAttribute("d", outline(start, pulledTo(e)));
      return;
    }
    const [a, b] = [Math.min(start, bar(at(e))), Math.max(start, bar(at(e)))];
    brush.setAttribute("x", String(left + a * step));
    brush.setAttribute("width", String((b - a + 1) * step));
  });
  chart.addEventListener("pointerup", (e) => {
    if (start < 0) return;
    const end = bar(at(e));
    const [a, b] = [Math.min(start, end), Math.max(start, end)];
    const wanted = pulling ? pulledTo(e) : 0;
    const pulled = start;
    const was = pulling;
    start = -1;
    pulling = false;
    delete chart.dataset.pulling;
    ghost.setAttribute("d", "");
    if (!was || !pull) pick(a, b, e.shiftKey);
    else {
      say(e, null);
      if (pull.why === "") pull.request(selection(pulled, pulled), wanted);
    }
  });
  chart.addEventListener("pointercancel", () => {
    start = -1;
    pulling = false;
    delete chart.dataset.pulling;
    ghost.setAttribute("d", "");
    brush.setAttribute("width", "0");
  });
  // The same with keys: arrows move, shift widens, enter selects.
  chart.setAttribute("tabindex", "0");
  let cursor = 0;
  let anchor = 0;
  chart.addEventListener("keydown", (e) => {
    if (e.key === "ArrowRight" || e.key === "ArrowLeft") {
      cursor = Math.max(0, Math.min(bars.n - 1, cursor + (e.key === "ArrowRight" ? 1 : -1)));
      if (!e.shiftKey) anchor = cursor;
      const [a, b] = [Math.min(cursor, anchor), Math.max(cursor, anchor)];
      focus.setAttribute("x", String(left + a * step));
      focus.setAttribute("width", String((b - a + 1) * step));
      chart.setAttribute("aria-label", `${column.name}: ${name(a, b)}`);
      e.preventDefault();
    } else if (e.key === "Enter") {
      pick(Math.min(cursor, anchor), Math.max(cursor, anchor), e.shiftKey);
    }
  });
  return chart;
}

function drawBars(
  chart: SVGSVGElement,
  counts: Counts,
  column: Column,
  bars: Bars,
  height: number,
  margin: { left: number; bottom: number },
  top?: number,
): number {
  const plotHeight = height - margin.bottom - 6;
  const plot = WIDTH - margin.left - 4;
  const step = plot / bars.n;
  const pad = step > 4 ? 0.8 : 0;
  const sum = (from: Uint32Array, status: number, b: number): number => {
    let n = 0;
    for (let c = bars.first + b * bars.group; c < Math.min(256, bars.first + (b + 1) * bars.group); c++)
      n += from[status * 256 + c];
    return n;
  };
  let highest = top ?? 0;
  if (top === undefined)
    for (let b = 0; b < bars.n; b++)
      highest = Math.max(highest, sum(counts.all, 0, b) + sum(counts.all, 1, b) + sum(counts.all, 2, b));
  highest = Math.max(highest, 1e-9);
  const y = (n: number): number => 6 + plotHeight * (1 - n / highest);
  for (const t of ticks(highest)) {
    chart.append(
      svg("line", { x1: margin.left, x2: WIDTH, y1: y(t), y2: y(t), class: "grid" }),
      svg(
        "text",
        { x: margin.left - 5, y: y(t) + 3, class: "axis end" },
        t >= 1000 ? `${number(t / 1000)}k` : number(t),
      ),
    );
  }
  const paths = { pale: "", passed: "", failed: "", discarded: "" };
  for (let b = 0; b < bars.n; b++) {
    const x = margin.left + b * step + pad / 2;
    const all = sum(counts.all, 0, b) + sum(counts.all, 1, b) + sum(counts.all, 2, b);
    if (all === 0) continue;
    paths.pale += rect(x, y(all), step - pad, y(0) - y(all));
    let base = 0;
    ([0, 1, 2] as const).forEach((s) => {
      const n = sum(counts.chosen, s, b);
      const name = (["passed", "failed", "discarded"] as const)[s];
      if (n > 0) paths[name] += rect(x, y(base + n), step - pad, Math.max(s === 1 ? 1.5 : 0.6, y(base) - y(base + n)));
      base += n;
    });
  }
  chart.append(
    svg("path", { d: paths.pale, class: "pale all" }),
    svg("path", { d: paths.passed, class: "passed" }),
    svg("path", { d: paths.discarded, class: "discarded" }),
    svg("path", { d: paths.failed, class: "failed" }),
  );
  // Labels of the axis: as many as fit.
  const every = Math.max(1, Math.ceil(bars.n / 6));
  for (let b = 0; b < bars.n; b += every) {
    const at = bars.first + b * bars.group;
    const text = column.type === "time" ? column.label(at) : number(axisValue(column, at));
    const x =
      margin.left + (b + (column.type === "ordinal" && bars.group === 1 && column.scale.width === 1 ? 0.5 : 0)) * step;
    if (x < WIDTH - 16) chart.append(svg("text", { x, y: height - 6, class: "axis middle" }, text));
  }
  return highest;
}

function sumOf(counts: Uint32Array): number {
  let n = 0;
  for (let i = 0; i < counts.length; i++) n += counts[i];
  return n;
}

function axisValue(column: Column, bar: number): number {
  const [from] = column.range(bar);
  return column.type === "continuous" ? Number(from.toPrecision(6)) : Math.ceil(from);
}

/** Categories, the most frequent first. Click one, shift-click another to select both, or drag a bar. */
export function categories(
  filter: Filter,
  column: Column,
  choose: Choose,
  pull: Pull | null = null,
  most = 10,
): HTMLElement {
  const counts = filter.of(column);
  const rows: { bar: number; all: number; chosen: number[]; name: string }[] = [];
  for (let b = 0; b < 256; b++) {
    const all = counts.all[b] + counts.all[256 + b] + counts.all[512 + b];
    if (all > 0 && (b !== ABSENT || column.type === "nominal"))
      rows.push({ bar: b, all, chosen: [0, 1, 2].map((s) => counts.chosen[s * 256 + b]), name: column.label(b) });
  }
  return barList(
    rows.map((r) => ({
      ...r,
      pick: { label: `${column.name}: ${r.name}`, parts: [{ key: column.key, bars: [r.bar] }] },
    })),
    column.name,
    choose,
    most,
    undefined,
    pull,
  );
}

export interface BarRow {
  name: string;
  all: number;
  chosen: number[]; // by status
  pick: Selection;
}

export function barList(
  rows: BarRow[],
  label: string,
  choose: Choose,
  most: number,
  total?: number,
  pull: Pull | null = null,
): HTMLElement {
  rows.sort((a, b) => b.all - a.all);
  const shown = rows.slice(0, most);
  const line = 22;
  const chart = frame(Math.max(1, shown.length) * line + 2, label);
  const longest = Math.max(1, ...rows.map((r) => r.all));
  const whole = total ?? rows.reduce((a, r) => a + r.all, 0);
  const left = 130;
  const right = 84;
  const plot = WIDTH - left - right;
  shown.forEach((r, i) => {
    const y = i * line + 3;
    let moved = false; // a drag has ended: ignore its click
    const pick = (e: Event): void => {
      if (!moved) choose(r.pick, (e as MouseEvent).shiftKey === true);
      moved = false;
    };
    const chosen = r.chosen.reduce((a, b) => a + b, 0);
    let x = left;
    const text = r.name.length > 21 ? `${r.name.slice(0, 20)}…` : r.name;
    const group = svg(
      "g",
      {
        class: "cell",
        tabindex: 0,
        role: "button",
        "aria-label": `${r.name}: ${count(chosen)} of ${count(r.all)}`,
        "data-name": r.name,
        onclick: pick,
        onkeydown: (e: KeyboardEvent) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), pick(e)),
      },
      svg("title", {}, `${r.name}: ${count(chosen)} of ${count(r.all)}`),
      svg("rect", { x: 0, y: y - 2, width: WIDTH, height: line, class: "hit" }),
      svg("text", { x: left - 6, y: y + 12, class: "axis end name" }, text),
      svg("rect", { x: left, y, width: (plot * r.all) / longest, height: 15, class: "pale all" }),
    );
    [0, 2, 1].forEach((s) => {
      const w = (plot * r.chosen[s]) / longest;
      if (r.chosen[s] > 0) group.append(svg("rect", { x, y, width: Math.max(w, 1), height: 15, class: STATUS[s] }));
      x += w;
    });
    group.append(
      svg(
        "text",
        { x: left + (plot * r.all) / longest + 5, y: y + 12, class: "axis" },
        `${count(chosen)} (${percent(chosen, whole)})`,
      ),
    );
    if (pull) {
      const outline = (share: number): string =>
        `M${left} ${y}h${(plot * Math.min(1, (share * whole) / longest)).toFixed(2)}v15H${left}`;
      const wanted = pull.wanted(r.pick.label);
      if (wanted !== null)
        group.append(
          svg("path", { class: "wanted", d: outline(wanted) }, svg("title", {}, `requested: ${about(wanted)}`)),
        );
      const ghost = svg("path", { class: "wanted", d: "" });
      group.append(ghost);
      let from = -1;
      const pulledTo = (e: PointerEvent): number =>
        pulledShare(
          r.all / longest + (((e.clientX - from) / chart.getBoundingClientRect().width) * WIDTH) / plot,
          longest / Math.max(1, whole),
          0.25,
        );
      const stop = (): void => {
        from = -1;
        delete chart.dataset.pulling;
        ghost.setAttribute("d", "");
      };
      group.addEventListener("pointerdown", (e) => {
        from = e.clientX;
        moved = false;
        group.setPointerCapture(e.pointerId);
      });
      group.addEventListener("pointermove", (e) => {
        if (from < 0 || (!moved && Math.abs(e.clientX - from) <= STILL)) return;
        moved = true;
        chart.dataset.pulling = "1";
        say(
          e,
          pull.why !== ""
            ? `Dragging a bar ${pull.why}.`
            : `${r.name}: ${about(r.all / Math.max(1, whole))} → ${about(pulledTo(e))}`,
        );
        if (pull.why === "") ghost.setAttribute("d", outline(pulledTo(e)));
      });
      group.addEventListener("pointerup", (e) => {
        const share = moved ? pulledTo(e) : 0;
        stop();
        if (!moved) return;
        say(e, null);
        if (pull.why === "") pull.request(r.pick, share);
      });
      group.addEventListener("pointercancel", stop);
    }
    chart.append(group);
  });
  return h("div", {}, chart, rows.length > most && h("p", { class: "quiet" }, `and ${count(rows.length - most)} more`));
}

/** Pairs of numbers. Click a cell or drag a rectangle. */
export function plane(filter: Filter, x: Column, y: Column, choose: Choose): SVGSVGElement {
  const height = 250;
  const chart = frame(height, x.name);
  const cells = filter.cells(x, y);
  const sx = extent(filter.of(x).all, Math.min(x.scale.n, 250), 60);
  const sy = extent(filter.of(y).all, Math.min(y.scale.n, 250), 60);
  const left = 46;
  const bottom = 34;
  const w = (WIDTH - left - 6) / sx.n;
  const t = (height - bottom - 6) / sy.n;
  const value = (i: number, j: number): number => {
    let n = 0;
    for (let b = sy.first + j * sy.group; b < sy.first + (j + 1) * sy.group; b++)
      for (let a = sx.first + i * sx.group; a < sx.first + (i + 1) * sx.group; a++)
        n += cells[((b & 255) << 8) | (a & 255)];
    return n;
  };
  let highest = 1;
  const grid: number[] = [];
  for (let j = 0; j < sy.n; j++)
    for (let i = 0; i < sx.n; i++) {
      const n = value(i, j);
      grid.push(n);
      highest = Math.max(highest, n);
    }
  const levels = Array.from({ length: 8 }, () => "");
  grid.forEach((n, at) => {
    if (n === 0) return;
    const level = highest === 1 ? 7 : Math.min(7, Math.floor((7.99 * Math.log(1 + n)) / Math.log(1 + highest)));
    levels[level] += rect(
      left + (at % sx.n) * w,
      6 + (sy.n - 1 - Math.floor(at / sx.n)) * t,
      Math.max(w, 1),
      Math.max(t, 1),
    );
  });
  levels.forEach(
    (d, i) => d && chart.append(svg("path", { d, class: "heat", opacity: (0.18 + (0.82 * i) / 7).toFixed(2) })),
  );
  const everyX = Math.max(1, Math.ceil(sx.n / 5));
  for (let i = 0; i < sx.n; i += everyX)
    chart.append(
      svg(
        "text",
        { x: left + (i + 0.5) * w, y: height - bottom + 13, class: "axis middle" },
        number(Math.ceil(x.range(sx.first + i * sx.group)[0])),
      ),
    );
  const everyY = Math.max(1, Math.ceil(sy.n / 5));
  for (let j = 0; j < sy.n; j += everyY)
    chart.append(
      svg(
        "text",
        { x: left - 5, y: 6 + (sy.n - j - 0.5) * t + 3, class: "axis end" },
        number(Math.ceil(y.range(sy.first + j * sy.group)[0])),
      ),
    );
  chart.append(
    svg("text", { x: left + (WIDTH - left) / 2, y: height - 4, class: "axis middle strong" }, x.axis),
    svg(
      "text",
      {
        x: 10,
        y: 6 + (height - bottom) / 2,
        class: "axis middle strong",
        transform: `rotate(-90 10 ${6 + (height - bottom) / 2})`,
      },
      y.axis,
    ),
    svg("path", { d: `M${left} 6V${height - bottom}H${WIDTH}`, class: "grid", fill: "none" }),
  );
  const brush = svg("rect", { class: "brush", width: 0, height: 0 });
  chart.append(brush);
  const at = (e: PointerEvent): [number, number] => {
    const box = chart.getBoundingClientRect();
    const i = Math.floor((((e.clientX - box.left) / box.width) * WIDTH - left) / w);
    const j = sy.n - 1 - Math.floor((((e.clientY - box.top) / box.height) * height - 6) / t);
    return [Math.max(0, Math.min(sx.n - 1, i)), Math.max(0, Math.min(sy.n - 1, j))];
  };
  let start: [number, number] | null = null;
  chart.addEventListener("pointerdown", (e) => {
    start = at(e);
    chart.setPointerCapture(e.pointerId);
  });
  chart.addEventListener("pointermove", (e) => {
    if (!start) return;
    const [i, j] = at(e);
    brush.setAttribute("x", String(left + Math.min(i, start[0]) * w));
    brush.setAttribute("width", String((Math.abs(i - start[0]) + 1) * w));
    brush.setAttribute("y", String(6 + (sy.n - 1 - Math.max(j, start[1])) * t));
    brush.setAttribute("height", String((Math.abs(j - start[1]) + 1) * t));
  });
  chart.addEventListener("pointerup", (e) => {
    if (!start) return;
    const [i, j] = at(e);
    const range = (s: Bars, a: number, b: number): number[] => {
      const out = [];
      for (let c = s.first + Math.min(a, b) * s.group; c < s.first + (Math.max(a, b) + 1) * s.group; c++) out.push(c);
      return out;
    };
    const bx = range(sx, i, start[0]);
    const by = range(sy, j, start[1]);
    start = null;
    const name = (c: Column, b: number[]): string =>
      b.length === 1
        ? c.label(b[0])
        : `${c.label(b[0]).split(" to ")[0]} to ${c
            .label(b[b.length - 1])
            .split(" to ")
            .pop()}`;
    choose(
      {
        label: `${x.name}: ${x.axis} ${name(x, bx)}, ${y.axis} ${name(y, by)}`,
        parts: [
          { key: x.key, bars: bx },
          { key: y.key, bars: by },
        ],
      },
      e.shiftKey,
    );
  });
  tip(chart, (px, py) => {
    const i = Math.floor((px - left) / w);
    const j = sy.n - 1 - Math.floor((py - 6) / t);
    if (i < 0 || j < 0 || i >= sx.n || j >= sy.n) return null;
    return [
      `${x.axis} ${x.label(sx.first + i * sx.group)}, ${y.axis} ${y.label(sy.first + j * sy.group)}`,
      `${count(grid[j * sx.n + i])} cases`,
    ].join("\n");
  });
  return chart;
}

export interface Line {
  name: string;
  class: string;
  points: [number, number][];
}

/** Lines over the cases of a run. Drag to select a range. */
export function overRun(
  lines: Line[],
  last: number,
  label: string,
  format: (v: number) => string,
  choose: Choose | null,
  height = 150,
  along: ((v: number) => string) | null = null,
): SVGSVGElement {
  const chart = frame(height, label);
  const left = 46;
  const bottom = 20;
  const plotHeight = height - bottom - 8;
  const highest = Math.max(1e-12, ...lines.flatMap((l) => l.points.map((p) => p[1])));
  const x = (v: number): number => left + ((WIDTH - left - 6) * v) / Math.max(1, last);
  const y = (v: number): number => 8 + plotHeight * (1 - v / highest);
  for (const t of ticks(highest))
    chart.append(
      svg("line", { x1: left, x2: WIDTH, y1: y(t), y2: y(t), class: "grid" }),
      svg("text", { x: left - 5, y: y(t) + 3, class: "axis end" }, format(t)),
    );
  if (along)
    for (const t of ticks(last, 4).filter(Number.isInteger))
      chart.append(svg("text", { x: Math.min(x(t), WIDTH - 14), y: height - 5, class: "axis middle" }, along(t)));
  else
    for (const t of ticks(last, 4))
      chart.append(
        svg(
          "text",
          { x: Math.min(x(t), WIDTH - 14), y: height - 5, class: "axis middle" },
          t >= 1e6 ? `${number(t / 1e6)}M` : t >= 1e4 ? `${number(t / 1000)}k` : number(t),
        ),
      );
  lines.forEach((l) => {
    chart.append(
      svg("path", {
        d: l.points.map((p, i) => `${i === 0 ? "M" : "L"}${x(p[0]).toFixed(1)} ${y(p[1]).toFixed(1)}`).join(""),
        class: `line ${l.class}`,
      }),
    );
    if (l.class.includes("dots") && l.points.length <= 60)
      for (const p of l.points)
        chart.append(svg("circle", { cx: x(p[0]).toFixed(1), cy: y(p[1]).toFixed(1), r: 3, class: "dot" }));
  });
  tip(chart, (px) => {
    if (px < left) return null;
    const row = Math.round(((px - left) / (WIDTH - left - 6)) * last);
    return `${along ? along(Math.min(row, last)) : `case ${count(Math.min(row, last))}`}\n${lines
      .map((l) => {
        const p = [...l.points].reverse().find((q) => q[0] <= row);
        return p ? `${l.name}: ${format(p[1])}` : "";
      })
      .filter((s) => s)
      .join("\n")}`;
  });
  if (choose) {
    const brush = svg("rect", { y: 8, height: plotHeight, class: "brush", width: 0 });
    chart.append(brush);
    const at = (e: PointerEvent): number => {
      const box = chart.getBoundingClientRect();
      return Math.max(
        0,
        Math.min(last, (((((e.clientX - box.left) / box.width) * WIDTH - left) / (WIDTH - left - 6)) * last) | 0),
      );
    };
    let start = -1;
    chart.addEventListener("pointerdown", (e) => {
      start = at(e);
      chart.setPointerCapture(e.pointerId);
    });
    chart.addEventListener("pointermove", (e) => {
      if (start < 0) return;
      brush.setAttribute("x", String(x(Math.min(start, at(e)))));
      brush.setAttribute("width", String(Math.abs(x(start) - x(at(e)))));
    });
    chart.addEventListener("pointerup", (e) => {
      if (start < 0) return;
      const half = Math.ceil(last / RUN_BINS / 2);
      let [a, b] = [Math.min(start, at(e)), Math.max(start, at(e))];
      if (a === b) [a, b] = [Math.max(0, a - half), Math.min(last, b + half)];
      start = -1;
      choose({ label: `cases ${count(a)} to ${count(b)}`, parts: [], rows: [a, b] }, e.shiftKey);
    });
  }
  return chart;
}

/** The same feature of several runs, on one scale. */
export function compared(
  runs: { run: Run; column: Column | undefined; filter: Filter }[],
  height = 92,
): { charts: (SVGSVGElement | null)[] } {
  const present = runs.filter((r) => r.column !== undefined);
  const numeric = present.every(
    (r) => r.column?.type === "ordinal" || r.column?.type === "continuous" || r.column?.type === "time",
  );
  const n = 40;
  if (numeric) {
    // Map the bars of each run to common bars by their midpoints.
    let low = Infinity;
    let high = -Infinity;
    const mid = (c: Column, b: number): number => {
      if (c.type === "time") return b;
      const [a, e] = c.range(b);
      return c.type === "ordinal" ? Math.ceil(a) + Math.max(0, Math.ceil(e) - 1 - Math.ceil(a)) / 2 : (a + e) / 2;
    };
    const doubling = present.some((r) => r.column?.scale.k !== undefined);
    const place = (v: number): number => (doubling ? Math.sign(v) * Math.log2(1 + Math.abs(v)) : v);
    const back = (v: number): number => (doubling ? Math.sign(v) * (2 ** Math.abs(v) - 1) : v);
    const points = runs.map((r) => {
      if (!r.column) return [];
      const counts = r.filter.of(r.column).all;
      const out: [number, number[]][] = [];
      for (let b = 0; b < TEXT_AMONG_NUMBERS; b++) {
        const by = [counts[b], counts[256 + b], counts[512 + b]];
        if (by[0] + by[1] + by[2] > 0) {
          const v = place(mid(r.column, b));
          out.push([v, by]);
          low = Math.min(low, v);
          high = Math.max(high, v);
        }
      }
      return out;
    });
    const whole = !doubling && present.every((r) => r.column?.type === "ordinal") && high - low < n;
    const bars = whole ? high - low + 1 : n;
    const width = whole ? 1 : (high - low) / n || 1;
    const shares = points.map((list) => {
      const total = list.reduce((a, [, by]) => a + by[0] + by[1] + by[2], 0) || 1;
      const out = Array.from({ length: bars }, () => [0, 0, 0]);
      for (const [v, by] of list) {
        const i = Math.min(bars - 1, Math.floor((v - low) / width));
        by.forEach((c, s) => (out[i][s] += c / total));
      }
      return out;
    });
    const top = Math.max(...shares.flatMap((s) => s.map((b) => b[0] + b[1] + b[2])), 1e-9);
    const means = points.map((list) => {
      let [sum, all] = [0, 0];
      for (const [v, by] of list) {
        const n = by[0] + by[1] + by[2];
        sum += back(v) * n;
        all += n;
      }
      return all > 0 ? sum / all : 0;
    });
    const head = 15; // for the text above the bars
    return {
      charts: shares.map((s, at) => {
        if (!runs[at].column) return null;
        const chart = frame(height, runs[at].column?.name ?? "", 260);
        const step = 250 / bars;
        const paths = ["", "", ""];
        s.forEach((by, i) => {
          let base = 0;
          [0, 1, 2].forEach((k) => {
            const tall = ((height - 18 - head) * by[k]) / top;
            if (by[k] > 0)
              paths[k] += rect(4 + i * step, height - 18 - base - tall, Math.max(1, step - 0.6), Math.max(0.7, tall));
            base += tall;
          });
        });
        paths.forEach((d, k) => chart.append(svg("path", { d, class: STATUS[k] })));
        chart.append(svg("line", { x1: 0, x2: 260, y1: height - 17.5, y2: height - 17.5, class: "grid" }));
        const text = (v: number): string =>
          runs[at].column?.type === "time"
            ? duration(2 ** (v / 8) * 1e-9)
            : number(whole ? v : Number(back(v).toPrecision(2)));
        chart.append(
          svg("text", { x: 4, y: height - 5, class: "axis" }, text(low)),
          svg(
            "text",
            { x: 130, y: height - 5, class: "axis middle" },
            text(whole ? Math.round((low + high) / 2) : (low + high) / 2),
          ),
          svg("text", { x: 256, y: height - 5, class: "axis end" }, text(high)),
          svg(
            "text",
            { x: 256, y: 10, class: "axis end" },
            `mean ${
              runs[at].column?.type === "time"
                ? duration(2 ** (means[at] / 8) * 1e-9)
                : number(Number(means[at].toPrecision(3)))
            }` + `, highest ${percent(Math.max(...s.map((b) => b[0] + b[1] + b[2])), 1)}`,
          ),
        );
        const x = 4 + ((place(means[at]) - low) / width + (whole ? 0.5 : 0)) * step;
        if (Number.isFinite(x))
          chart.append(svg("path", { d: `M${Math.min(254, x).toFixed(1)} ${head}V${height - 18}`, class: "mean" }));
        return chart;
      }),
    };
  }
  // Categories: the same for all runs, in the same order.
  const totals = new Map<string, number>();
  const tables = runs.map((r) => {
    const table = new Map<string, number>();
    if (r.column) {
      const counts = r.filter.of(r.column).all;
      for (let b = 0; b < 256; b++) {
        const c = counts[b] + counts[256 + b] + counts[512 + b];
        if (c > 0) {
          const name = r.column.type === "nominal" && b === ABSENT ? "(none)" : r.column.label(b);
          table.set(name, (table.get(name) ?? 0) + c / Math.max(1, r.run.rows));
          totals.set(name, (totals.get(name) ?? 0) + c / Math.max(1, r.run.rows));
        }
      }
    }
    return table;
  });
  const names = [...totals]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map((e) => e[0]);
  return {
    charts: tables.map((table, at) => {
      if (!runs[at].column) return null;
      const chart = frame(names.length * 17 + 4, runs[at].column?.name ?? "", 260);
      names.forEach((name, i) => {
        const v = table.get(name) ?? 0;
        chart.append(
          svg("text", { x: 96, y: i * 17 + 13, class: "axis end" }, name.length > 16 ? `${name.slice(0, 15)}…` : name),
          svg("rect", { x: 100, y: i * 17 + 3, width: 115, height: 12, class: "pale all" }),
          svg("rect", { x: 100, y: i * 17 + 3, width: 115 * v, height: 12, class: "passed" }),
          svg("text", { x: 219, y: i * 17 + 13, class: "axis" }, percent(v, 1)),
        );
      });
      return chart;
    }),
  };
}
