// Where things of a scene lie on the sheet. One sheet unit is about one pixel at normal size.
import type { HexPrint, Scene } from "../types";
import type { Pt, Shape } from "./shape";

const ROOT3 = Math.sqrt(3);

export interface Board {
  hex: boolean;
  flat: boolean;
  odd: boolean;
  columns: number;
  rows: number;
  print: HexPrint | null;
  /** Sheet units in an inch, or the radius of a hex. */
  k: number;
  width: number;
  height: number;
  /** The side of a table in thousandths, for y that grows upwards. */
  tall: number;
}

export function boardOf(s: Pick<Scene, "board" | "width" | "height" | "hex">): Board {
  if (s.board === "plane") {
    const k = Math.max(1150 / (Math.max(s.width, s.height) / 1000), 11.5);
    return {
      hex: false, flat: false, odd: false, columns: 0, rows: 0, print: null, k,
      width: (s.width / 1000) * k, height: (s.height / 1000) * k, tall: s.height,
    };
  }
  const flat = s.hex?.flat_top ?? false;
  const lone = flat ? s.height : s.width, packed = flat ? s.width : s.height;
  const across = ROOT3 * (lone + 0.5), along = 1.5 * packed + 0.5;
  const k = Math.max(1150 / Math.max(across, along), 24);
  return {
    hex: true, flat, odd: s.hex && s.hex.digits > 0 ? s.hex.odd_place : true, columns: s.width, rows: s.height,
    print: s.hex ?? null, k, width: (flat ? along : across) * k, height: (flat ? across : along) * k,
    tall: 0,
  };
}

/** The sheet point of a place of the scene: table x, y or axial q, r. */
export function place(b: Board, x: number, y: number): Pt {
  if (!b.hex) return { x: (x / 1000) * b.k, y: ((b.tall - y) / 1000) * b.k };
  const shove = b.odd ? ROOT3 / 2 : ROOT3;
  if (b.flat) return { x: b.k * (1 + 1.5 * x), y: b.k * (shove + ROOT3 * (y + x / 2)) };
  return { x: b.k * (shove + ROOT3 * (x + y / 2)), y: b.k * (1 + 1.5 * y) };
}

/** The place on the table, in thousandths of an inch, of a sheet point. */
export function tablePlace(b: Board, p: Pt): [number, number] {
  return [Math.round((p.x / b.k) * 1000), Math.round(b.tall - (p.y / b.k) * 1000)];
}

/** Column and row, counted from 0, of axial q, r. */
export function cellOf(b: Board, q: number, r: number): { column: number; row: number } {
  const half = (v: number) => (b.odd ? Math.floor(v / 2) : Math.floor((v + 1) / 2));
  return b.flat ? { column: q, row: r + half(q) } : { column: q + half(r), row: r };
}

export function axialOf(b: Board, column: number, row: number): [number, number] {
  const half = (v: number) => (b.odd ? Math.floor(v / 2) : Math.floor((v + 1) / 2));
  return b.flat ? [column, row - half(column)] : [column - half(row), row];
}

export function onMap(b: Board, q: number, r: number): boolean {
  const c = cellOf(b, q, r);
  return c.column >= 0 && c.row >= 0 && c.column < b.columns && c.row < b.rows;
}

/** The axial place of a printed hex number such as 0712; null when it is none of this map. */
export function hexNamed(b: Board, name: string): [number, number] | null {
  if (!b.hex || !/^\d+$/.test(name) || name.length % 2) return null;
  const half = name.length / 2, first = b.print && b.print.digits ? b.print.first : 1;
  const column = Number(name.slice(0, half)) - first, row = Number(name.slice(half)) - first;
  if (column < 0 || row < 0 || column >= b.columns || row >= b.rows) return null;
  return axialOf(b, column, row);
}

/** The printed number of a hex. */
export function hexName(b: Board, q: number, r: number): string {
  const c = cellOf(b, q, r), known = b.print && b.print.digits;
  const first = known ? b.print!.first : 1, digits = known ? b.print!.digits : 2;
  return String(c.column + first).padStart(digits, "0") + String(c.row + first).padStart(digits, "0");
}

