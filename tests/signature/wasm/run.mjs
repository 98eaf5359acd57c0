// tests/signature/wasm/run.mjs - run the signature of a .wasm file: node run.mjs FILE
import { readFileSync } from "node:fs";

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const needs = WebAssembly.Module.imports(module).map((i) => i.name);
if (needs.length) {
  console.error("the pure parts need what is not there:", needs.join(", "));
  process.exit(1);
}
const { exports } = await WebAssembly.instantiate(module);
const signature = BigInt.asUintN(64, exports.narrow_signature());
console.log("signature " + signature.toString(16).padStart(16, "0"));
