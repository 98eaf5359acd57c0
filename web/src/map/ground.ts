// Ground in the manner of an engraved plan: everything a scene says of hills, woods, water,
// roads, houses and works, as strokes on a plate. Pure: the same scene gives the same plate.
import type { Ground, Scene } from "../types";
import { AROUND, axialOf, chain, corners, onMap, outline, place, type Board } from "./board";
import { blend, BLUE, BRICK, GREEN, INK, OCHRE, PAPER, Plate, SEPIA } from "./ink";
import { KINDS, kindOf, type Kind } from "./kind";
import {
  area, bounds, Die, distance, grain, inside, length, line, move, num, roundCorners, seedOf,
  soften, to, trace, walk, type Pt, type Shape, type Step,
} from "./shape";

interface Work {
  plate: Plate;
  board: Board;
  /** Roads and streams, which trees and houses keep clear of. */
  ways: Shape[];
}

const wayDistance = (w: Work, p: Pt): number =>
  w.ways.reduce((best, s) => Math.min(best, distance(s, p)), 1e9);

/** How large ornament may be: small hexes and small tables' inches want small trees. */
const grainSize = (b: Board): number => (b.hex ? Math.min(1.15, b.k / 34) : 1);

// --- Hills ---------------------------------------------------------------------------------

function wedge(top: Pt, foot: Pt, width: number): string {
  const dx = foot.x - top.x, dy = foot.y - top.y, len = Math.hypot(dx, dy);
  if (len < 0.5) return "";
  const nx = ((-dy / len) * width) / 2, ny = ((dx / len) * width) / 2;
  return move(top.x + nx, top.y + ny) + to(foot.x, foot.y) + to(top.x - nx, top.y - ny) + "Z";
}

/** Strokes down a slope, heavier where the light from the upper left does not fall. */
function hachures(steps: Step[], from: number, depth: number, within: Shape | null, die: Die): string {
  let d = "";
  for (const e of steps) {
    const high = from + depth * die.roll(0.7, 1.12), low = from + depth * die.roll(0, 0.14);
    const foot = { x: e.at.x - e.normal.x * low, y: e.at.y - e.normal.y * low };
    const top = { x: e.at.x - e.normal.x * high, y: e.at.y - e.normal.y * high };
    if (within && (!inside(within, top) || distance(within, top) < high * 0.82)) continue;
    const shade = (e.normal.x + e.normal.y) * 0.7071;
    d += wedge(top, foot, 1.3 + 0.8 * shade);
  }
  return d;
}

function hill(w: Work, s: Shape, level: number): void {
  const die = new Die(seedOf(s.loops[0] ?? [], level));
  const depth = w.board.hex ? Math.min(17, w.board.k * 0.55) : Math.min(19, w.board.k * 1.3);
  w.plate.fill(trace(s), blend(OCHRE, SEPIA, 0.2), 0.16 + 0.05 * Math.min(4, level));
  for (const loop of s.loops) {
    const steps = walk(loop, true, 3.2);
    w.plate.fill(hachures(steps, 0, depth, s, die), SEPIA, 0.62);
    w.plate.fill(hachures(steps.filter((_, i) => i % 4 !== 3), depth * 1.15, depth * 0.72, s, die), SEPIA, 0.5);
  }
}

// --- Trees ---------------------------------------------------------------------------------

function crown(x: number, y: number, r: number, die: Die): string {
  const lobes = 6, turn = die.roll(0, 6.28);
  let d = "";
  for (let i = 0; i <= lobes; i++) {
    const a = turn + (6.2832 * i) / lobes, m = a - 3.1416 / lobes, bulge = r * 1.42;
    const px = x + Math.cos(a) * r, py = y + Math.sin(a) * r * 0.86;
    d += i === 0 ? move(px, py)
      : `C${num(x + Math.cos(m - 0.28) * bulge)} ${num(y + Math.sin(m - 0.28) * bulge * 0.86)} ` +
        `${num(x + Math.cos(m + 0.28) * bulge)} ${num(y + Math.sin(m + 0.28) * bulge * 0.86)} ${num(px)} ${num(py)}`;
  }
  return d + "Z";
}

const LEAVES = [0.26, 0.36, 0.46].map((t) => blend(GREEN, PAPER, t));

interface Tree { x: number; y: number; r: number }

