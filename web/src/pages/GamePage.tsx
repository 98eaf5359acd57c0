// A game: the map, the question, and what can be read.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Game, useGame } from "../game";
import { deedOf, deedWords, guideFor, hintFor, stepFor, type Deed, type Guide, type Hint, type Step } from "../guide";
import { keep } from "../keep";
import { Clock, SitsIn } from "../read/Clock";
import { boardOf, hexNamed } from "../map/board";
import { MapView } from "../map/MapView";
import { QuestionPanel } from "../play/QuestionPanel";
import { hexesAsked, inWords, stopsOf } from "../play/offers";
import { foesNear } from "../play/measure";
import { usePlay, type Play } from "../play/usePlay";
import { LogView } from "../read/Log";
import { PanelsView, VictoryBox } from "../read/Panels";
import { aimOf, Opening } from "../read/Opening";
import { RecapCard } from "../read/Recap";
import { ReplayBar } from "../read/ReplayBar";
import { RuleCard } from "../read/Rule";
import type { Scene } from "../types";
import { ChatView, GameMenu, HandOver, Help, Since } from "./bits";
import { UnitCard } from "./UnitCard";
import { t } from "../tongue";

const TABS = ["log", "panels", "replay", "chat"] as const;
type Tab = (typeof TABS)[number];
const TAB_KEY: Record<string, Tab> = { l: "log", b: "panels", r: "replay", c: "chat" };

interface Told { guide: Guide; step: Step | null; hint: Hint | null; deed: Deed | null; read(): void; end(): void }

/** What the guide says now; a step that says what to do is read when it is done. */
function useGuide(game: Game): Told | null {
  const v = game.view!, kept = keep.game(game.id), g = kept?.guide ? guideFor(kept.guide) : undefined;
  const [done, setDone] = useState<string[]>(() => keep.guideDone(game.id));
  const q = v.question, ready = q.kind !== "question" || game.offersOf === q.number;
  const busy = game.busy || game.orders.intents.size > 0 || game.orders.firing || game.orders.holding !== null;
  const step = g && !game.past.replay && ready && !(busy && game.mine) ? stepFor(g, q, game.mine, done, (s) => !s.do || !!deedOf(s.do, game.offers, v.scene)) : null;
  const shown = useRef<{ id: string; number: number } | null>(null);
  const read = (id: string): void => { keep.guideStep(game.id, id); setDone((d) => [...d, id]); };
  useEffect(() => {
    const was = shown.current;
    if (was && was.number !== q.number) {
      shown.current = null;
      if (!done.includes(was.id)) { read(was.id); return; }
    }
    if (step?.do) shown.current = { id: step.id, number: q.number };
  }, [step?.id, q.number, done.length]);
  // An order that is kept until its piece is asked is given, too.
  const kept1 = step?.do?.some((d) => "drag" in d && game.orders.intents.has(d.drag)) ?? false;
  useEffect(() => { if (step && kept1) read(step.id); }, [kept1, step?.id]);
  if (!g || game.past.replay || !ready) return null;
  const hint = step ? null : hintFor(g, q, game.mine);
  if (!step && !hint) return null;
  return {
    guide: g, step, hint, deed: game.mine && q.kind === "question" ? deedOf((step ?? hint)!.do, game.offers, v.scene) : null,
    read: () => { if (step) read(step.id); },
    end: () => { keep.touch(game.id, (k) => { delete k.guide; }); game.changed(); },
  };
}

function GuideCard({ told, scene }: { told: Told; scene: Scene }): JSX.Element {
  const { step, hint, deed } = told, todo = deed && <p class="deed" data-do={JSON.stringify(deed)}>▸ {deedWords(deed, scene)}</p>;
  if (!step) return <aside class="guide hint" aria-label={t("Guide")}><p>{t(hint!.text)}</p>{todo}</aside>;
  return (
    <aside class="guide" aria-label={t("Guide")} aria-live="polite" data-step={step.id}>
      <h3>{t(step.title)}</h3>
      {t(step.text).split("\n").map((p, i) => <p key={i}>{p}</p>)}
      {todo}
      <div class="row">
        {deed ? <button type="button" class="link skip" onClick={told.read}>{t("Not this, go on")}</button> : <button type="button" class="primary" onClick={told.read}>{t("Understood")}</button>}
        <button type="button" class="link" onClick={told.end}>{t("No more guiding")}</button>
      </div>
    </aside>
  );
}

