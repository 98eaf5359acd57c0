// engine.mjs - the signature of the whole engine in WebAssembly: what `tricorne bench --signature` prints.
//
// usage: node tests/signature/wasm/engine.mjs BUILD-WASM [SCENARIO...]        no scenario: all of them
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [built, ...named] = process.argv.slice(2);
const { open } = await import(pathToFileURL(join(resolve(built), "tricorne.mjs")));
const engine = await open();
console.log(`signature ${named.length ? engine.signature(named) : engine.signature()}`);
