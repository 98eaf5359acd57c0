// Points and polygons on the sheet, and a die for ornament that always falls alike.

export interface Pt { x: number; y: number }

/** One or more loops (an area, holes by the even-odd rule) or one open line. */
export interface Shape { loops: Pt[][]; closed: boolean }

export interface Step { at: Pt; normal: Pt }

export class Die {
  private state: number;
  constructor(seed: number) {
    this.state = (Math.imul(seed | 0, 0x9e3779b1) + 0x6d2b79f5) | 0;
  }
  roll(a = 0, b = 1): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return a + (b - a) * (((t ^ (t >>> 14)) >>> 0) / 4294967296);
  }
}

export function seedOf(points: readonly Pt[], salt = 0): number {
  let h = 2166136261 ^ salt;
  for (const p of points) {
    h = Math.imul(h ^ Math.round(p.x * 8), 16777619);
    h = Math.imul(h ^ Math.round(p.y * 8), 16777619);
  }
  return h;
}

export const area = (loop: Pt[]): Shape => ({ loops: [loop], closed: true });
export const line = (points: Pt[]): Shape => ({ loops: [points], closed: false });

export const mix = (a: Pt, b: Pt, t: number): Pt => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

export function bounds(s: Shape): { low: Pt; high: Pt } {
  const low = { x: 1e9, y: 1e9 }, high = { x: -1e9, y: -1e9 };
  for (const loop of s.loops)
    for (const p of loop) {
      low.x = Math.min(low.x, p.x); low.y = Math.min(low.y, p.y);
      high.x = Math.max(high.x, p.x); high.y = Math.max(high.y, p.y);
    }
  return { low, high };
}

export function inside(s: Shape, p: Pt): boolean {
  let within = false;
  for (const loop of s.loops)
    for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
      const a = loop[i]!, b = loop[j]!;
      if ((a.y > p.y) !== (b.y > p.y) && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x)
        within = !within;
    }
  return within;
}

export function toSegment(a: Pt, b: Pt, p: Pt): number {
  const dx = b.x - a.x, dy = b.y - a.y, len = dx * dx + dy * dy;
  let t = len > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / len : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

export function distance(s: Shape, p: Pt): number {
  let best = 1e9;
  for (const loop of s.loops) {
    if (loop.length === 1) best = Math.min(best, Math.hypot(p.x - loop[0]!.x, p.y - loop[0]!.y));
    const n = s.closed ? loop.length : loop.length - 1;
    for (let i = 0; i < n; i++)
      best = Math.min(best, toSegment(loop[i]!, loop[(i + 1) % loop.length]!, p));
  }
  return best;
}

export function length(loop: readonly Pt[], closed: boolean): number {
  let sum = 0;
  const n = closed ? loop.length : loop.length - 1;
  for (let i = 0; i < n; i++) {
    const a = loop[i]!, b = loop[(i + 1) % loop.length]!;
    sum += Math.hypot(b.x - a.x, b.y - a.y);
  }
  return sum;
}

/** The direction of the longest edge. */
export function grain(s: Shape): number {
  let best = -1, angle = 0;
  for (const loop of s.loops)
    for (let i = 0; i < (s.closed ? loop.length : loop.length - 1); i++) {
      const a = loop[i]!, b = loop[(i + 1) % loop.length]!;
      const len = Math.hypot(b.x - a.x, b.y - a.y);
      if (len > best + 1e-6) { best = len; angle = Math.atan2(b.y - a.y, b.x - a.x); }
    }
  return angle;
}

function turning(loop: readonly Pt[]): number {
  let sum = 0;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++)
    sum += loop[j]!.x * loop[i]!.y - loop[i]!.x * loop[j]!.y;
  return sum;
}

/** Corners cut twice: a polygon of straight sides becomes one an engraver would draw. */
export function soften(points: Pt[], closed: boolean, times = 2): Pt[] {
  let from = points;
  for (let k = 0; k < times; k++) {
    const out: Pt[] = [], n = from.length;
    if (n < 3) return from;
    if (!closed) out.push(from[0]!);
    for (let i = 0; i < (closed ? n : n - 1); i++) {
      const a = from[i]!, b = from[(i + 1) % n]!;
      out.push(mix(a, b, 0.25), mix(a, b, 0.75));
    }
    if (!closed) out.push(from[n - 1]!);
    from = out;
  }
  return from;
}

/** Rounded corners, no farther from the true corner than radius. */
export function roundCorners(loop: Pt[], closed: boolean, radius: number): Pt[] {
  const out: Pt[] = [], n = loop.length;
  for (let i = 0; i < n; i++) {
    const c = loop[i]!;
    if (n < 3 || (!closed && (i === 0 || i === n - 1))) { out.push(c); continue; }
    const a = loop[(i + n - 1) % n]!, b = loop[(i + 1) % n]!;
    const la = Math.hypot(a.x - c.x, a.y - c.y), lb = Math.hypot(b.x - c.x, b.y - c.y);
    const from = mix(c, a, la > 0 ? Math.min(0.45, radius / la) : 0);
    const to = mix(c, b, lb > 0 ? Math.min(0.45, radius / lb) : 0);
    for (let k = 0; k <= 5; k++) out.push(mix(mix(from, c, k / 5), mix(c, to, k / 5), k / 5));
  }
  return out;
}

/** Points along a loop at even gaps with outward normals, smoothed so that strokes fan out. */
export function walk(loop: readonly Pt[], closed: boolean, gap: number, reach = 5): Step[] {
  const out: Step[] = [];
  let left = gap / 2;
  const flip = closed && turning(loop) < 0 ? -1 : 1;
  for (let i = 0; i < (closed ? loop.length : loop.length - 1); i++) {
    const a = loop[i]!, b = loop[(i + 1) % loop.length]!;
    const len = Math.hypot(b.x - a.x, b.y - a.y);
    while (left < len) {
      out.push({
        at: mix(a, b, left / len),
        normal: { x: ((b.y - a.y) / len) * flip, y: (-(b.x - a.x) / len) * flip },
      });
      left += gap;
    }
    left -= len;
  }
  const n = out.length;
  const smooth = out.map((_, i) => {
    let x = 0, y = 0;
    for (let k = -reach; k <= reach; k++) {
      let j = i + k;
      if (closed) j = ((j % n) + n) % n;
      if (j < 0 || j >= n) continue;
      x += out[j]!.normal.x; y += out[j]!.normal.y;
    }
    const len = Math.hypot(x, y);
    return len > 1e-9 ? { x: x / len, y: y / len } : out[i]!.normal;
  });
  return out.map((s, i) => ({ at: s.at, normal: smooth[i]! }));
}

const num = (v: number): string => (Math.round(v * 10) / 10).toString();

/** The d of an SVG path. */
export function trace(s: Shape): string {
  let d = "";
  for (const loop of s.loops) {
    loop.forEach((p, i) => { d += (i ? "L" : "M") + num(p.x) + " " + num(p.y); });
    if (s.closed && loop.length) d += "Z";
  }
  return d;
}

export const move = (x: number, y: number): string => `M${num(x)} ${num(y)}`;
export const to = (x: number, y: number): string => `L${num(x)} ${num(y)}`;
export { num };
