// SPDX-License-Identifier: BSL-1.0
// The extension without the editor: a stand-in for its interface, the real server. node test.mjs <tali>
import assert from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import Module from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const require = createRequire(import.meta.url);
const tali = resolve(process.argv[2]);
const root = mkdtempSync(join(tmpdir(), "tali-vscode-"));
const commands = new Map();
const errors = [];
const panels = [];
let configured = tali;
const text =
  'TALI_PROPERTY("first \\"one\\"", body);\nTEST(a, b) { tali::check("second", [](int) { return true; }); }\n';
const vscode = {
  ViewColumn: { Beside: -2 },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: root } }],
    getConfiguration: () => ({ get: (name, other) => (name === "command" ? configured : other) }),
  },
  commands: { registerCommand: (name, f) => (commands.set(name, f), { dispose() {} }) },
  window: {
    showErrorMessage: (m) => errors.push(m),
    createWebviewPanel: (...given) => {
      const panel = { given, webview: { html: "" }, reveal() {}, onDidDispose() {} };
      panels.push(panel);
      return panel;
    },
    activeTextEditor: {
      document: { getText: () => text, offsetAt: () => text.indexOf("return true") },
      selection: { active: 0 },
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require("./extension.js");
const environment = {};
const context = { subscriptions: [], environmentVariableCollection: { replace: (k, v) => (environment[k] = v) } };
try {
  extension.activate(context);
  assert.equal(environment.TALI_STATS, join(root, ".tali/stats") + "/");
  assert.deepEqual(
    [...commands.keys()],
    Object.keys(Object.fromEntries(require("./package.json").contributes.commands.map((c) => [c.command, 1]))),
  );
  // What the cursor is in.
  assert.equal(extension.propertyAt(text, 5), 'first "one"');
  assert.equal(extension.propertyAt(text, text.length), "second");
  assert.equal(extension.propertyAt("no test here", 5), "");
  // A command that is not there is an error that says what to do.
  configured = "/nonexistent/tali";
  await commands.get("tali.show")();
  assert.match(errors.join(), /set tali.command/);
  configured = tali;
  // The page of this property, from the real server, with the test's statistics.
  await commands.get("tali.showProperty")();
  assert.equal(errors.length, 1, errors.join());
  const html = panels[0].webview.html;
  const address = /<iframe src="([^"]+)"/.exec(html)[1];
  assert.ok(address.endsWith("#property=second"), address);
  assert.ok(html.includes(`frame-src ${new URL(address).origin};`));
  assert.equal(panels[0].given[2].viewColumn, -2);
  writeFileSync(
    join(root, ".tali/stats/a.jsonl"),
    JSON.stringify({ type: "test_case", run_start: 1, property: "second", status: "passed", representation: "x" }) +
      "\n",
  );
  const base = address.split("#")[0];
  let rows = 0;
  for (let i = 0; i < 100 && rows === 0; i++) {
    await new Promise((r) => setTimeout(r, 50));
    rows = (await (await fetch(`${base}list`)).json()).runs[0]?.rows ?? 0;
  }
  assert.equal(rows, 1);
  assert.equal((await fetch(base.replace(/[0-9a-f]{32}/, "0".repeat(32)))).status, 403);
  await commands.get("tali.show")();
  assert.equal(panels.length, 1, "one page");
  console.log("the extension: ok");
} finally {
  for (const s of context.subscriptions) s.dispose();
  rmSync(root, { recursive: true, force: true });
}
process.exit(0);
