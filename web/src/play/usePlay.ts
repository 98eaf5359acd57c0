// The state of choosing an answer: which unit, which act, what the hand is drawing.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActLike } from "../api";
import type { Game } from "../game";
import { keep } from "../keep";
import { boardOf } from "../map/board";
import type { DragHandlers, Ghost, Spot } from "../map/MapView";
import type { Act, Piece, Refusal } from "../types";
import { draftOf, ghostOf, marchAct, marchTo, type Draft, type March } from "./march";
import {
  actWords, isWeighty, litUnits, movedPieces, namesOf, readAct, sideNumber, subjectOf, type Names, type Reading,
} from "./offers";

export interface HandMarch {
  unit: string;
  draft: Draft;
  march: March;
  at: [number, number] | null;
  state: "asking" | "legal" | "refused";
  refusal: Refusal | null;
  pieces: Piece[] | null;
}

export interface Play {
  readings: Reading[];
  shown: Reading[];
  names: Names;
  lit: Set<string>;
  targets: Set<string>;
  spots: Spot[];
  ghost: Ghost | null;
  unit: string | null;
  act: Reading | null;
  hover: Reading | null;
  hand: HandMarch | null;
  canMarch: boolean;
  drag: DragHandlers | null;
  narrowed: boolean;
  chooseUnit(key: string): void;
  tryAct(r: Reading): void;
  doAct(): void;
  doHand(): void;
  setHover(r: Reading | null): void;
  onSpot(id: string): void;
  onHoverSpot(id: string | null): void;
  turnHand(turn: number, ahead: number): void;
  startHand(): void;
  clear(): void;
}

const EAGER = 48;

/** Acts without hex, place or foe say by their preview where they lead. */
const needsPreview = (r: Reading): boolean => !r.hexes.length && !r.places.length && !r.foes.length;