/** Keys go from one of the enemy to the next, the nearest to what is picked first; Enter picks him, or aims at him. */
function nextFoe(game: Game, play: Play, step: number): void {
  const scene = game.scene!, me = scene.sides.findIndex((s) => s.name === game.view!.side), at = scene.pieces.find((p) => p.key === play.unit);
  const from = at?.side === me ? at : scene.pieces.find((p) => p.side === me && play.lit.has(p.key)) ?? scene.pieces.find((p) => p.side === me);
  const foes = from ? foesNear(scene, from).map((f) => f.piece.key) : [], now = document.activeElement?.closest<SVGGElement>(".piece")?.dataset["key"] ?? play.unit ?? "";
  const i = foes.indexOf(now), next = foes[i < 0 ? (step > 0 ? 0 : foes.length - 1) : (i + step + foes.length) % foes.length];
  if (next) document.querySelector<SVGGElement>(`.piece[data-key="${CSS.escape(next)}"]`)?.focus();
}

/** Is something chosen that Enter does? */
const isReady = (play: Play): boolean => !!(play.hand || play.act || play.order?.how || play.aim);

function useKeys(game: Game, play: Play, set: { tab: (t: Tab) => void; help: (on: boolean) => void; menu: (on: boolean) => void; lit: string[] }): void {
  // With the drawing, not after it: a key pressed at once must meet what is seen.
  useLayoutEffect(() => {
    const ready = isReady(play);
    const on = (e: KeyboardEvent): void => {
      const at = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || at.closest("dialog, input, textarea, select")) return;
      const onButton = !!at.closest("button, a, [role=button]") && !(ready && at.closest(".piece"));
      if (e.key === "?") set.help(true);
      else if (/^[1-9]$/.test(e.key) && !play.hand) {
        const b = [...document.querySelectorAll<HTMLButtonElement>(".offers .offer > button")][Number(e.key) - 1];
        if (!b) return;
        b.click();
      } else if (e.key === "Enter" && !onButton) {
        if (play.hand) play.doHand();
        else if (play.act) play.doAct();
        else if (play.order?.how) play.doOrder();
        else if (play.aim) play.doAim();
        else if (document.querySelector(".in-this-order")) document.querySelector<HTMLButtonElement>(".in-this-order")!.click();
        else return;
      } else if (e.key === "Escape") play.clear();
      else if (e.key === "/") document.querySelector<HTMLInputElement>(".offers input[type=search]")?.focus();
      else if (play.hand && e.key.startsWith("Arrow") && !e.shiftKey) {
        if (e.key === "ArrowLeft") play.turnHand(-455, 0);
        else if (e.key === "ArrowRight") play.turnHand(455, 0);
        else play.turnHand(0, e.key === "ArrowUp" ? 500 : -500);
      } else if (play.leading() && play.canLead && e.key.startsWith("Arrow") && !e.shiftKey) {
        play.stepLead(e.key === "ArrowLeft" ? -1 : e.key === "ArrowRight" ? 1 : 0, e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0);
      } else if (play.reach && !play.reach.imagined && play.aim && e.key.startsWith("Arrow") && !e.shiftKey) {
        play.stepAim(e.key === "ArrowLeft" ? -1 : e.key === "ArrowRight" ? 1 : 0, e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0);
      } else if (play.aim && (e.key === "," || e.key === ".")) play.turnAim(e.key === "," ? -1 : 1);
      else if ((e.key === "h" || e.key === "H") && play.canHold) play.holdThese(e.key === "H");
      else if ((e.key === "h" || e.key === "H") && game.mine && game.question?.kind === "question" && !game.busy) {
        game.notice = { kind: "info", text: t("This must be decided: {0}", inWords(game.question.text ?? "", game.question.args, play.names)) };
        game.changed();
      } else if (e.key === "f" && play.canFire) play.fireAll();
      else if (/^[qe]$/i.test(e.key) && play.canOrder) play.wheelBy(e.key.toLowerCase() === "q" ? "left" : "right", e.shiftKey || play.picked.length < 2);
      else if (e.key === "s" && game.mine) play.setGathering(!play.gathering);
      else if (e.key === "v" && play.unit) play.setBoxes(!play.boxes);
      else if (e.key === "w" && play.canWhole) play.setWhole(!play.whole);
      else if (e.key === "n" && play.gathering) { const k = set.lit.find((x) => !play.picked.includes(x)); if (k) play.gather(k); }
      else if (e.key === "p" && play.gathering) { const k = play.picked[play.picked.length - 1]; if (k) play.gather(k); }
      else if (e.key === "N" || e.key === "P") nextFoe(game, play, e.key === "N" ? 1 : -1);
      else if (e.key === "o" && play.canOrder) play.orderForm(null);
      else if (e.key === "x" && play.canOrder) play.orderHalt();
      else if (e.key === "y" && play.canOrder) play.orderCharge(null);
      else if ((e.key === "n" || e.key === "p") && set.lit.length) {
        const i = play.unit ? set.lit.indexOf(play.unit) : -1, step = e.key === "n" ? 1 : -1;
        const next = set.lit[(i + step + set.lit.length) % set.lit.length]!;
        document.querySelector<SVGGElement>(`.piece[data-key="${next}"]`)?.focus();
        if (v0(game) === "hex" || play.readings.filter((r) => r.own.includes(next)).length > 1) play.chooseUnit(next);
        else play.lookAt(next);
      } else if (e.key === "m" && play.canMarch) play.startHand();
      else if (e.key === "a" && game.mine) void game.suggest("level-4");
      else if (e.key === "u") void game.undo();
      else if (e.key === "t" && play.unit) void game.askThreats(play.unit);
      else if (e.key === "g") set.menu(true);
      else if (e.key === "[") void game.past.showLine((game.past.replay?.line ?? game.lastLine) - 1);
      else if (e.key === "]" && game.past.replay) void game.past.showLine(game.past.replay.line + 1);
      else if (TAB_KEY[e.key]) set.tab(TAB_KEY[e.key]!);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", on);
    return () => window.removeEventListener("keydown", on);
  });
}

