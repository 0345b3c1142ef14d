// SPDX-License-Identifier: BSL-1.0
// The page: the open view and the selections, and their representation in the address (after #).
import { Case, PageJson, Run, RunJson, count, duration, percent } from "./data";
import { Pull, compared, overRun } from "./charts";
import { h, svg } from "./dom";
import { Filter, Selection, health, prepare } from "./model";
import { ExampleState, card, charts, choices, examples, matching, shrinking, source } from "./views";

const TABS = ["tests", "shrinking", "choices", "source", "compare", "history"] as const;
type Tab = (typeof TABS)[number];
const TAB_NAMES: Record<Tab, string> = {
  tests: "Tests",
  shrinking: "Shrinking",
  choices: "Choices",
  source: "Source",
  compare: "Compare",
  history: "History",
};

class App {
  runs: Run[] = [];
  bad: PageJson["bad"] = { count: 0, samples: [] };
  files: string[] = [];
  live = false;
  version = 0;
  property = "";
  start = 0; // of the run; 0: the newest
  tab: Tab = "tests";
  selections: Selection[] = [];
  others: string[] = []; // runs to compare with, as property and start
  step = 0;
  file = "";
  query = "";
  example: ExampleState = { search: "", grouped: true, open: -1, shown: 60 };
  selectionTime = 0;
  private filter: Filter | null = null;
  private filterOf: { run: Run; rows: number; selections: Selection[] } | null = null;
  weights = ""; // the server's answer to the last change
  wanted: { property: string; label: string; share: number } | null = null; // the requested share

  // Reading and writing the address -----------------------------------------------------------------------------------

  readAddress(): void {
    const p = new URLSearchParams(location.hash.slice(1));
    this.property = p.get("property") ?? "";
    this.start = Number(p.get("run") ?? 0) || 0;
    const tab = p.get("tab") as Tab;
    this.tab = TABS.includes(tab) ? tab : "tests";
    this.selections = [];
    for (const text of p.getAll("select")) {
      try {
        const s = JSON.parse(text) as { l: unknown; p: unknown; r?: unknown };
        const rows =
          Array.isArray(s.r) && s.r.length === 2 ? ([Number(s.r[0]), Number(s.r[1])] as [number, number]) : undefined;
        const parts = Object.entries((s.p ?? {}) as Record<string, number[]>).map(([key, bars]) => ({
          key,
          bars: Array.isArray(bars) ? bars.filter((b) => Number.isInteger(b) && b >= 0 && b < 256) : [],
        }));
        this.selections.push({ label: String(s.l), parts, rows });
      } catch {
        // not written by this page: ignore it
      }
    }
    this.others = p.getAll("with");
    this.step = Number(p.get("step") ?? 0) || 0;
    this.file = p.get("file") ?? "";
    this.example.search = p.get("search") ?? "";
    this.example.open = p.has("case") ? Number(p.get("case")) : -1;
    const share = Number(p.get("share"));
    this.wanted =
      p.has("wanted") && share >= 0 && share <= 1
        ? { property: this.property, label: p.get("wanted") ?? "", share }
        : null;
  }
  writeAddress(push: boolean): void {
    const p = new URLSearchParams();
    if (this.property) p.set("property", this.property);
    if (this.start) p.set("run", String(this.start));
    if (this.tab !== "tests") p.set("tab", this.tab);
    for (const s of this.selections)
      p.append(
        "select",
        JSON.stringify({ l: s.label, p: Object.fromEntries(s.parts.map((q) => [q.key, q.bars])), r: s.rows }),
      );
    for (const o of this.others) p.append("with", o);
    if (this.step) p.set("step", String(this.step));
    if (this.file) p.set("file", this.file);
    if (this.example.search) p.set("search", this.example.search);
    if (this.example.open >= 0) p.set("case", String(this.example.open));
    if (this.wanted?.property === this.property) {
      p.set("wanted", this.wanted.label);
      p.set("share", String(Math.round(this.wanted.share * 1e4) / 1e4));
    }
    const address = `#${p.toString()}`;
    if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
  }

  // What is open ------------------------------------------------------------------------------------------------------

