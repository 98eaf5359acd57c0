// A game: the map, the question, and what can be read.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Game, useGame } from "../game";
import { guideFor, hintFor, stepFor } from "../guide";
import { keep } from "../keep";
import { Clock, SitsIn } from "../read/Clock";
import { MapView } from "../map/MapView";
import { stateWords } from "../map/Troops";
import { QuestionPanel } from "../play/QuestionPanel";
import { usePlay, type Play } from "../play/usePlay";
import { LogView } from "../read/Log";
import { PanelsView, VictoryBox } from "../read/Panels";
import { RecapCard } from "../read/Recap";
import { ReplayBar } from "../read/ReplayBar";
import { RuleCard } from "../read/Rule";
import { ChatView, GameMenu, HandOver, Help, Since } from "./bits";

const TABS = ["log", "panels", "replay", "chat"] as const;
type Tab = (typeof TABS)[number];
const TAB_KEY: Record<string, Tab> = { l: "log", b: "panels", r: "replay", c: "chat" };

function GuideCard({ game }: { game: Game }): JSX.Element | null {
  const v = game.view!, kept = keep.game(game.id), g = kept?.guide ? guideFor(kept.guide) : undefined;
  const [done, setDone] = useState<string[]>(() => keep.guideDone(game.id));
  if (!g || game.replay) return null;
  const step = stepFor(g, v.question, game.mine, done), hint = step ? null : hintFor(g, v.question, game.mine);
  if (!step && !hint) return null;
  if (!step) return <p class="guide hint">{hint}</p>;
  const read = (): void => { keep.guideStep(game.id, step.id); setDone([...done, step.id]); };
  return (
    <aside class="guide" aria-label="Guide" aria-live="polite">
      <h3>{step.title}</h3>
      {step.text.split("\n").map((p, i) => <p key={i}>{p}</p>)}
      <div class="row">
        <button type="button" class="primary" onClick={read}>Understood</button>
        <button type="button" class="link" onClick={() => { keep.touch(game.id, (k) => { delete k.guide; }); game.changed(); }}>No more guiding</button>
      </div>
    </aside>
  );
}

function useKeys(game: Game, play: Play, set: { tab: (t: Tab) => void; help: (on: boolean) => void; menu: (on: boolean) => void; lit: string[] }): void {
  // With the drawing, not after it: a key pressed at once must meet what is seen.
  useLayoutEffect(() => {
    const on = (e: KeyboardEvent): void => {
      const at = e.target as HTMLElement;
      if (e.ctrlKey || e.metaKey || e.altKey || at.closest("dialog, input, textarea, select")) return;
      const onButton = !!at.closest("button, a, [role=button]");
      if (e.key === "?") set.help(true);
      else if (/^[1-9]$/.test(e.key) && !play.hand) {
        const b = [...document.querySelectorAll<HTMLButtonElement>(".offers .offer > button")][Number(e.key) - 1];
        if (!b) return;
        b.click();
      } else if (e.key === "Enter" && !onButton) {
        if (play.hand) play.doHand();
        else if (play.act) play.doAct();
        else if (play.aim) play.doAim();
        else return;
      } else if (e.key === "Escape") play.clear();
      else if (e.key === "/") document.querySelector<HTMLInputElement>(".offers input[type=search]")?.focus();
      else if (play.hand && e.key.startsWith("Arrow") && !e.shiftKey) {
        if (e.key === "ArrowLeft") play.turnHand(-455, 0);
        else if (e.key === "ArrowRight") play.turnHand(455, 0);
        else play.turnHand(0, e.key === "ArrowUp" ? 500 : -500);
      } else if (play.reach && !play.reach.imagined && play.aim && e.key.startsWith("Arrow") && !e.shiftKey) {
        play.stepAim(e.key === "ArrowLeft" ? -1 : e.key === "ArrowRight" ? 1 : 0, e.key === "ArrowUp" ? -1 : e.key === "ArrowDown" ? 1 : 0);
      } else if (play.aim && (e.key === "," || e.key === ".")) play.turnAim(e.key === "," ? -1 : 1);
      else if ((e.key === "h" || e.key === "H") && play.canHold) play.holdThese(e.key === "H");
      else if (e.key === "f" && play.canFire) play.fireAll();
      else if ((e.key === "n" || e.key === "p") && set.lit.length) {
        const i = play.unit ? set.lit.indexOf(play.unit) : -1, step = e.key === "n" ? 1 : -1;
        const next = set.lit[(i + step + set.lit.length) % set.lit.length]!;
        document.querySelector<SVGGElement>(`.piece[data-key="${next}"]`)?.focus();
        if (v0(game) === "hex" || play.readings.filter((r) => r.own.includes(next)).length > 1) play.chooseUnit(next);
      } else if (e.key === "m" && play.canMarch) play.startHand();
      else if (e.key === "a" && game.mine) void game.suggest("level-4");
      else if (e.key === "u") void game.undo();
      else if (e.key === "g") set.menu(true);
      else if (e.key === "[") void game.showLine((game.replay?.line ?? game.lastLine) - 1);
      else if (e.key === "]" && game.replay) void game.showLine(game.replay.line + 1);
      else if (TAB_KEY[e.key]) set.tab(TAB_KEY[e.key]!);
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", on);
    return () => window.removeEventListener("keydown", on);
  });
}

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
          <p>{w === "undo" ? "Your opponent asks to take back the last answer." : "Your opponent offers a draw."}</p>
          <div class="row">
            <button type="button" class="primary" onClick={() => void game.consent(w, true)}>Agree</button>
            <button type="button" onClick={() => void game.consent(w, false)}>Refuse</button>
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
    void game.open().then(() => { if (line !== undefined) void game.showLine(line); });
    const seen = (): void => game.markSeen();
    document.addEventListener("visibilitychange", seen);
    return () => { document.removeEventListener("visibilitychange", seen); game.close(); };
  }, [game]);
  useEffect(() => { if (line !== undefined && game.view) void game.showLine(line); }, [line]);
  if (game.error)
    return (
      <main class="plain-page"><h1>Tricorne</h1><p role="alert">{game.error}</p><p><a href="#/">To all battles</a></p></main>
    );
  if (!game.view) return <main class="plain-page"><p role="status">Unrolling the map…</p></main>;
  return <Field game={game} />;
}

