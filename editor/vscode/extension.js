// SPDX-License-Identifier: BSL-1.0
// Opens the page of `tali serve` next to the editor. The server starts with the first command and ends with the
// window. Tests in terminals of this window write their statistics to its folder (TALI_STATS).
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

let server = null; // { process, address: Promise<string> }
let panel = null;

function settings() {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? process.cwd();
  const config = vscode.workspace.getConfiguration("tali");
  return {
    root,
    command: config.get("command", "tali"),
    stats: path.resolve(root, config.get("stats", ".tali/stats")),
  };
}

function start() {
  if (server) return server.address;
  const { root, command, stats } = settings();
  fs.mkdirSync(stats, { recursive: true });
  const child = spawn(command, ["serve", stats, "--sources", root], { cwd: root });
  const address = new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += String(data);
      const found = /^(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]+\/)\s/.exec(said);
      if (found) resolve(found[1]);
    });
    let wrong = "";
    child.stderr.on("data", (data) => (wrong += String(data)));
    child.on("error", (e) => {
      server = null;
      reject(new Error(`cannot start '${command}': ${e.message}; set tali.command`));
    });
    child.on("exit", (code) => {
      server = null;
      reject(new Error(wrong.trim() || `'${command} serve' ended with ${code}`));
    });
  });
  server = { process: child, address };
  return address;
}

/** The page in a frame; nothing else may load. */
function frame(address) {
  const origin = new URL(address).origin;
  const safe = address.replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`);
  const policy = `default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'`;
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}">
<style>html,body,iframe{margin:0;padding:0;border:0;width:100%;height:100vh}</style></head>
<body><iframe src="${safe}"></iframe></body></html>`;
}

/** The name of the property around the cursor: the last one before it. */
function propertyAt(text, offset) {
  const pattern = /\b(?:TALI_PROPERTY|tali::check|tali::property|session\.check)\s*\(\s*"((?:\\.|[^"\\])*)"/g;
  let name = "";
  for (let m = pattern.exec(text); m && m.index <= offset; m = pattern.exec(text)) name = m[1].replace(/\\(.)/g, "$1");
  return name;
}

async function show(property) {
  try {
    const address = (await start()) + (property ? `#property=${encodeURIComponent(property)}` : "");
    if (!panel) {
      const port = Number(new URL(address).port);
      panel = vscode.window.createWebviewPanel(
        "tali",
        "What was tested",
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        {
          enableScripts: true,
          retainContextWhenHidden: true,
          portMapping: [{ webviewPort: port, extensionHostPort: port }],
        },
      );
      panel.onDidDispose(() => (panel = null));
    }
    panel.webview.html = frame(address);
    panel.reveal(undefined, true);
  } catch (e) {
    vscode.window.showErrorMessage(`tali: ${e.message}`);
  }
}

function activate(context) {
  context.environmentVariableCollection?.replace("TALI_STATS", `${settings().stats}/`);
  context.subscriptions.push(
    vscode.commands.registerCommand("tali.show", () => show("")),
    vscode.commands.registerCommand("tali.showProperty", () => {
      const editor = vscode.window.activeTextEditor;
      return show(
        editor ? propertyAt(editor.document.getText(), editor.document.offsetAt(editor.selection.active)) : "",
      );
    }),
    { dispose: deactivate },
  );
}

function deactivate() {
  server?.process.kill();
  server = null;
}

module.exports = { activate, deactivate, propertyAt, frame };