  newest(): Map<string, Run> {
    const out = new Map<string, Run>();
    for (const r of this.runs) {
      const known = out.get(r.summary.property);
      if (!known || r.summary.start > known.summary.start) out.set(r.summary.property, r);
    }
    return out;
  }
  current(): Run | null {
    if (this.start) {
      const exact = this.runs.find(
        (r) => r.summary.property === this.property && Math.abs(r.summary.start - this.start) < 1e-6,
      );
      if (exact) return exact;
    }
    return this.newest().get(this.property) ?? null;
  }
  filtered(run: Run): Filter {
    if (
      !this.filter ||
      !this.filterOf ||
      this.filterOf.run !== run ||
      this.filterOf.rows !== run.rows ||
      this.filterOf.selections !== this.selections
    ) {
      this.filter = new Filter(run, this.selections);
      this.filterOf = { run, rows: run.rows, selections: this.selections };
    }
    return this.filter;
  }

  open(property: string, start = 0): void {
    this.property = property;
    this.start = start;
    this.selections = [];
    this.example = { search: "", grouped: true, open: -1, shown: 60 };
    this.step = 0;
    this.writeAddress(true);
    void this.show();
  }
  choose = (s: Selection, add: boolean): void => {
    const began = performance.now();
    const same = this.selections.findIndex((o) => o.label === s.label);
    const key = s.parts.map((p) => p.key).join() + (s.rows ? "rows" : "");
    const alike = this.selections.findIndex((o) => o.parts.map((p) => p.key).join() + (o.rows ? "rows" : "") === key);
    let next = [...this.selections];
    if (same >= 0) next.splice(same, 1);
    else if (alike >= 0 && add && s.parts.length === 1) {
      // Another bar of the same chart: either of them.
      const old = next[alike];
      next[alike] = {
        label: `${old.label} or ${s.label.split(": ").pop() ?? ""}`,
        parts: [{ key: s.parts[0].key, bars: [...old.parts[0].bars, ...s.parts[0].bars] }],
      };
    } else if (alike >= 0) next[alike] = s;
    else next = [...next, s];
    this.selections = next;
    this.example.shown = 60;
    this.example.open = -1;
    this.writeAddress(true);
    this.draw();
    this.selectionTime = performance.now() - began;
    document.body.dataset.selectionMs = this.selectionTime.toFixed(1);
  };

  async show(): Promise<void> {
    const run = this.current();
    if (run && !run.loaded) {
      await run.load();
      if (this.live && !run.loaded) await this.fetchRun(run, true);
    }
    if (this.tab === "compare")
      for (const r of this.compareRuns()) if (!r.loaded) await (this.live ? this.fetchRun(r, true) : r.load());
    this.refresh();
  }

  // Drawing -----------------------------------------------------------------------------------------------------------

  private held = false; // a drag is in progress
  private late = false; // an update arrived during the drag
  /** A chart must not be redrawn while the user drags over it, so live updates are deferred. */
  hold(on: boolean): void {
    this.held = on;
    if (on || !this.late) return;
    this.late = false;
    // After the chart has handled the end of the drag.
    setTimeout(() => this.refresh());
  }
  /** Draws a live update, immediately or after the current drag. */
  refresh(): void {
    this.late = this.held;
    if (!this.held) this.draw();
  }
  draw(): void {
    const focused = document.activeElement?.id;
    const input =
      document.activeElement instanceof HTMLInputElement && document.activeElement.type === "search"
        ? document.activeElement.selectionStart
        : null;
    const scroll = document.getElementById("main")?.scrollTop ?? 0;
    const main = h("main", { id: "main", tabindex: -1 });
    const run = this.property ? this.current() : null;
    if (run) this.drawRun(main, run);
    else this.drawOverview(main);
    document.getElementById("app")?.replaceChildren(this.rail(), main);
    main.scrollTop = scroll;
    if (focused) {
      const again = document.getElementById(focused);
      again?.focus();
      if (again instanceof HTMLInputElement && input !== null) again.setSelectionRange(input, input);
    }
    document.title = run ? `${run.summary.property} – tali` : "tali";
    document.body.dataset.open = run ? "1" : "";
    document.body.dataset.ready = "1";
    document.body.dataset.version = String(this.version);
  }

