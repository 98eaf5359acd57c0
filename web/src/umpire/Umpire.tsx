// The umpire's page: a phone or tablet beside miniatures. The table has the troops, the dice and the measure; this page has the rules.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../api";
import { keep } from "../keep";
import { keepMade } from "../made";
import { MapView, type Spot } from "../map/MapView";
import { boardOf } from "../map/board";
import { asName, capital, inWords, namesOf, pieceName, readAct, sideNumber, subjectOf } from "../play/offers";
import { RuleCard, RuleLink } from "../read/Rule";
import { language, t } from "../tongue";
import type { Act, Plan, Question, ScenarioInfo, Scene, SystemInfo } from "../types";
import { Correct } from "./Correct";
import { Desk, type Fix } from "./desk";
import { nearestPlace, straight, tiles, type Tile } from "./sort";
import { placeFix } from "./fix";
import "./umpire.css";

// --- Beginning ---------------------------------------------------------------------------------------------

export function UmpireStart(): JSX.Element {
  const [systems, setSystems] = useState<SystemInfo[]>([]), [scenarios, setScenarios] = useState<ScenarioInfo[]>([]), [failed, setFailed] = useState("");
  const [system, setSystem] = useState(""), [id, setId] = useState(""), [computer, setComputer] = useState(""), [dice, setDice] = useState<"typed" | "fair">("typed"), [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = "Tricorne";
    api.scenarios().then((s) => { setSystems(s.systems); setScenarios(s.scenarios); }).catch((e: Error) => setFailed(e.message));
  }, []);
  const of = scenarios.filter((s) => s.system === system), battle = of.find((s) => s.id === id) ?? of.find((s) => s.learning) ?? of[0];
  const begin = async (): Promise<void> => {
    if (!battle) return;
    setBusy(true);
    try {
      const made = await api.create({ scenario: battle.id, title: battle.title, dice, seats: battle.sides.map((s) => ({ side: s.name, kind: s.name === computer ? "level-3" : "person", name: capital(s.name) })) });
      await keepMade(made, { title: battle.title, scenario: battle.id, hot: true, chores: false });
      location.hash = `#/umpire/${made.game}`;
    } catch (e) {
      setFailed((e as Error).message);
    }
    setBusy(false);
  };
  const mine = keep.games().filter((g) => g.hot && !g.over && g.seats.length).slice(0, 4);
  return (
    <main class="umpire-start">
      <h1>{t("The umpire's page")}</h1>
      <p>{t("Lay this beside your table. You move the figures, throw the dice and measure; it asks who does what to whom, and says what the rules make of it.")}</p>
      {failed && <p class="notice refused" role="alert">{failed}</p>}
      {mine.length > 0 && <section><h2>{t("Go on")}</h2>{mine.map((g) => <a class="um-tile" key={g.game} href={`#/umpire/${g.game}`}>{g.title}</a>)}</section>}
      <h2>{t("Rules")}</h2>
      <div class="um-grid">{systems.map((s) => <button type="button" key={s.id} class="um-tile" aria-pressed={s.id === system} onClick={() => { setSystem(s.id); setId(""); setComputer(""); }}>{t(s.title || s.id)}</button>)}</div>
      {battle && (
        <>
          <label class="um-field">{t("Battle")}<select value={battle.id} onChange={(e) => { setId((e.target as HTMLSelectElement).value); setComputer(""); }}>{of.map((s) => <option key={s.id} value={s.id}>{s.title}</option>)}</select></label>
          <label class="um-field">{t("Commanded at the table")}<select value={computer} onChange={(e) => setComputer((e.target as HTMLSelectElement).value)}><option value="">{t("both sides")}</option>{battle.sides.map((s) => <option key={s.name} value={s.name}>{t("not {0}: the computer leads them", capital(s.name))}</option>)}</select></label>
          <label class="um-field">{t("Dice")}<select value={dice} onChange={(e) => setDice((e.target as HTMLSelectElement).value as "typed" | "fair")}><option value="typed">{t("real dice, typed in")}</option><option value="fair">{t("rolled by the referee")}</option></select></label>
          <button type="button" class="primary um-big um-begin" disabled={busy} onClick={() => void begin()}>{t("Begin")}</button>
        </>
      )}
      <p><a href="#/">{t("All battles")}</a></p>
    </main>
  );
}

// --- Dice ---------------------------------------------------------------------------------------------------

const EYES: Record<number, string> = { 1: "⚀", 2: "⚁", 3: "⚂", 4: "⚃", 5: "⚄", 6: "⚅" };

