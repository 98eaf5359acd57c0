// The shapes of hexes: middles, corners, neighbours, outlines and lines along their edges. Lengths are widths of a hex; rows that are
// odd from 0 stand half a hex to the right (docs/data.md).
import type { Cell } from "./hexground";

export type Spot = [x: number, y: number];

const HIGH = Math.sqrt(3) / 2, REACH = 1 / Math.sqrt(3);

export const middle = ([c, r]: Cell): Spot => [c + 0.5 + (r % 2 ? 0.5 : 0), REACH + r * HIGH];

/** A point of the sheet, where a hex has this radius, in widths of a hex. */
export const spotOn = (p: { x: number; y: number }, radius: number): Spot => [p.x / (radius * Math.sqrt(3)), p.y / (radius * Math.sqrt(3))];

/** How large a sheet of so many hexes is. */
export const extent = (columns: number, rows: number): Spot => [columns + 0.5, 2 * REACH + (rows - 1) * HIGH];

/** Corners from north on, clockwise; side d of SIDES lies between corners FROM[d] and FROM[d] + 1. */
const CORNER: Spot[] = [[0, -REACH], [0.5, -REACH / 2], [0.5, REACH / 2], [0, REACH], [-0.5, REACH / 2], [-0.5, -REACH / 2]];
const FROM = [1, 2, 3, 4, 5, 0];

export function edge(cell: Cell, side: number): [Spot, Spot] {
  const [x, y] = middle(cell), a = CORNER[FROM[side]!]!, b = CORNER[(FROM[side]! + 1) % 6]!;
  return [[x + a[0], y + a[1]], [x + b[0], y + b[1]]];
}

/** The hex behind a side: e, se, sw, w, nw, ne. */
export function beyond([c, r]: Cell, side: number): Cell {
  const odd = r % 2;
  return ([[c + 1, r], [c + odd, r + 1], [c - 1 + odd, r + 1], [c - 1, r], [c - 1 + odd, r - 1], [c + odd, r - 1]] as Cell[])[side]!;
}

const key = ([x, y]: Spot): string => `${Math.round(x * 20)},${Math.round(y * 20)}`;
export const cellKey = (c: Cell): string => `${c[0]},${c[1]}`;

/** Cells that hang together, one list for each lot of them. */
export function lots(cells: readonly Cell[]): Cell[][] {
  const left = new Map(cells.map((c) => [cellKey(c), c])), out: Cell[][] = [];
  for (const first of cells) {
    if (!left.delete(cellKey(first))) continue;
    const lot = [first];
    for (let i = 0; i < lot.length; i++)
      for (let d = 0; d < 6; d++) { const n = beyond(lot[i]!, d); if (left.delete(cellKey(n))) lot.push(n); }
    out.push(lot);
  }
  return out;
}

/** Pieces of line put together end to end. */
export function chains(pieces: readonly [Spot, Spot][]): Spot[][] {
  const left = new Set(pieces), out: Spot[][] = [];
  const ends = new Map<string, [Spot, Spot][]>();
  for (const p of pieces) for (const e of p) ends.set(key(e), [...(ends.get(key(e)) ?? []), p]);
  const more = (at: Spot): Spot | null => {
    const p = (ends.get(key(at)) ?? []).find((x) => left.has(x));
    if (!p) return null;
    left.delete(p);
    return key(p[0]) === key(at) ? p[1] : p[0];
  };
  for (const p of pieces) {
    if (!left.delete(p)) continue;
    const line: Spot[] = [...p];
    for (let at = more(line[line.length - 1]!); at; at = more(at)) line.push(at);
    for (let at = more(line[0]!); at; at = more(at)) line.unshift(at);
    out.push(line);
  }
  return out;
}

/** The outer outline of cells that hang together. */
export function outline(lot: readonly Cell[]): Spot[] {
  const own = new Set(lot.map(cellKey)), pieces: [Spot, Spot][] = [];
  for (const c of lot) for (let d = 0; d < 6; d++) if (!own.has(cellKey(beyond(c, d)))) pieces.push(edge(c, d));
  const rings = chains(pieces).sort((a, b) => area(b) - area(a));
  return rings[0]?.slice(0, -1) ?? [];
}

const area = (p: readonly Spot[]): number => Math.abs(p.reduce((s, [x, y], i) => { const [u, v] = p[(i + 1) % p.length]!; return s + x * v - u * y; }, 0));

/** No more than so many points, the ones that matter least gone first; a ring stays one. */
export function fewer(line: readonly Spot[], most: number, ring: boolean): Spot[] {
  const out = [...line], worth = (i: number): number => {
    if (!ring && (i === 0 || i === out.length - 1)) return Infinity;
    const a = out[(i + out.length - 1) % out.length]!, b = out[i]!, c = out[(i + 1) % out.length]!;
    return area([a, b, c]);
  };
  for (;;) {
    let least = 0;
    for (let i = 1; i < out.length; i++) if (worth(i) < worth(least)) least = i;
    if (out.length <= (ring ? 3 : 2) || (out.length <= most && worth(least) > 0.06)) return out;
    out.splice(least, 1);
  }
}