  private rail(): HTMLElement {
    const list = h("nav", { "aria-label": "properties" });
    const order = { failed: 0, warning: 1, passed: 2 };
    const entries = [...this.newest().values()]
      .filter((r) => r.summary.property.toLowerCase().includes(this.query.toLowerCase()))
      .sort(
        (a, b) =>
          order[health(a.summary)] - order[health(b.summary)] || a.summary.property.localeCompare(b.summary.property),
      );
    for (const r of entries) {
      const s = r.summary;
      list.append(
        h(
          "a",
          {
            href: `#property=${encodeURIComponent(s.property)}`,
            class: s.property === this.property ? "on" : "",
            "data-health": health(s),
            "aria-current": s.property === this.property ? "page" : undefined,
            onclick: (e: Event) => (e.preventDefault(), this.open(s.property)),
          },
          sign(health(s)),
          h("span", { class: "name" }, s.property),
          meter(s),
          h("small", {}, `${count(s.rows)} cases`),
        ),
      );
    }
    return h(
      "aside",
      {},
      h(
        "div",
        { class: "brand" },
        h(
          "a",
          { href: "#", onclick: (e: Event) => (e.preventDefault(), this.open("")) },
          h("strong", {}, "tali"),
          " what was tested",
        ),
        h(
          "span",
          {},
          this.live && h("span", { class: "live", title: "follows running tests" }, "live"),
          h("button", { class: "tiny", id: "theme", title: "light or dark (t)", onclick: () => theme(true) }, "◐"),
          h("button", { class: "tiny", id: "help", title: "keys (?)", onclick: help }, "?"),
        ),
      ),
      this.newest().size > 8 &&
        h("input", {
          type: "search",
          id: "find",
          placeholder: "Find a property",
          value: this.query,
          oninput: (e: Event) => ((this.query = (e.target as HTMLInputElement).value), this.draw()),
        }),
      list,
      this.bad.count > 0 &&
        h(
          "details",
          { class: "bad", id: "bad" },
          h("summary", {}, `${count(this.bad.count)} unreadable lines`),
          ...this.bad.samples
            .slice(0, 20)
            .map((b) => h("p", {}, `${b.file.split("/").pop() ?? ""}, line ${count(b.line)}: ${b.why}`)),
        ),
    );
  }

  private drawOverview(main: HTMLElement): void {
    const runs = [...this.newest().values()];
    const by = { failed: 0, warning: 0, passed: 0 };
    runs.forEach((r) => by[health(r.summary)]++);
    const order = { failed: 0, warning: 1, passed: 2 };
    runs.sort(
      (a, b) =>
        order[health(a.summary)] - order[health(b.summary)] || a.summary.property.localeCompare(b.summary.property),
    );
    main.append(
      h(
        "h1",
        {},
        runs.length === 0 ? "Nothing yet" : `${count(runs.length)} ${runs.length === 1 ? "property" : "properties"}`,
      ),
      h(
        "p",
        { class: "quiet" },
        runs.length === 0
          ? this.live
            ? "Waiting for statistics: run tests with --stats <file> or TALI_STATS=<folder>/."
            : "These files contain no cases."
          : `${by.failed} failing, ${by.warning} with warnings, ${by.passed} passing · ` +
              `${count(this.runs.reduce((a, r) => a + r.summary.rows, 0))} cases in ${count(this.runs.length)} runs`,
      ),
    );
    const table = h("div", { class: "overview" });
    for (const r of runs) {
      const s = r.summary;
      const valid = s.passed + s.failed;
      const past = this.runs.filter((o) => o.summary.property === s.property).length;
      table.append(
        h(
          "a",
          {
            class: "card row",
            href: `#property=${encodeURIComponent(s.property)}`,
            "data-health": health(s),
            onclick: (e: Event) => (e.preventDefault(), this.open(s.property)),
          },
          sign(health(s)),
          h("span", { class: "name" }, s.property),
          meter(s),
          h("span", { class: "fact" }, `${count(valid - s.duplicates)} different`),
          h("span", { class: "fact" }, `${percent(s.gave_up, s.rows)} discarded`),
          h("span", { class: "fact" }, duration(s.seconds)),
          h("span", { class: "fact" }, past > 1 ? `${past} runs` : ""),
        ),
      );
    }
    main.append(table);
  }

