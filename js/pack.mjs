// pack.mjs - the data of each system in one file, for the package and the page.
//
// usage: node js/pack.mjs DATA OUT
//
// OUT/<system>.pack is the size of an index, the index as JSON ([[path, bytes], ...]) and the files one behind the
// other; OUT/index.json lists the packs. Of rules.md only what the engine reads is there: rules and headings
// (book/rules_text.c); everybody who plays fetches it.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [data, out] = process.argv.slice(2);
if (!out) {
  console.error("usage: node js/pack.mjs DATA OUT");
  process.exit(2);
}
mkdirSync(out, { recursive: true });

const below = (folder) => readdirSync(join(data, folder)).sort().flatMap((name) => {
  const path = join(folder, name);
  if (/^(aid-.*|play-aid)\.yaml$/.test(name)) return []; // nothing prints play aids there
  return statSync(join(data, path)).isDirectory() ? below(path) : [path];
});

const RULE = /^(#|- \*\*[A-Z]-)/;
const bytesOf = (path) => {
  const bytes = readFileSync(join(data, path));
  return path.endsWith("/rules.md") ? Buffer.from(bytes.toString().split("\n").filter((line) => RULE.test(line)).join("\n") + "\n") : bytes;
};

const systems = readdirSync(data).sort().filter((name) => statSync(join(data, name)).isDirectory());
const list = systems.map((name) => {
  const files = below(name).map((path) => [path, bytesOf(path)]);
  const index = Buffer.from(JSON.stringify(files.map(([path, bytes]) => [path, bytes.length])));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(index.length);
  const pack = Buffer.concat([size, index, ...files.map(([, bytes]) => bytes)]);
  writeFileSync(join(out, `${name}.pack`), pack);
  return { name, file: `${name}.pack`, bytes: pack.length };
});
writeFileSync(join(out, "index.json"), JSON.stringify({ v: 1, systems: list }) + "\n");
