// Names on the map: at a constant size on the screen, and only where they disturb nothing.
import type { Block } from "./block";
import type { Pt } from "./shape";

export interface Label {
  key: string;
  text: string;
  at: Pt;
  /** Degrees. */
  angle: number;
  size: number;
  leader: boolean;
  /** The name of a whole brigade. */
  brigade?: boolean;
  side: number | null;
}

interface Disc { x: number; y: number; r: number }

/** Discs on a grid, to ask quickly whether a place is free. */
class Crowd {
  private cells = new Map<string, Disc[]>();
  constructor(private cell: number) {}
  private keys(d: Disc): string[] {
    const out: string[] = [];
    for (let i = Math.floor((d.x - d.r) / this.cell); i <= Math.floor((d.x + d.r) / this.cell); i++)
      for (let k = Math.floor((d.y - d.r) / this.cell); k <= Math.floor((d.y + d.r) / this.cell); k++)
        out.push(`${i},${k}`);
    return out;
  }
  free(discs: Disc[]): boolean {
    return discs.every((d) => this.keys(d).every((k) =>
      (this.cells.get(k) ?? []).every((o) => Math.hypot(o.x - d.x, o.y - d.y) >= o.r + d.r)));
  }
  add(discs: Disc[]): void {
    for (const d of discs)
      for (const k of this.keys(d)) {
        const list = this.cells.get(k);
        if (list) list.push(d);
        else this.cells.set(k, [d]);
      }
  }
}

/** A bar of length w and thickness h round a middle, as discs. */
function discs(at: Pt, angle: number, w: number, h: number): Disc[] {
  const r = h / 2, n = Math.max(1, Math.round(w / h)), out: Disc[] = [];
  for (let i = 0; i < n; i++) {
    const t = n === 1 ? 0 : (i / (n - 1) - 0.5) * Math.max(0, w - h);
    out.push({ x: at.x + Math.cos(angle) * t, y: at.y + Math.sin(angle) * t, r });
  }
  return out;
}

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in parts of its size; measured in a browser, guessed elsewhere. */
export function textWidth(text: string, leader: boolean): number {
  const key = (leader ? "!" : "") + text, known = widths.get(key);
  if (known !== undefined) return known;
  if (pen === undefined) pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  let w = text.length * (leader ? 0.58 : 0.52);
  if (pen) {
    const family = getComputedStyle(document.documentElement).fontFamily;
    pen.font = `${leader ? "italic 700 " : ""}20px ${family}`;
    w = pen.measureText(text).width / 20;
  }
  widths.set(key, w);
  return w;
}

interface Name { at: Pt; text: string; angle: number; size: number; or: Pt[] }

const nameDiscs = (n: Name, at: Pt): Disc[] =>
  discs({ x: at.x, y: at.y - n.size * 0.3 }, (n.angle * Math.PI) / 180, textWidth(n.text, false) * n.size * 1.1, n.size);

function troops(all: Block[], crowd: Crowd): void {
  for (const b of all) {
    const m = { x: b.at.x + (b.rear.x * b.d) / 2, y: b.at.y + (b.rear.y * b.d) / 2 };
    const wide = b.w >= b.d;
    crowd.add(discs(m, wide ? b.angle : b.angle + Math.PI / 2, Math.max(b.w, b.d), Math.min(b.w, b.d) * 0.96));
  }
}

/** Names of ground, each at the first of its places that no troops cover; a name that has places
 * to choose from and finds none free waits until the view is closer. */
export function settleNames<T extends Name>(names: T[], all: Block[]): T[] {
  const crowd = new Crowd(60);
  troops(all, crowd);
  return names.flatMap((n) => {
    const at = n.or.length ? [n.at, ...n.or].find((p) => crowd.free(nameDiscs(n, p))) : n.at;
    if (!at) return [];
    crowd.add(nameDiscs(n, at));
    return [{ ...n, at }];
  });
}

/** must: where nothing is free it lies over troops, but never over another name. */
export interface LabelWish { block: Block; text: string; weight: number; brigade?: boolean; must?: boolean }

/** Brigades of several blocks, each as one block that holds them all: the way they face, or upright where they do not face alike. */
export function brigadeBlocks(all: Block[]): Map<string, Block[]> {
  const groups = new Map<string, Block[]>();
  for (const b of all) {
    const { group, side, arm } = b.piece;
    if (!group || arm === "leader" || arm === "other") continue;
    const key = `${side}/${group}`, list = groups.get(key);
    if (list) list.push(b);
    else groups.set(key, [b]);
  }
  return groups;
}