export function usePlay(game: Game): Play {
  const scene = game.view?.scene ?? null, q = game.question, live = !game.replay && game.mine && q?.kind === "question";
  const [unit, setUnit] = useState<string | null>(null);
  const [act, setAct] = useState<Reading | null>(null);
  const [hover, setHoverState] = useState<Reading | null>(null);
  const [only, setOnly] = useState<Set<string> | null>(null);
  const [hand, setHand] = useState<HandMarch | null>(null);
  const asking = useRef(0);

  const side = scene && q ? sideNumber(scene, q.side) : -1;
  const names = useMemo(() => (scene ? namesOf(scene) : { label: new Map<string, string>() }), [scene]);
  const board = useMemo(() => (scene ? boardOf(scene) : null), [scene]);
  const readings = useMemo(
    () => (live && scene && board && game.offersOf === q!.number ? game.offers.map((a) => readAct(a, scene, board, side)) : []),
    [live, scene, board, game.offers, game.offersOf, q?.number, side],
  );
  const subject = live && scene ? subjectOf(q!, scene) : null;

  const clear = (): void => { setAct(null); setHoverState(null); setOnly(null); setHand(null); };
  // A new question: what it is about is chosen at once.
  useEffect(() => {
    clear();
    setUnit(subject);
  }, [q?.number, game.replay !== null]);

  const lit = useMemo(
    () => (live && scene ? litUnits(readings, q!, scene, side) : new Set<string>()),
    [live, scene, readings, q?.number, side],
  );
  const mine = useMemo(() => {
    if (only) return readings.filter((r) => only.has(r.act.act));
    if (!unit || unit === subject) return readings;
    const named = readings.filter((r) => r.own.includes(unit) || r.foes.includes(unit));
    return named.length ? named : readings;
  }, [readings, unit, only, subject]);

  // Previews of a short list are fetched at once, so that places appear on the map.
  const waiting = mine.filter(needsPreview);
  const eager = live && waiting.length <= EAGER && mine.some((r) => r.own.length || subject) ? waiting : [];
  const eagerKey = eager.map((r) => r.act.act).join("\n");
  useEffect(() => {
    let stop = false;
    void (async () => {
      for (const r of eager) {
        if (stop) return;
        await game.preview(r.act).catch(() => undefined);
      }
    })();
    return () => { stop = true; };
  }, [eagerKey]);

  const { spots, bySpot } = useMemo(() => {
    const spots: Spot[] = [], bySpot = new Map<string, Reading[]>();
    if (!scene || !live) return { spots, bySpot };
    const put = (id: string, r: Reading, make: () => Spot): void => {
      const list = bySpot.get(id);
      if (list) list.push(r);
      else { bySpot.set(id, [r]); spots.push(make()); }
    };
    // Several units on the map: first the unit is chosen, then its places are shown.
    const open = unit !== null || only !== null || readings.every((r) => r.own.length === 0);
    for (const r of open ? mine : []) {
      const text = actWords(r.act, names), hot = r === act || r === hover;
      const last = r.hexes[r.hexes.length - 1], spot = r.places[r.places.length - 1], foe = r.foes[r.foes.length - 1];
      if (last) put(`h${last}`, r, () => ({ id: `h${last}`, kind: "hex", at: last, text, hot, tone: /attack|charge|fire|^at$/.test(r.act.verb) ? "attack" : "go" }));
      else if (foe) put(`u${foe}`, r, () => ({ id: `u${foe}`, kind: "unit", key: foe, text, hot, tone: "attack" }));
      else if (spot) put(`p${spot}`, r, () => ({ id: `p${spot}`, kind: "place", at: spot, text, hot }));
      else {
        const seen = game.previewed(r.act), moved = seen?.legal ? movedPieces(scene.pieces, seen.pieces) : [];
        if (moved.length && moved.length < 24) {
          const id = "g" + moved.map((p) => `${p.key},${p.x},${p.y},${p.facing ?? ""},${p.formation ?? ""}`).join(";");
          put(id, r, () => ({ id, kind: "ghost", pieces: moved, text, hot }));
        }
      }
    }
    for (const s of spots) {
      const list = bySpot.get(s.id)!;
      if (list.length > 1) s.text = `${list.length} ways: ${list.map((r) => actWords(r.act, names)).slice(0, 4).join(" / ")}`;
      s.hot = list.includes(act!) || list.includes(hover!);
    }
    return { spots: spots.length > 400 ? spots.slice(0, 400) : spots, bySpot };
  }, [scene, live, mine, unit, only, act, hover, readings, names, game.view, eagerKey, eager.filter((r) => game.previewed(r.act)).length]);

  const targets = useMemo(() => new Set(unit || only ? mine.flatMap((r) => r.foes) : []), [mine, unit, only]);

  // --- Choosing ---------------------------------------------------------------------------

  const tryAct = (r: Reading): void => {
    if (!live || game.busy) return;
    if (act?.act.act === r.act.act) { doAct(); return; }
    setHand(null);
    const number = q!.number;
    const decide = (chance: boolean | undefined): void => {
      if (game.question?.number !== number) return;
      if (keep.confirm() || (chance && isWeighty(r))) setAct(r);
      else { clear(); void game.answer(r.act, number); }
    };
    if (!isWeighty(r) && !keep.confirm()) { decide(false); return; }
    game.preview(r.act).then((p) => {
      if (!p.legal && p.refusal) game.refused(p.refusal);
      else decide(p.chance);
    }).catch(() => decide(true));
  };
  const doAct = (): void => {
    const a = act;
    if (!a) return;
    clear();
    void game.answer(a.act);
  };
  const chooseUnit = (key: string): void => {
    setAct(null);
    setOnly(null);
    if (!live) { setUnit(key); return; }
    const named = readings.filter((r) => r.own.includes(key) || r.foes.includes(key));
    const foes = mine.filter((r) => r.foes.includes(key));
    if (foes.length && !named.some((r) => r.own.includes(key))) {
      if (foes.length === 1) tryAct(foes[0]!);
      else setOnly(new Set(foes.map((r) => r.act.act)));
      return;
    }
    setUnit(key);
    setHand(null);
    if (named.length === 1 && key !== subject) tryAct(named[0]!);
  };
  const setHover = (r: Reading | null): void => {
    setHoverState(r);
    if (r && live) void game.preview(r.act).catch(() => undefined);
  };
  const onSpot = (id: string): void => {
    const list = bySpot.get(id) ?? [];
    if (list.length === 1) tryAct(list[0]!);
    else if (list.length) { setOnly(new Set(list.map((r) => r.act.act))); setAct(null); }
  };

  // --- Leading by hand ----------------------------------------------------------------------

  const piece = scene?.pieces.find((p) => p.key === unit) ?? null;
  const draft = useMemo(
    () => (live && scene && scene.board === "plane" && unit ? draftOf(game.offers, unit, subject) : null),
    [live, scene, unit, game.offers, subject],
  );
  const judgeHand = (h: HandMarch): void => {
    const turn = ++asking.current, what = marchAct(h.draft, h.march, h.at);
    setTimeout(() => {
      if (turn !== asking.current) return;
      game.api.preview(what).then((p) => {
        if (turn !== asking.current) return;
        setHand({ ...h, state: p.legal ? "legal" : "refused", refusal: p.refusal ?? null, pieces: p.legal && p.pieces?.length ? movedPieces(scene!.pieces, p.pieces) : null });
      }).catch((e: Error) => {
        if (turn === asking.current) setHand({ ...h, state: "refused", refusal: { text: e.message }, pieces: null });
      });
    }, 60);
  };
  const lead = (march: March, at: [number, number] | null): void => {
    if (!draft || !unit) return;
    const h: HandMarch = { unit, draft, march, at, state: "asking", refusal: null, pieces: null };
    setAct(null);
    setHand(h);
    judgeHand(h);
  };
  const grip = useRef<[number, number]>([0, 0]);
  const drag: DragHandlers | null = draft && piece ? {
    key: piece.key,
    start: (at) => { grip.current = [at[0] - piece.x, at[1] - piece.y]; },
    move: (at) => {
      const x = at[0] - grip.current[0], y = at[1] - grip.current[1];
      if (Math.hypot(x - piece.x, y - piece.y) < 150) return;
      if (draft.how === "place") lead({ turn: 0, ahead: 0 }, [Math.round(x), Math.round(y)]);
      else lead(marchTo(piece, x, y), null);
    },
    end: () => undefined,
  } : null;
  const startHand = (): void => {
    if (piece) lead({ turn: 0, ahead: 1000 }, draft?.how === "place" ? [piece.x, piece.y] : null);
  };
  const turnHand = (turn: number, ahead: number): void => {
    if (!piece) return;
    const m = hand?.march ?? { turn: 0, ahead: 0 };
    if (draft?.how === "place") {
      const at = hand?.at ?? [piece.x, piece.y];
      lead(m, [at[0] + Math.sign(turn) * 1000, at[1] + Math.sign(ahead) * 1000]);
      return;
    }
    lead({ turn: Math.max(-16384, Math.min(16384, m.turn + turn)), ahead: Math.max(0, m.ahead + ahead) }, null);
  };
  const doHand = (): void => {
    if (!hand) return;
    const what: ActLike = marchAct(hand.draft, hand.march, hand.at);
    if (hand.state === "refused" && hand.refusal) { game.refused(hand.refusal); return; }
    clear();
    void game.answer(what);
  };

  const ghost = useMemo((): Ghost | null => {
    if (!scene) return null;
    if (hand) {
      const p = scene.pieces.find((x) => x.key === hand.unit);
      if (!p) return null;
      const guess = hand.draft.how === "place" && hand.at ? { ...p, x: hand.at[0], y: hand.at[1] } : ghostOf(p, hand.march);
      const pieces = hand.pieces?.length ? hand.pieces : [guess], end = pieces.find((x) => x.key === p.key) ?? guess;
      return { pieces, legal: hand.state !== "refused", path: [[p.x, p.y], [end.x, end.y]] };
    }
    const r = act ?? hover;
    const seen = r ? game.previewed(r.act) : undefined;
    if (!r || !seen) return null;
    const moved = movedPieces(scene.pieces, seen.pieces);
    return moved.length ? { pieces: moved, legal: seen.legal } : null;
  }, [scene, hand, act, hover, game.view, act && game.previewed(act.act), hover && game.previewed(hover.act)]);

  return {
    readings, shown: mine, names, lit, targets, spots, ghost, unit, act, hover, hand, canMarch: !!draft, drag,
    narrowed: only !== null || (unit !== null && mine.length !== readings.length),
    chooseUnit, tryAct, doAct, doHand, setHover, onSpot,
    onHoverSpot: (id) => setHover(id ? (bySpot.get(id) ?? [])[0] ?? null : null),
    turnHand, startHand,
    clear: () => { clear(); setUnit(subject); },
  };
}

export type { Act };
