// The sheet round the map: paper, neat lines, title cartouche, compass and scale bar.
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Scene } from "../types";
import type { Board } from "./board";
import { INK, PAPER, SEPIA } from "./ink";
import { textWidth } from "./labels";
import { Die, move, num } from "./shape";
import { colourOf, type Cloth } from "./Troops";
import { asName } from "../play/offers";
import { t } from "../tongue";

/** A large sheet has a large frame: how much larger than usual. */
export const frameScale = (b: Board): number => Math.max(1, Math.max(b.width, b.height) / 1150);

/** The paper round the neat line. */
export function margins(b: Board): { side: number; top: number; bottom: number } {
  const f = frameScale(b);
  return { side: 34 * f, top: 92 * f, bottom: 66 * f };
}

function fibres(w: number, h: number, m: ReturnType<typeof margins>): string {
  const die = new Die(1759);
  let d = "";
  for (let i = 0; i < 260; i++) {
    const x = die.roll(-m.side, w + m.side), y = die.roll(-m.top, h + m.bottom);
    const a = die.roll(0, 6.28), len = die.roll(3, 10), c = Math.cos, s = Math.sin;
    d += move(x, y) + `c${num(c(a) * len)} ${num(s(a) * len)} ${num(c(a + 1) * len)} ${num(s(a + 1) * len)} ${num(c(a + 0.5) * len * 1.6)} ${num(s(a + 0.5) * len * 1.6)}`;
  }
  return d;
}

/** The border in black and white inches, as degrees are on a map. */
function graduation(b: Board): string {
  const inch = b.k, long = b.width / inch, tall = b.height / inch;
  let d = "";
  for (let v = 0; v < long; v += 2) {
    const x = v * inch, len = Math.min(1, long - v) * inch;
    d += `M${num(x)} -6.4h${num(len)}v4h${num(-len)}zM${num(x)} ${num(b.height + 2.4)}h${num(len)}v4h${num(-len)}z`;
  }
  for (let v = 0; v < tall; v += 2) {
    const len = Math.min(1, tall - v) * inch, y = b.height - v * inch - len;
    d += `M-6.4 ${num(y)}h4v${num(len)}h-4zM${num(b.width + 2.4)} ${num(y)}h4v${num(len)}h-4z`;
  }
  return d;
}

function Cartouche({ scene, board, cloth }: { scene: Scene; board: Board; cloth: Cloth }): JSX.Element {
  const f = frameScale(board), long = board.width / f;
  const title = t(scene.title ?? ""), names = Math.max(...scene.sides.map((s) => textWidth(asName(s.name), false))) * 14 + 56;
  const w = Math.min(long * 0.96, Math.max(360, textWidth(title, true) * 29 + 90, textWidth(scene.status ?? "", false) * 13 + 2 * names));
  const x = long / 2 - w / 2, y = -82, h = 66;
  const scroll = (sx: number, sy: number, fx: number, fy: number) =>
    `M${sx} ${sy}c${-12 * fx} ${-2 * fy} ${-15 * fx} ${-15 * fy} ${-3 * fx} ${-15 * fy}c${8 * fx} 0 ${8 * fx} ${10 * fy} ${1 * fx} ${10 * fy}`;
  return (
    <g class="cartouche" transform={`scale(${f})`}>
      <rect x={x} y={y} width={w} height={h} rx={4} fill="#faf3e0" stroke={INK} stroke-width={1.6} />
      <rect x={x + 4} y={y + 4} width={w - 8} height={h - 8} rx={2} fill="none" stroke={SEPIA} stroke-width={0.8} />
      <path d={scroll(x, y + 14, 1, 1) + scroll(x + w, y + 14, -1, 1) + scroll(x, y + h - 14, 1, -1) + scroll(x + w, y + h - 14, -1, -1)}
        fill="none" stroke={INK} stroke-width={1.4} />
      <text class="title" x={long / 2} y={y + 31} text-anchor="middle" font-size={25}>{title}</text>
      <g transform={`translate(${long / 2} ${y + 53})`}>
        {scene.sides.map((s, i) => {
          const dx = i === 0 ? -w / 2 + 18 : w / 2 - 40;
          return (
            <g key={i}>
              <rect x={dx} y={-9} width={22} height={9} fill={i === 1 ? "url(#cloth1)" : colourOf(cloth, i)} stroke={INK} stroke-width={0.8} />
              <text x={i === 0 ? dx + 28 : dx - 6} y={-0.5} font-size={13} text-anchor={i === 0 ? "start" : "end"} class="side-name">{asName(s.name)}</text>
            </g>
          );
        })}
        <text class="status" x={0} y={-0.5} text-anchor="middle" font-size={13}>{scene.status}</text>
      </g>
    </g>
  );
}