/** One tap a die; the last one sends them. */
function DiceKeys({ q, desk }: { q: Question; desk: Desk }): JSX.Element {
  const [faces, setFaces] = useState<number[]>([]), many = q.dice ?? 1;
  useEffect(() => setFaces([]), [q.number]);
  const add = (n: number): void => {
    const next = [...faces, n];
    setFaces(next);
    if (next.length === many) void desk.dice(next);
  };
  return (
    <section class="um-dice" aria-label={t("Dice")}>
      <p class="um-question">{many === 1 ? t("Throw a {0}", q.die?.toUpperCase()) : t("Throw {0} {1}", many, q.die?.toUpperCase())} {q.rule && <RuleLink id={q.rule} />}</p>
      <p class="um-slots" role="status">{Array.from({ length: many }, (_, i) => <span key={i}>{faces[i] ?? "·"}</span>)}<button type="button" aria-label={t("Take the last die back")} disabled={!faces.length || desk.busy} onClick={() => setFaces(faces.slice(0, -1))}>⌫</button></p>
      <div class="um-faces">{(q.faces ?? [1, 2, 3, 4, 5, 6]).map((n) => <button type="button" key={n} data-face={n} disabled={desk.busy || faces.length >= many} onClick={() => add(n)}>{q.die === "d6" && EYES[n] ? <i aria-hidden="true">{EYES[n]}</i> : null}<b>{n}</b></button>)}</div>
    </section>
  );
}

// --- Who, does what, to whom ---------------------------------------------------------------------------------

interface Chosen { number: number; acts: Act[]; told: string[]; where: boolean }
interface Short { plan: Plan; piece: string; to: [number, number] }
const NONE: ReadonlySet<string> = new Set();

function useTaps(desk: Desk) {
  const q = desk.question, scene = desk.view?.scene ?? null;
  const [chosen, setChosen] = useState<Chosen | null>(null), [short, setShort] = useState<Short | null>(null);
  const now = chosen && chosen.number === q?.number ? chosen : null, offers = now?.acts ?? desk.offers, ready = q && scene && desk.offersOf === q.number;
  const list = useMemo(() => (ready && q.kind === "question" ? tiles(offers, q, scene, now?.told ?? []) : []), [ready, q?.number, offers, now]);
  // A single thing that leads somewhere needs no tap of its own.
  const only = list.length === 1 && list[0]!.where ? list[0]! : null, where = now?.where ? offers : only ? only.acts : null;
  const piece = q && scene ? [...(now?.told ?? [])].reverse().find((k) => scene.pieces.some((p) => p.key === k)) ?? subjectOf(q, scene) ?? offers.flatMap((a) => Object.values(a.args)).find((v): v is string => typeof v === "string" && scene.pieces.some((p) => p.key === v)) ?? null : null;
  const answer = (a: Act): void => { setShort(null); void desk.answer(a); };
  const tap = (x: Tile): void => {
    if (x.acts.length === 1 && !x.where) { answer(x.acts[0]!); return; }
    setChosen({ number: q!.number, acts: x.acts, told: [...(now?.told ?? []), ...(x.key ? [x.key] : [])], where: !!x.where });
  };
  /** Pointed at: there it stands on the table, or is to go. */
  const point = async (at: [number, number]): Promise<void> => {
    if (!where || !piece || desk.busy) return;
    const place = where.every((a) => a.hand === "place") ? nearestPlace(where, at) : null;
    if (place) { await desk.answer(place); return; }
    const plan = await desk.plan(piece, at).catch((e: Error) => { desk.notice = { text: e.message }; desk.changed(); return null; });
    if (!plan) return;
    // It goes as far as the rules let it; that it stands elsewhere all the same is for the table to say.
    setShort(plan.ends.some((e) => !e.there && (e.refusal || !plan.acts.length)) ? { plan, piece, to: at } : null);
    if (plan.acts.length) await desk.carryOut(plan.acts);
    else if (plan.ends.every((e) => e.there)) { desk.notice = { text: t("It stands there already. Tap the ground where it went.") }; desk.changed(); }
  };
  const back = now ? (): void => { setShort(null); setChosen(null); } : null;
  return { list: where ? [] : list, where, piece, tap, answer, point, back, short, setShort, told: now?.told ?? [] };
}