function Field({ game }: { game: Game }): JSX.Element {
  const v = game.view!, play = usePlay(game), scene = game.scene!;
  const [tab, setTab] = useState<Tab>("log"), [help, setHelp] = useState(false), [menu, setMenu] = useState(false);
  const lit = useMemo(() => [...play.lit].sort(), [play.lit]);
  useKeys(game, play, { tab: setTab, help: setHelp, menu: setMenu, lit });
  useEffect(() => {
    document.title = `${game.mine && !game.over ? "● " : ""}${v.title || v.scene.title || "Tricorne"}`;
  }, [game.mine, game.over, v.title]);

  // Hot-seat: this browser holds the seat that is asked now.
  const kept = keep.game(game.id), q = v.question;
  const next = kept?.hot && !game.mine && !game.over ? kept.seats.find((s) => s.seat === q.seat || (q.seat === undefined && s.side === q.side)) : undefined;
  if (next) return <HandOver side={next.side} name={next.name} onReady={() => { location.hash = `#/g/${game.id}/${next.token}`; }} />;

  const unit = scene.pieces.find((p) => p.key === play.unit);
  const edge = !game.replay && unit && play.reach?.edge && !play.hand && !play.order
    ? { points: play.reach.edge.map((e) => e.at), from: [unit.x, unit.y] as [number, number], imagined: play.reach.imagined } : null;
  return (
    <div class="game">
      <header class="bar">
        <a class="home" href="#/" title="All battles">Tricorne</a>
        <h1>{v.title || scene.title}</h1>
        <span class="status">{scene.status}{v.dice === "seeded" ? ", seeded dice" : ""}</span>
        {v.clock && <Clock clock={v.clock} at={v.clockAt ?? Date.now()} sides={scene.sides.slice(0, 2).map((s) => s.name)} />}
        <span class={`link-state ${game.link}`} role="status">
          {game.link === "live" ? "" : game.link === "lost" ? "connection lost, trying again…" : game.link === "connecting" ? "connecting…" : "closed"}
        </span>
        <span class="tools">
          <button type="button" onClick={() => void game.suggest("level-4")} disabled={!game.mine || game.advising || q.kind !== "question"} title="Ask for advice (A)">Advice</button>
          <button type="button" onClick={() => void game.undo()} disabled={v.seat < 0 || game.busy} title="Take back (U)">Undo</button>
          <button type="button" onClick={() => setMenu(true)} title="Seats, links, draw, resign (G)">Game</button>
          <button type="button" onClick={() => setHelp(true)} aria-label="Keys and signs" title="Keys and signs (?)">?</button>
        </span>
      </header>
      <SitsIn view={v} api={game.api} />
      <main class="field">
        {game.replay && !game.replay.shown && (
          <p class="past" role="status">You see the field as it stood after answer {game.replay.line}. <button type="button" class="link" onClick={() => game.endReplay()}>Back to now</button></p>
        )}
        <MapView scene={scene} lit={game.replay ? new Set() : play.lit} chosen={play.unit} targets={game.replay ? new Set() : play.targets}
          spots={game.replay ? [] : play.spots} ghost={game.replay ? null : play.ghost} marks={game.marks} drag={game.replay || !game.mine ? null : play.drag}
          side={v.side ? scene.sides.findIndex((s) => s.name === v.side) : null} band={play.band} picked={play.picked} focus={game.focus}
          arrows={game.replay ? [] : [...game.intents].map(([key, o]) => ({ key, to: o.to }))}
          edge={edge} onPoint={(key) => game.point(key ? scene.pieces.find((p) => p.key === key)?.group ?? null : null)}
          onPiece={play.chooseUnit} onSpot={play.onSpot} onHover={play.onHoverSpot} onGround={game.replay ? () => undefined : play.onGround} />
        {unit && (
          <p class="unit-card"><strong>{unit.label || unit.key}</strong> {unit.group && <>of <b>{unit.group_label ?? unit.group}</b>{unit.chief ? ` (${unit.chief})` : ""} · </>}
            {stateWords(unit, scene.sides).join(" · ")}</p>
        )}
        <VictoryBox scene={scene} turn={v.question.turn} />
      </main>
      <aside class="side" aria-label="Command">
        <GuideCard game={game} />
        <Pending game={game} />
        <RecapCard game={game} />
        <QuestionPanel game={game} play={play} />
        <nav class="tabs" role="tablist" aria-label="Reading">
          {TABS.map((t) => (
            <button type="button" key={t} role="tab" id={`tab-${t}`} aria-selected={tab === t} aria-controls="tab-panel" onClick={() => setTab(t)}>
              {t === "log" ? "Log" : t === "panels" ? "Armies" : t === "replay" ? "Replay" : "Talk"}{t === "chat" && game.unread > 0 && tab !== "chat" ? ` (${game.unread})` : ""}
            </button>
          ))}
        </nav>
        <div class="tab-body" id="tab-panel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${tab}`}>
          {tab === "log" && <LogView events={game.log} scene={v.scene} onLine={(l) => void game.showLine(l)} />}
          {tab === "panels" && <PanelsView scene={scene} game={game} />}
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