/** Trees row by row from the back: shadows, crowns, strokes on the dark side. */
function trees(w: Work, all: Tree[], die: Die): void {
  const rows = new Map<number, Tree[]>();
  for (const t of all) {
    const row = Math.round(t.y / (t.r * 0.9));
    rows.set(row, [...(rows.get(row) ?? []), t]);
  }
  let shadow = "";
  for (const t of all)
    shadow += move(t.x - t.r * 0.2, t.y + t.r * 1.02) + to(t.x + t.r * 1.75, t.y + t.r * 1.02) +
      move(t.x + t.r * 0.5, t.y + t.r * 0.72) + to(t.x + t.r * 1.6, t.y + t.r * 0.72);
  w.plate.line(shadow, SEPIA, 0.7, { opacity: 0.55 });
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    const leaf = ["", "", ""];
    let dark = "";
    for (const t of rows.get(row)!) {
      leaf[Math.floor(die.roll(0, 2.999))] += crown(t.x, t.y, t.r, die);
      for (let i = 0; i < 3; i++) {
        const a = t.r * (0.15 + 0.3 * i);
        dark += move(t.x + a * 0.9, t.y + t.r * 0.8 - a * 0.55) +
          to(t.x + t.r * 0.95 - a * 0.15, t.y + t.r * 0.4 - a * 0.45);
      }
    }
    leaf.forEach((d, i) => {
      if (d) w.plate.strokes.push({ d, fill: LEAVES[i], stroke: blend(SEPIA, GREEN, 0.35), width: 0.75 });
    });
    w.plate.line(dark, SEPIA, 0.6, { opacity: 0.7 });
  }
}

function wash(w: Work, s: Shape, colour: string, opacity: number, edge: number): void {
  const d = trace(s);
  w.plate.fill(d, colour, opacity);
  if (edge > 0) w.plate.line(d, SEPIA, edge, { opacity: 0.8, dash: "0.2 2.6", round: true });
}

function wood(w: Work, s: Shape): void {
  const g = grainSize(w.board), gap = 15 * g, radius = 5.6 * g;
  const die = new Die(seedOf(s.loops[0] ?? [], 7)), { low, high } = bounds(s), all: Tree[] = [];
  wash(w, s, GREEN, 0.3, 1.1);
  let odd = false;
  for (let y = low.y + gap * 0.5; y < high.y; y += gap * 0.78, odd = !odd)
    for (let x = low.x + (odd ? gap * 0.75 : gap * 0.25); x < high.x; x += gap) {
      const at = { x: x + die.roll(-0.3, 0.3) * gap, y: y + die.roll(-0.22, 0.22) * gap };
      const r = radius * die.roll(0.78, 1.14);
      if (inside(s, at) && distance(s, at) > r * 0.5 && wayDistance(w, at) > r + 4)
        all.push({ ...at, r });
    }
  trees(w, all, die);
}

function orchard(w: Work, s: Shape): void {
  const g = grainSize(w.board), gap = 13 * g, die = new Die(seedOf(s.loops[0] ?? [], 8));
  const { low, high } = bounds(s), angle = grain(s), all: Tree[] = [];
  const c = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
  const reach = Math.hypot(high.x - low.x, high.y - low.y) / 2;
  wash(w, s, GREEN, 0.16, 1.1);
  for (let v = -reach; v < reach; v += gap)
    for (let h = -reach; h < reach; h += gap) {
      const at = {
        x: c.x + Math.cos(angle) * h - Math.sin(angle) * v,
        y: c.y + Math.sin(angle) * h + Math.cos(angle) * v,
      };
      if (inside(s, at) && distance(s, at) > 3 && wayDistance(w, at) > 6) all.push({ ...at, r: 3.1 * g });
    }
  all.sort((a, b) => a.y - b.y);
  trees(w, all, die);
}

// --- Fields, marsh, rough ------------------------------------------------------------------

function furrows(w: Work, s: Shape, gap: number): void {
  const { low, high } = bounds(s), angle = grain(s), clip = w.plate.clip(trace(s));
  const c = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
  const reach = Math.hypot(high.x - low.x, high.y - low.y) / 2;
  let d = "";
  for (let v = -reach; v < reach; v += gap)
    d += move(c.x - Math.cos(angle) * reach - Math.sin(angle) * v, c.y - Math.sin(angle) * reach + Math.cos(angle) * v) +
      to(c.x + Math.cos(angle) * reach - Math.sin(angle) * v, c.y + Math.sin(angle) * reach + Math.cos(angle) * v);
  w.plate.line(d, SEPIA, 0.6, { opacity: 0.32, clip });
}

