// wasm.mjs - how fast the engine is as WebAssembly beside the native library: the battles of bench/interface.c.
//
// usage: node bench/wasm.mjs BUILD-WASM INTERFACE DATA [SCENARIO...]
//
// Both play the same answers by lot, in turn; a line for each battle says how many a second of the processor each gives. The medians.
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [built, native, data, ...named] = process.argv.slice(2);
const busy = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; }; // of the processor, in ms
const { open } = await import(pathToFileURL(join(resolve(built), "tricorne.mjs")));
const engine = await open(), RUNS = 9, ANSWERS = 20000;
const battles = named.length ? named : ["minden/first-battle", "bayonet/learning", "malbrook/first-command", "pistolado/first-speech", "reason/learning"];

function rate(id) {
  const c = engine.c, lots = c.malloc(8);
  new DataView(c.memory.buffer).setBigUint64(lots, 1n, true);
  let used = 0, n = 0;
  while (n < ANSWERS) {
    const g = engine.newGame(id, { seed: "00000000000000000000000000000007", light: true }), from = busy();
    for (; n < ANSWERS && c.tri_status(g.at) === 0; n++) c.tri_answer_lot(g.at, lots, 0);
    used += busy() - from;
    g.free();
  }
  c.free(lots);
  return (ANSWERS / used) * 1000;
}

let least = Infinity;
for (const id of battles) {
  for (let i = 0; i < 3; i++) rate(id); // the compiler of the browser warms up
  const runs = Array.from({ length: RUNS }, () => rate(id)).sort((a, b) => a - b), wasm = runs[RUNS >> 1];
  const said = execFileSync(native, [data, id]).toString(), own = Number(/(\d+) through/.exec(said)[1]);
  least = Math.min(least, wasm / own);
  console.log(`${id.padEnd(28)} ${Math.round(own)} answers/s native ${Math.round(wasm)} WebAssembly ${(100 * wasm / own).toFixed(1)}%`);
}
process.exit(least >= 0.5 ? 0 : 1);
