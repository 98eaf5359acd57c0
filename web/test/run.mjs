// Runs the page's tests and prints TAP.
//
// usage: node web/test/run.mjs [--serve TRICORNE] [--all] [--shots FOLDER] [--only WORDS]
//
// Without --serve only the units run. --all adds what make check wants: every system, two
// browsers, a phone, the keyboard alone, axe, screenshots.
import { build } from "esbuild";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const option = (name) => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? null : process.argv[i + 1];
};

/** All cases, in order: { name, run }. */
const cases = [];
globalThis.testCase = (name, run) => cases.push({ name, run });

async function loadUnits(folder) {
  const files = fs.readdirSync(path.join(here, "unit")).filter((f) => f.endsWith(".test.ts"));
  await build({
    entryPoints: files.map((f) => path.join(here, "unit", f)), outdir: folder, bundle: true, format: "esm",
    platform: "node", target: "node18", define: { "import.meta.env.MODE": "\"test\"" }, jsx: "automatic", jsxImportSource: "preact", logLevel: "error",
    outExtension: { ".js": ".mjs" },
  });
  for (const f of files) await import(pathToFileURL(path.join(folder, f.replace(/\.ts$/, ".mjs"))).href);
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-page-"));
  let bad = 0, stop = async () => undefined;
  try {
    globalThis.pageFolder = path.join(here, "..", "dist");
    await loadUnits(folder);
    const serve = option("serve");
    if (serve) {
      const browser = await import("./browser/cases.mjs");
      stop = await browser.begin({ serve: path.resolve(serve), folder, all: process.argv.includes("--all"), shots: option("shots") });
    }
    const only = option("only"), chosen = cases.filter((c) => !only || c.name.includes(only));
    console.log(`1..${chosen.length}`);
    for (const [i, c] of chosen.entries()) {
      const from = Date.now();
      try {
        await c.run();
        console.log(`ok ${i + 1} - ${c.name} (${Date.now() - from} ms)`);
      } catch (e) {
        bad++;
        console.log(`not ok ${i + 1} - ${c.name}`);
        for (const line of String(e?.stack ?? e).split("\n").slice(0, 24)) console.log(`# ${line}`);
      }
    }
  } finally {
    await stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
  process.exit(bad ? 1 : 0);
}

await main();
