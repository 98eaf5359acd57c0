// The state of choosing an answer: which unit, which act, what the hand is drawing.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActLike } from "../api";
import type { Game } from "../game";
import { keep } from "../keep";
import { boardOf, place } from "../map/board";
import { formed } from "../map/block";
import type { DragHandlers, Ghost, Spot } from "../map/MapView";
import type { Act, Could, Piece, Plan, PlanEnd, PlanOrder, Reach, ReachPlace, Refusal, Threat } from "../types";
import { anyOrder, firesGuns, groupNamed, letBe, mayAct, members } from "./command";
import { draftOf, ghostOf, marchAct, marchTo, type Draft, type March } from "./march";
import {
  actWords, inWords, isWeighty, litUnits, movedPieces, namesOf, readAct, sideNumber, subjectOf, warnings, type Names, type Reading,
} from "./offers";
import { t } from "../tongue";

export interface HandMarch {
  unit: string;
  draft: Draft;
  march: March;
  at: [number, number] | null;
  state: "asking" | "legal" | "refused";
  refusal: Refusal | null;
  pieces: Piece[] | null;
  warn: string[];
}

/** A place the picked piece can come to, chosen; which way it will face is asked last. */
export interface Aim { place: ReachPlace; way: number }

/** Pieces under the hand, and what the referee makes of it. */
export interface Order { keys: string[]; to: [number, number]; by: [number, number]; plan: Plan | null; how?: PlanOrder }

