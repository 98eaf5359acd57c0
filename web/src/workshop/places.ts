// Where the troops of a battle being made stand: between its values and the scene that is drawn of it.
import { axialOf, cellOf, hexName, hexNamed, type Board } from "../map/board";
import type { Piece, Scene } from "../types";
import { change, valueAt, type Doc } from "./doc";
import { isMapping, keysOf, spotAt, type FileName, type Mapping, type Path, type Schema, type Value } from "./schema";

/** Somebody who stands somewhere: his name, his path, and how his place is written. */
export interface Placed {
  name: string; file: FileName; path: Path; table: boolean; at: [number, number] | null; hex: string;
  /** Of which side, and whether he has a front: troops. */
  side: number | null; troops: boolean;
}

/** What a mapping says of its place; null when it has none to say. */
function placeIn(v: Value, schema: Schema, shape: number): { table: boolean; at: [number, number] | null; hex: string } | null {
  if (!isMapping(v)) return null;
  const keys = keysOf(schema, shape), has = (n: string): boolean => keys.some((k) => k.name === n && (k.kind === "length" || k.kind === "text"));
  if (has("x") && has("y")) {
    const x = Number(v["x"]), y = Number(v["y"]);
    return { table: true, at: v["x"] !== undefined && v["y"] !== undefined && Number.isFinite(x + y) ? [Math.round(x * 1000), Math.round(y * 1000)] : null, hex: "" };
  }
  return has("hex") ? { table: false, at: null, hex: String(v["hex"] ?? "") } : null;
}

/** All who stand somewhere, by name. */
export function placedOf(doc: Doc, schema: Schema): Map<string, Placed> {
  const out = new Map<string, Placed>(), sides = (Array.isArray(doc.scenario["sides"]) ? doc.scenario["sides"] : []).map((s) => (isMapping(s) ? String(s["name"]) : ""));
  const note = (v: Mapping, shape: number, path: Path, name: string | undefined): void => {
    const place = name ? placeIn(v, schema, shape) : null;
    if (!place || out.has(name!)) return;
    const side = path[0] === "sides" ? Number(path[1]) : sides.indexOf(String(v["side"]));
    out.set(name!, { name: name!, file: "scenario", path, ...place, side: side >= 0 ? side : null, troops: keysOf(schema, shape).some((k) => k.name === "facing") });
  };
  const walk = (v: Value | undefined, shape: number, path: Path): void => {
    if (!isMapping(v)) return;
    for (const k of keysOf(schema, shape)) {
      const x = v[k.name];
      if (k.of !== undefined && Array.isArray(x)) x.forEach((e, i) => walk(e, k.of!, [...path, k.name, i]));
      else if (k.of !== undefined) walk(x, k.of, [...path, k.name]);
    }
    note(v, shape, path, typeof v["name"] === "string" ? v["name"] : undefined);
  };
  walk(doc.scenario, schema.scenario, []);
  return out;
}

const STEP = 250;
/** Inches, to quarters. */
export const inches = (thousandths: number): string => String(Math.round(thousandths / STEP) * STEP / 1000);

/** He stands there now: thousandths of an inch, or column and row by the hex's number. */
export function setPlace(doc: Doc, who: { file: FileName; path: Path }, to: { at?: [number, number]; hex?: string }): Doc {
  const v = valueAt(doc[who.file], who.path);
  if (!isMapping(v)) return doc;
  if (to.hex) return change(doc, who.file, [...who.path, "hex"], to.hex);
  if (!to.at) return doc;
  return change(doc, who.file, who.path, { ...v, x: inches(to.at[0]), y: inches(to.at[1]) });
}

// --- Turning ------------------------------------------------------------------------------------------------------

const UNITS = 65536;
export const degrees = (facing: number): number => Math.round((facing * 360) / UNITS * 1000) / 1000;

/** Another direction: by a step to the left or right, or (on the table) straight to an angle. */
export function turn(doc: Doc, schema: Schema, who: { file: FileName; path: Path }, by: number, now: number | undefined, to?: number): Doc {
  const spot = spotAt(schema, who.file, who.path), v = valueAt(doc[who.file], who.path);
  const key = spot.is === "mapping" ? keysOf(schema, spot.shape).find((k) => k.name === "facing") : undefined;
  if (!key || !isMapping(v)) return doc;
  if (key.kind === "word" && key.words) {
    let was: Value | undefined = v["facing"];
    for (let up = who.path.length - 1; was === undefined && up > 0; up--) was = (valueAt(doc[who.file], who.path.slice(0, up)) as { facing?: Value } | undefined)?.facing;
    const i = Math.max(0, key.words.indexOf(String(was ?? key.words[0]))), n = key.words.length;
    return change(doc, who.file, [...who.path, "facing"], key.words[(((i + by) % n) + n) % n]!);
  }
  if (key.kind === "int") { // clockwise
    const n = Number(key.max) + 1, was = Number(v["facing"] ?? key.min);
    return change(doc, who.file, [...who.path, "facing"], String((((was + by) % n) + n) % n));
  }
  const was = v["facing"] !== undefined ? Number(v["facing"]) : degrees(now ?? 0);
  const next = to ?? Math.round(was / 15) * 15 + 15 * by;
  return change(doc, who.file, [...who.path, "facing"], String(((next % 360) + 360) % 360));
}

