// Values that name hexes: which they are, what they name, and what pointing at a hex makes of them.
import { change, valueAt, type Doc } from "./doc";
import { isMapping, keysOf, samePath, spotAt, type FileName, type Key, type Path, type Schema, type Value } from "./schema";

/** A value that is being pointed at. */
export interface Pick { path: Path; many: boolean }

export const samePick = (a: Pick, b: Pick): boolean => samePath(a.path, b.path);

const NAMES = new Set(["hex", "hexes", "entry"]), NUMBER = /^\d{4}$/;

const listed = (v: Value | undefined): string[] => (v === undefined ? [] : (Array.isArray(v) ? v.map(String) : String(v).split(",")).map((h) => h.trim()).filter(Boolean));

/** By its name, as docs/workshop.md says, or because it names hexes and nothing else. */
export function holdsHexes(schema: Schema, key: Key, value: Value | undefined): boolean {
  if (!schema.hex || !(key.kind === "text" || (key.kind === "row" && key.each === "text"))) return false;
  const has = listed(value);
  return has.length ? has.every((h) => NUMBER.test(h)) : NAMES.has(key.name);
}

/** The hexes that what is chosen names, or that are being pointed at. */
export function hexesIn(doc: Doc, schema: Schema, file: FileName, path: Path, pick: Pick | null): string[] {
  if (!schema.hex) return [];
  if (pick) return listed(valueAt(doc[file], pick.path));
  const v = valueAt(doc[file], path), spot = spotAt(schema, file, path);
  if (spot.is !== "mapping" || !isMapping(v) || v["facing"] !== undefined) return [];
  return keysOf(schema, spot.shape).filter((k) => v[k.name] !== undefined && holdsHexes(schema, k, v[k.name])).flatMap((k) => listed(v[k.name]));
}

/** A hex was pointed at: it is the value, or one more of it, or one less. Hexes that are not on this map go. */
export function pickHex(doc: Doc, file: FileName, pick: Pick, hex: string, there: (hex: string) => boolean): Doc {
  const v = valueAt(doc[file], pick.path), was = listed(v).filter(there), now = !pick.many ? [hex] : was.includes(hex) ? was.filter((h) => h !== hex) : [...was, hex];
  return change(doc, file, pick.path, Array.isArray(v) || pick.many ? now : hex);
}