export function around(list: Block[]): Block {
  const first = list[0]!, alike = list.every((b) => Math.abs(Math.sin((b.angle - first.angle) / 2)) < 0.03), angle = alike ? first.angle : 0;
  const right = { x: Math.cos(angle), y: Math.sin(angle) }, rear = { x: -right.y, y: right.x };
  let w0 = Infinity, w1 = -Infinity, d0 = Infinity, d1 = -Infinity;
  for (const b of list)
    for (const u of [-0.5, 0.5])
      for (const v of [0, 1]) {
        const x = b.at.x + b.right.x * b.w * u + b.rear.x * b.d * v, y = b.at.y + b.right.y * b.w * u + b.rear.y * b.d * v;
        const along = x * right.x + y * right.y, back = x * rear.x + y * rear.y;
        w0 = Math.min(w0, along); w1 = Math.max(w1, along); d0 = Math.min(d0, back); d1 = Math.max(d1, back);
      }
  const mid = (w0 + w1) / 2;
  return { ...first, angle, right, rear, w: w1 - w0, d: d1 - d0, at: { x: mid * right.x + d0 * rear.x, y: mid * right.y + d0 * rear.y } };
}

/** One name for each brigade. */
export function brigadeWishes(all: Block[], must: boolean): LabelWish[] {
  return [...brigadeBlocks(all).values()].map((list) => {
    const p = list[0]!.piece;
    return { block: around(list), text: p.group_label ?? p.group!, weight: 50 + list.length, brigade: true, must };
  });
}

/** Blocks are so small and so many that their names would lie in each other's way: then brigades are named. */
export function namesBrigades(all: Block[], scale: number): boolean {
  const grouped = all.filter((b) => b.piece.group && b.piece.arm !== "leader" && b.piece.arm !== "other");
  if (grouped.length < 40) return false;
  const wide = grouped.map((b) => Math.max(b.w, b.d)).sort((a, b) => a - b);
  return wide[wide.length >> 1]! * scale < 34;
}

/** Place as many names as there is room for, the weightiest first. scale is pixels per unit. */
export function placeLabels(wishes: LabelWish[], all: Block[], scale: number, sheet: { width: number; height: number },
  grounds: readonly Name[] = []): Label[] {
  const size = Math.max(11, Math.min(15, 10 + scale * 1.5)) / scale, crowd = new Crowd(size * 4), names = new Crowd(size * 4), out: Label[] = [];
  troops(all, crowd);
  for (const g of grounds) { crowd.add(nameDiscs(g, g.at)); names.add(nameDiscs(g, g.at)); }
  for (const wish of [...wishes].sort((a, b) => b.weight - a.weight)) {
    const b = wish.block, leader = b.piece.arm === "leader", fs = leader ? size * 1.05 : size;
    const w = textWidth(wish.text, leader) * fs, spots = spotsOf(b, w, fs, leader, !!wish.brigade);
    const bodies = spots.map((s) => ({ s, body: discs(s.at, s.angle, w + fs * 0.6, fs * 0.86) })), rim = fs * 0.4;
    const inside = bodies.filter(({ body }) => body.every((d) => d.x >= rim && d.y >= rim && d.x <= sheet.width - rim && d.y <= sheet.height - rim));
    const found = inside.find((x) => crowd.free(x.body)) ?? (wish.must ? inside.find((x) => names.free(x.body)) : undefined);
    if (!found) continue;
    crowd.add(found.body);
    names.add(found.body);
    out.push({
      key: wish.brigade ? `${b.piece.side}/${b.piece.group}` : `${b.piece.side}-${b.piece.id}`, text: wish.text, at: found.s.at, angle: (found.s.angle * 180) / Math.PI,
      size: fs, leader, side: b.piece.side, ...(wish.brigade ? { brigade: true } : {}),
    });
  }
  return out;
}

/** Where the name of a block may stand, the best first. */
function spotsOf(b: Block, w: number, fs: number, leader: boolean, brigade: boolean): { at: Pt; angle: number }[] {
  const gap = fs * 0.66, spots: { at: Pt; angle: number }[] = [];
  let angle = b.angle;
  while (angle > Math.PI / 2 + 0.01) angle -= Math.PI;
  while (angle < -Math.PI / 2 - 0.01) angle += Math.PI;
  const behind = (k: number, along = 0): Pt => ({ x: b.at.x + b.rear.x * k + b.right.x * along, y: b.at.y + b.rear.y * k + b.right.y * along });
  if (!leader) spots.push({ at: behind(b.d + gap), angle }, { at: behind(-gap - 3), angle });
  if (brigade)
    for (const along of [-b.w / 3, b.w / 3]) spots.push({ at: behind(b.d + gap, along), angle }, { at: behind(-gap - 3, along), angle });
  const m = behind(b.d / 2);
  const reach = (leader ? b.w / 2 : Math.abs(b.right.x) * b.w / 2 + Math.abs(b.rear.x) * b.d / 2) + w / 2 + fs * 0.3;
  const lift = (leader ? b.d / 2 : Math.abs(b.right.y) * b.w / 2 + Math.abs(b.rear.y) * b.d / 2) + gap;
  spots.push({ at: { x: m.x + reach, y: m.y }, angle: 0 }, { at: { x: m.x - reach, y: m.y }, angle: 0 },
    { at: { x: m.x, y: m.y + lift }, angle: 0 }, { at: { x: m.x, y: m.y - lift }, angle: 0 });
  return spots;
}
