// Where the ground of a battle is: in its map, or in the scenario itself.
import type { Doc } from "./doc";
import { isMapping, keysOf, type FileName, type Key, type Mapping, type Path, type Schema } from "./schema";

/** The key under which a scenario carries ground of its own: all that is in it is in a map as well. */
export function ownGround(schema: Schema): Key | null {
  const names = new Set(keysOf(schema, schema.map).map((k) => k.name));
  return keysOf(schema, schema.scenario).find((k) => k.kind === "map" && keysOf(schema, k.of!).length > 2 && keysOf(schema, k.of!).every((x) => names.has(x.name))) ?? null;
}

export function homeOf(doc: Doc, schema: Schema): { file: FileName; path: Path } | null {
  if (doc.map) return { file: "map", path: [] };
  const own = ownGround(schema);
  return own && isMapping(doc.scenario[own.name]) ? { file: "scenario", path: [own.name] } : null;
}

export function groundOf(doc: Doc, schema: Schema): Mapping | null {
  if (doc.map) return doc.map;
  const own = ownGround(schema), v = own ? doc.scenario[own.name] : undefined;
  return isMapping(v) ? v : null;
}

/** The same battle with this ground, where its ground is. */
export function withGround(doc: Doc, schema: Schema, ground: Mapping): Doc {
  const own = ownGround(schema);
  if (doc.map) return { ...doc, map: ground };
  return own ? { ...doc, scenario: { ...doc.scenario, [own.name]: ground } } : doc;
}

/** Is this the ground that is drawn on the sheet? A scenario with ground of its own beside a map is wrong, and shows what stands in it. */
export const isDrawn = (doc: Doc, schema: Schema, file: FileName, shape: number): boolean =>
  homeOf(doc, schema)?.file === file && shape === (file === "map" ? schema.map : ownGround(schema)?.of);

/** From a map into the scenario. Title, source and notes of the map are left behind. */
export function intoScenario(doc: Doc, schema: Schema): Doc {
  const own = ownGround(schema);
  if (!own || !doc.map) return doc;
  const { map: _named, ...rest } = doc.scenario, kept = keysOf(schema, own.of!).filter((k) => doc.map![k.name] !== undefined);
  return { ...doc, map: null, scenario: { ...rest, [own.name]: Object.fromEntries(kept.map((k) => [k.name, doc.map![k.name]!])) } };
}

/** From the scenario into a map of its own, of the battle's name. */
export function intoMap(doc: Doc, schema: Schema): Doc {
  const own = ownGround(schema), ground = groundOf(doc, schema);
  if (!own || doc.map || !ground) return doc;
  const { [own.name]: _ground, ...rest } = doc.scenario;
  const head: Mapping = { format: "map-1", system: schema.system, title: String(rest["title"] ?? doc.name), source: String(rest["source"] ?? "Made in the workshop.") };
  return { ...doc, scenario: { ...rest, map: doc.name }, map: { ...head, ...ground } };
}