/** The rules do not let it come where was pointed: which rule, and that the table may decide otherwise. */
function ShortOf({ desk, taps }: { desk: Desk; taps: ReturnType<typeof useTaps> }): JSX.Element | null {
  const scene = desk.view!.scene, names = namesOf(scene), { short } = taps, p = scene.pieces.find((x) => x.key === short?.piece);
  if (!short || !p) return null;
  const why = short.plan.ends.find((e) => e.refusal)?.refusal;
  const decide = (): void => { const f = placeFix(desk.view!.system, scene, p, short.to, t("it stands so on the table")); taps.setShort(null); if (f) void desk.fix(f); };
  return (
    <div class="um-short" role="alert">
      <p><b>{pieceName(p)}</b>: {why ? inWords(why.text, why.args, names) : t("Nothing leads there now.")} {why?.rule && <RuleLink id={why.rule} />}</p>
      <button type="button" class="um-tile" disabled={desk.busy} onClick={decide}>{t("It stands there: the table decides")}</button>
    </div>
  );
}

function Places({ desk, taps }: { desk: Desk; taps: ReturnType<typeof useTaps> }): JSX.Element {
  const scene = desk.view!.scene, { where, piece } = taps, p = scene.pieces.find((x) => x.key === piece), ahead = straight(where ?? []);
  return (
    <div class="um-where" data-piece={piece ?? undefined}>
      <p class="um-hint">{t("Point at where {0} stands now; measure at the table.", p ? pieceName(p) : t("it"))}</p>
      {ahead.length > 0 && <div class="um-grid">{ahead.map((s) => <button type="button" class="um-tile" key={s.act.act} disabled={desk.busy} onClick={() => taps.answer(s.act)}>{t("Straight ahead {0}″", Math.round(s.inches * 10) / 10)}</button>)}</div>}
    </div>
  );
}

const STEP: Record<Tile["step"], string> = { who: "Who?", what: "Does what?", whom: "To whom?" };

function Ask({ desk, taps }: { desk: Desk; taps: ReturnType<typeof useTaps> }): JSX.Element | null {
  const q = desk.question!, scene = desk.view!.scene;
  if (desk.over) return null;
  if (q.kind === "dice") return <DiceKeys q={q} desk={desk} />;
  if (desk.waits || q.kind !== "question") return <p class="um-question" role="status">{t("{0} is thinking…", capital(q.side ?? ""))}</p>;
  const told = taps.told.map((k) => { const p = scene.pieces.find((x) => x.key === k); return p ? pieceName(p) : ""; }).filter(Boolean).join(", ");
  return (
    <section class="um-ask" aria-label={t("What is asked")}>
      <p class="um-question">{inWords(q.text ?? "", q.args, namesOf(scene))} {q.rule && <RuleLink id={q.rule} />}</p>
      {(told || taps.back) && <p class="um-told">{taps.back && <button type="button" class="um-back" onClick={taps.back}>{t("‹ back")}</button>} <b>{told}</b></p>}
      {taps.where ? <Places desk={desk} taps={taps} /> : taps.list.length > 0 && (
        <>
          <p class="um-step">{t(STEP[taps.list[0]!.step])}</p>
          <div class="um-grid">{taps.list.slice(0, 60).map((x, i) => <button type="button" key={`${x.label}-${i}`} class={`um-tile ${x.tone ?? ""}`} data-step={x.step} disabled={desk.busy} onClick={() => taps.tap(x)}>{x.label}{x.where || x.acts.length > 1 ? " …" : ""}</button>)}</div>
        </>
      )}
    </section>
  );
}

// --- The page -------------------------------------------------------------------------------------------------

const canSpeak = typeof speechSynthesis !== "undefined" && typeof SpeechSynthesisUtterance !== "undefined";
function speak(text: string): void {
  if (!canSpeak || !text) return;
  const u = new SpeechSynthesisUtterance(text);
  u.lang = language();
  speechSynthesis.speak(u);
}

function Sheet({ desk, taps, scene }: { desk: Desk; taps: ReturnType<typeof useTaps>; scene: Scene }): JSX.Element {
  const q = desk.question!, side = sideNumber(scene, q.side), board = useMemo(() => boardOf(scene), [scene.board, scene.width, scene.height]);
  const keys = new Map(taps.list.flatMap((x) => (x.key ? [[x.key, x] as const] : [])));
  const spots = useMemo((): Spot[] => (scene.board !== "hex" ? [] : (taps.list.flatMap((x) => x.acts).slice(0, 200)).flatMap((a) => readAct(a, scene, board, side).hexes.slice(-1).map((at) => ({ id: a.act, kind: "hex" as const, at, text: a.text })))), [taps.list]);
  const lit = new Set([...keys.keys()].filter((k) => scene.pieces.some((p) => p.key === k && p.side === side))), targets = new Set([...keys.keys()].filter((k) => scene.pieces.some((p) => p.key === k && p.side !== side)));
  return (
    <MapView scene={scene} lit={lit} chosen={taps.piece} targets={targets} spots={spots} ghost={null} marks={[]} drag={null} side={side} band={NONE} threats={NONE as Set<string>} prey={NONE as Set<string>}
      bands={null} picked={[]} focus={null} arrows={taps.short ? [{ key: taps.short.piece, to: taps.short.to }] : []} edge={null} box={null} onPoint={() => undefined} onLasso={null}
      onPiece={(key) => { const x = keys.get(key), p = scene.pieces.find((y) => y.key === key); if (x) taps.tap(x); else if (taps.where && p) void taps.point([p.x, p.y]); }} onSpot={(id) => { const a = desk.offers.find((o) => o.act === id); if (a) taps.answer(a); }} onHover={() => undefined} onGround={(at) => void taps.point(at)} />
  );
}