const NOBODY = new Set<string>();

const v0 = (game: Game): string => game.view?.scene.board ?? "";

function Pending({ game }: { game: Game }): JSX.Element | null {
  const v = game.view!, p = v.pending ?? {};
  const asked = (["undo", "draw"] as const).filter((w) => {
    const by = p[w];
    return !!by && by.seat !== v.seat;
  });
  if (!asked.length || v.seat < 0 || game.over) return null;
  return (
    <>
      {asked.map((w) => (
        <div key={w} class="notice info" role="alert">
          <p>{w === "undo" ? t("Your opponent asks to take back the last answer.") : t("Your opponent offers a draw.")}</p>
          <div class="row">
            <button type="button" class="primary" onClick={() => void game.consent(w, true)}>{t("Agree")}</button>
            <button type="button" onClick={() => void game.consent(w, false)}>{t("Refuse")}</button>
          </div>
        </div>
      ))}
    </>
  );
}

export function GamePage({ id, token, line }: { id: string; token: string; line?: number }): JSX.Element {
  const game = useMemo(() => new Game(id, token), [id, token]);
  useGame(game);
  useEffect(() => {
    void game.open().then(() => { if (line !== undefined) void game.past.showLine(line); });
    const seen = (): void => game.markSeen();
    document.addEventListener("visibilitychange", seen);
    return () => { document.removeEventListener("visibilitychange", seen); game.close(); };
  }, [game]);
  useEffect(() => { if (line !== undefined && game.view) void game.past.showLine(line); }, [line]);
  if (game.error)
    return (
      <main class="plain-page"><h1>{t("Tricorne")}</h1><p role="alert">{game.error}</p><p><a href="#/">{t("To all battles")}</a></p></main>
    );
  if (!game.view) return <main class="plain-page"><p role="status">{t("Unrolling the map…")}</p></main>;
  return <Field game={game} />;
}