  private drawRun(main: HTMLElement, run: Run): void {
    const s = run.summary;
    const mine = this.runs
      .filter((r) => r.summary.property === s.property)
      .sort((a, b) => b.summary.start - a.summary.start);
    const picker = h(
      "select",
      {
        id: "run",
        "aria-label": "run",
        onchange: (e: Event) => (
          (this.start = Number((e.target as HTMLSelectElement).value)),
          (this.selections = []),
          this.writeAddress(true),
          void this.show()
        ),
      },
      ...mine.map((r, i) =>
        h(
          "option",
          { value: i === 0 ? 0 : r.summary.start, selected: r === run },
          `${when(r.summary.start)}${i === 0 ? " (newest)" : ""}`,
        ),
      ),
    );
    const chips = h("div", { class: "chips", "aria-label": "selections", role: "group" });
    this.selections.forEach((sel, i) =>
      chips.append(
        h(
          "button",
          {
            class: "chip",
            title: "remove this selection",
            onclick: () => (
              (this.selections = this.selections.filter((_, k) => k !== i)), this.writeAddress(true), this.draw()
            ),
          },
          sel.label.length > 70 ? `${sel.label.slice(0, 69)}…` : sel.label,
          h("span", { "aria-hidden": "true" }, " ✕"),
        ),
      ),
    );
    if (this.selections.length > 1)
      chips.append(
        h(
          "button",
          { class: "chip clear", onclick: () => ((this.selections = []), this.writeAddress(true), this.draw()) },
          "clear all",
        ),
      );
    const filter = run.loaded ? this.filtered(run) : null;
    if (this.selections.length === 0)
      chips.append(
        h(
          "span",
          { class: "quiet" },
          "Click a bar or drag over a chart to filter everything else. Selections combine." +
            (this.whyNot(run) === "" ? " Drag a bar along its length to request that share in the next run." : ""),
        ),
      );
    if (filter?.narrowed)
      chips.append(
        h(
          "span",
          { class: "quiet", id: "chosen" },
          `${count(filter.chosenRows * (s.stride || 1))} of ${count(s.rows)} cases`,
        ),
      );
    main.append(
      h("header", { class: "top" }, h("h1", {}, sign(health(s)), s.property), picker),
      h(
        "div",
        { class: "tabs", role: "tablist" },
        ...TABS.map((t, i) =>
          h(
            "button",
            {
              role: "tab",
              id: `tab-${t}`,
              "aria-selected": String(t === this.tab),
              title: `key ${i + 1}`,
              onclick: () => this.go(t),
            },
            TAB_NAMES[t],
          ),
        ),
      ),
      this.tab === "tests" ? chips : "",
    );
    if (s.stride > 1)
      main.append(
        h(
          "p",
          { class: "notice", id: "sampled" },
          `To keep the file small, these charts show one of ${s.stride} of the ${count(s.rows)} cases. ` +
            `Totals and examples cover all cases.`,
        ),
      );
    if (!filter) {
      main.append(h("p", { class: "quiet" }, "Loading…"));
      return;
    }
    switch (this.tab) {
      case "tests":
        main.append(
          charts(run, filter, this.choose, this.pull(run)),
          examples(run, filter, this.example, () => (this.writeAddress(false), this.draw()), this.loop(run, filter)),
        );
        break;
      case "shrinking":
        main.append(shrinking(run, this.step, (to) => ((this.step = to), this.writeAddress(false), this.draw())));
        break;
      case "choices":
        main.append(choices(run));
        break;
      case "source":
        main.append(source(run, this.file, (f) => ((this.file = f), this.writeAddress(false), this.draw())));
        break;
      case "compare":
        main.append(this.compare(run));
        break;
      case "history":
        main.append(this.history(mine));
        break;
    }
  }

  go(tab: Tab): void {
    this.tab = tab;
    this.writeAddress(true);
    void this.show();
  }

