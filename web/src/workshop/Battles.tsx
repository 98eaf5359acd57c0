// Battles that people made and this server keeps: a list with how they play, and a page for each.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, type BattleFile, type MadeBattle } from "../api";
import { SITE } from "../engine/client";
import { keep } from "../keep";
import { keepMade } from "../made";
import { asName } from "../play/offers";
import type { SystemInfo } from "../types";
import { interval } from "./fighting";
import "./workshop.css";

const percent = (v: number): string => `${Math.round(v * 100)}%`;
const day = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** How it plays, in a sentence: who wins how often, how long it is, how it ends. */
export function playsText(p: MadeBattle["plays"]): string {
  if (!p) return "Not studied yet.";
  const wins = Object.entries(p.wins).sort((a, b) => b[1] - a[1]), decided = wins.reduce((n, [, w]) => n + w, 0), [name, won] = wins[0] ?? ["", 0];
  const [low, high] = interval(won, decided);
  const who = decided ? `${asName(name)} won ${percent(won / decided)} of ${decided} decided (${percent(low)} to ${percent(high)})` : "nobody won";
  const open = p.drawn + p.cut, ends = Object.entries(p.endings).sort((a, b) => b[1] - a[1]).map(([k, n]) => `${k.replace(/-/g, " ")} ${n}`).join(", ");
  return `${p.battles} battles of ${p.players[0]} against ${p.players[1]}: ${who}${open ? `, ${open} open` : ""}; ${p.turns.toFixed(1)} turns, ${Math.round(p.answers)} answers. ${ends ? `Ends: ${ends}.` : ""}`;
}

function Row({ b }: { b: MadeBattle }): JSX.Element {
  return (
    <li class="ws-made" data-battle={b.battle}>
      <a href={`#/battles/${b.battle}`}><strong>{b.title}</strong></a> <span class="quiet">{b.system}, by {b.by}, {day(b.changed)}{b.listed ? "" : ", not listed"}{b.origin ? <>, made from <Origin of={b.origin} /></> : null}</span>
      <p class="ws-plays">{playsText(b.plays)}</p>
    </li>
  );
}

const Origin = ({ of }: { of: { battle: string; text: string } }): JSX.Element => (of.battle ? <a href={`#/battles/${of.battle}`}>{of.text}</a> : <>{of.text}</>);

const PAGE = 50;

export function Battles(): JSX.Element {
  const [systems, setSystems] = useState<SystemInfo[]>([]), [of, setOf] = useState(""), [list, setList] = useState<MadeBattle[]>([]), [more, setMore] = useState(false), [mine, setMine] = useState<MadeBattle[]>([]), [failed, setFailed] = useState("");
  const session = keep.session();
  useEffect(() => {
    document.title = "Battles others made - Tricorne";
    api.scenarios().then((s) => setSystems(s.systems)).catch(() => undefined);
    if (session) api.myBattles(session.token).then((b) => setMine(b.battles)).catch(() => undefined);
  }, []);
  const fetchFrom = (n: number, was: MadeBattle[]): void => { api.battles(of, n).then((b) => { setList([...was, ...b.battles]); setMore(b.battles.length === PAGE); }, (e: Error) => setFailed(e.message)); };
  useEffect(() => { if (!SITE) fetchFrom(0, []); }, [of]);
  return (
    <main class="start ws-begin">
      <header class="masthead"><h1>Battles others made</h1><p>Open one, play it, or make your own of it. <a href="#/workshop">The workshop</a> · <a href="#/">Back to the battles</a></p></header>
      {SITE && <p class="notice">This page has no server. Whoever has a battle for you sends a file or a link.</p>}
      {failed && <p class="notice refused" role="alert">{failed}</p>}
      <label class="ws-field"><span>Rules</span><select data-key="of" value={of} onChange={(e) => setOf(e.currentTarget.value)}><option value="">all</option>{systems.map((s) => <option key={s.id} value={s.id}>{s.title}</option>)}</select></label>
      {mine.length > 0 && <section aria-label="Yours"><h2>Yours</h2><ul class="ws-shelf">{mine.map((b) => <Row key={b.battle} b={b} />)}</ul></section>}
      <section aria-label="Battles"><h2>In the list</h2>
        {!list.length && !failed && <p class="quiet">There are none yet. Make one in the workshop; Save, share puts it here.</p>}
        <ul class="ws-shelf">{list.map((b) => <Row key={b.battle} b={b} />)}</ul>
        {more && <button type="button" onClick={() => fetchFrom(list.length, list)}>More</button>}
      </section>
    </main>
  );
}

