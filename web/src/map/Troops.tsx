// Troops as the block symbols of period plans: foot a solid bar, horse a bar cut by the
// diagonal, dragoons a bar with a dot, guns as guns, leaders a star in a ring.
import type { JSX } from "preact";
import type { Piece, Sign } from "../types";
import type { Block } from "./block";
import { blend, brightness, coatOf, GOLD, INK, PAPER } from "./ink";
import { asName, pieceName } from "../play/offers";
import { t } from "../tongue";

export interface Cloth {
  sides: [string, string];
  /** The nation most pieces of a side belong to. */
  chief: [string, string];
}

export function clothOf(pieces: readonly Piece[], sides: [string, string]): Cloth {
  const chief = [0, 1].map((side) => {
    const count = new Map<string, number>();
    for (const p of pieces)
      if (p.side === side) count.set(p.nation ?? "", (count.get(p.nation ?? "") ?? 0) + 1);
    return [...count].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
  });
  return { sides, chief: [chief[0]!, chief[1]!] };
}

export const colourOf = (c: Cloth, side: number | null): string =>
  side === 0 || side === 1 ? c.sides[side] : "#594d40";

function foreignCoat(c: Cloth, p: Piece): string | null {
  if ((p.side !== 0 && p.side !== 1) || (p.nation ?? "") === c.chief[p.side]) return null;
  return coatOf(p.nation);
}

/** The second side's cloth is ruled like an engraving, so that colour is not all there is. */
const clothFill = (c: Cloth, side: number | null): string =>
  side === 1 ? "url(#cloth1)" : colourOf(c, side);

function Bar({ w, d, fill }: { w: number; d: number; fill: string }): JSX.Element {
  return <rect x={-w / 2} y={0} width={w} height={d} fill={fill} />;
}

function Foot({ p, c, w, d }: SymbolProps): JSX.Element {
  const coat = foreignCoat(c, p), cuff = Math.min(w * 0.12, d * 0.75);
  return (
    <>
      <Bar w={w} d={d} fill={clothFill(c, p.side)} />
      {coat && <rect x={-w / 2} y={0} width={cuff} height={d} fill={coat} />}
      {coat && <rect x={w / 2 - cuff} y={0} width={cuff} height={d} fill={coat} />}
    </>
  );
}

/** Open order: the bar broken into small bodies. */
function Loose({ p, c, w, d }: SymbolProps): JSX.Element {
  const n = Math.round(Math.max(3, Math.min(12, w / 9))), step = w / n, coat = foreignCoat(c, p);
  const body = coat ? blend(colourOf(c, p.side), coat, 0.35) : colourOf(c, p.side);
  let path = "";
  for (let i = 0; i < n; i++)
    path += `M${-w / 2 + i * step + step * 0.18} ${d * (i % 2 ? 0.12 : 0.34)}h${step * 0.64}v${d * 0.52}h${-step * 0.64}z`;
  return (
    <>
      <Bar w={w} d={d} fill={blend(PAPER, colourOf(c, p.side), 0.22)} />
      <path d={path} fill={body} />
    </>
  );
}

function Horse({ p, c, w, d }: SymbolProps): JSX.Element {
  const light = p.arm === "light-horse", coat = foreignCoat(c, p), colour = colourOf(c, p.side);
  const pale = coat ? blend(coat, PAPER, 0.15) : blend(PAPER, colour, light ? 0 : 0.12);
  return (
    <>
      <Bar w={w} d={d} fill={pale} />
      <path d={`M${-w / 2} 0L${light ? 0 : w / 2} 0L${-w / 2} ${d}Z`} fill={clothFill(c, p.side)} />
      <path d={`M${w / 2} 0L${-w / 2} ${d}`} stroke={INK} stroke-width={1.1} />
    </>
  );
}

function Dragoons(props: SymbolProps): JSX.Element {
  const { w, d } = props, tall = d > w;
  return (
    <>
      <Foot {...props} />
      <circle cx={tall ? 0 : -w * 0.3} cy={tall ? d * 0.2 : d * 0.48} r={Math.min(w, d) * 0.27} fill={PAPER} />
    </>
  );
}

function gun(x: number, d: number, size: number): string {
  const b = size * 0.1, wheel = size * 0.085, box = (px: number, py: number, w: number, h: number) => `M${px} ${py}h${w}v${h}h${-w}z`;
  return box(x - b * 0.95, d * 0.03, b * 1.9, d * 0.06) +
    `M${x - b * 0.6} ${d * 0.09}L${x + b * 0.6} ${d * 0.09}L${x + b * 1.1} ${d * 0.6}L${x - b * 1.1} ${d * 0.6}Z` +
    box(x - size * 0.33, d * 0.24, wheel, d * 0.46) + box(x + size * 0.33 - wheel, d * 0.24, wheel, d * 0.46) +
    box(x - size * 0.33, d * 0.455, size * 0.66, d * 0.045) +
    `M${x - b * 0.9} ${d * 0.6}L${x + b * 0.9} ${d * 0.6}L${x + b * 0.35} ${d * 0.97}L${x - b * 0.35} ${d * 0.97}Z`;
}

