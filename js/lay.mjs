// lay.mjs - the engine and its packs as a page serves them: names with hashes, and a list.
//
// usage: node js/lay.mjs BUILD-WASM OUT
//
// OUT/index.json names the engine and the packs; every other file carries the hash of its bytes in its name, so that it
// can be kept for ever. What is no more is removed.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [from, out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node js/lay.mjs BUILD-WASM OUT");
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const laid = new Set(["index.json"]);

function lay(path, name, end) {
  const bytes = readFileSync(join(from, path)), hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const file = `${name}-${hash}.${end}`;
  if (!readdirSync(out).includes(file)) writeFileSync(join(out, file), bytes);
  laid.add(file);
  return { file, bytes: bytes.length };
}

const list = JSON.parse(readFileSync(join(from, "packs/index.json"), "utf8"));
const wasm = lay("tricorne.wasm", "tricorne", "wasm");
const systems = list.systems.map((s) => ({ name: s.name, ...lay(`packs/${s.file}`, s.name, "pack") }));
for (const name of readdirSync(out)) if (!laid.has(name) && /-[0-9a-f]{12}\.(wasm|pack)$/.test(name)) rmSync(join(out, name));
writeFileSync(join(out, "index.json"), JSON.stringify({ v: 1, wasm: wasm.file, bytes: wasm.bytes, systems }) + "\n");
