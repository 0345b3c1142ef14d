// SPDX-License-Identifier: BSL-1.0
// What `npm run lint` checks in the page and in the extension for editors.
import js from "@eslint/js";
import ts from "typescript-eslint";

const node = { process: "readonly", console: "readonly", URL: "readonly", Buffer: "readonly", fetch: "readonly" };
const timers = { setTimeout: "readonly", clearTimeout: "readonly", setInterval: "readonly", clearInterval: "readonly" };
// Functions in the tests that run in the page.
const browser = Object.fromEntries(
  ["document", "window", "getComputedStyle", "performance", "PerformanceObserver", "requestAnimationFrame"].map(
    (name) => [name, "readonly"],
  ),
);

export default [
  { ignores: ["**/node_modules/**", "**/dist/**"] },
  js.configs.recommended,
  ...ts.configs.recommended.map((config) => ({ ...config, files: ["**/*.ts"] })),
  { files: ["**/*.mjs"], languageOptions: { globals: { ...node, ...timers } } },
  { files: ["**/tests/*.mjs"], languageOptions: { globals: browser } },
  {
    files: ["**/*.js"],
    languageOptions: {
      sourceType: "commonjs",
      globals: { ...node, ...timers, require: "readonly", module: "writable", __dirname: "readonly" },
    },
  },
  { rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error" } },
];
