// The sheet of a battle being made: as it will look, with troops that can be moved and turned and ground that can be drawn.
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { layBlocks, middle, stackKey, type Block } from "../map/block";
import { AROUND, boardOf, cellOf, corners, hexAt, hexName, hexNamed, onMap, place, tablePlace, type Board } from "../map/board";
import { Frame } from "../map/Frame";
import { groundNames } from "../map/ground";
import { blend, sideColours } from "../map/ink";
import { placeLabels, settleNames } from "../map/labels";
import { GroundLayer, GroundNames, HexNumbers, Labels, OverlayMark } from "../map/MapView";
import { num, type Pt } from "../map/shape";
import { BlockSymbol, clothOf, describe } from "../map/Troops";
import { useZoom } from "../map/zoom";
import { pieceName } from "../play/offers";
import type { Scene } from "../types";
import type { Cell, Side } from "./hexground";
import { spotOn, type Spot } from "./lattice";
import type { Path } from "./schema";

export type Tool =
  | { kind: "deploy" }
  /** The picture under the hand is moved and sized. */
  | { kind: "picture" }
  /** Hexes for a value are pointed at. */
  | { kind: "pick"; path: Path; many: boolean }
  | { kind: "terrain" | "side" | "place" | "shape"; word: string };

/** Where the hand is: on a table its place, on hexes the hex, its nearest side, and the spot in widths of a hex. */
export interface Touch { at: [number, number]; cell: Cell | null; hex: string; side: Side | null; spot: Spot }

/** A picture to trace: how strong it is, and where it lies once it has been laid on a sheet; across by high is its shape. */
export interface Picture { url: string; strong: number; shape: number; at: { x: number; y: number; w: number } | null }

/** As large as the sheet lets it be, in its middle. */
const laid = (p: Picture, board: Board): { x: number; y: number; w: number } => {
  if (p.at) return p.at;
  const w = Math.min(board.width, board.height * p.shape);
  return { x: (board.width - w) / 2, y: (board.height - w / p.shape) / 2, w };
};

export interface EditMapProps {
  scene: Scene; tool: Tool; stale: boolean;
  /** A picture to trace, between the ground and the troops, in the measures of the sheet. */
  picture: Picture | null;
  /** Hexes that a value names. */
  marked: string[];
  onPicture(p: Picture): void;
  chosen: ReadonlySet<string>; bad: ReadonlySet<string>;
  /** Points that can be dragged: corners of ground, middles of places. */
  handles: { id: string; at: [number, number] }[];
  /** Corners drawn so far. */
  sketch: [number, number][];
  turns: (key: string) => "angle" | "step" | null;
  onPiece(key: string, more: boolean): void;
  onMove(key: string, by: [number, number], hex: string | null): void;
  onTurn(key: string, degrees: number): void;
  onHandle(id: string, at: [number, number]): void;
  onStroke(phase: "begin" | "go" | "end", t: Touch): void;
  onEnd(): void;
}

const touchAt = (board: Board, p: Pt): Touch => {
  const spot = spotOn(p, board.k);
  if (!board.hex) return { at: tablePlace(board, p), cell: null, hex: "", side: null, spot };
  const [q, r] = hexAt(board, p);
  if (!onMap(board, q, r)) return { at: [q, r], cell: null, hex: "", side: null, spot };
  const c = corners(board, q, r), c2 = cellOf(board, q, r);
  let best = 0, far = Infinity;
  for (let i = 0; i < 6; i++) {
    const a = c[i]!, b = c[(i + 1) % 6]!, d = Math.hypot((a.x + b.x) / 2 - p.x, (a.y + b.y) / 2 - p.y);
    if (d < far) { far = d; best = i; }
  }
  const [dq, dr] = AROUND[best]!, other = onMap(board, q + dq, r + dr) ? hexName(board, q + dq, r + dr) : "";
  return { at: [q, r], cell: [c2.column, c2.row], hex: hexName(board, q, r), side: other ? { hex: hexName(board, q, r), side: best, other } : null, spot };
};

interface Held { key: string; from: Pt; to: Pt; moved: boolean }

