// wasm.mjs - how fast the engine is as WebAssembly beside the native library: the battles of bench/interface.c.
//
// usage: node bench/wasm.mjs BUILD-WASM INTERFACE DATA [SCENARIO...]
//
// Both play the same battles by lot, in turn; a line for each says how many signatures (bare battles, in which `tricorne bench` counts asks)
// a second of the processor each gives, then answers of light games. The medians. Light games leave a step at its question, which is
// cheap in C and not in WebAssembly: there they run it out.
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

/** Bare battles: how many signatures a second. */
function bare(id) {
  const c = engine.c, all = c.malloc(8), book = engine.book(id), from = busy();
  new DataView(c.memory.buffer).setBigUint64(all, 0n, true);
  let n = 0;
  do { engine.check(c.tri_signature(book, all, engine.fresh())); n++; } while (busy() - from < 200);
  const rate = n / (busy() - from) * 1000;
  c.tri_book_free(book);
  c.free(all);
  return rate;
}

const median = (f) => Array.from({ length: RUNS }, f).sort((a, b) => a - b)[RUNS >> 1];
let least = Infinity;
for (const id of battles) {
  for (let i = 0; i < 3; i++) { rate(id); bare(id); } // the compiler of the browser warms up
  const wasm = median(() => rate(id)), battles = median(() => bare(id));
  const said = execFileSync(native, [data, id]).toString(), own = Number(/(\d+) through/.exec(said)[1]), signed = Number(/([\d.]+) signatures/.exec(said)[1]);
  least = Math.min(least, battles / signed);
  const share = (a, b) => `${(100 * a / b).toFixed(1)}%`;
  console.log(`${id.padEnd(28)} bare: ${signed} native ${battles.toFixed(2)} WebAssembly ${share(battles, signed)}; light: ${Math.round(own)} native ${Math.round(wasm)} WebAssembly ${share(wasm, own)}`);
}
process.exit(least >= 0.5 ? 0 : 1);
