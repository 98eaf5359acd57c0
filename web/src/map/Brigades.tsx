// Every brigade as one outline: who belongs to whom, on demand. Their names are labels.
import type { JSX } from "preact";
import { middle, type Block } from "./block";
import { blend, INK } from "./ink";
import { brigadeBlocks } from "./labels";
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

export function BrigadeLayer({ blocks, cloth }: { blocks: Block[]; cloth: Cloth }): JSX.Element {
  return (
    <g class="brigades" aria-hidden="true">
      {[...brigadeBlocks(blocks)].map(([key, all]) => (
        <path key={key} data-brigade={all[0]!.piece.group} stroke={blend(colourOf(cloth, all[0]!.piece.side), INK, 0.35)}
          d={`M${hull(all.flatMap((b) => cornersOf(b, 5))).map((p) => `${num(p.x)} ${num(p.y)}`).join("L")}Z`} />
      ))}
    </g>
  );
}
