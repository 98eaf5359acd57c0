// test_wasm.mjs - the engine in WebAssembly plays as the native one, byte for byte; and its JavaScript.
//
// usage: node tests/wasm/test_wasm.mjs BUILD-WASM LOTS DATA LIBRARY.md TRICORNE
//
// Writes TAP. Without build-wasm/tricorne.wasm (tools/wasm makes it) everything is skipped.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [built, lots, data, page, tricorne] = process.argv.slice(2).map((p) => resolve(p));
if (!existsSync(join(built, "tricorne.wasm"))) {
  console.log("1..0 # SKIP there is no build-wasm/tricorne.wasm; tools/wasm makes it");
  process.exit(0);
}
const { open, TricorneError } = await import(pathToFileURL(join(built, "tricorne.mjs")));
const engine = await open();
const SEED = "000102030405060708090a0b0c0d0e0f", ANSWERS = 60;
let number = 0, failed = 0;

async function test(name, run) {
  number++;
  try {
    const note = await run();
    console.log(`ok ${number} ${name}${note ? ` (${note})` : ""}`);
  } catch (e) {
    failed++;
    console.log(`not ok ${number} ${name}`);
    console.log(String(e.stack ?? e).split("\n").map((l) => `# ${l}`).join("\n"));
  }
}

const code = (want) => (e) => e instanceof TricorneError && e.code === want && e.message.length > 5;

await test("every battle: records, questions and scenes as the native engine writes them", () => {
  const native = execFileSync(lots, [data, String(ANSWERS)], { maxBuffer: 1 << 30 }).toString();
  let own = "";
  for (const { id } of engine.list()) {
    const g = engine.newGame(id, { seed: SEED });
    for (let i = 0, l = 5; i < ANSWERS && g.status() === "asks"; i++) l = g.answerLot(l);
    own += g.record();
    g.check(g.c.tri_question(g.at, -1, engine.text, engine.fresh()));
    own += engine.result() + "\n";
    g.check(g.c.tri_scene(g.at, 0, engine.text, engine.fresh()));
    own += engine.result() + "\n";
    g.free();
  }
  const a = native.split("\n"), b = own.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  assert.strictEqual(at, -1, `line ${at + 1}:\n native ${a[at]?.slice(0, 300)}\n wasm   ${b[at]?.slice(0, 300)}`);
  assert.strictEqual(own.length, native.length);
  return `${a.length} lines`;
});

await test("the signature is that of the native engine", () => {
  const of = (...ids) => execFileSync(tricorne, ["--data", data, "bench", "--signature", ...ids]).toString();
  const ids = ["minden/first-battle", "bayonet/learning", "malbrook/first-command", "pistolado/first-speech", "reason/learning"];
  assert.strictEqual(`signature ${engine.signature(ids)}\n`, of(...ids));
  assert.notStrictEqual(engine.signature(ids.slice(1)), engine.signature(ids));
  assert.deepStrictEqual(engine.list().map((b) => b.id), // so that all of them are signed in one order
    JSON.parse(execFileSync(tricorne, ["--data", data, "list", "--json"])).map((b) => b.id));
  return engine.signature(ids);
});

await test("every battle as a value, written and read: the same meaning; a mistake has its place", () => {
  const u = engine.umpire();
  let n = 0;
  for (const { id } of engine.list()) {
    const { source } = u.request({ do: "source", scenario: id });
    const one = u.request({ do: "check", yaml: source.yaml, map: source.map, name: source.name });
    assert.deepStrictEqual([one.right, one.problems], [true, []], id);
    const two = u.request({ do: "check", value: one.value, map_value: one.map_value, name: source.name });
    assert.strictEqual(two.meaning, one.meaning, id);
    assert.deepStrictEqual(two.scene, one.scene, id);
    assert.deepStrictEqual(u.request({ do: "check", yaml: two.yaml, map: two.map }).value, one.value, id);
    assert.ok(u.request({ do: "schema", system: id.split("/")[0] }).schema.shapes.length > 5);
    const bad = u.request({ do: "check", value: { ...one.value, turns: "many" }, map: source.map });
    assert.ok(!bad.right && bad.problems.some((p) => p.file === "scenario" && p.path === "turns" && p.line > 1), id);
    n++;
  }
  u.free();
  return `${n} battles`;
});

await test("a battle with computer players, recorded, verified, resumed", () => {
  const g = engine.newGame("minden/first-battle", {
    seed: SEED, seats: [{ side: "allied", kind: "level-1" }, { side: "french", kind: "random" }],
  });
  assert.strictEqual(g.status(), "over");
  const report = engine.verify(g.record());
  assert.ok(report.over && report.answers > 50);
  const again = engine.resume(g.record());
  assert.strictEqual(again.hash(), g.hash());
  again.free();
  g.free();
});

await test("errors come as errors, and change nothing", () => {
  const g = engine.newGame("minden/first-battle", { seed: SEED }), hash = g.hash();
  assert.throws(() => engine.newGame("minden/nobody"), code("name"));
  assert.throws(() => engine.newGame("minden/first-battle", { seed: "x" }), code("syntax"));
  assert.throws(() => engine.newGame("minden/first-battle", { seats: [{ side: "allied", kind: "program:ls" },
    { side: "french" }] }), code("name"));
  assert.throws(() => g.answer("stand"), code("illegal"));
  assert.throws(() => g.answer("fly"), code("name"));
  assert.strictEqual(g.judge("stand").legal, false);
  assert.throws(() => engine.verify("nothing"), (e) => e instanceof TricorneError);
  assert.throws(() => engine.rule("N-Z99"), code("name"));
  assert.throws(() => g.request({ do: "record", path: "/x" }), code("file"));
  assert.throws(() => g.request({ do: "nothing" }), code("key"));
  assert.strictEqual(g.hash(), hash);
  g.free();
});

