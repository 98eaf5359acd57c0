// The battlefield: sheet, ground, troops, marks and what may be clicked. It knows scenes only.
import type { JSX } from "preact";
import { apart, apartWords } from "../play/measure";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Mark } from "../marks";
import type { Band, Overlay, Piece, Scene } from "../types";
import { layBlocks, middle, stackKey, type Block } from "./block";
import { axialOf, boardOf, corners, hexAt, hexName, outline, place, tablePlace, type Board } from "./board";
import { BrigadeLayer } from "./Brigades";
import { Frame } from "./Frame";
import { engrave, grid, groundNames, type GroundName } from "./ground";
import { blend, GOLD, INK, PAPER, sideColours, SEPIA } from "./ink";
import { brigadeWishes, namesBrigades, placeLabels, settleNames, type Label, type LabelWish } from "./labels";
import { asName, pieceName } from "../play/offers";
import { area, num, trace, type Pt } from "./shape";
import { BlockSymbol, clothOf, colourOf, describe, type Cloth } from "./Troops";
import { useZoom } from "./zoom";
import { t } from "../tongue";

/** Something of an offer on the map. */
export interface Spot {
  id: string;
  kind: "hex" | "place" | "unit" | "ghost" | "turn";
  at?: [number, number];
  key?: string;
  pieces?: Piece[];
  text: string;
  tone?: "go" | "attack" | "reach" | "could";
  hot?: boolean;
  /** Written small in a hex: what it costs. */
  mark?: string;
  facing?: number;
}

export interface Ghost { pieces: Piece[]; legal: boolean; path?: [number, number][]; text?: string }

export interface DragHandlers {
  key: string;
  start(at: [number, number]): void;
  move(at: [number, number], turn: boolean): void;
  end(): void;
}

export interface MapProps {
  scene: Scene;
  lit: ReadonlySet<string>;
  chosen: string | null;
  targets: ReadonlySet<string>;
  spots: Spot[];
  ghost: Ghost | null;
  marks: Mark[];
  /** The side whose pieces may be dragged. */
  side: number | null;
  /** Pieces of the brigade pointed at; those a finger may drag. */
  band: ReadonlySet<string>;
  picked: readonly string[];
  /** The edge of how far a piece may march on the free table. */
  edge: { points: [number, number][]; from: [number, number]; imagined: boolean } | null;
  /** Orders that are still to be carried out: from a piece to a place. */
  arrows: { key: string; to: [number, number]; guide?: boolean }[];
  /** Go there with the view: a piece, and a number that changes. */
  focus: { key: string; n: number } | null;
  drag: ((key: string) => DragHandlers | null) | null;
  /** Enemies that could come up to what is picked. */
  threats: Set<string>;
  /** Enemies it could shoot at or charge. */
  prey: Set<string>;
  /** How far a piece shoots and charges, drawn from where it stands or would stand. */
  bands: { at: [number, number]; facing: number; bands: Band[] } | null;
  /** Hexes the question is about. */
  asked?: [number, number][];
  /** The ground a brigade must keep to. */
  box: [number, number][] | null;
  /** Something is chosen and waits to be done: Enter does that, wherever the keys have come to. */
  ready?: boolean;
  onPoint(key: string | null): void;
  onPiece(key: string, more: boolean): void;
  /** Pieces of this side that a lasso has caught; null: there is nothing to pick them for. */
  onLasso: ((keys: string[]) => void) | null;
  onSpot(id: string): void;
  onHover(id: string | null): void;
  onGround(at: [number, number]): void;
}

const enter = (f: () => void) => (e: KeyboardEvent) => {
  if (e.key === "Enter" || e.key === " ") { e.preventDefault(); e.stopPropagation(); f(); }
};

// --- Ground, painted once -----------------------------------------------------------------

export function GroundLayer({ scene, board }: { scene: Scene; board: Board }): JSX.Element {
  const key = JSON.stringify(scene.grounds);
  return useMemo(() => {
    const plate = engrave(scene, board);
    return (
      <g class="ground" aria-hidden="true">
        <defs>
          {plate.clips.map((c) => <clipPath id={c.id} key={c.id}><path d={c.d} clip-rule="evenodd" /></clipPath>)}
        </defs>
        {plate.strokes.map((s, i) => (
          <path key={i} d={s.d} fill={s.fill ?? "none"} stroke={s.stroke} stroke-width={s.width}
            opacity={s.opacity === 1 ? undefined : s.opacity} stroke-dasharray={s.dash}
            stroke-linecap={s.round ? "round" : undefined} stroke-linejoin={s.round ? "round" : undefined}
            fill-rule={s.evenodd ? "evenodd" : undefined} clip-path={s.clip ? `url(#${s.clip})` : undefined} />
        ))}
        {board.hex && <path d={grid(board)} fill="none" stroke={SEPIA} stroke-width={0.7} opacity={0.5} />}
      </g>
    );
  }, [key, board]);
}

