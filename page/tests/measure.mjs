// SPDX-License-Identifier: BSL-1.0
// How fast the page is: node tests/measure.mjs report <html>, node tests/measure.mjs live <tali> <bench_stats>.
// Bounds: a report of a million cases opens in under 2 s and answers a selection in under 100 ms; live, a case is in
// the charts in under 500 ms while 100,000 a second are run.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const browserPath =
  process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
let ok = true;
const bound = (what, value, most, unit) => {
  ok &&= value < most;
  console.log(
    `${what.padEnd(44)} ${value.toFixed(0).padStart(7)} ${unit}   ` +
      `bound ${most} ${unit}   ${value < most ? "ok" : "MISSED"}`,
  );
};
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

async function report(file) {
  await page.goto("about:blank");
  const began = performance.now();
  await page.goto(`file://${resolve(file)}`);
  await page.waitForSelector("body[data-ready='1'] [data-card='Examples']");
  bound("open, until all charts are drawn", performance.now() - began, 2000, "ms");
  // From the input to the next frame, as measured by the browser: the longest event of a selection, in steps of 8 ms.
  await page.evaluate(() => {
    window.answers = [];
    new PerformanceObserver((list) => window.answers.push(...list.getEntries().map((e) => e.duration))).observe({
      type: "event",
      durationThreshold: 16,
    });
  });
  const times = [];
  const selection = async (what, act) => {
    await page.evaluate(() => (window.answers.length = 0));
    await act();
    await page.waitForTimeout(150);
    const took = await page.evaluate(() => Math.max(16, ...window.answers));
    if ((await page.locator("#chosen").count()) === 0) throw new Error(`${what}: nothing was selected`);
    times.push({ what, took, code: Number(await page.evaluate(() => document.body.dataset.selectionMs)) });
  };
  const cell = (card, name) => page.locator(`[data-card="${card}"] [data-name="${name}"]`);
  const chart = (card) => page.locator(`[data-card="${card}"] svg.chart`);
  const alone = async () => {
    const clear = page.locator(".chips .chip");
    while ((await clear.count()) > 0) await clear.last().click();
  };
  for (const [card, name] of [
    ["kind", "short"],
    ["kind", "long"],
    ["Labels", "smaller"],
    ["Labels", "sorted"],
    ["Discarded, by reason", "seven"],
  ]) {
    await alone();
    await selection(`${card}: ${name}`, () => cell(card, name).click());
  }
  await alone();
  await selection("passed and unique", () => page.locator('[data-cell="0-0"]').click());
  // One selection in addition to another.
  for (const [card, x] of [
    ["length", 80],
    ["length", 160],
    ["mean", 150],
    ["Time to execute", 120],
    ["Distinct values over the run", 200],
  ])
    await selection(card, () => chart(card).click({ position: { x, y: 60 } }));
  for (const card of ["shape", "length", "Distinct values over the run"]) {
    await alone();
    await chart(card).scrollIntoViewIfNeeded();
    const box = await chart(card).boundingBox();
    await page.mouse.move(box.x + 0.15 * box.width, box.y + 0.8 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.75 * box.height);
    await selection(`${card}: most of it`, () => page.mouse.up());
  }
  const slowest = times.reduce((a, b) => (b.took > a.took ? b : a));
  bound(`a selection, the slowest of ${times.length}`, slowest.took, 100, "ms");
  console.log(
    `  ${slowest.what}; median ${median(times.map((t) => t.took)).toFixed(0)} ms; of which our code took at most ` +
      `${Math.max(...times.map((t) => t.code)).toFixed(0)} ms; ${await page.textContent("#chosen")}`,
  );
  if (process.env.TALI_VERBOSE)
    for (const t of times)
      console.log(`  ${t.what.padEnd(40)} ${t.took.toFixed(0).padStart(5)} ms, ${t.code.toFixed(0)} ms in our code`);
}

async function live(tali, producer) {
  const folder = mkdtempSync(join(tmpdir(), "tali-live-"));
  const server = spawn(tali, ["serve", folder]);
  try {
    const address = await new Promise((done) => server.stdout.once("data", (d) => done(String(d).trim())));
    await page.goto(address);
    await page.waitForSelector("body[data-ready='1']");
    await page.evaluate(() => {
      window.seen = [];
      const look = () => {
        const text = document.querySelector('[data-card="How many meaningful cases"] .quiet')?.textContent ?? "";
        const rows = Number((/ of ([\d,]+) /.exec(text)?.[1] ?? "0").replaceAll(",", ""));
        if (rows > (window.seen.at(-1)?.[1] ?? 0)) window.seen.push([Date.now(), rows]);
        requestAnimationFrame(look);
      };
      look();
    });
    const file = join(folder, "live.jsonl");
    const run = spawn(producer, ["live", "400000", file], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    run.stdout.on("data", (d) => (said += d));
    const ended = new Promise((done) => run.once("exit", done));
    await page.waitForSelector(".overview .row");
    await page.locator(".overview .row").click();
    await ended;
    await page.waitForTimeout(1000);
    const start = JSON.parse(readFileSync(file, "utf8").slice(0, 5000).split("\n")[0]).run_start * 1000;
    const seconds = Number(/ in ([\d.]+) s/.exec(said)[1]);
    const total = Number(/^(\d+)/.exec(said)[1]);
    const seen = await page.evaluate(() => window.seen);
    // Discarded cases count too: they are in the file and in the charts.
    const rows = Math.max(...seen.map((s) => s[1]));
    const rate = rows / seconds;
    // The delay of a case is the time until a frame shows it: the age of the oldest case that a frame adds.
    const ages = [];
    for (let i = 1; i < seen.length; i++) {
      const oldest = start + (seen[i - 1][1] / rate) * 1000;
      if (seen[i - 1][1] > rate * 0.5 && seen[i - 1][1] < rows) ages.push(seen[i][0] - oldest);
    }
    console.log(`${total} cases passed at ${Math.round(rate)} a second, ${seen.length} frames`);
    bound("from a case to the charts, the longest", Math.max(...ages), 500, "ms");
    console.log(`  median ${median(ages).toFixed(0)} ms`);
    if (rate < 95_000) {
      ok = false;
      console.log("  the producer did not reach 100,000 a second");
    }
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  if (process.argv[2] === "report") await report(process.argv[3]);
  else await live(resolve(process.argv[3]), resolve(process.argv[4]));
} catch (e) {
  console.error(e.message);
  ok = false;
} finally {
  await browser.close();
}
process.exitCode = ok ? 0 : 1;
