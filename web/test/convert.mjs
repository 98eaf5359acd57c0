// Battles of each system as first drafts under the rules of every other, judged by the referee; ground there and back again. Prints TAP.
//
// usage: node web/test/convert.mjs --serve TRICORNE [--keep FOLDER]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url)), option = (name) => { const i = process.argv.indexOf(`--${name}`); return i < 0 ? null : process.argv[i + 1]; };
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-convert-")), keepIn = option("keep");
await build({ entryPoints: ["convert", "bare", "carry", "hexground"].map((f) => path.join(here, "../src/workshop", `${f}.ts`)), outdir: folder, bundle: true, format: "esm", platform: "node", outExtension: { ".js": ".mjs" }, logLevel: "error" });
const load = (f) => import(pathToFileURL(path.join(folder, `${f}.mjs`)).href);
const { convertBattle, settle, groundOf } = await load("convert"), { bareField } = await load("bare"), { carryGround } = await load("carry"), { lettersOf, terrainAt } = await load("hexground");

const umpire = spawn(path.resolve(option("serve") ?? "build/tricorne"), ["--data", path.join(here, "../../data"), "umpire"], { stdio: ["pipe", "pipe", "inherit"] }), waiting = [];
readline.createInterface({ input: umpire.stdout }).on("line", (l) => waiting.shift()(JSON.parse(l)));
const ask = (q) => new Promise((r) => { waiting.push(r); umpire.stdin.write(`${JSON.stringify(q)}\n`); });
const schemas = {}, schemaOf = async (s) => (schemas[s] ??= (await ask({ do: "schema", system: s })).schema);
const check = (d) => ask({ do: "check", name: d.name, value: d.scenario, ...(d.map ? { map_value: d.map } : {}) });
const open = async (id) => {
  const s = (await ask({ do: "source", scenario: id })).source, g = await ask({ do: "check", name: s.name, yaml: s.yaml, ...(s.map ? { map: s.map } : {}) });
  return { doc: { name: s.name, scenario: g.value, map: g.map_value ?? null }, schema: await schemaOf(id.split("/")[0]) };
};
const PATTERN = { minden: "minden/first-battle", pistolado: "pistolado/first-speech", malbrook: "malbrook/first-command", bayonet: "bayonet/learning", reason: "reason/learning" };
const LARGE = { minden: "minden/minden-1759", pistolado: "pistolado/dreux-1562", malbrook: "malbrook/ramillies-1706", bayonet: "bayonet/blenheim-1704", reason: "reason/lobositz-1756" };

const bare = {}, tests = [];
for (const to of Object.keys(PATTERN)) tests.push([`large battles of four systems under ${to}`, async () => {
  const pattern = await open(PATTERN[to]);
  bare[to] ??= await bareField(pattern.doc, pattern.schema, check);
  for (const from of Object.keys(LARGE).filter((s) => s !== to)) {
    const was = await open(LARGE[from]), draft = convertBattle(was, { doc: bare[to], schema: pattern.schema }), got = await settle(draft.doc, pattern.schema, check);
    assert.ok(got.checked.right, `${LARGE[from]}: ${JSON.stringify(got.checked.problems.slice(0, 3))}`);
    assert.ok(draft.notes.some((n) => /is taken for \d+ m/.test(n)) && draft.notes.some((n) => /not carried over/.test(n)), draft.notes.join("\n"));
    const pieces = got.checked.scene.pieces.filter((p) => p.arm !== "leader").length;
    assert.ok(pieces >= 12, `${LARGE[from]}: ${pieces} pieces`);
    if (keepIn) fs.writeFileSync(path.join(keepIn, `${from}-as-${to}.battle.json`), JSON.stringify({ format: "tricorne-battle-1", name: "converted", system: to, title: "x", origin: LARGE[from], scenario: got.checked.yaml, map: got.checked.map ?? null, tables: [] }));
  }
}]);
tests.push(["ground from hexes to a table and back is the same country", async () => {
  for (const [from, by] of [["bayonet/blenheim-1704", "malbrook"], ["reason/lobositz-1756", "minden"]]) {
    const was = await open(from), system = from.split("/")[0], table = await open(PATTERN[by]), hexes = { ...was, ground: groundOf(system) };
    const there = carryGround(hexes, { ...table, ground: groundOf(by) }, false), back = carryGround({ doc: there.doc, schema: table.schema, ground: groundOf(by) }, hexes, false);
    const a = lettersOf(was.doc.map), b = lettersOf(back.doc.map), into = groundOf(system);
    assert.ok(Math.abs(a.length - b.length) <= 1 && Math.abs(a[0].length - b[0].length) <= 1, `${a.length} x ${a[0].length}, ${b.length} x ${b[0].length}`);
    let same = 0, all = 0;
    a.forEach((l, r) => l.forEach((_, c) => { const what = into.areas[terrainAt(was.doc.map, [c, r])]; if (!what) return; all++; const now = into.areas[terrainAt(back.doc.map, [c, r])]; if (now) same++; }));
    assert.ok(same / all > 0.7, `${from}: ${same} of ${all} hexes of ground are ground again`);
  }
}]);
console.log(`1..${tests.length}`);
let bad = 0;
for (const [i, [name, run]] of tests.entries()) {
  try { await run(); console.log(`ok ${i + 1} - ${name}`); } catch (e) {
    bad++;
    console.log(`not ok ${i + 1} - ${name}`);
    for (const line of String(e?.stack ?? e).split("\n").slice(0, 8)) console.log(`# ${line}`);
  }
}
umpire.stdin.end();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(bad ? 1 : 0);