function Compass({ x, y, north, f }: { x: number; y: number; north: number; f: number }): JSX.Element {
  let dark = "", light = "";
  for (let i = 0; i < 8; i++) {
    const a = (i * Math.PI) / 4, r = i % 2 ? 11 : 21, w = 4.2;
    const tip = `${num(Math.sin(a) * r)} ${num(-Math.cos(a) * r)}`;
    const side = (s: number) => `${num(Math.sin(a + s * 0.6) * w)} ${num(-Math.cos(a + s * 0.6) * w)}`;
    dark += `M0 0L${tip}L${side(1)}Z`;
    light += `M0 0L${tip}L${side(-1)}Z`;
  }
  return (
    <g transform={`translate(${x} ${y}) scale(${f}) rotate(${(north * 360) / 65536})`} class="compass">
      <circle r={15} fill="none" stroke={INK} stroke-width={0.7} />
      <circle r={13.4} fill="none" stroke={INK} stroke-width={0.4} />
      <path d={light} fill={PAPER} stroke={INK} stroke-width={0.6} />
      <path d={dark} fill={INK} stroke={INK} stroke-width={0.6} />
      <text y={-24} text-anchor="middle" font-size={13}>N</text>
    </g>
  );
}

function ScaleBar({ board }: { board: Board }): JSX.Element {
  const f = frameScale(board), unit = (board.hex ? board.k * Math.sqrt(3) : board.k) / f;
  let each = 1;
  for (const n of [1, 2, 3, 6, 12, 24]) { each = n; if (n * unit > 38) break; }
  const step = each * unit, x = 8 * f, y = board.height + 38 * f;
  return (
    <g class="scale-bar" transform={`translate(${x} ${y}) scale(${f})`}>
      {[0, 1, 2, 3].map((i) => (
        <g key={i}>
          <rect x={i * step} y={0} width={step} height={5} fill={i % 2 ? PAPER : INK} stroke={INK} stroke-width={0.9} />
          <text x={i * step} y={16} font-size={10.5} text-anchor="middle">{i * each}</text>
        </g>
      ))}
      <text x={4 * step} y={16} font-size={10.5} text-anchor="middle">{4 * each}</text>
      <text x={4 * step + 12} y={6} font-size={12} class="status">{board.hex ? t("hexes") : t("inches")}</text>
    </g>
  );
}

export function Frame({ scene, board, cloth }: { scene: Scene; board: Board; cloth: Cloth }): JSX.Element {
  const f = frameScale(board);
  const fixed = useMemo(() => {
    const w = board.width, h = board.height, m = margins(board);
    const box = (out: number, width: number) => (
      <rect x={-out} y={-out} width={w + 2 * out} height={h + 2 * out} fill="none" stroke={INK} stroke-width={width} />
    );
    return (
      <>
        <defs>
          <radialGradient id="aged" cx="50%" cy="48%" r="72%">
            <stop offset="0.45" stop-color={PAPER} /><stop offset="0.8" stop-color="#eadcba" /><stop offset="1" stop-color="#d3bf91" />
          </radialGradient>
        </defs>
        {[16, 11, 6, 2].map((out) => <rect key={out} class="sheet-shadow" x={-m.side - out} y={-m.top - out + 6} width={w + 2 * (m.side + out)} height={h + m.top + m.bottom + 2 * out} rx={out} />)}
        <rect x={-m.side} y={-m.top} width={w + 2 * m.side} height={h + m.top + m.bottom} class="sheet" />
        <path d={fibres(w, h, m)} fill="none" stroke={SEPIA} stroke-width={0.6} opacity={0.13} />
        {box(0, 1.2)}{box(2.2, 0.8)}{box(6.6, 0.8)}{box(9.4, 2.4)}
        {!board.hex && <path d={graduation(board)} fill={INK} />}
        <ScaleBar board={board} />
      </>
    );
  }, [board]);
  return (
    <g class="frame" aria-hidden="true">
      {fixed}
      <Compass x={board.width - 26 * f} y={board.height + 40 * f} north={scene.north} f={f} />
      <Cartouche scene={scene} board={board} cloth={cloth} />
    </g>
  );
}