function tuft(x: number, y: number, size: number): string {
  let d = "";
  for (let i = -2; i <= 2; i++)
    d += move(x + i * size * 0.12, y) + to(x + i * size * 0.36, y - size * (1 - 0.16 * i * i));
  return d;
}

function marsh(w: Work, s: Shape): void {
  const { low, high } = bounds(s), die = new Die(seedOf(s.loops[0] ?? [], 9));
  wash(w, s, blend(BLUE, GREEN, 0.35), 0.3, 0);
  const clip = w.plate.clip(trace(s));
  let strokes = "", tufts = "";
  for (let y = low.y + 2; y < high.y; y += 5.2)
    for (let x = low.x - die.roll(0, 20); x < high.x; ) {
      const run = die.roll(8, 34);
      if (inside(s, { x: x + run / 2, y })) strokes += move(x, y) + to(x + run, y);
      x += run + die.roll(4, 16);
    }
  for (let y = low.y + 8; y < high.y; y += 15)
    for (let x = low.x + die.roll(0, 20); x < high.x; x += die.roll(20, 40)) {
      const at = { x, y: y + die.roll(-3, 3) };
      if (inside(s, at) && distance(s, at) > 4) tufts += tuft(at.x, at.y, 6);
    }
  w.plate.line(strokes, blend(BLUE, INK, 0.45), 0.7, { opacity: 0.75, clip });
  w.plate.line(tufts, blend(GREEN, INK, 0.5), 0.8, { opacity: 0.9 });
}

function rough(w: Work, s: Shape): void {
  const { low, high } = bounds(s), die = new Die(seedOf(s.loops[0] ?? [], 10));
  let d = "";
  wash(w, s, SEPIA, 0.1, 1.1);
  for (let y = low.y; y < high.y; y += 11)
    for (let x = low.x; x < high.x; x += 12) {
      const at = { x: x + die.roll(0, 8), y: y + die.roll(0, 8) }, r = die.roll(1.5, 3.4);
      if (inside(s, at) && distance(s, at) > r)
        d += move(at.x - r, at.y + r * 0.6) + to(at.x - r * 0.4, at.y - r * 0.6) +
          to(at.x + r * 0.5, at.y - r * 0.5) + to(at.x + r, at.y + r * 0.6);
    }
  w.plate.line(d, SEPIA, 0.8, { opacity: 0.8 });
}

// --- Water and houses ----------------------------------------------------------------------

/** Shore lines: wide strokes inside the clip, ink then wash, from the middle outwards. */
function water(w: Work, s: Shape): void {
  const d = trace(s), pale = blend(BLUE, PAPER, 0.35), clip = w.plate.clip(d);
  w.plate.fill(d, pale);
  for (let i = 3; i >= 1; i--) {
    w.plate.line(d, blend(BLUE, INK, 0.4), i * 6.4 + 0.9, { clip });
    w.plate.line(d, blend(pale, BLUE, 0.55 - 0.13 * i), i * 6.4 - 0.6, { clip });
  }
  w.plate.line(d, blend(BLUE, INK, 0.7), 1.2);
}

function boxPath(at: Pt, angle: number, w: number, d: number, from = -0.5, upto = 0.5): string {
  const c = Math.cos(angle), s = Math.sin(angle);
  const p = (x: number, y: number): Pt => ({ x: at.x + c * x - s * y, y: at.y + s * x + c * y });
  return trace(area([p(-w / 2, d * from), p(w / 2, d * from), p(w / 2, d * upto), p(-w / 2, d * upto)]));
}

interface House { at: Pt; angle: number; w: number; d: number }

function houses(w: Work, all: House[]): void {
  let body = "", roof = "", shade = "";
  for (const h of all) {
    shade += boxPath({ x: h.at.x + 1.6, y: h.at.y + 1.8 }, h.angle, h.w, h.d);
    body += boxPath(h.at, h.angle, h.w, h.d);
    roof += boxPath(h.at, h.angle, h.w, h.d, 0, 0.5);
  }
  w.plate.fill(shade, SEPIA, 0.35);
  w.plate.strokes.push({ d: body, fill: blend(BRICK, PAPER, 0.22), stroke: INK, width: 0.9 });
  w.plate.fill(roof, blend(BRICK, INK, 0.45));
}