export const canTurn = (schema: Schema, who: { file: FileName; path: Path }): "angle" | "step" | null => {
  const spot = spotAt(schema, who.file, who.path);
  const key = spot.is === "mapping" ? keysOf(schema, spot.shape).find((k) => k.name === "facing") : undefined;
  return key ? (key.kind === "angle" ? "angle" : "step") : null;
};

// --- Free ground ----------------------------------------------------------------------------------------------------

const clash = (a: Piece, x: number, y: number, b: Piece): boolean => {
  const reach = (Math.max(a.w, a.d) + Math.max(b.w, b.d)) / 2;
  const wide = (a.w + b.w) / 2 + 200, deep = (a.d + b.d) / 2 + 300;
  return Math.hypot(x - b.x, y - b.y) < reach && Math.abs(x - b.x) < wide && Math.abs(y - b.y) < deep;
};

/** A free place near a piece for another like it: beside it, then behind. */
export function freeNear(scene: Scene, board: Board, like: Piece): { at?: [number, number]; hex?: string } | null {
  const others = scene.pieces;
  if (board.hex) {
    const taken = new Set(others.map((p) => `${p.x},${p.y}`)), c = cellOf(board, like.x, like.y);
    const cells: { hex: string; far: number }[] = [];
    for (let row = 0; row < board.rows; row++)
      for (let column = 0; column < board.columns; column++) {
        const [q, r] = axialOf(board, column, row);
        if (!taken.has(`${q},${r}`)) cells.push({ hex: hexName(board, q, r), far: Math.abs(column - c.column) + 2.5 * Math.abs(row - c.row) });
      }
    return cells.sort((a, b) => a.far - b.far)[0] ?? null;
  }
  const wide = like.w + 500, deep = like.d + 1000, back = Math.cos(((like.facing ?? 0) / UNITS) * 2 * Math.PI) >= 0 ? -1 : 1;
  for (let row = 0; row < 8; row++)
    for (let i = row ? 0 : 1; i < 24; i++) {
      const x = like.x + (i % 2 ? 1 : -1) * Math.ceil(i / 2) * wide, y = like.y + back * row * deep;
      if (x < like.w / 2 + 250 || x > scene.width - like.w / 2 - 250 || y < like.d + 250 || y > scene.height - like.d - 250) continue;
      if (!others.some((p) => clash(like, x, y, p))) return { at: [x, y] };
    }
  return null;
}

// --- The scene of a battle that is not right ---------------------------------------------------------------------------

const UNSEEN = { arm: "other", w: 3000, d: 1000, stack: 1, order: 0, active: false } as const;

/** The last scene that was right, with everybody where he stands now. Those it does not show (new ones, those who are still to be
 * deployed) look like their neighbours. */
export function shown(scene: Scene, board: Board, right: Map<string, Placed>, now: Map<string, Placed>): Scene {
  const at = (p: Placed): [number, number] | null => (p.table ? p.at : hexNamed(board, p.hex));
  const seen = new Set<string>(), pieces: Piece[] = [];
  for (const p of scene.pieces) {
    const was = right.get(p.key), is = now.get(p.key);
    seen.add(p.key);
    if (was && !is) continue;
    const a = was && at(was), b = is && at(is);
    pieces.push(a && b && (a[0] !== b[0] || a[1] !== b[1]) ? { ...p, x: p.x + b[0] - a[0], y: p.y + b[1] - a[1] } : p);
  }
  let id = 100000;
  for (const [name, p] of now) {
    const place = seen.has(name) || p.side === null || !p.troops ? null : at(p);
    if (!place) continue;
    const list = JSON.stringify(p.path.slice(0, -1));
    const near = [...right.values()].find((o) => JSON.stringify(o.path.slice(0, -1)) === list && scene.pieces.some((q) => q.key === o.name));
    const like = near ? scene.pieces.find((q) => q.key === near.name)! : { ...UNSEEN, facing: p.side === 0 ? 0 : UNITS / 2 };
    pieces.push({ ...like, side: p.side, key: name, label: name, id: id++, x: place[0], y: place[1] });
  }
  return pieces.length === scene.pieces.length && pieces.every((p, i) => p === scene.pieces[i]) ? scene : { ...scene, pieces };
}