  private nameOf(r: Run): string {
    return `${r.summary.property}@${r.summary.start}`;
  }
  /** The runs side by side: the chosen ones, or those of properties whose names look like variants of this one. */
  compareRuns(): Run[] {
    const run = this.current();
    if (!run) return [];
    const chosen = this.runs.filter((r) => r !== run && this.others.includes(this.nameOf(r)));
    if (chosen.length > 0) return [run, ...chosen];
    const newest = [...this.newest().values()];
    const stem = (n: string): string => n.split(/[\s:(/[]/)[0];
    const alike = newest
      .filter(
        (r) => r.summary.property !== run.summary.property && stem(r.summary.property) === stem(run.summary.property),
      )
      .slice(0, 3);
    const earlier = this.runs
      .filter((r) => r !== run && r.summary.property === run.summary.property)
      .sort((a, b) => b.summary.start - a.summary.start)
      .slice(0, 1);
    const list = alike.length > 0 ? [run, ...alike] : [run, ...earlier];
    return list.sort(
      (a, b) => Number(b === run) - Number(a === run) || a.summary.property.localeCompare(b.summary.property),
    );
  }
  private compare(run: Run): HTMLElement {
    const runs = this.compareRuns().filter((r) => r.loaded);
    const filters = runs.map((r) => new Filter(r, []));
    const table = h("table", { class: "compare" });
    const row = (name: string, cells: (Node | string | null)[], cls = ""): void => {
      table.append(
        h(
          "tr",
          { class: cls, "data-row": name },
          h("th", { scope: "row" }, name),
          ...cells.map((c, i) =>
            h("td", { class: runs[i] === run ? "mine" : "" }, c ?? h("span", { class: "quiet" }, "–")),
          ),
        ),
      );
    };
    table.append(
      h(
        "tr",
        {},
        h("th", {}, ""),
        ...runs.map((r) =>
          h(
            "th",
            { scope: "col", class: r === run ? "mine" : "" },
            sign(health(r.summary)),
            r.summary.property,
            h("br"),
            h("small", {}, when(r.summary.start)),
          ),
        ),
      ),
    );
    const bar = (part: number, all: number, cls: string): HTMLElement =>
      h(
        "div",
        { class: "share" },
        h("i", { class: cls, style: `width:${(100 * part) / Math.max(1, all)}%` }),
        h("span", {}, `${count(part)} (${percent(part, all)})`),
      );
    row(
      "cases",
      runs.map((r) => count(r.summary.rows)),
    );
    row(
      "different, valid",
      runs.map((r) => bar(r.summary.passed + r.summary.failed - r.summary.duplicates, r.summary.rows, "passed")),
    );
    row(
      "duplicates",
      runs.map((r) => bar(r.summary.duplicates, r.summary.rows, "hatched")),
    );
    row(
      "discarded",
      runs.map((r) => bar(r.summary.gave_up, r.summary.rows, "discarded")),
    );
    row(
      "failed",
      runs.map((r) => bar(r.summary.failed, r.summary.rows, "failed")),
    );
    if (runs.some((r) => r.summary.covered > 0))
      row(
        "covered lines",
        runs.map((r) => bar(r.summary.covered, Math.max(...runs.map((o) => o.summary.covered)), "passed")),
      );
    row(
      "time of a case",
      runs.map((r) => duration(r.summary.seconds / Math.max(1, r.summary.rows))),
    );
    const names = [
      ...new Set(
        runs.flatMap((r) =>
          r.columns.filter((c) => /^f\d/.test(c.key) && !c.type.startsWith("pair")).map((c) => c.name),
        ),
      ),
    ];
    const flags = names.filter((n) =>
      runs.every((r) =>
        r.columns.every((c) => c.name !== n || (c.type === "nominal" && c.names.length === 1 && c.names[0] === "")),
      ),
    );
    for (const name of flags)
      row(
        name,
        runs.map((r, i) => {
          const c = r.columns.find((k) => k.name === name);
          const counts = c ? filters[i].of(c).all : null;
          return bar(
            counts ? (counts[0] + counts[256] + counts[512]) * (r.summary.stride || 1) : 0,
            r.summary.rows,
            "passed",
          );
        }),
      );
    for (const name of names.filter((n) => !flags.includes(n))) {
      const columns = runs.map((r) => r.columns.find((c) => c.name === name && /^f\d/.test(c.key)));
      row(name, compared(runs.map((r, i) => ({ run: r, column: columns[i], filter: filters[i] }))).charts, "chart-row");
    }
    const options = this.runs
      .filter((r) => r !== run && !runs.includes(r))
      .sort((a, b) => a.summary.property.localeCompare(b.summary.property) || b.summary.start - a.summary.start);
    return h(
      "div",
      {},
      h(
        "div",
        { class: "bar" },
        h(
          "select",
          {
            id: "with",
            "aria-label": "compare with",
            onchange: (e: Event) => {
              const value = (e.target as HTMLSelectElement).value;
              if (value) {
                this.others = [...new Set([...runs.filter((r) => r !== run).map((r) => this.nameOf(r)), value])];
                this.writeAddress(true);
                void this.show();
              }
            },
          },
          h("option", { value: "" }, "Compare with…"),
          ...options
            .slice(0, 300)
            .map((r) => h("option", { value: this.nameOf(r) }, `${r.summary.property} · ${when(r.summary.start)}`)),
        ),
        ...runs
          .filter((r) => r !== run)
          .map((r) =>
            h(
              "button",
              {
                class: "chip",
                onclick: () => (
                  (this.others = runs.filter((o) => o !== run && o !== r).map((o) => this.nameOf(o))),
                  this.writeAddress(true),
                  void this.show()
                ),
              },
              `${r.summary.property} ✕`,
            ),
          ),
      ),
      h("p", { class: "quiet" }, "Shares of each run, on common scales. The line in a chart marks the mean."),
      h("div", { class: "scroll" }, table),
    );
  }

  private history(mine: Run[]): HTMLElement {
    const runs = [...mine].reverse();
    const out = h("div", { class: "cards" });
    const draw = (name: string, value: (r: Run) => number, format: (v: number) => string): void => {
      out.append(
        card(
          name,
          "",
          overRun(
            [{ name, class: "passed dots", points: runs.map((r, i): [number, number] => [i, value(r)]) }],
            Math.max(1, runs.length - 1),
            name,
            format,
            null,
            110,
            (i) => `run ${count(i + 1)}`,
          ),
        ),
      );
    };
    const share = (v: number): string => `${Math.round(100 * v)}%`;
    if (runs.length > 1) {
      draw(
        "Share of distinct valid cases",
        (r) => (r.summary.passed + r.summary.failed - r.summary.duplicates) / Math.max(1, r.summary.rows),
        share,
      );
      draw("Share of discarded cases", (r) => r.summary.gave_up / Math.max(1, r.summary.rows), share);
      draw(
        "Cases",
        (r) => r.summary.rows,
        (v) => count(Math.round(v)),
      );
      draw("Time of a case", (r) => r.summary.seconds / Math.max(1, r.summary.rows), duration);
      if (runs.some((r) => r.summary.covered > 0))
        draw(
          "Covered lines",
          (r) => r.summary.covered,
          (v) => count(Math.round(v)),
        );
    }
    const table = h(
      "table",
      { class: "history" },
      h("tr", {}, ...["run", "cases", "different", "discarded", "failed", "time"].map((t) => h("th", {}, t))),
    );
    for (const r of mine)
      table.append(
        h(
          "tr",
          { class: health(r.summary) },
          h(
            "td",
            {},
            h(
              "a",
              {
                href: "#",
                onclick: (e: Event) => (e.preventDefault(), this.open(r.summary.property, r.summary.start)),
              },
              sign(health(r.summary)),
              when(r.summary.start),
            ),
          ),
          h("td", {}, count(r.summary.rows)),
          h("td", {}, count(r.summary.passed + r.summary.failed - r.summary.duplicates)),
          h("td", {}, count(r.summary.gave_up)),
          h("td", {}, count(r.summary.failed)),
          h("td", {}, duration(r.summary.seconds)),
        ),
      );
    out.append(
      card(
        "Runs",
        runs.length > 1 ? "" : "One run so far. Each further run with the same --stats file adds one.",
        h("div", { class: "scroll" }, table),
        true,
      ),
    );
    return out;
  }

  /** Why weights cannot be changed for the next run, or an empty string. */
  private whyNot(run: Run): string {
    return !this.live
      ? "needs tali serve: a report cannot write files"
      : run.choices.labels.length === 0
        ? "needs a generator with labelled branches; those of this property have none"
        : "";
  }
  /** Weights that give the selected cases this share in the next run. */
  private async send(run: Run, share: number): Promise<void> {
    const usable = this.usable(run);
    this.wanted = { property: run.summary.property, label: this.selected(), share };
    if (usable.length === 0) {
      this.weights = "none of the stored examples of this bar has labelled choices";
      this.wanted = null;
    } else {
      const response = await fetch("weights", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ run: run.summary.id, share, rows: usable.map((e) => e.row) }),
      });
      const said = (await response.json()) as { text?: string; error?: string };
      this.weights = said.text ?? said.error ?? "";
      if (said.text === undefined) this.wanted = null;
    }
    this.writeAddress(false);
    this.refresh();
  }
  private selected(): string {
    return this.selections.map((s) => s.label).join(" and ");
  }
  private usable(run: Run): Case[] {
    return matching(run, this.filtered(run), this.example).filter(
      (e) => Array.isArray(e.metadata.choices) && e.metadata.choices.some((c) => typeof c === "string"),
    );
  }
  /** A dragged bar becomes the selection, and its new share is requested. */
  private pull(run: Run): Pull {
    return {
      why: this.whyNot(run),
      wanted: (label) =>
        this.wanted?.property === run.summary.property && this.wanted.label === label ? this.wanted.share : null,
      request: (s, share) => {
        this.selections = [s];
        this.example = { ...this.example, search: "", open: -1, shown: 60 };
        this.writeAddress(true);
        void this.send(run, share);
      },
    };
  }
  /** More or fewer cases similar to the selected ones: writes weights for the next run. */
  private loop(run: Run, filter: Filter): HTMLElement | null {
    const why =
      this.whyNot(run) ||
      (!filter.narrowed && this.example.search === ""
        ? "select some examples first, or drag a bar of a chart"
        : this.usable(run).length === 0
          ? "none of the selected examples has labelled choices"
          : "");
    const now = filter.chosenRows / Math.max(1, run.rows);
    const share = (e: Event): void =>
      void this.send(run, Math.max(0, Math.min(100, Number((e.target as HTMLInputElement).value))) / 100);
    const wanted =
      this.wanted?.property === run.summary.property && this.wanted.label === this.selected()
        ? `Requested ${percent(this.wanted.share, 1)}, this run has ${percent(filter.chosenRows, run.rows)}`
        : "";
    return h(
      "span",
      { class: "loop" },
      h(
        "button",
        { id: "more", disabled: why !== "", title: why, onclick: () => void this.send(run, 0.8) },
        "More like these",
      ),
      h(
        "button",
        { id: "fewer", disabled: why !== "", title: why, onclick: () => void this.send(run, 0.02) },
        "Fewer like these",
      ),
      why === "" &&
        h(
          "label",
          { title: "the share of cases in the next run that should be similar to the selected ones" },
          "share ",
          h("input", { type: "range", id: "share", min: 0, max: 100, value: Math.round(100 * now), onchange: share }),
          h("input", {
            type: "number",
            id: "share-number",
            min: 0,
            max: 100,
            "aria-label": "share in percent",
            value: Math.round(100 * now),
            onchange: share,
          }),
          "%",
        ),
      why !== ""
        ? h("small", { class: "quiet" }, why)
        : wanted + this.weights !== "" &&
            h("small", { id: "weights" }, [wanted, this.weights].filter((t) => t !== "").join("; ")),
    );
  }

  // Following runs ----------------------------------------------------------------------------------------------------

  take(page: PageJson): void {
    this.bad = page.bad;
    this.files = page.files;
    this.version = page.version;
    for (const json of page.runs) {
      const known = this.runs.find((r) => r.summary.id === json.id);
      if (known) known.summary = json;
      else this.runs.push(new Run(json));
    }
  }
  async fetchRun(run: Run, withExamples: boolean): Promise<void> {
    const epochs = run.columns.map((c) => c.epoch).join(".");
    const response = await fetch(
      `run?id=${run.summary.id}&from=${run.rows}&epochs=${encodeURIComponent(epochs)}&examples=${withExamples ? 1 : 0}`,
    );
    if (!response.ok) throw new Error(`run: ${response.status}`);
    await run.merge((await response.json()) as RunJson);
  }
  async follow(): Promise<void> {
    let lastExamples = 0;
    for (;;) {
      try {
        const response = await fetch(`changes?since=${this.version}`);
        if (response.status === 200) {
          this.take((await response.json()) as PageJson);
          const run = this.current();
          const now = performance.now();
          const quiet = now - lastExamples > 1000;
          if (run && (run.loaded || this.property !== "")) {
            await this.fetchRun(run, quiet || run.examples.length < 30);
            if (quiet) lastExamples = now;
          }
          this.refresh();
          await new Promise((r) => setTimeout(r, 60));
        } else if (response.status !== 204) throw new Error(String(response.status));
        else {
          // No new data: draw the updates that were deferred.
          const run = this.current();
          if (run && lastExamples > 0) {
            await this.fetchRun(run, true);
            lastExamples = 0;
            this.refresh();
          }
        }
        document.body.dataset.lost = "";
      } catch {
        document.body.dataset.lost = "1";
        await new Promise((r) => setTimeout(r, 1000));
      }
    }
  }
}

