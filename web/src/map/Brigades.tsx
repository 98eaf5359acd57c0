// Every brigade as one outline with its name: who belongs to whom, on demand.
import type { JSX } from "preact";
import { middle, type Block } from "./block";
import { blend, INK } from "./ink";
import { num, type Pt } from "./shape";
import { colourOf, type Cloth } from "./Troops";

/** The corners of a block. */
function cornersOf(b: Block, more: number): Pt[] {
  const c = Math.cos(b.angle), s = Math.sin(b.angle), m = middle(b), w = b.w / 2 + more, d = b.d / 2 + more;
  return [[-w, -d], [w, -d], [w, d], [-w, d]].map(([x, y]) => ({ x: m.x + x! * c - y! * s, y: m.y + x! * s + y! * c }));
}

/** The smallest convex outline round points, clockwise. */
export function hull(points: Pt[]): Pt[] {
  const p = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: Pt[]): Pt[] => {
    const out: Pt[] = [];
    for (const x of list) {
      while (out.length > 1) {
        const a = out[out.length - 2]!, b = out[out.length - 1]!;
        if ((b.x - a.x) * (x.y - a.y) - (b.y - a.y) * (x.x - a.x) > 0) break;
        out.pop();
      }
      out.push(x);
    }
    return out.slice(0, -1);
  };
  return [...half(p), ...half(p.reverse())];
}

export function BrigadeLayer({ blocks, cloth, scale }: { blocks: Block[]; cloth: Cloth; scale: number }): JSX.Element {
  const groups = new Map<string, Block[]>(), size = 11 / Math.min(1.6, scale), lain: [number, number, number][] = [];
  for (const b of blocks) {
    const { group, side, arm } = b.piece;
    if (!group || arm === "leader" || arm === "other") continue;
    const key = `${side}/${group}`;
    groups.set(key, [...(groups.get(key) ?? []), b]);
  }
  return (
    <g class="brigades" aria-hidden="true">
      {[...groups].map(([key, all]) => {
        const line = hull(all.flatMap((b) => cornersOf(b, 5))), colour = blend(colourOf(cloth, all[0]!.piece.side), INK, 0.35);
        const name = all[0]!.piece.group_label ?? all[0]!.piece.group!, top = line.reduce((a, b) => (b.y < a.y ? b : a)), x = line.reduce((s, p) => s + p.x, 0) / line.length, w = name.length * size * 0.55;
        const free = !lain.some(([ox, oy, ow]) => Math.abs(ox - x) < (ow + w) / 2 && Math.abs(oy - top.y) < size);
        if (free) lain.push([x, top.y, w]);
        return (
          <g key={key} data-brigade={all[0]!.piece.group}>
            <path d={`M${line.map((p) => `${num(p.x)} ${num(p.y)}`).join("L")}Z`} stroke={colour} />
            {free && <text x={x} y={top.y - 2} text-anchor="middle" font-size={size} fill={colour}>{name}</text>}
          </g>
        );
      })}
    </g>
  );
}