function church(w: Work, at: Pt, g: number): void {
  const r = 3.4 * g, x = at.x - 11 * g;
  houses(w, [{ at, angle: 0, w: 15 * g, d: 8 * g }]);
  w.plate.fill(trace(area([{ x, y: at.y - r }, { x: x + 2 * r, y: at.y - r }, { x: x + 2 * r, y: at.y + r }, { x, y: at.y + r }])), INK);
  w.plate.line(move(x + r, at.y - r) + to(x + r, at.y - r - 8 * g) +
    move(x + r - 2.4 * g, at.y - r - 5.4 * g) + to(x + r + 2.4 * g, at.y - r - 5.4 * g), INK, 1.2);
}

/** The spot of a place farthest from its edges and streets, for the church. */
function quietSpot(w: Work, s: Shape): { at: Pt; room: number } {
  const { low, high } = bounds(s);
  let at = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 }, room = 0;
  for (let i = 1; i < 12; i++)
    for (let k = 1; k < 12; k++) {
      const p = { x: low.x + ((high.x - low.x) * i) / 12, y: low.y + ((high.y - low.y) * k) / 12 };
      const far = Math.min(distance(s, p), wayDistance(w, p));
      if (inside(s, p) && far > room + 0.5) { room = far; at = p; }
    }
  return { at, room };
}

function village(w: Work, s: Shape): void {
  const g = Math.max(0.72, grainSize(w.board)), die = new Die(seedOf(s.loops[0] ?? [], 11));
  const { low, high } = bounds(s), angle = grain(s), all: House[] = [];
  const c = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
  const reach = Math.hypot(high.x - low.x, high.y - low.y) / 2, yard = quietSpot(w, s);
  const round = s.loops.reduce((sum, l) => sum + length(l, true), 0);
  const holy = yard.room > 15 * g && round > 150 * g;
  wash(w, s, BRICK, 0.15, 1.3);
  for (let v = -reach; v < reach; v += 13.5 * g)
    for (let h = -reach; h < reach; h += 17 * g) {
      const jx = h + die.roll(-2.4, 2.4) * g, jy = v + die.roll(-2, 2) * g;
      const at = {
        x: c.x + Math.cos(angle) * jx - Math.sin(angle) * jy,
        y: c.y + Math.sin(angle) * jx + Math.cos(angle) * jy,
      };
      const turn = angle + (die.roll() < 0.2 ? Math.PI / 2 : 0);
      const house = { at, angle: turn, w: die.roll(8.5, 13.5) * g, d: die.roll(5.5, 7.5) * g };
      if (die.roll() < 0.1 || !inside(s, at) || distance(s, at) < 6 * g || wayDistance(w, at) < 9 ||
        (holy && Math.hypot(at.x - yard.at.x, at.y - yard.at.y) < 18 * g)) continue;
      all.push(house);
    }
  if (!all.length && !holy) all.push({ at: yard.at, angle, w: 11 * g, d: 7 * g });
  houses(w, all);
  if (holy) church(w, { x: yard.at.x + 3 * g, y: yard.at.y + 3 * g }, g);
}

// --- Lines ---------------------------------------------------------------------------------