function Guns({ p, c, w, d }: SymbolProps): JSX.Element {
  const size = Math.min(d * 1.05, w), n = Math.round(Math.max(1, Math.min(6, Math.floor(w / (size * 0.86)))));
  let path = "";
  for (let i = 0; i < n; i++) path += gun(((i + 0.5) * w) / n - w / 2, d, size);
  return (
    <>
      <Bar w={w} d={d} fill={blend(PAPER, colourOf(c, p.side), 0.2)} />
      <path d={path} fill={blend(colourOf(c, p.side), INK, 0.3)} />
    </>
  );
}

function Leader({ p, c, w, d }: SymbolProps): JSX.Element {
  const r = Math.min(w, d) / 2;
  let star = "";
  for (let i = 0; i < 10; i++) {
    const a = i * 0.6283185 - Math.PI / 2, reach = r * (i % 2 ? 0.36 : 0.84);
    star += `${i ? "L" : "M"}${Math.cos(a) * reach} ${d / 2 + Math.sin(a) * reach}`;
  }
  return (
    <>
      <circle cx={0} cy={d / 2} r={r} fill={PAPER} stroke={INK} stroke-width={1.4} />
      <path d={star + "Z"} fill={colourOf(c, p.side)} stroke={p.side === 1 ? INK : "none"} stroke-width={0.5} />
    </>
  );
}

interface SymbolProps { p: Piece; c: Cloth; w: number; d: number }

function ArmSymbol(props: SymbolProps): JSX.Element {
  switch (props.p.arm) {
    case "foot": return props.p.form === "open" ? <Loose {...props} /> : <Foot {...props} />;
    case "light-foot": return <Loose {...props} />;
    case "horse": case "light-horse": return <Horse {...props} />;
    case "dragoon": return <Dragoons {...props} />;
    case "gun": return <Guns {...props} />;
    case "leader": return <Leader {...props} />;
    default: return <Bar w={props.w} d={props.d} fill={blend(PAPER, colourOf(props.c, props.p.side), 0.45)} />;
  }
}

/** What is lost is bitten out of the rear: from the right, but from the left on horse. */
function Losses({ p, w, d }: SymbolProps): JSX.Element | null {
  if (p.strength === undefined || !p.strength0 || p.strength >= p.strength0) return null;
  const part = 1 - Math.max(0, p.strength) / p.strength0, horse = p.arm === "horse" || p.arm === "light-horse";
  const deep = Math.max(2.8, d * 0.28), x = horse ? -w / 2 : w / 2 - w * part, end = x + w * part;
  let hatch = "";
  for (let h = x; h < end - 0.5; h += 3) hatch += `M${h} ${d}L${Math.min(h + deep, end)} ${d - deep}`;
  return (
    <>
      <rect x={x} y={d - deep} width={w * part} height={deep} fill={PAPER} />
      <path d={hatch + `M${x} ${d - deep}H${end}`} stroke={INK} stroke-width={0.7} stroke-opacity={0.8} fill="none" />
    </>
  );
}

function Edges({ x, c }: { x: Block; c: Cloth }): JSX.Element {
  const { w, d } = x, tip = Math.max(5, Math.min(7, d * 0.4));
  return (
    <>
      <rect x={-w / 2} y={0} width={w} height={d} fill="none" stroke={INK} stroke-width={1.1} />
      {x.faced && <path d={`M${-w / 2 - 1.2} 0H${w / 2 + 1.2}`} stroke={INK} stroke-width={3} />}
      {x.faced && (
        <path d={`M${-tip * 0.62} 0L0 ${-tip}L${tip * 0.62} 0Z`} fill={blend(colourOf(c, x.piece.side), INK, 0.35)} />
      )}
    </>
  );
}

/** The light falls from the upper left, however the block is turned. */
function Shadow({ x }: { x: Block }): JSX.Element {
  const c = Math.cos(x.angle), s = Math.sin(x.angle), far = 1.9;
  return <rect x={-x.w / 2 + far * (c + s)} y={far * (c - s)} width={x.w} height={x.d} fill={INK} opacity={0.24} />;
}