export function UmpirePage({ id }: { id: string }): JSX.Element {
  const [desk] = useState(() => new Desk(id)), [, tick] = useState(0), [aloud, setAloud] = useState(() => localStorage.getItem("tricorne-aloud") !== "no"), [correcting, setCorrecting] = useState(false);
  useEffect(() => {
    const off = desk.subscribe(() => tick((n) => n + 1));
    void desk.open();
    Object.assign(globalThis, { tricorneUmpire: () => ({ question: desk.question, busy: desk.busy, ready: desk.offersOf === desk.question?.number, offers: desk.offers.length, over: desk.over, fixes: desk.fixes.length, scene: desk.view?.scene }) });
    return () => { off(); desk.close(); };
  }, [desk]);
  desk.onSaid = aloud ? speak : null;
  const taps = useTaps(desk), v = desk.view;
  if (desk.error) return <main class="umpire-start"><p class="notice refused" role="alert">{desk.error}</p><p><a href="#/umpire">{t("The umpire's page")}</a></p></main>;
  if (!v) return <main class="umpire-start"><p class="quiet">{t("The battle is being set up.")}</p></main>;
  const q = v.question, colour = v.scene.sides[sideNumber(v.scene, q.side)]?.colour;
  const sound = (): void => { setAloud(!aloud); localStorage.setItem("tricorne-aloud", aloud ? "no" : "yes"); if (aloud && canSpeak) speechSynthesis.cancel(); };
  return (
    <main class="umpire">
      <header class="um-bar" style={colour ? { borderColor: colour } : undefined}>
        <a href="#/umpire" aria-label={t("All battles")}>☰</a>
        <span><b>{q.side ? capital(q.side) : v.title}</b><small>{v.scene.status}</small></span>
        {canSpeak && <button type="button" aria-pressed={aloud} onClick={sound} title={t("Read results out")}>{aloud ? t("Aloud") : t("Quiet")}</button>}
        <button type="button" class="um-undo" disabled={desk.busy} onClick={() => void desk.undo()}>{t("Undo")}</button>
        <button type="button" class="um-correct" aria-pressed={correcting} onClick={() => setCorrecting(!correcting)}>{t("Correct")}</button>
      </header>
      <div class="um-map map-place">{correcting ? null : <Sheet desk={desk} taps={taps} scene={v.scene} />}{correcting && <Correct desk={desk} onDone={() => setCorrecting(false)} />}</div>
      {!correcting && (
        <div class="um-body">
          {desk.notice && <p class="notice refused" role="alert">{desk.notice.text} {desk.notice.rule && <RuleLink id={desk.notice.rule} />}</p>}
          {desk.said.length > 0 && <div class="um-said" role="log" aria-live="polite" tabIndex={0} ref={(e) => { if (e) e.scrollTop = e.scrollHeight; }}>{desk.said.map((s) => <p key={s.n}>{s.text}</p>)}{canSpeak && <button type="button" class="link" onClick={() => speak(desk.said.map((s) => s.text).join(" "))}>{t("Read it again")}</button>}</div>}
          {desk.fixes.map((f: Fix) => <p class="um-fix" key={f.text}>{t("Waits until this step is over: {0}", f.text)} <button type="button" class="link" onClick={() => desk.dropFix(f)}>{t("drop it")}</button></p>)}
          {desk.over && <p class="um-question um-over">{t("The battle is over.")} {v.over?.winner ?? q.winner ? t("{0} has won.", capital(v.over?.winner ?? q.winner ?? "")) : ""} {asName(v.over?.ending ?? q.ending ?? "")}</p>}
          <ShortOf desk={desk} taps={taps} />
          <Ask desk={desk} taps={taps} />
        </div>
      )}
      <RuleCard />
    </main>
  );
}