/** A stream as a ribbon that grows from its spring, with a gentle wander of its own. */
function stream(w: Work, points: Pt[], closed: boolean, broad: number): void {
  const die = new Die(seedOf(points, 12)), a = die.roll(0, 6.28), b = die.roll(0, 6.28);
  const steps = walk(points, closed, 4, 3);
  if (steps.length < 2) return;
  steps.unshift({ at: points[0]!, normal: steps[0]!.normal });
  steps.push({ at: points[closed ? 0 : points.length - 1]!, normal: steps[steps.length - 1]!.normal });
  const n = steps.length, ease = (i: number) => Math.min(1, i / 4, (n - 1 - i) / 4);
  const mid = steps.map((s, i) => {
    const off = (0.9 * Math.sin(i * 0.31 + a) + 0.7 * Math.sin(i * 0.13 + b)) * ease(i);
    return { at: { x: s.at.x + s.normal.x * off, y: s.at.y + s.normal.y * off }, normal: s.normal };
  });
  const ribbon = (extra: number): string => {
    const half = (i: number) => (0.8 + 2.7 * Math.sqrt(i / n)) * broad + extra;
    const left = mid.map((s, i) => ({ x: s.at.x + s.normal.x * half(i), y: s.at.y + s.normal.y * half(i) }));
    const right = mid.map((s, i) => ({ x: s.at.x - s.normal.x * half(i), y: s.at.y - s.normal.y * half(i) }));
    return trace(area([...left, ...right.reverse()]));
  };
  w.plate.fill(ribbon(0.8), blend(BLUE, INK, 0.62));
  w.plate.fill(ribbon(-0.1), blend(BLUE, PAPER, 0.12));
}

function teeth(points: Pt[], closed: boolean, gap: number, size: number, front: number): string {
  let d = "";
  for (const s of walk(points, closed, gap, 0)) {
    const out = front < 0 ? 0 : size, back = front > 0 ? 0 : size;
    d += move(s.at.x + s.normal.x * out, s.at.y + s.normal.y * out) +
      to(s.at.x - s.normal.x * back, s.at.y - s.normal.y * back);
  }
  return d;
}

function hedge(w: Work, points: Pt[], closed: boolean): void {
  const die = new Die(seedOf(points, 13)), leaf = ["", ""];
  for (const s of walk(points, closed, 4.3)) {
    const r = die.roll(2.1, 3.1), off = die.roll(-1, 1);
    const x = s.at.x + s.normal.x * off, y = s.at.y + s.normal.y * off;
    leaf[die.roll() < 0.5 ? 0 : 1] +=
      `M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0Z`;
  }
  leaf.forEach((d, i) => d && w.plate.strokes.push({
    d, fill: blend(GREEN, PAPER, 0.1 + 0.2 * i), stroke: blend(GREEN, INK, 0.65), width: 0.7,
  }));
}

function abatis(w: Work, points: Pt[], closed: boolean): void {
  const die = new Die(seedOf(points, 14));
  let d = "";
  for (const s of walk(points, closed, 6.5)) {
    const turn = Math.atan2(s.normal.y, s.normal.x) + die.roll(-0.45, 0.45), size = die.roll(5, 7);
    for (const k of [-0.6, 0, 0.6])
      d += move(s.at.x, s.at.y) + to(s.at.x + Math.cos(turn + k) * size, s.at.y + Math.sin(turn + k) * size);
    d += move(s.at.x, s.at.y) + to(s.at.x - Math.cos(turn) * size * 0.8, s.at.y - Math.sin(turn) * size * 0.8);
  }
  w.plate.line(d, blend(SEPIA, INK, 0.4), 1.1);
}

function cliff(w: Work, points: Pt[], closed: boolean, front: number): void {
  const depth = w.board.hex ? Math.min(10, w.board.k * 0.3) : 9, sign = front < 0 ? -1 : 1;
  const steps = walk(points, closed, 2.8, 1).map((s) => {
    const normal = { x: s.normal.x * sign, y: s.normal.y * sign };
    return { normal, at: { x: s.at.x + normal.x * depth, y: s.at.y + normal.y * depth } };
  });
  w.plate.fill(hachures(steps, 0, depth, null, new Die(seedOf(points, 15))), SEPIA, 0.75);
}

/** One line of ground; front says on which side its outer or lower side is. */
function drawLine(w: Work, kind: Kind, points: Pt[], closed: boolean, front: number): void {
  const d = trace({ loops: [points], closed }), p = w.plate, round = { round: true };
  switch (kind) {
    case "stream": case "water": stream(w, points, closed, 1); break;
    case "road":
      p.line(d, blend(SEPIA, PAPER, 0.15), 5.6, round);
      p.line(d, blend(OCHRE, PAPER, 0.62), 3.8, round);
      break;
    case "bridge":
      p.line(d, INK, 9.5);
      p.line(d, blend(OCHRE, PAPER, 0.5), 7);
      break;
    case "ford": p.line(d, SEPIA, 6, { dash: "1.6 2.6" }); break;
    case "wall": case "village":
      p.line(d, INK, 4.4, round);
      p.line(d, blend(PAPER, SEPIA, 0.25), 2.5, { dash: "4.4 1.1" });
      break;
    case "hedge": case "orchard": case "wood": hedge(w, points, closed); break;
    case "ditch":
      p.line(teeth(points, closed, 4, 4, front), SEPIA, 1);
      p.line(d, SEPIA, 1.4, round);
      break;
    case "works":
      p.line(teeth(points, closed, 3.4, 6.2, front), INK, 1);
      p.line(d, INK, 5, round);
      p.line(d, blend(OCHRE, BRICK, 0.35), 2.8, round);
      break;
    case "abatis": abatis(w, points, closed); break;
    case "cliff": case "hill": cliff(w, points, closed, front); break;
    default: p.line(d, SEPIA, 1.6, { dash: "6 3" });
  }
}