export function inside([x, y]: Spot, ring: readonly Spot[]): boolean {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = ring[i]!, [c, d] = ring[j]!;
    if (b > y !== d > y && x < ((c - a) * (y - b)) / (d - b) + a) odd = !odd;
  }
  return odd;
}

/** Spots along a line, a small step apart. */
function along(line: readonly Spot[], step: number): Spot[] {
  const out: Spot[] = line.length ? [line[0]!] : [];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = line[i - 1]!, [c, d] = line[i]!, n = Math.max(1, Math.ceil(Math.hypot(c - a, d - b) / step));
    for (let k = 1; k <= n; k++) out.push([a + ((c - a) * k) / n, b + ((d - b) * k) / n]);
  }
  return out;
}

const within = (c: Cell, columns: number, rows: number): boolean => c[0] >= 0 && c[1] >= 0 && c[0] < columns && c[1] < rows;

export function cellAt([x, y]: Spot, columns: number, rows: number): Cell | null {
  const about = Math.round((y - REACH) / HIGH);
  let best: Cell | null = null, least = REACH * REACH * 1.01;
  for (let r = about - 1; r <= about + 1; r++)
    for (let c = Math.floor(x) - 1; c <= Math.floor(x) + 1; c++) {
      const [u, v] = middle([c, Math.max(0, r)]), far = (u - x) ** 2 + (v - y) ** 2;
      if (r >= 0 && within([c, r], columns, rows) && far < least) { least = far; best = [c, r]; }
    }
  return best;
}

/** The cells a line leads through. */
export function cellsAlong(line: readonly Spot[], columns: number, rows: number): Cell[] {
  const out: Cell[] = [];
  for (const s of along(line, 0.2)) { const c = cellAt(s, columns, rows), last = out[out.length - 1]; if (c && (!last || cellKey(c) !== cellKey(last))) out.push(c); }
  return out;
}

/** The edges of hexes that follow a line most closely: those whose two hexes lie on either side of it. */
export function edgesAlong(line: readonly Spot[], columns: number, rows: number): { cell: Cell; side: number }[] {
  const spots = along(line, 0.15), corners = new Map<string, Spot>(), path: string[] = [];
  const graph = new Map<string, { to: string; cell: Cell; side: number }[]>();
  const join = (a: string, to: string, cell: Cell, side: number): void => { const l = graph.get(a) ?? []; if (!l.some((e) => e.to === to)) graph.set(a, [...l, { to, cell, side }]); };
  for (const s of spots) {
    const c = cellAt(s, columns, rows);
    if (!c) continue;
    for (let d = 0; d < 6; d++) {
      const [a, b] = edge(c, d);
      corners.set(key(a), a); corners.set(key(b), b);
      if (!within(beyond(c, d), columns, rows)) continue;
      join(key(a), key(b), c, d); join(key(b), key(a), c, d);
    }
    let best = "", least = Infinity;
    for (let d = 0; d < 6; d++) { const [a] = edge(c, d), far = (a[0] - s[0]) ** 2 + (a[1] - s[1]) ** 2; if (far < least) { least = far; best = key(a); } }
    if (best && best !== path[path.length - 1]) path.push(best);
  }
  // Where the way comes back within a few edges, what lies between was a slip of the hand.
  const walk: Step[] = [];
  for (let i = 1; i < path.length; i++)
    for (const e of shortest(graph, path[i - 1]!, path[i]!)) {
      const back = Math.max(0, walk.length - SLIP), was = e.to === path[0] && walk.length < SLIP ? -1 : walk.findIndex((w, k) => k >= back && w.to === e.to);
      if (was >= 0) walk.length = was + 1;
      else if (e.to === path[0] && walk.length < SLIP) walk.length = 0;
      else walk.push(e);
    }
  const out = new Map<string, { cell: Cell; side: number }>();
  for (const { cell, side } of walk) out.set(`${cellKey(cell)}:${side}`, { cell, side });
  return [...out.values()];
}

interface Step { to: string; cell: Cell; side: number }
const SLIP = 5;

function shortest(graph: Map<string, Step[]>, from: string, to: string): Step[] {
  const seen = new Map<string, (Step & { by: string }) | null>([[from, null]]), queue = [from];
  for (let i = 0; i < queue.length && i < 200 && !seen.has(to); i++)
    for (const e of graph.get(queue[i]!) ?? []) if (!seen.has(e.to)) { seen.set(e.to, { ...e, by: queue[i]! }); queue.push(e.to); }
  const out: Step[] = [];
  for (let s = seen.get(to); s; s = seen.get(s.by)) out.unshift({ to: s.to, cell: s.cell, side: s.side });
  return out;
}
