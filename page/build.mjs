// SPDX-License-Identifier: BSL-1.0
// Builds dist/index.html: one file, with a policy that lets it load nothing but its own script.
// node build.mjs [--check]: with --check the result is compared with what is there instead of written.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const script = await build({
  entryPoints: [join(here, "src/main.ts")],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
});
const style = await build({ entryPoints: [join(here, "src/style.css")], minify: true, write: false, charset: "ascii" });
const js = script.outputFiles[0].text.trim().replaceAll("</script", "<\\/script");
const css = style.outputFiles[0].text.trim();
const hash = createHash("sha256").update(js).digest("base64");
// Who has no Node can still tell whether the page was made from these sources (tests/tools/page_current_test.py).
const sources = createHash("sha256");
for (const name of [
  "package.json",
  "build.mjs",
  ...readdirSync(join(here, "src"))
    .sort()
    .map((f) => `src/${f}`),
]) {
  sources.update(name + "\n");
  sources.update(readFileSync(join(here, name)));
}
const policy =
  `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src blob: data:; ` +
  "connect-src 'self'; base-uri 'none'; form-action 'none'";
const html = `<!doctype html>
<!-- SPDX-License-Identifier: BSL-1.0. Made from page/src by page/build.mjs. Sources: ${sources.digest("hex")} -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="icon" href="data:,">
<title>tali</title>
<style>${css}</style>
</head>
<body>
<div id="app"></div>
<script id="data" type="application/json">null</script>
<script>${js}</script>
</body>
</html>
`;
const file = join(here, "dist/index.html");
if (process.argv.includes("--check")) {
  let current = "";
  try {
    current = readFileSync(file, "utf8");
  } catch {
    // not there: not current
  }
  if (current !== html) {
    console.error("page/dist/index.html is not what page/src makes: run `npm ci && npm run build` in page/");
    process.exit(1);
  }
  console.log("page/dist/index.html is current");
} else {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html);
  console.log(`page/dist/index.html: ${html.length} bytes`);
}