function drawArea(w: Work, kind: Kind, s: Shape, level: number): void {
  switch (kind) {
    case "hill": hill(w, s, level); break;
    case "field":
      wash(w, s, OCHRE, 0.22, 1.1);
      furrows(w, s, 5);
      break;
    case "rough": rough(w, s); break;
    case "marsh": marsh(w, s); break;
    case "water": case "stream": case "ford": water(w, s); break;
    case "village": village(w, s); break;
    case "orchard": orchard(w, s); break;
    case "wood": wood(w, s); break;
    case "road": case "bridge": case "other":
      wash(w, s, OCHRE, 0.25, 1.2);
      break;
    default:
      wash(w, s, OCHRE, 0.22, 0);
      for (const loop of s.loops) drawLine(w, kind, loop, true, 1);
  }
}

// --- From the scene to shapes ---------------------------------------------------------------

const NATURAL: readonly Kind[] = ["hill", "marsh", "water", "stream", "wood", "orchard", "rough"];

function softened(s: Shape, times: number): Shape {
  return { loops: s.loops.map((l) => soften(l, s.closed, times)), closed: s.closed };
}

/** Levels of a hex map: every height is the union of all that stands as high or higher. */
function hexHills(w: Work, grounds: Ground[]): void {
  const level = new Map<string, number>();
  for (const g of grounds)
    for (const [q, r] of g.points)
      level.set(`${q},${r}`, Math.max(level.get(`${q},${r}`) ?? 0, Math.max(1, g.level)));
  const heights = [...new Set(level.values())].sort((a, b) => a - b);
  for (const h of heights) {
    const hexes = [...level].filter(([, l]) => l >= h).map(([k]) => k.split(",").map(Number) as [number, number]);
    hill(w, softened(outline(w.board, hexes), 2), h);
  }
}

function hexSide(b: Board, a: [number, number], c: [number, number]): [Pt, Pt] | null {
  const i = AROUND.findIndex(([dq, dr]) => c[0] - a[0] === dq && c[1] - a[1] === dr);
  if (i < 0) return null;
  const p = corners(b, a[0], a[1]);
  return [p[i]!, p[(i + 1) % 6]!];
}

function hexSides(w: Work, g: Ground, kind: Kind): void {
  const edges: [Pt, Pt][] = [];
  for (let i = 0; i + 1 < g.points.length; i += 2) {
    const e = hexSide(w.board, g.points[i]!, g.points[i + 1]!);
    if (e) edges.push(e);
  }
  if (kind === "stream" || kind === "water")
    for (const c of chain(edges)) stream(w, soften(c.points, c.closed, 2), c.closed, Math.min(1.15, w.board.k / 30));
  else
    // A side is walked clockwise round its first hex, so its normal points away from it.
    for (const e of edges) drawLine(w, kind, [e[0], e[1]], false, 1);
}

/** A road through hex centres without the zigzag of its hexes. */
function straighter(points: Pt[]): Pt[] {
  let from = points;
  for (let k = 0; k < 3; k++)
    from = from.map((p, i) => {
      const a = from[i - 1], b = from[i + 1];
      return a && b ? { x: (a.x + 2 * p.x + b.x) / 4, y: (a.y + 2 * p.y + b.y) / 4 } : p;
    });
  return from;
}