export function GroundNames({ names }: { names: GroundName[] }): JSX.Element {
  return useMemo(() => (
    <g class="ground-names" aria-hidden="true">
      {names.map((n, i) => (
        <text key={i} class={`ground-name ${n.kind}`} transform={`translate(${num(n.at.x)} ${num(n.at.y)}) rotate(${num(n.angle)})`}
          dy={n.angle ? -5 : 0} text-anchor="middle" font-size={n.size}>
          {n.text}
        </text>
      ))}
    </g>
  ), [names]);
}

export function HexNumbers({ board, scale }: { board: Board; scale: number }): JSX.Element | null {
  const shown = board.hex && board.k * scale > 30;
  return useMemo(() => {
    if (!shown) return null;
    const out: JSX.Element[] = [];
    for (let row = 0; row < board.rows; row++)
      for (let column = 0; column < board.columns; column++) {
        const [q, r] = axialOf(board, column, row), c = place(board, q, r);
        out.push(<text key={`${column},${row}`} x={num(c.x)} y={num(c.y - board.k * (board.flat ? 0.68 : 0.66))}>{hexName(board, q, r)}</text>);
      }
    return <g class="hex-numbers" font-size={board.k * 0.2} text-anchor="middle" aria-hidden="true">{out}</g>;
  }, [board, shown]);
}

// --- Overlays and marks ---------------------------------------------------------------------

/** Ground that counts for winning. */
const star = (c: Pt, r: number): string => Array.from({ length: 10 }, (_, i) => {
  const a = (i * Math.PI) / 5, far = i % 2 ? r * 0.42 : r;
  return `${i ? "L" : "M"}${num(c.x + Math.sin(a) * far)} ${num(c.y - Math.cos(a) * far)}`;
}).join("") + "Z";

const isGoal = (o: Overlay): boolean => o.kind === "mark" && /goal|objective/.test(o.what ?? "");

const QUIET = /fan|arc|range|field|zone|command/;

const plainly = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, " ");

export function OverlayMark({ o, board, cloth, scale, named }: { o: Overlay; board: Board; cloth: Cloth; scale: number; named: Set<string> }): JSX.Element | null {
  const pts = o.points.map(([x, y]) => place(board, x, y)), first = pts[0];
  const colour = colourOf(cloth, o.side);
  if (!first) return null;
  const name = o.label ? (/^[a-z0-9-]+$/.test(o.label) ? asName(o.label) : o.label) : o.what?.replace(/-/g, " ") ?? "", size = Math.max(11, 11 / scale);
  const text = named.has(plainly(name)) ? "" : name;
  if (o.kind === "ring") {
    const r = board.hex ? (o.radius ?? 1) * board.k * 1.732 : ((o.radius ?? 0) / 1000) * board.k;
    return (
      <g class={`overlay ${o.what ?? ""}`}>
        <circle cx={first.x} cy={first.y} r={r} fill="none" stroke={colour} stroke-width={1.4} stroke-dasharray="7 5" />
        <text x={first.x} y={first.y + r + size * 1.1} text-anchor="middle" font-size={size} fill={colour}>{text}</text>
      </g>
    );
  }
  if (isGoal(o)) {
    // At the corner of its hex, over the troops that hold it.
    const r = Math.max(board.hex ? board.k * 0.3 : 8, 6 / scale), at = board.hex ? { x: first.x + board.k * 0.6, y: first.y - board.k * 0.6 } : first;
    return (
      <g class="overlay goal">
        <circle cx={at.x} cy={at.y} r={r * 1.2} fill={PAPER} stroke={o.side === null ? INK : colour} stroke-width={r * 0.3} />
        <path d={star(at, r)} fill={GOLD} stroke={INK} stroke-width={r * 0.08} />
        <text x={first.x} y={first.y + 9 + size} text-anchor="middle" font-size={size} fill={colour}>{text}</text>
      </g>
    );
  }
  if (o.kind === "mark")
    return (
      <g class={`overlay ${o.what ?? ""}`}>
        <path d={`M${first.x - 6} ${first.y - 6}l12 12m0 -12l-12 12`} stroke={colour} stroke-width={2.4} />
        <text x={first.x} y={first.y + 7 + size} text-anchor="middle" font-size={size} fill={colour}>{text}</text>
      </g>
    );
  if (o.kind === "area")
    return (
      <g class={`overlay ${o.what ?? ""}`}>
        <path d={trace(area(pts))} fill={colour} fill-opacity={0.13} stroke={colour} stroke-width={1.2} stroke-dasharray="5 4" />
      </g>
    );
  return (
    <g class={`overlay ${o.what ?? ""}`}>
      <path d={trace({ loops: [pts], closed: false })} fill="none" stroke={colour}
        stroke-width={o.what === "wing-boundary" ? 1.2 : 2} stroke-dasharray={o.what === "wing-boundary" ? "10 6 2 6" : "7 4"}
        opacity={o.what === "wing-boundary" ? 0.5 : 0.9} marker-end={o.what === "wing-boundary" ? undefined : "url(#arrow)"} />
    </g>
  );
}