function Field({ game }: { game: Game }): JSX.Element {
  const v = game.view!, play = usePlay(game), scene = game.scene!;
  const [tab, setTab] = useState<Tab>("log"), [help, setHelp] = useState(false), [menu, setMenu] = useState(false);
  const lit = useMemo(() => stopsOf(play.lit, play.readings, scene, scene.sides.findIndex((x) => x.name === v.side)), [play.lit]);
  const told = useGuide(game), guided = told?.deed && "drag" in told.deed && !game.past.replay ? told.deed : null;
  const goal = guided ? (typeof guided.to === "string" ? hexNamed(boardOf(scene), guided.to) : [guided.to[0] * 1000, guided.to[1] * 1000] as [number, number]) : null;
  useKeys(game, play, { tab: setTab, help: setHelp, menu: setMenu, lit });
  useEffect(() => {
    document.title = `${game.mine && !game.over ? "● " : ""}${v.title || v.scene.title || "Tricorne"}`;
  }, [game.mine, game.over, v.title]);

  const q = v.question, next = game.handTo;
  if (next) return <HandOver side={next.side} name={next.name} one={!!next.name && v.seats.filter((s) => s.side === next.side).length > 1} leads={v.seats.find((s) => s.seat === next.seat)?.commands?.map((c) => c.name)} onReady={() => { location.hash = `#/g/${game.id}/${next.token}`; }} />;

  const unit = scene.pieces.find((p) => p.key === play.unit);
  const threat = unit && game.threats?.key === unit.key ? game.threats : null;
  const danger = !game.past.replay && unit ? play.threat : null;
  const edge = !game.past.replay && unit && play.reach?.edge && !play.hand && !play.order
    ? { points: play.reach.edge.map((e) => e.at), from: [unit.x, unit.y] as [number, number], imagined: play.reach.imagined } : null;
  return (
    <div class="game">
      <header class="bar">
        <a class="home" href="#/" title={t("All battles")}>{t("Tricorne")}</a>
        <h1>{t(v.title || scene.title || "")}</h1>
        <span class="status">{scene.status}{v.dice === "seeded" ? t(", seeded dice") : ""}{v.brought ? t(", from a record") : ""}</span>
        {v.clock && <Clock clock={v.clock} at={v.clockAt ?? Date.now()} sides={scene.sides.slice(0, 2).map((s) => s.name)} />}
        <span class={`link-state ${game.link}`} role="status">
          {game.link === "live" ? "" : game.link === "lost" ? t("connection lost, trying again…") : game.link === "connecting" ? t("connecting…") : t("closed")}
        </span>
        <span class="tools">
          <button type="button" onClick={() => void game.suggest("level-4")} disabled={!game.mine || game.advising || q.kind !== "question"} title={t("Ask for advice (A)")}>{t("Advice")}</button>
          <button type="button" onClick={() => void game.undo()} disabled={v.seat < 0 || game.busy} title={v.take_backs === false ? t("Take back your last answer or order, as far as no die fell (U)") : t("Take back your last answer or order; past a die it is a take-back, and counted (U)")}>{t("Undo")}</button>
          <button type="button" onClick={() => setMenu(true)} title={t("Seats, links, draw, resign (G)")}>{t("Game")}</button>
          <button type="button" onClick={() => setHelp(true)} aria-label={t("Keys and signs")} title={t("Keys and signs (?)")}>?</button>
        </span>
      </header>
      <SitsIn view={v} api={game.api} />
      <main class="field">
        <VictoryBox scene={scene} turn={v.question.turn} aim={aimOf(v.scenario, scene, v.side)} />
        <div class="map-place">
        {game.past.replay && !game.past.replay.shown && (
          <p class="past" role="status">{t("You see the field as it stood after answer")}{" "}{game.past.replay.line}. <button type="button" class="link" onClick={() => game.past.endReplay()}>{t("Back to now")}</button></p>
        )}
        <MapView scene={scene} lit={game.past.replay ? new Set() : play.lit} chosen={play.unit} targets={game.past.replay ? new Set() : play.targets}
          spots={game.past.replay ? [] : play.spots} ghost={game.past.replay ? null : play.ghost} marks={game.marks} drag={game.past.replay || !game.mine ? null : play.drag}
          side={v.side ? scene.sides.findIndex((s) => s.name === v.side) : null} band={play.band} threats={threat ? new Set(threat.by.map((t) => t.key)) : danger?.by?.length ? new Set(danger.by.map((d) => d.piece)) : NOBODY} prey={danger?.can?.length ? new Set(danger.can.map((d) => d.piece)) : NOBODY}
          bands={danger && danger.bands.length && danger.facing !== undefined ? { at: danger.at, facing: danger.facing, bands: danger.bands } : null} picked={play.picked} focus={game.focus}
          arrows={game.past.replay ? [] : [...[...game.orders.intents].map(([key, o]) => ({ key, to: o.to })), ...(guided && goal ? [{ key: guided.drag, to: goal, guide: true }] : [])]}
          asked={game.mine && !game.past.replay ? hexesAsked(q, boardOf(scene)) : []}
          ready={isReady(play)} edge={edge} box={game.past.replay ? null : play.box?.at ?? null} onPoint={(key) => game.point(key ? scene.pieces.find((p) => p.key === key)?.group ?? null : null)}
          onPiece={(key, more) => (more || play.gathering ? play.gather(key) : play.chooseUnit(key))} onLasso={game.past.replay || !game.mine || v.question.kind !== "question" ? null : play.gatherAll} onSpot={play.onSpot} onHover={play.onHoverSpot} onGround={game.past.replay ? () => undefined : play.onGround} />
        {unit && <UnitCard game={game} play={play} unit={unit} danger={danger} threat={threat} />}
        </div>
      </main>
      <aside class="side" aria-label={t("Command")}>
        {told && <GuideCard told={told} scene={v.scene} />}
        <Opening game={game} />
        <Pending game={game} />
        <RecapCard game={game} />
        <QuestionPanel game={game} play={play} />
        <nav class="tabs" role="tablist" aria-label={t("Reading")}>
          {TABS.map((k) => (
            <button type="button" key={k} role="tab" id={`tab-${k}`} aria-selected={tab === k} aria-controls="tab-panel" onClick={() => setTab(k)}>
              {k === "log" ? t("Log") : k === "panels" ? t("Armies") : k === "replay" ? t("Replay") : t("Talk")}{k === "chat" && game.unread > 0 && tab !== "chat" ? ` (${game.unread})` : ""}
            </button>
          ))}
        </nav>
        <div class="tab-body" id="tab-panel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${tab}`}>
          {tab === "log" && <LogView events={game.log} scene={v.scene} onLine={(l) => void game.past.showLine(l)} onEarlier={game.hasEarlier ? () => game.earlier() : undefined} />}
          {tab === "panels" && <PanelsView scene={scene} game={game} onPick={game.mine && !game.past.replay ? play.gatherAll : undefined} />}
          {tab === "replay" && <ReplayBar game={game} />}
          {tab === "chat" && <ChatView game={game} />}
        </div>
      </aside>
      <RuleCard />
      <Since game={game} />
      {help && <Help onClose={() => setHelp(false)} />}
      {menu && <GameMenu game={game} onClose={() => setMenu(false)} />}
    </div>
  );
}