export function EditMap(props: EditMapProps): JSX.Element {
  const { scene, tool } = props;
  const size = `${scene.board}/${scene.width}/${scene.height}/${JSON.stringify(scene.hex ?? null)}`;
  const board = useMemo(() => boardOf(scene), [size]);
  const zoom = useZoom(board, size), { hold, layer, glass, live, sheet, scale, fit, by } = zoom;
  // The stack of the chosen one is spread out, so that the others can be reached.
  const one = props.chosen.size === 1 ? scene.pieces.find((p) => props.chosen.has(p.key)) : undefined, fan = board.hex && one ? stackKey(one) : null;
  const [held, setHeld] = useState<Held | null>(null), [hover, setHover] = useState<Touch | null>(null);
  const [turned, setTurned] = useState<{ key: string; degrees: number } | null>(null), [pulled, setPulled] = useState<{ id: string; at: [number, number] } | null>(null);
  const stroking = useRef(false), was = useRef<Pt>({ x: 0, y: 0 }), [trail, setTrail] = useState<Pt[]>([]);
  const cloth = useMemo(() => clothOf(scene.pieces, sideColours(scene.sides)), [scene]);
  const blocks = useMemo(() => layBlocks(scene.pieces, board, fan), [scene, board, fan]);
  const groundText = JSON.stringify(scene.grounds);
  const names = useMemo(() => settleNames(groundNames(scene, board, scale), blocks), [groundText, board, scale, blocks]);
  const labels = useMemo(() => {
    const wishes = new Map(blocks.map((b) => [b.piece.key, { block: b, text: pieceName(b.piece), weight: (props.chosen.has(b.piece.key) ? 100 : 0) + (b.piece.arm === "leader" ? 20 : 0) + Math.min(10, b.w / 10) }]));
    return placeLabels([...wishes.values()], blocks, scale, board, names);
  }, [blocks, names, scale, props.chosen]);
  const named = useMemo(() => new Set<string>(), []);

  const sheetPoint = (e: { clientX: number; clientY: number }): Pt => {
    const box = hold.current!.getBoundingClientRect();
    return { x: (e.clientX - box.left - live.current.x) / live.current.k, y: (e.clientY - box.top - live.current.y) / live.current.k };
  };
  const capture = (e: PointerEvent): void => { (e.currentTarget as Element).setPointerCapture(e.pointerId); e.preventDefault(); e.stopPropagation(); };

  const dragPiece = (b: Block) => ({
    onPointerDown: (e: PointerEvent) => {
      if (e.button || tool.kind !== "deploy") return;
      capture(e);
      const p = sheetPoint(e);
      setHeld({ key: b.piece.key, from: p, to: p, moved: false });
    },
    onPointerMove: (e: PointerEvent) => {
      if (!held) return;
      const to = sheetPoint(e);
      setHeld({ ...held, to, moved: held.moved || Math.hypot(to.x - held.from.x, to.y - held.from.y) * live.current.k > 4 });
    },
    onPointerUp: (e: PointerEvent) => {
      if (!held) return;
      setHeld(null);
      if (!held.moved) { props.onPiece(held.key, e.shiftKey); return; }
      if (board.hex) { const t = touchAt(board, held.to); if (t.cell) props.onMove(held.key, [0, 0], t.hex); return; }
      const a = tablePlace(board, held.from), z = tablePlace(board, held.to);
      props.onMove(held.key, [z[0] - a[0], z[1] - a[1]], null);
    },
  });

  /** A quick hand leaves no hex out. */
  const strokeTo = (p: Pt): void => {
    const a = was.current, n = board.hex ? Math.max(1, Math.ceil(Math.hypot(p.x - a.x, p.y - a.y) / (board.k * 0.5))) : 1;
    for (let i = 1; i <= n; i++) props.onStroke("go", touchAt(board, { x: a.x + ((p.x - a.x) * i) / n, y: a.y + ((p.y - a.y) * i) / n }));
    was.current = p;
    if (tool.kind === "side") setTrail((l) => [...l, p]);
  };
  const canvas = {
    onPointerDown: (e: PointerEvent) => { if (e.button) return; capture(e); stroking.current = true; was.current = sheetPoint(e); setTrail([was.current]); props.onStroke("begin", touchAt(board, was.current)); },
    onPointerMove: (e: PointerEvent) => {
      const p = sheetPoint(e);
      setHover(touchAt(board, p));
      if (stroking.current) strokeTo(p);
    },
    onPointerUp: (e: PointerEvent) => { if (stroking.current) { stroking.current = false; setTrail([]); props.onStroke("end", touchAt(board, sheetPoint(e))); } },
    onPointerLeave: () => setHover(null),
    onDblClick: () => props.onEnd(),
  };

  const shift = held?.moved ? { x: held.to.x - held.from.x, y: held.to.y - held.from.y } : null;
  const chosenBlock = props.chosen.size === 1 ? blocks.find((b) => props.chosen.has(b.piece.key)) : undefined;
  return (
    <div class={props.stale ? "map-frame ws-stale" : "map-frame"}>
      <div class="map-hold" ref={hold}>
      <div class="map-layer" ref={layer}>
      <svg class={tool.kind === "deploy" ? "map" : "map ws-drawing"} role="application" aria-label="The sheet: drag troops to deploy them">
        <defs>
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
          {props.picture && <TracedPicture picture={props.picture} board={board} />}
          <HexNumbers board={board} scale={scale} />
          <GroundNames names={names} />
          <g aria-hidden="true">{scene.overlays.map((o, i) => <OverlayMark key={i} o={o} board={board} cloth={cloth} scale={scale} named={named} />)}</g>
          <g class="troops">
            {blocks.map((b) => {
              const key = b.piece.key, mine = props.chosen.has(key), moving = shift && (held!.key === key || (mine && props.chosen.has(held!.key)));
              return (
                <g key={`${key}-${b.index}`} data-key={key} class={`piece draggable picked${mine ? " band" : ""}${props.bad.has(key) ? " ws-wrong" : ""}`} role="img" aria-label={describe(b.piece, scene.sides)}
                  transform={moving ? `translate(${num(shift.x)} ${num(shift.y)})` : undefined} opacity={moving ? 0.8 : undefined} {...dragPiece(b)}>
                  {(mine || props.bad.has(key)) && <rect class={props.bad.has(key) ? "outline ws-bad-outline" : "outline"} transform={`translate(${num(b.at.x)} ${num(b.at.y)}) rotate(${num((b.angle * 180) / Math.PI)})`} x={-b.w / 2 - 4} y={-4} width={b.w + 8} height={b.d + 8} rx={3} />}
                  <BlockSymbol x={b} cloth={cloth} lit={false} chosen={mine} fine={!board.hex || board.k * scale > 34} target={false} />
                  <title>{describe(b.piece, scene.sides)}</title>
                </g>
              );
            })}
          </g>
          <Labels labels={labels} cloth={cloth} />
          {chosenBlock && tool.kind === "deploy" && !board.hex && props.turns(chosenBlock.piece.key) === "angle" && (
            <TurnHandle b={chosenBlock} scale={scale} turned={turned?.key === chosenBlock.piece.key ? turned.degrees : null}
              onDown={capture} onGo={(e) => setTurned({ key: chosenBlock.piece.key, degrees: aim(middle(chosenBlock), sheetPoint(e)) })}
              onUp={() => { if (turned) props.onTurn(turned.key, turned.degrees); setTurned(null); }} />
          )}
          {tool.kind === "side" && trail.length > 1 && <path class="ws-sketch" d={line(trail)} stroke-width={num(2.4 / scale)} />}
          {props.sketch.length > 0 && <path class="ws-sketch" d={line(props.sketch.map(([x, y]) => place(board, x, y)))} stroke-width={num(2.4 / scale)} />}
          {props.sketch.map(([x, y], i) => { const p = place(board, x, y); return <circle key={i} class="ws-sketch-dot" cx={num(p.x)} cy={num(p.y)} r={num(5 / scale)} />; })}
          {board.hex && props.marked.map((h) => { const at = hexNamed(board, h); return at && onMap(board, at[0], at[1]) ? <path key={h} class="ws-marked" data-hex={h} d={`${line(corners(board, at[0], at[1], 0.9))}Z`} stroke-width={num(2.4 / scale)} /> : null; })}
          {tool.kind === "picture" && props.picture && <PictureHandles picture={props.picture} board={board} scale={scale} point={sheetPoint} onDown={capture} onPicture={props.onPicture} />}
          {tool.kind !== "deploy" && tool.kind !== "picture" && <rect class="ws-canvas draggable picked" x={0} y={0} width={board.width} height={board.height} {...canvas} />}
          {hover && tool.kind !== "deploy" && tool.kind !== "picture" && <Pointer board={board} t={hover} tool={tool} scale={scale} />}
          {props.handles.map((h) => {
            const at = pulled?.id === h.id ? pulled.at : h.at, p = place(board, at[0], at[1]);
            return (
              <circle key={h.id} class="ws-handle draggable picked" data-handle={h.id} cx={num(p.x)} cy={num(p.y)} r={num(8 / scale)} stroke-width={num(2 / scale)}
                onPointerDown={(e: PointerEvent) => { capture(e); setPulled({ id: h.id, at: h.at }); }}
                onPointerMove={(e: PointerEvent) => { if (pulled?.id === h.id) setPulled({ id: h.id, at: touchAt(board, sheetPoint(e)).at }); }}
                onPointerUp={() => { if (pulled?.id === h.id) { props.onHandle(h.id, pulled.at); setPulled(null); } }} />
            );
          })}
        </g>
      </svg>
      </div>
      <div class="map-glass" ref={glass} hidden />
      </div>
      <div class="map-tools" role="group" aria-label="Map size">
        <button type="button" onClick={() => by(1.4)} aria-label="Larger" title="Larger">+</button>
        <button type="button" onClick={() => by(1 / 1.4)} aria-label="Smaller" title="Smaller">−</button>
        <button type="button" onClick={fit} aria-label="Whole map" title="Whole map">⤢</button>
      </div>
    </div>
  );
}