export interface Play {
  /** Pieces of the brigade that is pointed at or picked. */
  band: Set<string>;
  picked: string[];
  whole: boolean;
  canWhole: boolean;
  reach: Reach | null;
  aim: Aim | null;
  order: Order | null;
  /** Whom the picked piece could shoot at or charge, and who it: where it stands, or where it is being sent. */
  threat: Threat | null;
  /** Orders that are no march: the plan is shown, then done. */
  canOrder: boolean;
  /** It is asked what a piece decides, and no order of any kind can be given to it now. */
  decides: boolean;
  formations: string[] | null;
  aiming: boolean;
  wheelBy(hand: "left" | "right", each: boolean): void;
  orderForm(formation: string | null): void;
  orderHalt(): void;
  orderCharge(target: string | null): void;
  setWhole(on: boolean): void;
  /** Any pieces of one's own, picked one by one, by a lasso or as a wing. */
  set: string[];
  gathering: boolean;
  setGathering(on: boolean): void;
  /** What can be ordered now, and what forbids the rest; empty while it is not known. */
  could: Could[];
  whyNot(c: Could): void;
  /** The ground its brigade must keep to: told on demand. */
  box: { rule: string; at: [number, number][] } | null;
  boxes: boolean;
  setBoxes(on: boolean): void;
  gather(key: string): void;
  gatherAll(keys: string[]): void;
  turnAim(by: number): void;
  stepAim(dx: number, dy: number): void;
  /** By keys: what is picked is led so much farther over the sheet. */
  canLead: boolean;
  stepLead(dx: number, dy: number): void;
  /** Is it being led so? Also where that is not drawn yet. */
  leading(): boolean;
  doAim(): void;
  doOrder(): void;
  canHold: boolean;
  canFire: boolean;
  left: string[];
  holdThese(all: boolean): void;
  fireAll(): void;
  /** A place that nothing offers: why not, by the rule. */
  onGround(at: [number, number]): void;
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
  canHand: boolean;
  onPlace: boolean;
  drag(key: string): DragHandlers | null;
  narrowed: boolean;
  chooseUnit(key: string): void;
  /** By keys: it is picked to be looked at; nothing is answered. */
  lookAt(key: string): void;
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

const WIND = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A facing in words. */
export const bearing = (facing: number): string => WIND[Math.round((facing / 65536) * 8) % 8]!;

/** An order that this plan does not end goes on by itself: when the piece is asked, or when the other side has answered. */
export const goesOn = (plan: Plan, end: PlanEnd, table: boolean, how?: PlanOrder): boolean =>
  !end.there && !end.refusal && !plan.short && !how?.manner && (table || plan.acts.length > 0);

const EAGER = 48;

/** Acts without hex, place or foe say by their preview where they lead. */
const needsPreview = (r: Reading): boolean => !r.hexes.length && !r.places.length && !r.foes.length;

export function usePlay(game: Game): Play {
  const scene = game.view?.scene ?? null, q = game.question, live = !game.past.replay && game.mine && q?.kind === "question";
  const [unit, setUnit] = useState<string | null>(null);
  const [act, setAct] = useState<Reading | null>(null);
  const [hover, setHoverState] = useState<Reading | null>(null);
  const [only, setOnly] = useState<Set<string> | null>(null);
  const [hand, setHand] = useState<HandMarch | null>(null);
  const [aim, setAim] = useState<Aim | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const [wish, setWish] = useState<boolean | null>(null);
  const [could, setCould] = useState<Could[]>([]), [boxes, setBoxes] = useState(false), [box, setBox] = useState<{ key: string; rule: string; at: [number, number][] } | null>(null);
  const [set, setSet] = useState<string[]>([]), [gathering, setGathering] = useState(false);
  const [threat, setThreat] = useState<Threat | null>(null);
  const [formations, setFormations] = useState<string[] | null>(null);
  const [aiming, setAiming] = useState(false);
  const asking = useRef(0);
  const wanted = useRef<Order | null>(null), planning = useRef(false), dropped = useRef(false);

  const side = scene && q ? sideNumber(scene, q.side) : -1;
  const names = useMemo(() => (scene ? namesOf(scene) : { label: new Map<string, string>() }), [scene]);
  const board = useMemo(() => (scene ? boardOf(scene) : null), [scene]);
  const readings = useMemo(
    () => (live && scene && board && game.offersOf === q!.number ? game.offers.map((a) => readAct(a, scene, board, side)) : []),
    [live, scene, board, game.offers, game.offersOf, q?.number, side],
  );
  const subject = live && scene ? subjectOf(q!, scene) : null;

  const clear = (): void => { setAct(null); setHoverState(null); setOnly(null); setHand(null); setAim(null); setOrder(null); setFormations(null); setAiming(false); setSet([]); wanted.current = null; };
  // A new question: what it is about is chosen at once.
  useEffect(() => {
    clear();
    setWish(null);
    setGathering(false);
    // A unit that was picked stays so while the same side is asked and it is not gone.
    setUnit(subject);
  }, [q?.number, game.past.replay !== null]);

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

  // --- Reach, brigades ----------------------------------------------------------------------

  const own = scene?.pieces.find((p) => p.key === unit) ?? null, group = own?.group ?? null;
  const groupAsked = !!group && own?.side === side && readings.some((r) => Object.values(r.act.args).includes(group)) && !readings.some((r) => r.own.includes(unit!));
  const canWhole = !!group && !!scene && own?.side === side && members(scene, group, side).length > 1;
  const whole = canWhole && (wish ?? groupAsked);
  const picked = useMemo(() => (set.length > 1 ? set : unit && scene ? (whole && group ? members(scene, group, side) : [unit]) : []), [unit, whole, group, scene, side, set]);
  const gatherAll = (keys: string[]): void => {
    const found = [...new Set(keys)].filter((k) => scene?.pieces.some((p) => p.key === k && p.side === side && p.arm !== "leader" && p.arm !== "other"));
    setAct(null); setHand(null); setAim(null); setOrder(null); setOnly(null); setFormations(null); wanted.current = null;
    setSet(found.length > 1 ? found : []);
    if (found.length && !found.includes(unit ?? "")) setUnit(found[0]!);
  };
  const gather = (key: string): void => {
    const p = scene?.pieces.find((x) => x.key === key);
    if (!live || !p || p.side !== side) return;
    const now = own?.side === side ? picked : [], add = whole && p.group ? members(scene!, p.group, side) : [key];
    gatherAll(now.includes(key) ? now.filter((k) => !add.includes(k)) : [...now, ...add]);
  };
  useEffect(() => { if (live && unit) void game.reach(unit).catch(() => undefined); }, [live, unit, q?.number]);
  const reach = live && unit ? game.reached(unit) ?? null : null;
  const canGo = !!reach && !reach.imagined && reach.places.length > 0;
  const pointed = game.pointed ?? (unit ? group : null) ?? (live && scene ? groupNamed(scene, q!.args) : null);
  const band = useMemo(() => new Set(pointed && scene ? scene.pieces.filter((p) => p.group === pointed).map((p) => p.key) : []), [pointed, scene]);

  // Previews of a short list are fetched at once, so that places appear on the map.
  const waiting = mine.filter(needsPreview);
  const eager = live && !canGo && waiting.length <= EAGER && mine.some((r) => r.own.length || subject) ? waiting : [];
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
      if (last) put(`h${last}`, r, () => ({ id: `h${last}`, kind: "hex", at: last, text, hot, tone: r.act.means === "strike" ? "attack" : "go" }));
      else if (foe) put(`u${foe}`, r, () => ({ id: `u${foe}`, kind: "unit", key: foe, text, hot, tone: "attack" }));
      else if (spot) put(`p${spot}`, r, () => ({ id: `p${spot}`, kind: "place", at: spot, text, hot }));
      else if (!canGo) {
        const seen = game.previewed(r.act), moved = seen?.legal ? movedPieces(scene.pieces, seen.pieces) : [];
        if (moved.length && moved.length < 24) {
          const id = "g" + moved.map((p) => `${p.key},${p.x},${p.y},${p.facing ?? ""},${p.formation ?? ""}`).join(";");
          put(id, r, () => ({ id, kind: "ghost", pieces: moved, text, hot }));
        }
      }
    }
    for (const s of spots) {
      const list = bySpot.get(s.id)!;
      if (list.length > 1) s.text = t("{0} ways: {1}", list.length, list.map((r) => actWords(r.act, names)).slice(0, 4).join(" / "));
      s.hot = list.includes(act!) || list.includes(hover!);
    }
    // Where the picked piece can come to, however far.
    if (reach && scene.board === "hex" && !order)
      for (const place of reach.places) {
        const id = `r${place.at}`;
        if (bySpot.has(`h${place.at}`)) continue;
        const cost = Math.min(...place.ways.map((w) => w.cost ?? 99));
        spots.push({
          id, kind: "hex", at: place.at, tone: reach.imagined ? "could" : "reach", hot: aim?.place === place, mark: cost < 99 ? String(cost) : undefined,
          text: `${reach.imagined ? t("It could come to") : t("March to")} ${place.hex ?? ""}${cost < 99 ? t(", cost {0}", cost) : ""}`,
        });
      }
    if (aim)
      aim.place.ways.forEach((w, i) => {
        if (w.facing !== undefined && aim.place.ways.length > 1)
          spots.push({ id: `f${i}`, kind: "turn", at: aim.place.at, facing: w.facing, text: t("Face this way ({0})", bearing(w.facing)), hot: i === aim.way });
      });
    return { spots: spots.length > 400 ? spots.slice(0, 400) : spots, bySpot };
  }, [scene, live, mine, unit, only, act, hover, readings, names, game.view, eagerKey, reach, aim, order === null, canGo, eager.filter((r) => game.previewed(r.act)).length]);

  const left = useMemo(() => (live && scene ? mayAct(game.offers, scene, side) : []), [live, scene, game.offers, side]);
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
    setAim(null);
    setSet([]);
    if (!live) { setUnit(key); return; }
    if (aiming && picked.length && scene!.pieces.some((p) => p.key === key && p.side !== null && p.side !== side)) { setAiming(false); orderCharge(key); return; }
    // Who stands in a hex that can be shot at or attacked is that target.
    const at = scene!.pieces.find((p) => p.key === key), spot = at && at.side !== side ? `h${[at.x, at.y]}` : "";
    if (spot && scene!.board === "hex" && bySpot.has(spot) && !readings.some((r) => r.foes.includes(key))) { onSpot(spot); return; }
    // Where several could shoot there, or attack, the answers of all of them are aimed at him.
    const aimed = spot ? readings.filter((r) => r.act.means === "strike" && `h${r.hexes[r.hexes.length - 1] ?? ""}` === spot) : [], by = aimed.filter((r) => unit !== null && r.own.includes(unit)), list = by.length ? by : aimed;
    if (list.length) {
      if (list.length === 1) tryAct(list[0]!);
      else setOnly(new Set(list.map((r) => r.act.act)));
      return;
    }
    const named = readings.filter((r) => r.own.includes(key) || r.foes.includes(key));
    const foes = mine.filter((r) => r.foes.includes(key));
    if (foes.length && !named.some((r) => r.own.includes(key))) {
      if (foes.length === 1) tryAct(foes[0]!);
      else setOnly(new Set(foes.map((r) => r.act.act)));
      return;
    }
    setUnit(key);
    setHand(null);
    setWish(null);
    const mate = at?.side === side ? at?.group : undefined, ofGroup = mate && !named.length ? readings.filter((r) => Object.values(r.act.args).includes(mate)) : [];
    if (ofGroup.length && ofGroup.length < readings.length) setOnly(new Set(ofGroup.map((r) => r.act.act)));
    if (named.length === 1 && key !== subject && scene!.board === "plane") tryAct(named[0]!);
  };
  const lookAt = (key: string): void => { clear(); setWish(null); setUnit(key); };
  const setHover = (r: Reading | null): void => {
    setHoverState(r);
    if (r && live) void game.preview(r.act).catch(() => undefined);
  };
  const onSpot = (id: string): void => {
    if (id.startsWith("r")) {
      const place = reach?.places.find((x) => `r${x.at}` === id);
      if (place && !reach!.imagined) {
        if (aim?.place === place) { doAim(); return; }
        const keep = place.ways.findIndex((w) => w.facing === own?.facing);
        setAct(null);
        setAim({ place, way: keep < 0 ? 0 : keep });
      }
      return;
    }
    if (id.startsWith("f") && aim) { goTo(aim.place, Number(id.slice(1))); return; }
    const list = bySpot.get(id) ?? [];
    if (list.length === 1) tryAct(list[0]!);
    else if (list.length) { setOnly(new Set(list.map((r) => r.act.act))); setAct(null); }
  };

  const goTo = (place: ReachPlace, way: number): void => {
    const acts = place.ways[way]?.acts;
    if (!acts || game.busy) return;
    clear();
    void game.give(acts);
  };
  const doAim = (): void => { if (aim) goTo(aim.place, aim.way); };
  const turnAim = (by: number): void => {
    if (aim) setAim({ ...aim, way: (aim.way + by + aim.place.ways.length) % aim.place.ways.length });
  };
  /** By keys: the next place of the reach in that direction of the sheet. */
  const stepAim = (dx: number, dy: number): void => {
    if (!board || !own || !canGo) return;
    const from = aim?.place.at ?? [own.x, own.y], a = place(board, from[0], from[1]);
    let best: ReachPlace | null = null, least = Infinity;
    for (const p of reach!.places) {
      const b = place(board, p.at[0], p.at[1]), along = (b.x - a.x) * dx + (b.y - a.y) * dy, off = Math.abs((b.x - a.x) * dy - (b.y - a.y) * dx);
      if (along > 4 && along + 1.4 * off < least) { least = along + 1.4 * off; best = p; }
    }
    if (best) { const keep = best.ways.findIndex((w) => w.facing === own.facing); setAct(null); setAim({ place: best, way: keep < 0 ? 0 : keep }); }
  };

  // --- Leading several as one -----------------------------------------------------------------

  /** What a drag would be, by keys: all that is picked, an inch or a hex farther in that direction of the sheet. */
  const stepLead = (dx: number, dy: number): void => {
    if (!board || !own) return;
    const old = wanted.current?.how?.by ?? [0, 0]; // not what is drawn: the next key may come before it
    if (!board.hex) { orderBy({ by: [old[0] + 1000 * dx, old[1] - 1000 * dy] }); return; }
    const from = place(board, own.x, own.y), now = place(board, own.x + old[0], own.y + old[1]);
    let best: [number, number] = old, least = Infinity;
    for (const [q, r] of [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const) {
      const to = place(board, own.x + old[0] + q, own.y + old[1] + r), along = (to.x - now.x) * dx + (to.y - now.y) * dy;
      // Of the hexes in that direction the one that strays least from the line it began on.
      const off = Math.abs((to.x - from.x) * dy - (to.y - from.y) * dx);
      if (along > 4 && off - 0.1 * along < least) { least = off - 0.1 * along; best = [old[0] + q, old[1] + r]; }
    }
    orderBy({ by: best });
  };

  const askPlan = async (): Promise<void> => {
    if (planning.current) return;
    planning.current = true;
    for (let o = wanted.current; o && !o.plan; o = wanted.current) {
      const plan = await game.api.plan(o.how ?? { pieces: o.keys, by: o.by }).then((x) => x.plan).catch((e: Error) => ({ acts: [], ends: [], chance: false, failed: game.fail(e) } as Plan));
      if (wanted.current !== o) continue;
      wanted.current = { ...o, plan };
      setOrder(wanted.current);
    }
    planning.current = false;
    if (dropped.current) carryOut();
  };
  const carryOut = (): void => {
    const o = wanted.current;
    dropped.current = false;
    wanted.current = null;
    setOrder(null);
    if (o?.plan) void game.orders.carryOut(o.plan, o.how);
  };
  const orderBy = (how: Omit<PlanOrder, "pieces">, keys = picked): void => {
    if (!live || !keys.length || game.busy) return;
    setAct(null);
    setAim(null);
    setHand(null);
    dropped.current = false;
    wanted.current = { keys, to: [0, 0], by: [0, 0], plan: null, how: { pieces: keys, ...how } };
    setOrder(wanted.current);
    void askPlan();
  };
  /** A step of a wheel on a flank, or a turn of each where it stands; another press turns farther. */
  const wheelBy = (to: "left" | "right", each: boolean): void => {
    const step = scene?.board === "hex" ? 10923 : each ? 8192 : 4096, old = order?.how;
    const manner = each ? "face" : "wheel", flank = each ? undefined : to;
    const was = old?.manner === manner && old.flank === flank ? old.turn ?? 0 : 0;
    orderBy({ manner, flank, turn: Math.max(-32768, Math.min(32768, was + (to === "left" ? -step : step))) });
  };
  const orderForm = (formation: string | null): void => {
    if (formation) { orderBy({ manner: "form", formation }); return; }
    if (!unit) return;
    void game.api.plan({ pieces: [unit], manner: "form" }).then(({ plan }) => setFormations(plan.formations ?? [])).catch((e: Error) => game.fail(e));
  };
  const orderCharge = (target: string | null): void => {
    setAiming(!target && !aiming);
    if (target) orderBy({ manner: "charge", target });
  };

  // What it can be ordered is asked once the pick has come to rest; the referee says what forbids the others.
  const ordered = live && own?.side === side && own?.arm !== "leader" && own?.arm !== "other" ? picked.slice(0, 8).join(",") : "";
  useEffect(() => {
    setCould([]);
    if (!ordered) return;
    let gone = false;
    const later = setTimeout(() => {
      game.api.plan({ pieces: ordered.split(","), manner: "which" }).then(({ plan }) => { if (!gone) setCould(plan.orders ?? []); }).catch(() => undefined);
    }, 120);
    return () => { gone = true; clearTimeout(later); };
  }, [ordered, q?.number]);
  const whyNot = (c: Could): void => {
    const charges = c.manner === "charge" && !(threat?.can ?? []).some((d) => d.how.includes("charge"));
    const text = c.refusal ? inWords(c.refusal.text, c.refusal.args, names) : charges ? t("There is nobody it could charge from where it stands.")
      : c.manner === "form" ? t("It can take no other formation now.") : t("Not now. What is asked is: {0}", inWords(q?.text ?? "", q?.args, names));
    game.notice = { kind: "refused", rule: c.refusal?.rule ?? (charges || c.manner === "form" ? undefined : q?.rule), text };
    game.changed();
  };
  useEffect(() => {
    if (!boxes || !live || !unit) { setBox(null); return; }
    let gone = false;
    game.api.threat(unit, { box: true }).then(({ threat: t }) => { if (!gone) setBox(t.box ? { key: unit, ...t.box } : null); }).catch(() => undefined);
    return () => { gone = true; };
  }, [boxes, unit, q?.number, live]);

  // --- Who threatens whom ---------------------------------------------------------------------

  const end = order?.plan?.ends.find((e) => e.piece === unit);
  const from = !unit || !live ? null
    : aim ? { acts: aim.place.ways[aim.way]?.acts ?? [] }
    : hand && scene?.board === "plane" ? (() => { const p = scene.pieces.find((x) => x.key === hand.unit)!, g = hand.draft.how === "place" && hand.at ? { ...p, x: hand.at[0], y: hand.at[1] } : ghostOf(p, hand.march); return { at: [g.x, g.y] as [number, number], facing: g.facing }; })()
    : order?.plan && end && scene?.board === "plane" ? { at: order.plan.chance && !end.there ? end.wanted : end.at, facing: end.facing }
    : order?.plan?.acts.length && scene?.board === "hex" ? { acts: order.plan.acts } : {};
  const fromKey = from ? `${q?.number}/${unit}/${JSON.stringify(from)}` : "";
  useEffect(() => {
    if (!from || !unit) { setThreat(null); return; }
    let gone = false;
    const later = setTimeout(() => {
      game.api.threat(unit, from).then((x) => { if (!gone) setThreat(x.threat); }).catch(() => { if (!gone) setThreat(null); });
    }, order || hand ? 120 : 0);
    return () => { gone = true; clearTimeout(later); };
  }, [fromKey]);
  const planDrag = (key: string): DragHandlers | null => {
    const p = scene?.pieces.find((x) => x.key === key);
    if (!live || !scene || !p || p.side !== side || p.arm === "other" || game.busy) return null;
    const asked = !!p.group && readings.some((r) => Object.values(r.act.args).includes(p.group!)) && !readings.some((r) => r.own.includes(key));
    let from: [number, number] | null = null;
    return {
      key,
      start: (at) => { from = at; wanted.current = null; dropped.current = false; },
      move: (at, shift) => {
        if (!from) return;
        const by: [number, number] = [at[0] - from[0], at[1] - from[1]], old = wanted.current;
        if (scene.board === "plane" ? Math.hypot(by[0], by[1]) < 200 : !by[0] && !by[1]) { wanted.current = null; setOrder(null); return; }
        if (old && old.by[0] === by[0] && old.by[1] === by[1]) return;
        const all = set.length > 1 && set.includes(key) ? set : (key === unit && wish !== null ? wish : asked) !== shift && p.group ? members(scene, p.group, side) : [key];
        wanted.current = { keys: all, to: at, by, plan: null };
        setOrder({ ...wanted.current, plan: old?.plan ?? null });
        void askPlan();
      },
      end: () => {
        if (!wanted.current) return;
        dropped.current = true;
        if (!planning.current) carryOut();
      },
    };
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
        setHand({ ...h, state: p.legal ? "legal" : "refused", refusal: p.refusal ?? null, warn: p.legal ? warnings(scene!.pieces, p.pieces) : [], pieces: p.legal && p.pieces?.length ? movedPieces(scene!.pieces, p.pieces) : null });
      }).catch((e: Error) => {
        if (turn === asking.current) setHand({ ...h, state: "refused", refusal: { text: e.message }, pieces: null, warn: [] });
      });
    }, 60);
  };
  const lead = (march: March, at: [number, number] | null): void => {
    if (!draft || !unit) return;
    const h: HandMarch = { unit, draft, march, at, state: "asking", refusal: null, pieces: null, warn: [] };
    setAct(null);
    setHand(h);
    judgeHand(h);
  };
  const grip = useRef<[number, number]>([0, 0]);
  const handDrag: DragHandlers | null = draft && piece ? {
    key: piece.key,
    start: (at) => { grip.current = [at[0] - piece.x, at[1] - piece.y]; },
    move: (at) => {
      const x = at[0] - grip.current[0], y = at[1] - grip.current[1];
      if (Math.hypot(x - piece.x, y - piece.y) < 150) return;
      if (draft.how === "place") lead({ turn: 0, ahead: 0 }, [Math.round(x), Math.round(y)]);
      else lead(marchTo(piece, x, y), null);
    },
    end: () => { if (latest.current) dropHand(latest.current); },
  } : null;
  /** Let go: what may be is done, as any drag is; else it is shown how near it can come, with the reason of the limit. */
  const latest = useRef<HandMarch | null>(null), letGo = useRef(false);
  latest.current = hand;
  const dropHand = (h: HandMarch): void => {
    if (h.state === "asking") { letGo.current = true; return; }
    letGo.current = false;
    if (h.state === "legal") { if (!keep.confirm()) { const what = marchAct(h.draft, h.march, h.at); clear(); void game.answer(what); } return; }
    const p = scene?.pieces.find((x) => x.key === h.unit);
    if (!p || !h.refusal) return;
    const goal = h.draft.how === "place" && h.at ? { x: h.at[0], y: h.at[1] } : ghostOf(p, h.march);
    const how: PlanOrder = { pieces: [h.unit], to: [goal.x, goal.y] };
    void game.api.plan(how).then(({ plan }) => {
      if (latest.current !== h || !plan.acts.length || plan.chance) return;
      const end = plan.ends[0];
      if (end && !end.refusal) end.refusal = h.refusal!;
      setHand(null);
      wanted.current = { keys: [h.unit], to: [goal.x, goal.y], by: [0, 0], plan, how };
      setOrder(wanted.current);
    }).catch(() => undefined);
  };
  useEffect(() => { if (hand && letGo.current && hand.state !== "asking") dropHand(hand); }, [hand?.state]);
  /** A leader is drawn upon the troops he rides with: a hand that takes hold of one who is not asked means those in his hex who are. */
  const meant = (key: string): string => {
    const at = scene?.pieces.find((p) => p.key === key);
    if (!at || scene!.board !== "hex" || at.arm !== "leader" || lit.has(key) || set.includes(key)) return key;
    return scene!.pieces.find((p) => p.side === at.side && p.x === at.x && p.y === at.y && p.arm !== "leader" && lit.has(p.key))?.key ?? key;
  };
  const drag = (held: string): DragHandlers | null => {
    const key = meant(held), many = planDrag(key);
    if (!handDrag || handDrag.key !== key || (set.length > 1 && set.includes(key))) return many;
    // Where that is ticked the whole brigade is led, else this unit by the hand; Shift turns it round.
    let together = false;
    return {
      key,
      start: (at) => { letGo.current = false; handDrag.start(at); many?.start(at); },
      move: (at, shift) => {
        together = shift !== whole && !!many;
        if (together) { setHand(null); many!.move(at, shift); } else handDrag.move(at, shift);
      },
      end: () => (together ? many!.end() : handDrag.end()),
    };
  };
  const canLead = live && own?.side === side && picked.length > 0 && own?.arm !== "leader" && own?.arm !== "other";
  const startHand = (): void => {
    if (canLead && (picked.length > 1 || (!canGo && !draft))) { stepLead(0, -1); return; }
    if (canGo && !draft) { stepAim(0, -1); return; }
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
    if (order?.plan) {
      const ends = order.plan.ends, moved = ends.flatMap((e) => {
        const p = scene.pieces.find((x) => x.key === e.piece);
        const to = (order.plan!.chance && !e.there) || goesOn(order.plan!, e, scene.board === "plane", order.how) ? e.wanted : e.at;
        return p ? [{ ...formed(p, e.formation ?? p.formation ?? "", scene.pieces), x: to[0], y: to[1], facing: e.facing ?? p.facing }] : [];
      });
      return { pieces: moved, legal: order.plan.acts.length > 0 || ends.some((e) => goesOn(order.plan!, e, scene.board === "plane", order.how)) };
    }
    if (aim && own) return { pieces: [{ ...own, x: aim.place.at[0], y: aim.place.at[1], facing: aim.place.ways[aim.way]?.facing ?? own.facing }], legal: true };
    const r = act ?? hover;
    const seen = r ? game.previewed(r.act) : undefined;
    if (!r || !seen) return null;
    const moved = movedPieces(scene.pieces, seen.pieces);
    return moved.length ? { pieces: moved, legal: seen.legal } : null;
  }, [scene, hand, act, hover, order, aim, game.view, act && game.previewed(act.act), hover && game.previewed(hover.act)]);

  return {
    readings, shown: mine, names, lit, targets, spots, ghost, unit, act, hover, hand, canMarch: !!draft || canGo || canLead, canLead, stepLead, leading: () => !!wanted.current?.how?.by, canHand: !!draft, onPlace: only !== null && !whole, drag,
    band, picked, whole, canWhole, reach, aim, order, threat: threat?.piece === unit ? threat : null, formations, aiming, wheelBy, orderForm, orderCharge,
    decides: live && subject !== null && unit === subject && set.length < 2 && !could.some((c) => c.can && c.manner !== "halt"),
    canOrder: canLead,
    orderHalt: () => orderBy({ manner: "halt" }), setWhole: setWish, set, gathering, setGathering, gather, gatherAll, could, whyNot, box: box?.key === unit ? box : null, boxes, setBoxes, turnAim, stepAim, doAim, doOrder: () => { if (wanted.current && !wanted.current.plan) dropped.current = true; else carryOut(); },
    canHold: live && !!(letBe(game.offers, subject) ?? anyOrder(game.offers)), left, canFire: live && firesGuns(q!) && game.offers.length > 1,
    onGround: (at) => {
      if (!live || !scene || scene.board !== "hex" || !unit || own?.side !== side || !picked.length || game.busy) return;
      const rest = picked.filter((k) => k !== unit), number = q!.number;
      void game.api.plan({ pieces: [unit, ...rest], to: at }).then(({ plan }) => {
        if (game.question?.number !== number) return;
        const end = plan.ends.find((e) => e.piece === unit), why = end?.refusal ?? plan.ends.find((e) => e.refusal)?.refusal;
        if (end?.there) return;
        game.notice = {
          kind: "refused", rule: why?.rule, plan: plan.acts.length && !plan.chance ? plan : undefined,
          text: why ? inWords(why.text, why.args, names) : plan.acts.length ? t("It cannot come so far this turn.") : t("It cannot go there now."),
        };
        game.changed();
      }).catch(() => undefined);
    },
    fireAll: () => { game.orders.firing = true; void game.orders.goOn(); },
    holdThese: (all) => { game.orders.holding = q ? { turn: q.turn, like: all ? null : { question: q.question, chore: q.chore } } : null; void game.orders.goOn(); },
    narrowed: only !== null || (unit !== null && mine.length !== readings.length),
    chooseUnit, lookAt, tryAct, doAct, doHand, setHover, onSpot,
    onHoverSpot: (id) => setHover(id ? (bySpot.get(id) ?? [])[0] ?? null : null),
    turnHand, startHand,
    clear: () => { clear(); setUnit(subject); },
  };
}

export type { Act };
