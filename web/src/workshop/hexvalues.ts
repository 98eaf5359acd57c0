// Values that name hexes: which they are, what they name, and what pointing at a hex makes of them.
import { change, valueAt, type Doc } from "./doc";
import { readLine, writeLine } from "./lines";
import { isMapping, keysOf, samePath, spotAt, type FileName, type Key, type Part, type Path, type Schema, type Value } from "./schema";

/** A value that is being pointed at: its path, and its word in a row of words. */
export interface Pick { path: Path; part: string | null; many: boolean }

export const samePick = (a: Pick, b: Pick): boolean => samePath(a.path, b.path) && a.part === b.part;

const NAMES = new Set(["hex", "hexes", "at", "entry"]), NUMBER = /^\d{4}$/;

const listed = (v: Value | undefined): string[] => (v === undefined ? [] : (Array.isArray(v) ? v.map(String) : String(v).split(",")).map((h) => h.trim()).filter(Boolean));

/** By its name, as docs/workshop.md says, or because it names hexes and nothing else. */
export function holdsHexes(schema: Schema, key: Key | Part, value: Value | undefined): boolean {
  if (!schema.hex || !(key.kind === "text" || (key.kind === "row" && "each" in key && key.each === "text"))) return false;
  const has = listed(value);
  return has.length ? has.every((h) => NUMBER.test(h)) : NAMES.has(key.name);
}

function valueOf(doc: Doc, schema: Schema, file: FileName, pick: Pick): string[] {
  const v = valueAt(doc[file], pick.path), parts = spotAt(schema, file, pick.path).key?.parts;
  return listed(pick.part === null ? v : typeof v === "string" && parts ? readLine(v, parts)[pick.part] : undefined);
}

/** The hexes that what is chosen names, or that are being pointed at. */
export function hexesIn(doc: Doc, schema: Schema, file: FileName, path: Path, pick: Pick | null): string[] {
  if (!schema.hex) return [];
  if (pick) return valueOf(doc, schema, file, pick);
  const v = valueAt(doc[file], path), spot = spotAt(schema, file, path);
  if (spot.is === "line" && typeof v === "string" && spot.key?.parts) {
    const words = readLine(v, spot.key.parts);
    return words["facing"] !== undefined ? [] : spot.key.parts.filter((x) => holdsHexes(schema, x, words[x.name])).flatMap((x) => listed(words[x.name]));
  }
  if (spot.is !== "mapping" || !isMapping(v) || v["facing"] !== undefined) return [];
  return keysOf(schema, spot.shape).filter((k) => v[k.name] !== undefined && !k.parts && holdsHexes(schema, k, v[k.name])).flatMap((k) => listed(v[k.name]));
}

/** A hex was pointed at: it is the value, or one more of it, or one less. Hexes that are not on this map go. */
export function pickHex(doc: Doc, schema: Schema, file: FileName, pick: Pick, hex: string, there: (hex: string) => boolean): Doc {
  const was = valueOf(doc, schema, file, pick).filter(there), now = !pick.many ? [hex] : was.includes(hex) ? was.filter((h) => h !== hex) : [...was, hex];
  const v = valueAt(doc[file], pick.path);
  if (pick.part === null) return change(doc, file, pick.path, Array.isArray(v) || pick.many ? now : hex);
  const parts = spotAt(schema, file, pick.path).key?.parts;
  return typeof v === "string" && parts ? change(doc, file, pick.path, writeLine({ ...readLine(v, parts), [pick.part]: now.join(",") }, parts)) : doc;
}