/** The hex that holds a sheet point. */
export function hexAt(b: Board, p: Pt): [number, number] {
  const shove = b.odd ? ROOT3 / 2 : ROOT3;
  let q: number, r: number;
  if (b.flat) {
    q = (p.x / b.k - 1) / 1.5;
    r = (p.y / b.k - shove) / ROOT3 - q / 2;
  } else {
    r = (p.y / b.k - 1) / 1.5;
    q = (p.x / b.k - shove) / ROOT3 - r / 2;
  }
  let rq = Math.round(q), rr = Math.round(r);
  const s = -q - r, rs = Math.round(s);
  const dq = Math.abs(rq - q), dr = Math.abs(rr - r), ds = Math.abs(rs - s);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq, rr];
}

/** The six corners of a hex; side i, towards AROUND[i], lies between corners i and i + 1. */
export function corners(b: Board, q: number, r: number, size = 1): Pt[] {
  const c = place(b, q, r), out: Pt[] = [];
  for (let i = 0; i < 6; i++) {
    const a = (b.flat ? 0 : -Math.PI / 6) + (i * Math.PI) / 3;
    out.push({ x: c.x + Math.cos(a) * b.k * size, y: c.y + Math.sin(a) * b.k * size });
  }
  return out;
}

export const AROUND: readonly [number, number][] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

const near = (p: Pt): string => `${Math.round(p.x * 4)},${Math.round(p.y * 4)}`;

/** Segments joined end to end into lines and loops. */
export function chain(segments: [Pt, Pt][]): { points: Pt[]; closed: boolean }[] {
  const ends = new Map<string, number[]>(), used = segments.map(() => false);
  const at = (key: string) => ends.get(key) ?? [];
  segments.forEach(([a, b], i) => {
    for (const p of [a, b]) ends.set(near(p), [...at(near(p)), i]);
  });
  const grow = (points: Pt[]): void => {
    for (;;) {
      const tail = points[points.length - 1]!, open = at(near(tail)).filter((i) => !used[i]);
      if (open.length === 0 || (at(near(tail)).length > 2 && points.length > 1)) return;
      const i = open[0]!;
      used[i] = true;
      const [a, b] = segments[i]!;
      points.push(near(a) === near(tail) ? b : a);
    }
  };
  const out: { points: Pt[]; closed: boolean }[] = [];
  // Ends and forks first, so that loops are what is left.
  const order = segments.map((_, i) => i).sort((i, j) => {
    const fork = (k: number) => (segments[k]!.some((p) => at(near(p)).length !== 2) ? 0 : 1);
    return fork(i) - fork(j) || i - j;
  });
  for (const i of order) {
    if (used[i]) continue;
    const [a, b] = segments[i]!;
    const startAtA = at(near(a)).length !== 2 || at(near(b)).length === 2;
    const points = startAtA ? [a] : [b];
    grow(points);
    if (points.length < 2) continue;
    const closed = points.length > 3 && near(points[0]!) === near(points[points.length - 1]!);
    if (closed) points.pop();
    out.push({ points, closed });
  }
  return out;
}

/** The outline of a set of hexes as loops. */
export function outline(b: Board, hexes: readonly [number, number][]): Shape {
  const has = new Set(hexes.map(([q, r]) => `${q},${r}`)), edges: [Pt, Pt][] = [];
  for (const key of has) {
    const [q, r] = key.split(",").map(Number) as [number, number];
    const c = corners(b, q, r);
    AROUND.forEach(([dq, dr], i) => {
      if (!has.has(`${q + dq},${r + dr}`)) edges.push([c[i]!, c[(i + 1) % 6]!]);
    });
  }
  return { loops: loops(edges), closed: true };
}

/** Directed edges of outlines to loops; each corner of a union has one edge in and one out,
 * or two of each where hexes touch in a point. */
function loops(edges: [Pt, Pt][]): Pt[][] {
  const from = new Map<string, number[]>(), used = edges.map(() => false), out: Pt[][] = [];
  edges.forEach(([a], i) => from.set(near(a), [...(from.get(near(a)) ?? []), i]));
  edges.forEach((_, start) => {
    if (used[start]) return;
    const loop: Pt[] = [];
    let i: number | undefined = start;
    while (i !== undefined && !used[i]) {
      used[i] = true;
      loop.push(edges[i]![0]);
      i = (from.get(near(edges[i]![1])) ?? []).find((k) => !used[k]);
    }
    if (loop.length > 2) out.push(loop);
  });
  return out;
}