function sign(of: "failed" | "warning" | "passed"): HTMLElement {
  return h(
    "span",
    { class: `sign ${of}`, title: of, role: "img", "aria-label": of },
    of === "failed" ? "✕" : of === "warning" ? "!" : "✓",
  );
}
function meter(s: {
  passed: number;
  failed: number;
  gave_up: number;
  rows: number;
  duplicates: number;
}): SVGSVGElement {
  const all = Math.max(1, s.rows);
  const unique = s.passed - Math.min(s.passed, s.duplicates);
  const chart = svg("svg", {
    viewBox: "0 0 100 8",
    preserveAspectRatio: "none",
    class: "meter",
    "aria-hidden": "true",
  });
  let x = 0;
  const put = (n: number, cls: string, hatch = false): void => {
    if (n <= 0) return;
    const w = Math.max(cls === "failed" ? 3 : 0, (100 * n) / all);
    chart.append(svg("rect", { x, y: 0, width: w, height: 8, class: cls }));
    if (hatch) chart.append(svg("rect", { x, y: 0, width: w, height: 8, fill: "url(#hatch)" }));
    x += w;
  };
  put(s.failed, "failed");
  put(unique, "passed");
  put(s.passed - unique, "passed", true);
  put(s.gave_up, "discarded");
  return chart;
}
function when(start: number): string {
  if (!start) return "time unknown";
  const d = new Date(start * 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const day = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
  return `${day} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
}
function theme(change: boolean): void {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  if (change) document.documentElement.dataset.theme = dark ? "light" : "dark";
}
function help(): void {
  const dialog = document.getElementById("keys");
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function keys(app: App): void {
  addEventListener("keydown", (e) => {
    const typing = e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement;
    if (e.key === "Escape") {
      if (typing) (e.target as HTMLElement).blur();
      else if (app.selections.length > 0) {
        app.selections = app.selections.slice(0, -1);
        app.writeAddress(true);
        app.draw();
      }
      return;
    }
    if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
    const names = [...document.querySelectorAll<HTMLAnchorElement>("aside nav a")];
    const at = names.findIndex((a) => a.classList.contains("on"));
    if (e.key === "/") {
      document.getElementById("search")?.focus();
      e.preventDefault();
    } else if (e.key === "?") help();
    else if (e.key === "t") theme(true);
    else if (e.key === "j" && names[at + 1]) names[at + 1].click();
    else if (e.key === "k" && at > 0) names[at - 1].click();
    else if (e.key === "o") app.open("");
    else if (e.key === "n" || e.key === "p")
      document.getElementById(e.key === "n" ? "story-next" : "story-back")?.click();
    else if (/^[1-6]$/.test(e.key) && app.property) app.go(TABS[Number(e.key) - 1]);
  });
}

async function start(): Promise<void> {
  const app = new App();
  const given = JSON.parse(document.getElementById("data")?.textContent || "null") as PageJson | null;
  app.live = given?.live ?? false;
  if (given) app.take(given);
  if (app.live) app.take((await (await fetch("list")).json()) as PageJson);
  document.body.append(
    h("div", { id: "tip", hidden: true, role: "status" }),
    h(
      "dialog",
      { id: "keys" },
      h("h2", {}, "Keys"),
      h(
        "dl",
        {},
        ...[
          ["/", "search in examples"],
          ["Esc", "remove the last selection"],
          ["j, k", "next, previous property"],
          ["o", "overview"],
          ["1 – 6", "tabs"],
          ["n, p", "next, previous shrink step"],
          ["t", "light or dark"],
          ["arrows, Enter", "in a chart: move and select; with Shift: several"],
          ["Shift-click", "add another bar of the same chart (either matches)"],
          ["drag a bar", "along its length: request that share in the next run"],
        ].flatMap(([k, v]) => [h("dt", {}, h("kbd", {}, k)), h("dd", {}, v)]),
      ),
      h("form", { method: "dialog" }, h("button", {}, "Close")),
    ),
    svg(
      "svg",
      { width: 0, height: 0, style: "position:absolute" },
      svg(
        "defs",
        {},
        svg(
          "pattern",
          { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
          svg("rect", { width: 2.2, height: 6, class: "hatch" }),
        ),
      ),
    ),
  );
  app.readAddress();
  const only = [...app.newest().keys()];
  if (!app.property && only.length === 1) app.property = only[0];
  addEventListener("popstate", () => {
    app.readAddress();
    void app.show();
  });
  addEventListener("pointerdown", (e) => app.hold(e.button === 0), true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => app.hold(false), true);
  // The end of a drag may go to a menu or to another window.
  addEventListener("pointermove", (e) => e.buttons === 0 && app.hold(false), true);
  keys(app);
  await app.show();
  const run = app.current();
  if (run?.loaded) prepare(run);
  if (app.live) void app.follow();
}

void start();