await test("every rule has its text and heading, though the packs leave the rest of rules.md out", () => {
  const ids = readdirSync(data).map((name) => join(data, name, "rules.md")).filter(existsSync)
    .flatMap((file) => readFileSync(file, "utf8").match(/^- \*\*[A-Z]-[A-Za-z0-9.-]+(?=\*\*)/gm).map((l) => l.slice(4)));
  assert.ok(ids.length > 2000, `${ids.length}`);
  const native = execFileSync(tricorne, ["--data", data, "umpire"], { input: ids.map((rule) => JSON.stringify({ do: "rule", rule }) + "\n").join(""), maxBuffer: 1 << 30 })
    .toString().trim().split("\n").map((l) => JSON.parse(l).rule);
  ids.forEach((id, i) => assert.deepStrictEqual(engine.rule(id), native[i], id));
  return `${ids.length} rules`;
});

await test("positions in YAML, typed dice, clones, odds, undo, reach", () => {
  const g = engine.umpire();
  g.request({ do: "load", yaml: "format: position-1\nscenario: minden/first-battle\nstate:\n  units:\n" +
    "    reden: {fig: 20}\n" });
  assert.strictEqual(g.state().units.reden.fig, 20);
  assert.throws(() => g.request({ do: "load", yaml: "a: &x 1\n" }), code("syntax"));
  g.request({ do: "new", scenario: "minden/first-battle", seed: SEED, dice: "typed" });
  assert.strictEqual(g.status(), "dice");
  assert.throws(() => g.dice([1, 2, 3, 4, 5, 6, 1, 2, 3]), code("range"));
  g.dice(Array(g.question().dice).fill(3));
  assert.ok(g.number() > 0);
  g.request({ do: "new", scenario: "minden/first-battle", seed: SEED });
  const first = g.offers()[0].act, hash = g.hash();
  assert.ok(g.odds(first).rows);
  g.answer(first);
  g.undo();
  assert.strictEqual(g.hash(), hash);
  const c = g.clone(0, 3);
  for (let i = 0, l = 1; i < 20 && c.status() === "asks"; i++) l = c.answerLot(l);
  assert.strictEqual(g.hash(), hash);
  c.free();
  assert.ok(g.request({ do: "reach", piece: "reden" }).reach);
  assert.ok(g.request({ do: "suggest", player: "level-1" }).advice.choices.length);
  g.free();
});

await test("games are given back", () => {
  const before = engine.c.memory.buffer.byteLength;
  for (let i = 0; i < 300; i++) engine.newGame("minden/first-battle", { light: true }).free();
  const mid = engine.c.memory.buffer.byteLength;
  for (let i = 0; i < 300; i++) engine.newGame("minden/first-battle", { light: true }).free();
  assert.strictEqual(engine.c.memory.buffer.byteLength, mid);
  return `${before >> 10} kB`;
});

await test("the program of docs/library.md runs", () => {
  const text = readFileSync(page, "utf8").match(/^```js\n(.*?)^```$/ms)[1];
  const folder = mkdtempSync(join(tmpdir(), "tricorne-"));
  try {
    writeFileSync(join(folder, "page.mjs"), text.replace('"tricorne"', JSON.stringify(pathToFileURL(join(built, "tricorne.mjs")))));
    assert.match(execFileSync(process.execPath, [join(folder, "page.mjs")]).toString(), /"over":true/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

await test("engine and data of all systems are small", () => {
  const files = ["tricorne.wasm", "tricorne.mjs", ...JSON.parse(readFileSync(join(built, "packs/index.json"))).systems.map((s) => `packs/${s.file}`)];
  const size = (some) => some.reduce((n, f) => n + gzipSync(readFileSync(join(built, f)), { level: 9 }).length, 0);
  const languages = files.filter((f) => f.endsWith("lang.pack")); // fetched by those who want another than English
  const all = size(files.filter((f) => !languages.includes(f))), other = size(languages);
  assert.ok(languages.length === 1 && all <= 900_000, `${all} bytes compressed`);
  assert.ok(other <= 100_000, `${other} bytes of languages`);
  return `${all} bytes compressed, languages ${other}`;
});

await test("when memory ends a call says so, and the engine goes on", () => {
  // The call is left from far below by the page's exceptions: wasm/catch.c.
  const stack = engine.c.__stack_pointer.value, games = [], from = engine.newGame("minden/first-battle");
  let thrown = null;
  while (!thrown && games.length < 5000) {
    try {
      games.push(from.clone());
    } catch (e) {
      thrown = e;
    }
  }
  assert.ok(thrown instanceof TricorneError, String(thrown));
  assert.strictEqual(thrown.code, "bug");
  assert.throws(() => from.question(), code("bug"));
  from.free();
  assert.strictEqual(engine.c.__stack_pointer.value, stack);
  for (const g of games) g.free();
  const g = engine.newGame("minden/first-battle", { seed: SEED });
  assert.strictEqual(g.status(), "asks");
  g.free();
  return `${games.length} games, then ${thrown.code}: ${thrown.message}`;
});

console.log(`1..${number}`);
process.exit(failed ? 1 : 0);