function MarkLayer({ marks, blocks, board, cloth, scale }: { marks: Mark[]; blocks: Block[]; board: Board; cloth: Cloth; scale: number }): JSX.Element {
  const size = 12 / Math.min(1.4, scale), lain: [number, number, number][] = [];
  // Words that would lie on others are left out; the ring says that something happened there.
  const free = (x: number, y: number, w: number): boolean => {
    if (lain.some(([ox, oy, ow]) => Math.abs(x - ox) < (w + ow) / 2 && Math.abs(y - oy) < size)) return false;
    lain.push([x, y, w]);
    return true;
  };
  return (
    <g class="marks" aria-hidden="true">
      {marks.map((m) => {
        const b = blocks.find((x) => x.piece.key === m.key);
        if (!b) return null;
        const lift = Math.max(b.w, b.d) * 0.62 + 9;
        const now = middle(b), colour = blend(colourOf(cloth, b.piece.side), INK, 0.25);
        const from = m.from ? place(board, m.from.x, m.from.y) : null;
        const far = from ? Math.hypot(now.x - from.x, now.y - from.y) : 0;
        return (
          <g key={m.key}>
            {from && far > 4 && (
              <path d={`M${num(from.x)} ${num(from.y)}L${num(now.x)} ${num(now.y)}`} stroke={colour} stroke-width={2.2}
                stroke-dasharray="6 4" fill="none" marker-end="url(#arrow)" opacity={0.8} />
            )}
            {m.text && <ellipse cx={now.x} cy={now.y} rx={Math.max(b.w, b.d) * 0.62 + 6} ry={Math.max(b.w, b.d) * 0.62 + 6} class="burst" />}
            {m.text && free(now.x, now.y - lift, m.text.length * size * 0.6) && (
              <text class="mark-text" x={now.x} y={now.y - lift} text-anchor="middle" font-size={size}>
                {m.text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

// --- Spots of offers ------------------------------------------------------------------------

function SpotMark({ s, board, blocks, cloth, props }: { s: Spot; board: Board; blocks: Block[]; cloth: Cloth; props: MapProps }): JSX.Element | null {
  const common = {
    role: "button", tabIndex: 0, "aria-label": s.text, class: `spot ${s.kind} ${s.tone ?? "go"}${s.hot ? " hot" : ""}`,
    "data-spot": s.id,
    onClick: (e: Event) => { e.stopPropagation(); props.onSpot(s.id); },
    onMouseEnter: () => props.onHover(s.id), onMouseLeave: () => props.onHover(null),
    onFocus: () => props.onHover(s.id), onBlur: () => props.onHover(null),
    onKeyDown: enter(() => props.onSpot(s.id)),
  } as const;
  if (s.kind === "hex" && s.at) {
    const c = place(board, s.at[0], s.at[1]), far = s.tone === "reach" || s.tone === "could";
    return (
      <g {...common} tabIndex={far ? -1 : 0}>
        <path d={trace(area(corners(board, s.at[0], s.at[1], 0.93)))} />
        {s.mark && <text class="cost" x={c.x + board.k * 0.5} y={c.y + board.k * 0.62} font-size={board.k * 0.3} text-anchor="middle">{s.mark}</text>}
        <title>{s.text}</title>
      </g>
    );
  }
  if (s.kind === "turn" && s.at && s.facing !== undefined) {
    const c = place(board, s.at[0], s.at[1]), a = (s.facing / 65536) * 2 * Math.PI, r = board.k * 0.98, t = board.k * 0.26;
    return (
      <g {...common} transform={`translate(${num(c.x + Math.sin(a) * r)} ${num(c.y - Math.cos(a) * r)}) rotate(${num((a * 180) / Math.PI)})`}>
        <path d={`M0 ${num(-t)}L${num(t)} ${num(t * 0.8)}L${num(-t)} ${num(t * 0.8)}Z`} /><title>{s.text}</title>
      </g>
    );
  }
  if (s.kind === "place" && s.at) {
    const p = place(board, s.at[0], s.at[1]);
    return <g {...common}><circle cx={p.x} cy={p.y} r={7} /><title>{s.text}</title></g>;
  }
  if (s.kind === "unit" && s.key) {
    const own = blocks.filter((b) => b.piece.key === s.key);
    return (
      <g {...common}>
        {own.map((b) => (
          <rect key={b.index} transform={`translate(${b.at.x} ${b.at.y}) rotate(${(b.angle * 180) / Math.PI})`}
            x={-b.w / 2 - 5} y={-5} width={b.w + 10} height={b.d + 10} rx={3} />
        ))}
        <title>{s.text}</title>
      </g>
    );
  }
  if (s.kind === "ghost" && s.pieces) {
    const ghosts = layBlocks(s.pieces, board, null);
    return (
      <g {...common}>
        {ghosts.map((b) => (
          <g key={b.index} transform={`translate(${b.at.x} ${b.at.y}) rotate(${(b.angle * 180) / Math.PI})`}>
            <rect x={-b.w / 2} y={0} width={b.w} height={b.d} class="ghost-body" stroke={colourOf(cloth, b.piece.side)} />
            {b.faced && <path d={`M-4 0L0 -7L4 0Z`} fill={colourOf(cloth, b.piece.side)} />}
          </g>
        ))}
        <title>{s.text}</title>
      </g>
    );
  }
  return null;
}

// --- The whole ------------------------------------------------------------------------------

let drawings = 0;
/** For tests: how often the map was drawn; it is not while the sheet moves. */
const countDrawing = (): void => { (globalThis as { tricorneDrawn?: number }).tricorneDrawn = ++drawings; };

/** Who is named: every unit; from afar every brigade, and who is chosen or asked; on demand every brigade alone. */
function labelWishes(blocks: Block[], props: MapProps, far: boolean, brigades: boolean): LabelWish[] {
  if (brigades) return brigadeWishes(blocks, true);
  const best = new Map<string, LabelWish>(), few = props.lit.size <= 12;
  for (const b of blocks) {
    if (far && b.piece.group && b.piece.key !== props.chosen && !(few && props.lit.has(b.piece.key))) continue;
    const p = b.piece, id = `${p.side}-${p.id}`, old = best.get(id);
    const weight = (p.key === props.chosen ? 100 : 0) + (props.lit.has(p.key) ? 30 : 0) +
      (p.arm === "leader" ? 20 : 0) + Math.min(10, b.w / 10) - p.order * 2;
    if (!old || b.w > old.block.w) best.set(id, { block: b, text: pieceName(p), weight });
  }
  return far ? [...best.values(), ...brigadeWishes(blocks, false)] : [...best.values()];
}

export function MapView(given: MapProps): JSX.Element {
  const { scene } = given;
  const size = `${scene.board}/${scene.width}/${scene.height}/${JSON.stringify(scene.hex ?? null)}`;
  const board = useMemo(() => boardOf(scene), [size]);
  // Who was left while the sheet moved is left when it rests.
  const leftMeanwhile = useRef(false), missed = useRef(false), last = useRef<JSX.Element | null>(null), [, again] = useState(0);
  const zoom = useZoom(board, size, () => { if (leftMeanwhile.current) { leftMeanwhile.current = false; given.onPoint(null); given.onHover(null); } if (missed.current) { missed.current = false; again((n) => n + 1); } });
  const still = <T,>(f: (x: T | null) => void) => (x: T | null): void => { if (!zoom.moving()) f(x); else leftMeanwhile.current = true; };
  const props: MapProps = { ...given, onPoint: still(given.onPoint), onHover: still(given.onHover) };
  const { hold, layer, glass, live, sheet, scale, fit, by, pan, show } = zoom;
  /** The stack that is opened, and the block by which it was: within it the pointer goes about freely. */
  const [fan, setFan] = useState<{ at: string; by: number } | null>(null), open = (p: Piece): void => setFan((f) => (f?.at === stackKey(p) ? f : { at: stackKey(p), by: p.id }));
  const cloth = useMemo(() => clothOf(scene.pieces, sideColours(scene.sides)), [scene]);
  const blocks = useMemo(() => layBlocks(scene.pieces, board, fan?.at ?? null, fan?.by ?? null), [scene, board, fan]);
  const groundKey = JSON.stringify(scene.grounds);
  const grounds = useMemo(() => settleNames(groundNames(scene, board, scale), blocks), [groundKey, board, scale, blocks]);
  const [brigades, setBrigades] = useState(false), far = useMemo(() => namesBrigades(blocks, scale), [blocks, scale]);
  const labels = useMemo(() => placeLabels(labelWishes(blocks, props, far, brigades), blocks, scale, board, grounds), [blocks, grounds, scale, props.chosen, props.lit, far, brigades]);
  const fine = !board.hex || board.k * scale > 34;
  // The ruler: from where it was laid to where the hand is, or was when it clicked again.
  const [rule, setRule] = useState<{ on: boolean; from: [number, number] | null; to: [number, number] | null; laid?: boolean }>({ on: false, from: null, to: null });
  const held = useRef(false), dragged = useRef(false);
  const [lassoes, setLassoes] = useState(false), rope = useRef<[number, number] | null>(null), loop = useRef<HTMLDivElement>(null), caught = useRef(false);

  // With the drawing, not after it: a key pressed at once must meet what is there.
  useLayoutEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      if ((e.target as Element).closest?.("input, textarea, select") || e.ctrlKey || e.metaKey || e.altKey) return;
      const far = 60;
      if (e.key === "+" || e.key === "=") by(1.3);
      else if (e.key === "-") by(1 / 1.3);
      else if (e.key === "0") fit();
      else if (e.key === "j" && props.onLasso) setLassoes(!lassoes);
      else if (e.key === "d") setBrigades(!brigades);
      else if (e.key === "k") setRule({ on: !rule.on, from: null, to: null });
      else if (e.shiftKey && e.key === "ArrowLeft") pan(far, 0);
      else if (e.shiftKey && e.key === "ArrowRight") pan(-far, 0);
      else if (e.shiftKey && e.key === "ArrowUp") pan(0, far);
      else if (e.shiftKey && e.key === "ArrowDown") pan(0, -far);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  useEffect(() => {
    const b = props.focus ? blocks.find((x) => x.piece.key === props.focus!.key) : undefined;
    if (b) show(middle(b));
    else if (props.focus?.key === "") fit();
  }, [props.focus?.n]);

  const toTable = (e: { clientX: number; clientY: number }): [number, number] => {
    const box = hold.current!.getBoundingClientRect();
    const at = { x: (e.clientX - box.left - live.current.x) / live.current.k, y: (e.clientY - box.top - live.current.y) / live.current.k };
    return board.hex ? hexAt(board, at) : tablePlace(board, at);
  };
  const handle = useRef<DragHandlers | null>(null);
  /** On the free table a hand that comes near the end of the guide's arrow means just that, whatever a pixel is in inches. */
  const gripped = useRef<[number, number]>([0, 0]);
  const shownGoal = (key: string, at: [number, number]): [number, number] => {
    const arrow = board.hex ? undefined : props.arrows.find((a) => a.guide && a.key === key), b = arrow && blocks.find((x) => x.piece.key === key);
    if (!arrow || !b || Math.hypot(at[0] - arrow.to[0], at[1] - arrow.to[1]) * board.k * live.current.k > 12000) return at;
    const own = tablePlace(board, middle(b));
    return [gripped.current[0] + arrow.to[0] - own[0], gripped.current[1] + arrow.to[1] - own[1]];
  };
  const dragProps = (p: Piece) => {
    if (!props.drag || p.side === null) return {};
    return {
      onPointerDown: (e: PointerEvent) => {
        if (lassoes || e.button || (e.pointerType === "touch" && !props.picked.includes(p.key))) return;
        const d = props.drag!(p.key);
        handle.current = d;
        if (!d) return;
        held.current = true;
        dragged.current = false;
        (e.currentTarget as Element).setPointerCapture(e.pointerId);
        gripped.current = toTable(e);
        d.start(gripped.current);
        e.preventDefault();
      },
      onPointerMove: (e: PointerEvent) => {
        if (!held.current) return;
        dragged.current = dragged.current || Math.abs(e.movementX) + Math.abs(e.movementY) > 0;
        handle.current?.move(shownGoal(p.key, toTable(e)), e.shiftKey);
      },
      onPointerUp: () => { if (held.current) { held.current = false; handle.current?.end(); } },
    };
  };
  /** A rectangle drawn by Shift and a drag over the ground, or by the tool: own troops in it are picked. */
  const lasso = {
    onPointerDown: (e: PointerEvent) => {
      caught.current = false;
      if (!props.onLasso || e.button || !(lassoes || (e.shiftKey && !(e.target as Element).closest(".draggable")))) return;
      const box = hold.current!.getBoundingClientRect();
      rope.current = [e.clientX - box.left, e.clientY - box.top];
      hold.current!.setPointerCapture(e.pointerId);
      e.preventDefault();
    },
    onPointerMove: (e: PointerEvent) => {
      if (!rope.current || !loop.current) return;
      const r = roped(e);
      Object.assign(loop.current.style, { left: `${r.x}px`, top: `${r.y}px`, width: `${r.w}px`, height: `${r.h}px` });
      loop.current.hidden = false;
    },
    onPointerUp: (e: PointerEvent) => {
      if (!rope.current) return;
      const r = roped(e), v = live.current;
      rope.current = null;
      caught.current = true; // the click that ends it is no choice
      setTimeout(() => { caught.current = false; });
      if (loop.current) loop.current.hidden = true;
      setLassoes(false);
      const inside = blocks.filter((b) => { const m = middle(b), x = m.x * v.k + v.x, y = m.y * v.k + v.y; return mine(b.piece) && x >= r.x && x <= r.x + r.w && y >= r.y && y <= r.y + r.h; });
      props.onLasso?.(inside.map((b) => b.piece.key));
    },
  };
  const roped = (e: PointerEvent): { x: number; y: number; w: number; h: number } => {
    const box = hold.current!.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top, [a, b] = rope.current!;
    return { x: Math.min(x, a), y: Math.min(y, b), w: Math.abs(x - a), h: Math.abs(y - b) };
  };
  /** A piece that keys have come to is pointed at; the ruler is laid to it from what is chosen. */
  const byKeys = (p: Piece): void => {
    props.onPoint(p.key);
    const from = rule.on ? scene.pieces.find((x) => x.key === props.chosen) : undefined;
    if (from && from.key !== p.key) setRule({ on: true, from: [from.x, from.y], to: [p.x, p.y] });
  };
  const mine = (p: Piece): boolean => props.side !== null && p.side === props.side;
  const named = useMemo(() => new Set(grounds.map((n) => plainly(n.text))), [grounds]);
  const chosenLabel = scene.pieces.find((p) => p.key === props.chosen)?.label;
  const overlays = scene.overlays.filter((o) => !QUIET.test(o.what ?? "") || (o.label && o.label === chosenLabel));

  // News that come while the sheet moves are drawn when it rests.
  if (zoom.moving() && last.current) { missed.current = true; return last.current; }
  countDrawing();
  return (last.current = (
    <div class="map-frame">
      <div class={lassoes ? "map-hold lassoing" : "map-hold"} ref={hold} {...lasso}>
      <div class="map-layer" ref={layer}>
      <svg class="map" role="group" aria-label={t("Battlefield: {0}, {1}", scene.title ?? "", scene.status ?? "")}
        onPointerMove={(e: PointerEvent) => { if (rule.on && rule.from && !rule.laid) setRule({ ...rule, to: toTable(e) }); }}
        onClickCapture={(e: MouseEvent) => {
          if (caught.current) { caught.current = false; e.stopPropagation(); return; }
          if (!rule.on) return;
          e.stopPropagation();
          // The second click lays it, whether or not a hand was seen to move between; the third begins anew.
          setRule(rule.from && !rule.laid ? { ...rule, to: toTable(e), laid: true } : { on: true, from: toTable(e), to: null });
        }}
        onClick={(e: MouseEvent) => { setFan(null); props.onGround(toTable(e)); }}>
        <defs>
          <marker id="arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse">
            <path d="M0 0L10 5L0 10z" fill="context-stroke" />
          </marker>
          <pattern id="cloth1" width="2.6" height="2.6" patternUnits="userSpaceOnUse" patternTransform="rotate(-52)">
            <rect width="2.6" height="2.6" fill={cloth.sides[1]} />
            <rect width="2.6" height="0.7" fill={blend(cloth.sides[1], "#ffffff", 0.3)} />
          </pattern>
        </defs>
        <g ref={sheet} style={{ transform: zoom.drawn() }}>
          <Frame scene={scene} board={board} cloth={cloth} />
          <svg x={0} y={0} width={board.width} height={board.height} viewBox={`0 0 ${board.width} ${board.height}`} overflow="hidden">
            <GroundLayer scene={scene} board={board} />
          </svg>
          <HexNumbers board={board} scale={scale} />
          <GroundNames names={grounds} />
          <g aria-hidden="true">{overlays.filter((o) => !isGoal(o)).map((o, i) => <OverlayMark key={i} o={o} board={board} cloth={cloth} scale={scale} named={named} />)}</g>
          {props.edge && props.edge.points.length > 1 && (
            <path class={props.edge.imagined ? "edge could" : "edge"} aria-hidden="true"
              d={trace(area([props.edge.from, ...props.edge.points].map(([x, y]) => place(board, x, y))))} />
          )}
          {props.box && props.box.length > 0 && <path class="brigade-box" aria-hidden="true" d={trace(outline(board, props.box))} />}
          {props.asked && props.asked.length > 0 && <path class="asked-hex" aria-hidden="true" d={trace(outline(board, props.asked))} />}
          {props.bands && <Bands {...props.bands} board={board} />}
          <g class="spots under">
            {props.spots.filter((s) => s.kind !== "unit").map((s) => <SpotMark key={s.id} s={s} board={board} blocks={blocks} cloth={cloth} props={props} />)}
          </g>
          <g class="troops">
            {blocks.map((b) => {
              const lit = props.lit.has(b.piece.key), live = lit || props.targets.has(b.piece.key);
              const stacked = b.piece.stack > 1 || blocks.some((o) => o !== b && stackKey(o.piece) === stackKey(b.piece));
              // A leader who rides with a body does not hide it from the hand, unless it is he who is asked.
              const rides = b.piece.arm === "leader" && !live && blocks.some((o) => o.piece.arm !== "leader" && o.piece.side === b.piece.side && Math.hypot(middle(o).x - middle(b).x, middle(o).y - middle(b).y) < Math.max(o.w, o.d) * 0.6);
              const pick = (more = false): void => { if (stacked) open(b.piece); props.onPiece(b.piece.key, more); };
              return (
                <g key={`${b.piece.side}-${b.piece.id}-${b.index}`} data-key={b.piece.key}
                  class={`piece${live ? " live" : ""}${props.drag && mine(b.piece) ? " draggable" : ""}${props.picked.includes(b.piece.key) ? " picked" : ""}${props.band.has(b.piece.key) ? " band" : ""}${props.threats.has(b.piece.key) ? " threat" : ""}${props.prey.has(b.piece.key) ? " prey" : ""}${rides ? " rides" : ""}`}
                  role={live ? "button" : "img"} tabIndex={live ? 0 : -1} aria-label={describe(b.piece, scene.sides)}
                  onClick={(e: MouseEvent) => {
                    e.stopPropagation();
                    // The click that ends a drag is no choice.
                    if (dragged.current) dragged.current = false;
                    else pick(e.ctrlKey || e.metaKey);
                  }} onKeyDown={(e: KeyboardEvent) => { if (!(props.ready && e.key === "Enter")) enter(() => pick())(e); }}
                  onMouseEnter={() => { if (stacked && board.hex && !zoom.moving()) open(b.piece); props.onPoint(b.piece.key); }}
                  onMouseLeave={() => props.onPoint(null)} onFocus={() => byKeys(b.piece)} onBlur={() => props.onPoint(null)} {...(mine(b.piece) ? dragProps(b.piece) : {})}>
                  {(props.band.has(b.piece.key) || (props.picked.length > 1 && props.picked.includes(b.piece.key)) || props.threats.has(b.piece.key) || props.prey.has(b.piece.key)) && <rect class="outline" transform={`translate(${num(b.at.x)} ${num(b.at.y)}) rotate(${num((b.angle * 180) / Math.PI)})`}
                    x={-b.w / 2 - 4} y={-4} width={b.w + 8} height={b.d + 8} rx={3} />}
                  <BlockSymbol x={b} cloth={cloth} lit={lit} chosen={b.piece.key === props.chosen} fine={fine} target={props.targets.has(b.piece.key)} />
                  <title>{describe(b.piece, scene.sides)}</title>
                </g>
              );
            })}
          </g>
          {brigades && <BrigadeLayer blocks={blocks} cloth={cloth} />}
          <Labels labels={labels} cloth={cloth} />
          <g aria-hidden="true">{overlays.filter(isGoal).map((o, i) => <OverlayMark key={i} o={o} board={board} cloth={cloth} scale={scale} named={named} />)}</g>
          <MarkLayer marks={props.marks} blocks={blocks} board={board} cloth={cloth} scale={scale} />
          <g class="spots over">
            {props.spots.filter((s) => s.kind === "unit").map((s) => <SpotMark key={s.id} s={s} board={board} blocks={blocks} cloth={cloth} props={props} />)}
          </g>
          <g class="arrows" aria-hidden="true">
            {props.arrows.map((a) => {
              const b = blocks.find((x) => x.piece.key === a.key), to = place(board, a.to[0], a.to[1]);
              return b ? <path key={`${a.key}${a.guide ? "!" : ""}`} class={a.guide ? "guide-arrow" : "ghost-path order"} d={`M${num(middle(b).x)} ${num(middle(b).y)}L${num(to.x)} ${num(to.y)}`} marker-end="url(#arrow)" /> : null;
            })}
          </g>
          {rule.from && rule.to && <Ruler from={rule.from} to={rule.to} board={board} scale={scale} kind={scene.board} />}
          {props.ghost && <GhostLayer ghost={props.ghost} board={board} cloth={cloth} />}
        </g>
      </svg>
      </div>
      <div class="map-glass" ref={glass} hidden />
      <div class="lasso" ref={loop} hidden />
      </div>
      <div class="map-tools" role="group" aria-label={t("Map size")}>
        <button type="button" onClick={() => by(1.4)} aria-label={t("Larger")} title={t("Larger (+)")}>+</button>
        <button type="button" onClick={() => by(1 / 1.4)} aria-label={t("Smaller")} title={t("Smaller (-)")}>−</button>
        <button type="button" onClick={fit} aria-label={t("Whole map")} title={t("Whole map (0)")}>⤢</button>
        <button type="button" aria-pressed={rule.on} onClick={() => setRule({ on: !rule.on, from: null, to: null })} aria-label={t("Ruler")} title={t("Ruler: click where to measure from, then point (K)")}>⊢</button>
        <button type="button" aria-pressed={brigades} onClick={() => setBrigades(!brigades)} aria-label={t("Brigades")} title={t("Brigades: the outline and name of each (D)")}>▤</button>
        {props.onLasso && <button type="button" aria-pressed={lassoes} onClick={() => setLassoes(!lassoes)} aria-label={t("Lasso")} title={t("Lasso: draw a box round the units to pick (J, or Shift and drag over the ground)")}>⬚</button>}
      </div>
    </div>
  ));
}

/** Range bands and arcs: sectors about the facing. */
function Bands({ at, facing, bands, board }: { at: [number, number]; facing: number; bands: Band[]; board: Board }): JSX.Element {
  const c = place(board, at[0], at[1]), turn = (n: number): number => (n / 65536) * 2 * Math.PI;
  return (
    <g class="bands" aria-hidden="true">
      {bands.map((b, i) => {
        const r = board.hex ? (b.far + 0.5) * board.k * 1.732 : (b.far / 1000) * board.k;
        const p = (a: number): Pt => ({ x: c.x + Math.sin(a) * r, y: c.y - Math.cos(a) * r }), mid = p(turn(facing));
        if (b.arc >= 32768) return <circle key={i} class={b.what} cx={num(c.x)} cy={num(c.y)} r={num(r)} />;
        const a = p(turn(facing - b.arc)), z = p(turn(facing + b.arc));
        return (
          <g key={i}>
            <path class={b.what} d={`M${num(c.x)} ${num(c.y)}L${num(a.x)} ${num(a.y)}A${num(r)} ${num(r)} 0 ${b.arc > 16384 ? 1 : 0} 1 ${num(z.x)} ${num(z.y)}Z`} />
            <text x={num(mid.x)} y={num(mid.y)} text-anchor="middle">{b.what === "charge" ? t("charge {0}", t(b.name)) : t(b.name)}</text>
          </g>
        );
      })}
    </g>
  );
}

function Ruler({ from, to, board, scale, kind }: { from: [number, number]; to: [number, number]; board: Board; scale: number; kind: Scene["board"] }): JSX.Element {
  const a = place(board, from[0], from[1]), b = place(board, to[0], to[1]), size = 15 / scale;
  return (
    <g class="ruler">
      <path d={`M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`} stroke-width={num(2.5 / scale)} />
      <text x={num(b.x + size)} y={num(b.y - size * 0.6)} font-size={num(size)} stroke-width={num(size * 0.25)}>{apartWords(kind, apart(kind, from, to))}</text>
    </g>
  );
}

export function Labels({ labels, cloth }: { labels: Label[]; cloth: Cloth }): JSX.Element {
  return (
    <g class="names" aria-hidden="true">
      {labels.map((l) => (
        <text key={l.key} class={`name${l.leader ? " leader" : ""}${l.brigade ? " brigade" : ""}`} font-size={num(l.size)} text-anchor="middle"
          transform={`translate(${num(l.at.x)} ${num(l.at.y)}) rotate(${num(l.angle)})`} dy={num(l.size * 0.33)}
          stroke-width={num(l.size * 0.24)} fill={blend(colourOf(cloth, l.side), INK, 0.62)}>
          {l.text}
        </text>
      ))}
    </g>
  );
}

function GhostLayer({ ghost, board, cloth }: { ghost: Ghost; board: Board; cloth: Cloth }): JSX.Element {
  const path: Pt[] = (ghost.path ?? []).map(([x, y]) => place(board, x, y));
  return (
    <g class={ghost.legal ? "ghosts legal" : "ghosts refused"} aria-hidden="true">
      {path.length > 1 && <path d={trace({ loops: [path], closed: false })} class="ghost-path" marker-end="url(#arrow)" />}
      {layBlocks(ghost.pieces, board, null).map((b) => (
        <BlockSymbol key={b.index} x={b} cloth={cloth} lit={false} chosen={false} target={false} fine={false} ghost />
      ))}
    </g>
  );
}