function shapeOf(b: Board, g: Ground, kind: Kind): Shape | null {
  if (g.form === "hex") return softened(outline(b, g.points.filter(([q, r]) => onMap(b, q, r))), kind === "village" ? 1 : 2);
  const points = g.points.map(([x, y]) => place(b, x, y));
  if (points.length < 2) return null;
  if (g.form === "line") return line(b.hex ? soften(straighter(points), false, 2) : roundCorners(points, false, 18));
  return area(NATURAL.includes(kind) ? roundCorners(points, true, 22) : points);
}

/** Everything of the ground on one plate. */
export function engrave(scene: Scene, b: Board): Plate {
  const plate = new Plate(), w: Work = { plate, board: b, ways: [] };
  const kinds = scene.grounds.map((g) => kindOf(g.sort));
  scene.grounds.forEach((g, i) => {
    const kind = kinds[i]!;
    if (g.form === "line" && (kind === "road" || kind === "stream")) {
      const s = shapeOf(b, g, kind);
      if (s) w.ways.push(s);
    }
    if (g.form === "sides" && kind === "stream")
      for (let k = 0; k + 1 < g.points.length; k += 2) {
        const e = hexSide(b, g.points[k]!, g.points[k + 1]!);
        if (e) w.ways.push(line(e));
      }
  });
  for (const kind of KINDS) {
    const of = scene.grounds.filter((_, i) => kinds[i] === kind);
    if (kind === "hill") hexHills(w, of.filter((g) => g.form === "hex"));
    for (const g of of) {
      if (g.form === "sides") { hexSides(w, g, kind); continue; }
      if (g.form === "hex" && kind === "hill") continue;
      const s = shapeOf(b, g, kind);
      if (!s) continue;
      if (g.form === "line") drawLine(w, kind, s.loops[0]!, false, 0);
      else drawArea(w, kind, s, g.level);
    }
  }
  return plate;
}

/** The hex grid as one path. */
export function grid(b: Board): string {
  let d = "";
  for (let row = 0; row < b.rows; row++)
    for (let column = 0; column < b.columns; column++) {
      const [q, r] = axialOf(b, column, row);
      d += trace(area(corners(b, q, r)));
    }
  return d;
}

export interface GroundName {
  at: Pt; text: string; kind: Kind | "stream"; angle: number; size: number;
  /** Other places that would do, best first. */
  or: Pt[];
}

const nameSize = (k: Kind): number => (k === "village" || k === "name" ? 15 : k === "road" ? 10 : 14);

/** Where names of ground may stand; scale is pixels per unit, so that none is too small to read. */
export function groundNames(scene: Scene, b: Board, scale = 1): GroundName[] {
  const out: GroundName[] = [];
  for (const g of scene.grounds) {
    if (!g.label) continue;
    const kind = kindOf(g.sort), s = shapeOf(b, g, kind), size = Math.max(nameSize(kind), (kind === "road" ? 9 : 12) / scale);
    if (!s || !s.loops.length) continue;
    const lead = s.loops.reduce((a, l) => (l.length > a.length ? l : a));
    if (g.form === "line") {
      const steps = walk(lead, false, 8), m = steps[Math.floor(steps.length / 2)];
      if (!m) continue;
      let angle = (Math.atan2(m.normal.x, -m.normal.y) * 180) / Math.PI;
      if (angle > 90) angle -= 180;
      if (angle < -90) angle += 180;
      out.push({ at: { x: m.at.x, y: m.at.y }, text: g.label, kind, angle, size, or: [] });
      continue;
    }
    const { low, high } = bounds(area(lead)), half = g.label.length * size * 0.29;
    const clamp = (v: number, a: number, z: number) => Math.max(a, Math.min(z, v));
    const spot = (x: number, y: number): Pt => ({ x: clamp(x, half + 4, b.width - half - 4), y: clamp(y, size, b.height - 8) });
    const x = (low.x + high.x) / 2, y = (low.y + high.y) / 2, outside = kind === "village" || kind === "name";
    const middle = spot(x, y + size * 0.3), above = spot(x, low.y - 4), below = spot(x, high.y + size);
    const right = spot(high.x + half + 4, y + size * 0.3), left = spot(low.x - half - 4, y + size * 0.3);
    out.push({
      at: outside ? above : middle, text: g.label, kind: g.kind.includes("water") ? "stream" : kind, angle: 0, size,
      or: outside ? [below, right, left, middle] : [above, below],
    });
  }
  return out;
}