const line = (pts: Pt[]): string => pts.map((p, i) => `${i ? "L" : "M"}${num(p.x)} ${num(p.y)}`).join("");

/** Degrees clockwise from the top, to fives. */
const aim = (from: Pt, to: Pt): number => (Math.round((Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI / 5) * 5 + 360) % 360;

function TurnHandle({ b, scale, turned, onDown, onGo, onUp }: { b: Block; scale: number; turned: number | null; onDown(e: PointerEvent): void; onGo(e: PointerEvent): void; onUp(): void }): JSX.Element {
  const m = middle(b), a = turned === null ? b.angle : (turned * Math.PI) / 180, far = b.d / 2 + 26 / scale;
  const p = { x: m.x + Math.sin(a) * far, y: m.y - Math.cos(a) * far }, down = useRef(false);
  return (
    <g class="ws-turn">
      <path d={line([m, p])} stroke-width={num(2 / scale)} />
      <circle class="draggable picked" cx={num(p.x)} cy={num(p.y)} r={num(9 / scale)} stroke-width={num(2 / scale)}
        onPointerDown={(e: PointerEvent) => { down.current = true; onDown(e); }} onPointerMove={(e: PointerEvent) => { if (down.current) onGo(e); }}
        onPointerUp={() => { down.current = false; onUp(); }}><title>Turn it</title></circle>
    </g>
  );
}

function TracedPicture({ picture, board }: { picture: Picture; board: Board }): JSX.Element {
  const at = laid(picture, board);
  return <image class="ws-picture" href={picture.url} x={num(at.x)} y={num(at.y)} width={num(at.w)} height={num(at.w / picture.shape)} preserveAspectRatio="none" opacity={picture.strong} />;
}

/** The picture is pushed about, and made larger or smaller by its corners: the opposite corner stays. */
function PictureHandles({ picture, board, scale, point, onDown, onPicture }: { picture: Picture; board: Board; scale: number; point(e: PointerEvent): Pt; onDown(e: PointerEvent): void; onPicture(p: Picture): void }): JSX.Element {
  const at = laid(picture, board), h = at.w / picture.shape, from = useRef<{ p: Pt; at: typeof at } | null>(null);
  const grip = (go: (was: typeof at, by: Pt) => typeof at) => ({
    onPointerDown: (e: PointerEvent) => { if (e.button) return; onDown(e); from.current = { p: point(e), at }; },
    onPointerMove: (e: PointerEvent) => {
      const f = from.current, p = point(e);
      if (f) onPicture({ ...picture, at: go(f.at, { x: p.x - f.p.x, y: p.y - f.p.y }) });
    },
    onPointerUp: () => { from.current = null; },
  });
  const size = (left: boolean, top: boolean) => (was: typeof at, by: Pt): typeof at => {
    const tall = was.w / picture.shape, w = Math.max(board.width / 20, was.w + (left ? -by.x : by.x));
    return { w, x: left ? was.x + was.w - w : was.x, y: top ? was.y + tall - w / picture.shape : was.y };
  };
  return (
    <g>
      <rect class="ws-picture-frame draggable picked" x={num(at.x)} y={num(at.y)} width={num(at.w)} height={num(h)} stroke-width={num(2 / scale)} {...grip((was, by) => ({ ...was, x: was.x + by.x, y: was.y + by.y }))} />
      {[[true, true], [false, true], [true, false], [false, false]].map(([left, top], i) => (
        <circle key={i} class="ws-handle draggable picked" data-handle={`picture-${i}`} cx={num(left ? at.x : at.x + at.w)} cy={num(top ? at.y : at.y + h)} r={num(9 / scale)} stroke-width={num(2 / scale)} {...grip(size(left!, top!))} />
      ))}
    </g>
  );
}

/** What would be drawn here. */
function Pointer({ board, t, tool, scale }: { board: Board; t: Touch; tool: Tool; scale: number }): JSX.Element | null {
  if (!board.hex) { const p = place(board, t.at[0], t.at[1]); return <circle class="ws-hover" cx={num(p.x)} cy={num(p.y)} r={num(4 / scale)} />; }
  if (!t.cell) return null;
  const c = corners(board, t.at[0], t.at[1], tool.kind === "side" ? 1 : 0.96);
  if (tool.kind === "side") {
    if (!t.side) return null;
    return <path class="ws-hover-side" d={line([c[t.side.side]!, c[(t.side.side + 1) % 6]!])} />;
  }
  return <path class="ws-hover" d={`${line(c)}Z`} />;
}