/** Seals of state; pale ones, which are no misfortune, only where there is room to read them. */
function Seals({ x, fine }: { x: Block; fine: boolean }): JSX.Element | null {
  const harm = (s: Sign): number => Number(s.sort === "harm");
  const signs = (x.piece.signs ?? []).filter((s) => fine || harm(s)).sort((a, b) => harm(b) - harm(a)).slice(0, 3);
  if (!signs.length) return null;
  const r = Math.max(3.6, Math.min(6, x.d * 0.42));
  const upside = Math.cos(x.angle) < -0.01;
  return (
    <>
      {signs.map((sign, i) => {
        const cx = x.w / 2 + r * 0.5 - i * r * 1.9, cy = x.d + r * 0.15, bad = harm(sign);
        return (
          <g key={sign.mark} transform={`translate(${cx} ${cy})${upside ? " rotate(180)" : ""}`}>
            <circle r={r} fill={bad ? "#9d1c1c" : PAPER} stroke={INK} stroke-width={0.8} />
            <text class="seal" font-size={r * 1.35} y={r * 0.47} text-anchor="middle" fill={bad ? "#fff" : INK}>
              {sign.mark}
            </text>
          </g>
        );
      })}
    </>
  );
}

/** Strength, written on the block when there is room. */
function Figure({ x, c }: { x: Block; c: Cloth }): JSX.Element | null {
  const p = x.piece;
  if (p.strength === undefined || !p.strength0 || p.arm === "leader" || p.arm === "gun") return null;
  const size = Math.min(x.d * 0.92, x.w * 0.5, 15);
  if (size < 5) return null;
  const upside = Math.cos(x.angle) < -0.01, horse = p.arm === "horse" || p.arm === "light-horse";
  const cx = horse ? x.w * 0.22 : x.piece.arm === "dragoon" ? x.w * 0.12 : 0;
  const cloth = colourOf(c, p.side);
  const dark = horse ? false : p.arm === "light-foot" ? false : brightness(cloth) < 0.62;
  return (
    <g transform={`translate(${cx} ${x.d * (horse ? 0.56 : 0.5)})${upside ? " rotate(180)" : ""}`}>
      <text class="figure" font-size={size} y={size * 0.35} text-anchor="middle"
        fill={dark ? "#fffaf0" : INK} stroke={dark ? blend(cloth, INK, 0.4) : PAPER} stroke-width={size * 0.16}>
        {p.strength}
      </text>
    </g>
  );
}

export interface BlockProps {
  x: Block;
  cloth: Cloth;
  lit: boolean;
  chosen: boolean;
  target: boolean;
  fine: boolean;
  ghost?: boolean;
}

export function BlockSymbol({ x, cloth, lit, chosen, target, fine, ghost }: BlockProps): JSX.Element {
  const props = { p: x.piece, c: cloth, w: x.w, d: x.d }, out = chosen ? 5 : 3.4;
  return (
    <g class={ghost ? "ghost" : "body"} style={{ transform: `translate(${x.at.x}px, ${x.at.y}px)` }}>
    <g transform={`rotate(${(x.angle * 180) / Math.PI})`}>
      {(lit || chosen || target) && (
        <rect x={-x.w / 2 - out} y={-out} width={x.w + 2 * out} height={x.d + 2 * out} rx={2}
          class={chosen ? "halo chosen" : target ? "halo target" : "halo"} stroke={GOLD} />
      )}
      {!ghost && x.piece.arm !== "leader" && <Shadow x={x} />}
      <ArmSymbol {...props} />
      {x.piece.arm !== "leader" && <Losses {...props} />}
      {x.piece.arm !== "leader" && <Edges x={x} c={cloth} />}
      {!ghost && <Figure x={x} c={cloth} />}
      {!ghost && <Seals x={x} fine={fine} />}
    </g>
    </g>
  );
}

/** What a piece is and how it fares, in words. */
export function stateWords(p: Piece, sides: readonly { name: string }[]): string[] {
  const parts = [p.side === null ? "" : asName(sides[p.side]?.name ?? ""), t(p.arm.replace("-", " "))];
  if (p.nation && asName(p.nation) !== parts[0]) parts.push(asName(p.nation));
  if (p.formation && p.formation !== "none") parts.push(t("in {0}", t(p.formation)));
  if (p.strength !== undefined && p.strength0) parts.push(t("strength {0} of {1}", p.strength, p.strength0));
  if (p.badges?.length) parts.push(p.badges.map((b) => t(b)).join(", "));
  if (p.stack > 1) parts.push(t("stack of {0}", p.stack));
  return parts.filter(Boolean);
}

/** The name of a piece and its state, for screen readers and tooltips. */
export function describe(p: Piece, sides: readonly { name: string }[]): string {
  return [pieceName(p), ...stateWords(p, sides)].join(", ");
}