/** The sides of a battle, as its scenario names them. */
const sidesOf = (file: BattleFile): string[] => {
  const at = /^sides:[^\S\n]*\n([\s\S]*)/m.exec(file.scenario)?.[1] ?? "";
  return [...at.matchAll(/^ {0,2}- (?:\{?\s*)?name:\s*"?([a-z0-9-]+)/gm)].map((m) => m[1]!).slice(0, 2);
};

/** A battle begins: in this browser against a computer, or on the server with a friend. */
async function begin(id: string, about: MadeBattle, file: BattleFile, side: number, against: string): Promise<void> {
  const sides = sidesOf(file), name = keep.name(), friend = against === "friend", hot = against === "hot";
  const seats = sides.map((s, i) => ({ side: s, kind: i === side || friend || hot ? "person" : against, ...(i === side && name ? { name } : {}) }));
  const made = friend
    ? await api.create({ battle: id, title: about.title, dice: "committed", maker: side, seats })
    : await api.createDraft({ draft: { name: file.name, system: file.system, yaml: file.scenario, map: file.map, tables: file.tables }, title: about.title, dice: "fair", maker: side, seats });
  location.hash = `#/g/${made.game}/${await keepMade(made, { title: about.title, scenario: about.scenario, hot })}`;
}

export function BattlePage({ id }: { id: string }): JSX.Element {
  const [got, setGot] = useState<{ about: MadeBattle; file: BattleFile } | null>(null), [failed, setFailed] = useState(""), [side, setSide] = useState(0), [against, setAgainst] = useState("level-1"), [busy, setBusy] = useState(false), [players, setPlayers] = useState<{ id: string; text: string }[]>([]);
  useEffect(() => { api.battle(id).then(setGot, (e: Error) => setFailed(e.message)); api.players().then((p) => setPlayers(p.players)).catch(() => undefined); }, [id]);
  useEffect(() => { document.title = `${got?.about.title ?? "A battle"} - Tricorne`; }, [got]);
  const b = got?.about, session = keep.session(), mine = !!b && session?.name === b.by, sides = got ? sidesOf(got.file) : [];
  const remove = (): void => { if (session && confirm("Take this battle from the server? Games of it go on.")) api.unpublish(session.token, id).then(() => { location.hash = "#/battles"; }, (e: Error) => setFailed(e.message)); };
  return (
    <main class="start ws-begin">
      <header class="masthead"><h1>{b?.title ?? "A battle"}</h1><p>{b && <>{b.system}, by {b.by}, {day(b.changed)}{b.origin ? <>, made from <Origin of={b.origin} /></> : null}. </>}<a href="#/battles">All battles</a></p></header>
      {failed && <p class="notice refused" role="alert">{failed}</p>}
      {got && b && (
        <section aria-label="This battle">
          <p class="ws-plays">{playsText(b.plays)}</p>
          {got.file.tables.length > 0 && <p class="notice">It changes tables of the rules: {got.file.tables.map((t) => t.name).join(", ")}.</p>}
          <label class="ws-field"><span>Your side</span><select data-key="side" value={side} onChange={(e) => setSide(Number(e.currentTarget.value))}>{sides.map((s, i) => <option key={s} value={i}>{asName(s)}</option>)}</select></label>
          <label class="ws-field"><span>Against</span><select data-key="against" value={against} onChange={(e) => setAgainst(e.currentTarget.value)}>
            {(players.length ? players : [{ id: "level-1", text: "level 1" }]).map((p) => <option key={p.id} value={p.id}>{p.text || p.id}</option>)}
            <option value="hot">Somebody at this screen</option><option value="friend">A friend, by link</option>
          </select></label>
          <div class="row">
            <button type="button" class="primary" data-act="play" disabled={busy || sides.length < 2} onClick={() => { setBusy(true); begin(id, b, got.file, side, against).catch((e: Error) => setFailed(e.message)).finally(() => setBusy(false)); }}>Begin the battle</button>
            <a class="button" data-act="fork" href={`#/workshop/@${id}`}>{mine ? "Change it in the workshop" : "Make your own of it"}</a>
            {mine && <button type="button" data-act="unpublish" onClick={remove}>Take it away</button>}
          </div>
          <p class="quiet">Against a computer it is played in this browser; with a friend on the server. {b.origin ? "" : "Who makes his own of it names this one."}</p>
        </section>
      )}
    </main>
  );
}
