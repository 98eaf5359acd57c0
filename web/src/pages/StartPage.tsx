// The first page: one click begins a battle; the rest is for those who want to choose.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, type MadeGame, type MyGame, type NewGame } from "../api";
import { SITE, warm } from "../engine/client";
import words from "../../guide/systems.json";
import { GUIDES, type Guide } from "../guide";
import { Account } from "./Account";
import { Offline } from "./Offline";
import { keep, type KeptGame } from "../keep";
import { keepMade } from "../made";
import { Aims, battleText } from "../read/Opening";
import { capital } from "../play/offers";
import type { ScenarioInfo, SystemInfo } from "../types";
import { LANGUAGES, chooseLanguage, language, t } from "../tongue";

const SYSTEMS: Record<string, string> = words.systems, PLAYERS: Record<string, string> = words.players;

interface Wish {
  scenario: ScenarioInfo;
  side: string;
  against: string;
  dice: NonNullable<NewGame["dice"]>;
  clock?: NewGame["clock"];
  firm?: boolean;
  /** So many people lead each side. */
  commanders?: number;
  /** Who of them leads each command, side by side; dealt out evenly if it is not said. */
  leads?: number[][];
  name: string;
  guide?: string;
}

/** So many commands dealt out evenly among so many commanders, in their order. */
const dealt = (commands: number, commanders: number): number[] => Array.from({ length: commands }, (_, i) => Math.floor((i * commanders) / commands));

/** Make the game, remember its tokens, go there. against: a player, "friend" or "hot". */
async function begin(w: Wish): Promise<void> {
  const person = w.against === "friend" || w.against === "hot";
  const many = Array.from({ length: person ? w.commanders ?? 1 : 1 }, (_, i) => i), leads = w.leads ?? (w.scenario.commands ?? []).map((l) => dealt(l.length, many.length));
  const led = (side: number, i: number): number[] => (w.scenario.commands?.[side] ?? []).filter((_, k) => leads[side]?.[k] === i).map((c) => c.command);
  const seats = w.scenario.sides.flatMap((s, side) => many.map((i) => ({
    ...(many.length > 1 && led(side, i).length ? { commands: led(side, i) } : {}), side: s.name, kind: s.name === w.side || person ? "person" : w.against,
    name: s.name === w.side && i === 0 ? w.name : many.length > 1 ? `${capital(s.name)} ${i + 1}` : w.against === "hot" ? capital(s.name) : "",
  })));
  const made: MadeGame = await api.create({ scenario: w.scenario.id, title: w.scenario.title, dice: w.dice, ...(w.clock ? { clock: w.clock } : {}), ...(w.firm ? { take_backs: false } : {}), maker: seats.findIndex((s) => s.side === w.side), seats: seats.map(({ name, ...s }) => (name ? { ...s, name } : s)) });
  const mine = await keepMade(made, { title: w.scenario.title, scenario: w.scenario.id, hot: w.against === "hot", guide: w.guide });
  location.hash = `#/g/${made.game}/${mine}`;
}

/** Go on with a battle from the text of its record. */
async function openRecord(text: string): Promise<void> {
  const made = await api.openRecord(text);
  const people = made.seats.filter((s) => s.kind === "person");
  const hot = made.hot ?? people.length > 1;
  if (!people.length) { // two computers: to be looked at
    keep.put({ game: made.game, title: made.title ?? "", scenario: made.scenario ?? "", watch: made.watch, touched: Date.now(), seats: [], others: [] });
    location.hash = `#/g/${made.game}/${made.watch}`;
    return;
  }
  const mine = await keepMade(made, { title: made.title ?? "", scenario: made.scenario ?? "", hot });
  location.hash = `#/g/${made.game}/${mine}`;
}

export function StartPage(): JSX.Element {
  const [systems, setSystems] = useState<SystemInfo[]>([]), [scenarios, setScenarios] = useState<ScenarioInfo[]>([]);
  const [players, setPlayers] = useState<{ id: string; text: string }[]>([]);
  const [failed, setFailed] = useState<string | null>(null), [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = "Tricorne";
    api.scenarios().then((s) => { setSystems(s.systems); setScenarios(s.scenarios); }).catch((e: Error) => setFailed(e.message));
    api.players().then((p) => setPlayers(p.players)).catch(() => undefined);
  }, []);
  const start = (w: Wish): void => {
    setBusy(true);
    setFailed(null);
    begin(w).catch((e: Error) => setFailed(e.message)).finally(() => setBusy(false));
  };
  const opened = (text: string): void => {
    setBusy(true);
    setFailed(null);
    openRecord(text).catch((e: Error) => setFailed(e.message)).finally(() => setBusy(false));
  };
  const level = players.some((p) => p.id === "level-1") || !players.length ? "level-1" : players[0]!.id;
  const guided = (g: Guide): void => {
    const scenario = scenarios.find((s) => s.id === g.scenario);
    if (scenario) start({ scenario, side: scenario.sides.some((s) => s.name === g.side) ? g.side : scenario.sides[0]!.name, against: level, dice: "fair", name: keep.name(), guide: g.scenario });
  };
  return (
    <main class="start">
      <header class="masthead">
        <h1>{t("Tricorne")}</h1>
        <p>{t("Battles of the linear age, 1560–1780: five rulebooks, one referee.")}</p>
      </header>
      {failed && <p class="notice refused" role="alert">{failed}</p>}
      <section aria-label={t("Begin at once")} class="guides">
        {GUIDES.map((g) => (
          <button type="button" class={g.short ? "guide-card short" : "guide-card"} key={g.id} onPointerEnter={() => { if (SITE) warm(g.scenario); }} disabled={busy || !scenarios.length} onClick={() => guided(g)} data-guide={g.id}>
            {!g.short && <GuidePicture hex={g.board === "hex"} />}
            <span><strong>{t(g.title)}</strong><span>{t(g.about)}</span><em>{g.short ? t("Guided, about {0} minutes.", g.minutes) : t("About {0} minutes, guided, against the computer. Click to begin.", g.minutes)}</em></span>
          </button>
        ))}
      </section>
      <MyGames />
      {scenarios.length > 0 && <Chooser systems={systems} scenarios={scenarios} players={players} busy={busy} onStart={start} />}
      <section aria-label={t("A battle tonight")}><h2>{t("A battle tonight")}</h2><p><a href="#/tonight">{t("Choose two armies, points and a kind of ground")}</a>{t(": the referee makes a fair battle of about an hour, never the same twice.")}</p></section>
      <section aria-label={t("The workshop")}><h2>{t("Make a battle of your own")}</h2><p><a href="#/workshop">{t("The workshop")}</a>{t(": draw the ground, deploy two armies, see at once what the rules say, and play it.")}{!SITE && <>{" "}<a href="#/battles">{t("Battles others made")}</a></>}</p></section>
      <section aria-label={t("At a real table")}><h2>{t("At a real table")}</h2><p><a href="#/umpire">{t("The umpire's page")}</a>{t(": miniatures and dice on the table, the rules on a phone beside it.")}</p></section>
      <OpenRecord busy={busy} onText={opened} />
      {SITE ? <Offline /> : <Account />}
      <p class="language"><label>{t("Language")}{" "}
        <select value={language()} onChange={(e) => chooseLanguage((e.target as HTMLSelectElement).value)}>
          {LANGUAGES.map(([code, own]) => <option key={code} value={code} lang={code}>{own}</option>)}
        </select></label></p>
    </main>
  );
}

function GuidePicture({ hex }: { hex: boolean }): JSX.Element {
  const bar = (x: number, y: number, c: string, cut: boolean) => (
    <g transform={`translate(${x} ${y})`}><rect width="26" height="8" fill={cut ? "#f3e9d0" : c} stroke="#251c16" />{cut && <path d="M0 0H26L0 8Z" fill={c} />}</g>
  );
  const cells: JSX.Element[] = [];
  if (hex)
    for (let r = 0; r < 4; r++)
      for (let q = 0; q < 5; q++)
        cells.push(<path key={`${q},${r}`} transform={`translate(${q * 26 + (r % 2) * 13 + 4} ${r * 22.5 + 6})`} d="M13 -15L26 -7.5V7.5L13 15L0 7.5V-7.5Z" fill="none" stroke="#614932" opacity="0.5" />);
  return (
    <svg viewBox="0 0 130 80" class="guide-picture" aria-hidden="true">
      <rect width="130" height="80" fill="#f3e9d0" />
      {cells}
      {!hex && <path d="M-4 70C30 40 70 66 134 30" fill="none" stroke="#90b0b8" stroke-width="4" />}
      {bar(18, 54, "#a7322a", false)}{bar(48, 57, "#a7322a", false)}{bar(84, 54, "#a7322a", true)}
      {bar(26, 16, "#2e4a85", false)}{bar(60, 12, "#2e4a85", false)}{bar(92, 18, "#2e4a85", true)}
    </svg>
  );
}

/** A record from a file: saved here or on another machine, or taken from a server. */
function OpenRecord({ busy, onText }: { busy: boolean; onText: (text: string) => void }): JSX.Element {
  const read = (e: Event): void => {
    const input = e.target as HTMLInputElement, f = input.files?.[0];
    if (f) void f.text().then(onText);
    input.value = "";
  };
  return (
    <section class="open-record" aria-label={t("Open a record")}>
      <h2>{t("Or open a record")}</h2>
      <p>{t("A battle goes on from the file it was saved to: {0}", SITE ? t("from this page, from a server, or from the command.") : t("from this server, from the page without a server, or from the command."))}</p>
      <label class="file">{t("Record")}{" "}<input type="file" accept=".jsonl,.json,.txt,application/x-ndjson" disabled={busy} onChange={read} /></label>
    </section>
  );
}

function MyGames(): JSX.Element | null {
  const [games, setGames] = useState<KeptGame[]>(keep.games()), session = keep.session(), [listed, setListed] = useState<MyGame[]>([]);
  useEffect(() => { if (session) void api.myGames(session.token).then((g) => setListed(g.games)).catch(() => undefined); }, [session?.token]);
  const other = listed.filter((l) => !games.some((g) => g.game === l.game));
  if (!games.length && !other.length) return null;
  return (
    <section class="my-games" aria-label={t("Your battles")}>
      <h2>{t("Your battles")}</h2>
      <ul>
        {games.slice(0, 12).map((g) => {
          const info = listed.find((l) => l.game === g.game);
          return (
            <li key={g.game}>
              <a href={`#/g/${g.game}/${g.seats[0]?.token ?? g.watch ?? ""}`}>{g.title}</a>{" "}
              <span class="quiet">{g.hot ? t("hot-seat") : g.seats[0]?.side}{info && info.turn !== null ? t(", turn {0}{1}", info.turn, info.mine ? t(", your move") : "") : ""}{g.over || info?.over ? t(", over") : ""}</span>{" "}
              <button type="button" class="link" onClick={() => { keep.forget(g.game); setGames(keep.games()); void api.forget(g.game).catch(() => undefined); }} aria-label={t("Forget {0}", g.title)}>{t("forget")}</button>
            </li>
          );
        })}
        {other.map((g) => (
          <li key={g.game}>{g.token ? <a href={`#/g/${g.game}/${g.token}`}>{g.title}</a> : g.title} <span class="quiet">{g.turn === null ? "" : t("turn {0}{1}{2}", g.turn, g.mine ? t(", your move") : "", g.over ? t(", over") : "")}</span></li>
        ))}
      </ul>
    </section>
  );
}

const clocks: Record<string, { text: string; clock?: { days: number } | { minutes: number; increment: number } }> = {
  none: { text: t("as long as it takes") },
  d1: { text: t("a day for each move"), clock: { days: 1 } },
  d3: { text: t("three days for each move"), clock: { days: 3 } },
  d7: { text: t("a week for each move"), clock: { days: 7 } },
  m30: { text: t("30 minutes each, 15 seconds more for each move"), clock: { minutes: 30, increment: 15 } },
  m60: { text: t("an hour each, 30 seconds more for each move"), clock: { minutes: 60, increment: 30 } },
};

function Chooser({ systems, scenarios, players, busy, onStart }: {
  systems: SystemInfo[]; scenarios: ScenarioInfo[]; players: { id: string; text: string }[]; busy: boolean; onStart: (w: Wish) => void;
}): JSX.Element {
  const [system, setSystem] = useState(systems[0]?.id ?? ""), of = scenarios.filter((s) => s.system === system);
  const [id, setId] = useState(""), scenario = of.find((s) => s.id === id) ?? of.find((s) => s.learning) ?? of[0];
  const [side, setSide] = useState(0), [against, setAgainst] = useState("level-1"), [character, setCharacter] = useState(""), [time, setTime] = useState(":turn=1"), [dice, setDice] = useState<Wish["dice"]>(SITE ? "fair" : "committed");
  const [name, setName] = useState(keep.name()), [clock, setClock] = useState("none"), [then, setThen] = useState("forfeit"), [firm, setFirm] = useState(false), [commanders, setCommanders] = useState(1), [chosen, setChosen] = useState<Record<string, number[][]>>({});
  const many = against === "friend" || against === "hot" ? commanders : 1, leads = chosen[`${scenario?.id}/${many}`] ?? (scenario?.commands ?? []).map((l) => dealt(l.length, many));
  const lead = (s: number, k: number, who: number): void => setChosen({ ...chosen, [`${scenario?.id}/${many}`]: leads.map((l, i) => (i === s ? l.map((x, j) => (j === k ? who : x)) : l)) });
  const known = players.filter((p) => !/^program/.test(p.id));
  return (
    <section class="chooser" aria-label={t("Choose a battle")}>
      <h2>{t("Or choose a battle")}</h2>
      <div class="systems" role="radiogroup" aria-label={t("Rule system")}>
        {systems.map((s) => (
          <label key={s.id} class={s.id === system ? "on" : ""}>
            <input type="radio" name="system" checked={s.id === system} onChange={() => { setSystem(s.id); setId(""); setSide(0); }} />
            <strong>{t(s.title || s.id)}</strong><span>{t(SYSTEMS[s.id] ?? s.text ?? "")}</span>
          </label>
        ))}
      </div>
      <div class="choice">
        <label>{t("Battle")}
          <select value={scenario?.id ?? ""} onChange={(e) => { setId((e.target as HTMLSelectElement).value); setSide(0); }}>
            {of.map((s) => <option key={s.id} value={s.id}>{s.title}{s.learning ? t(" (for learning)") : ""}</option>)}
          </select>
        </label>
        <label>{t("You command")}
          <select value={String(side)} onChange={(e) => setSide(Number((e.target as HTMLSelectElement).value))}>
            {scenario?.sides.map((s, i) => <option key={s.name} value={String(i)}>{capital(s.name)}</option>)}
          </select>
        </label>
        <label>{t("Against")}
          <select value={against} onChange={(e) => setAgainst((e.target as HTMLSelectElement).value)}>
            <optgroup label={t("The computer")}>
              {(known.length ? known : [{ id: "level-1", text: "" }]).map((p) => <option key={p.id} value={p.id} title={p.text}>{PLAYERS[p.id] ? t(PLAYERS[p.id]!) : capital(p.id.replace("-", " "))}</option>)}
            </optgroup>
            {!SITE && <option value="friend">{t("A friend, by link")}</option>}
            <option value="hot">{t("A friend at this screen")}</option>
          </select>
        </label>
        {/^level-/.test(against) && (
          <label>{t("Character")}
            <select value={character} onChange={(e) => setCharacter((e.target as HTMLSelectElement).value)}>
              <option value="">{t("even")}</option>
              <option value="-bold">{t("bold: seeks the fight")}</option>
              <option value="-careful">{t("careful: does not seek the fight")}</option>
              <option value="-stubborn">{t("stubborn: slow to change its mind")}</option>
            </select>
          </label>
        )}
        {against === "level-4" && (
          <label>{t("Time to think")}
            <select value={time} onChange={(e) => setTime((e.target as HTMLSelectElement).value)}>
              <option value="">{t("moves at once")}</option>
              <option value=":turn=1">{t("about 2 s a turn, 10 s in the largest battles")}</option>
              <option value=":turn=5000">{t("about 5 s a turn")}</option>
              <option value=":turn=10000">{t("about 10 s a turn")}</option>
            </select>
          </label>
        )}
        <label>{t("Dice")}
          <select value={dice} onChange={(e) => setDice((e.target as HTMLSelectElement).value as Wish["dice"])}>
            {!SITE && <option value="committed" title={t("Nobody can choose or change a face; the host knows faces early")}>{t("committed: provable by everybody")}</option>}
            {against === "friend" && <option value="interactive" title={t("A fresh secret of both players for every roll: not even the host knows faces early. Both must have the page open.")}>{t("interactive: provable, while both are here")}</option>}
            <option value="fair">{t("rolled by the referee")}</option><option value="typed">{t("real dice, typed in")}</option>
          </select>
        </label>
        {(against === "friend" || against === "hot") && (
          <label>{t("Commanders a side")}{" "}
            <select class="commanders" value={String(commanders)} onChange={(e) => setCommanders(Number((e.target as HTMLSelectElement).value))}>
              {[1, 2, 3, 4].map((n) => <option key={n} value={String(n)}>{n === 1 ? t("one") : t("{0}, each leads some brigades", n)}</option>)}
            </select>
          </label>
        )}
        {many > 1 && scenario && leads.some((l) => l.length > 0) && (
          <details class="leads"><summary>{t("Who leads what")}</summary>
            {scenario.sides.map((s, i) => (
              <fieldset key={s.name}><legend>{capital(s.name)}</legend>
                {(scenario.commands?.[i] ?? []).map((c, k) => (
                  <label key={c.command}><span>{c.name}</span>
                    <select data-lead={`${i}/${c.command}`} value={String(leads[i]?.[k] ?? 0)} onChange={(e) => lead(i, k, Number((e.target as HTMLSelectElement).value))}>
                      {Array.from({ length: many }, (_, n) => <option key={n} value={String(n)}>{t("commander {0}", n + 1)}</option>)}
                    </select>
                  </label>
                ))}
              </fieldset>
            ))}
          </details>
        )}
        {against === "friend" && (
          <label>{t("Time to think")}{" "}
            <select value={clock} onChange={(e) => setClock((e.target as HTMLSelectElement).value)}>
              {Object.entries(clocks).map(([id, c]) => <option key={id} value={id}>{c.text}</option>)}
            </select>
          </label>
        )}
        {against === "friend" && clock !== "none" && (
          <label>{t("When it runs out")}{" "}
            <select value={then} onChange={(e) => setThen((e.target as HTMLSelectElement).value)}>
              <option value="forfeit">{t("the battle is lost")}</option><option value="computer">{t("a computer sits in")}</option>
            </select>
          </label>
        )}
        {against !== "friend" && against !== "hot" && (
          <label class="tick"><input type="checkbox" checked={firm} onChange={(e) => setFirm((e.target as HTMLInputElement).checked)} />{" "}{t("No take-backs: a die that has fallen stands")}</label>
        )}
        <label>{t("Your name")}{" "}<input maxLength={40} value={name} onInput={(e) => { setName((e.target as HTMLInputElement).value); keep.setName((e.target as HTMLInputElement).value); }} /></label>
      </div>
      {scenario && battleText(scenario.id)
        ? <div class="scenario-text"><Aims text={battleText(scenario.id)!} sides={scenario.sides} mine={scenario.sides[side]?.name ?? null} /></div>
        : scenario?.text && <p class="scenario-text">{scenario.text}</p>}
      <button type="button" class="primary begin" disabled={busy || !scenario} onClick={() => scenario && onStart({ scenario, side: scenario.sides[side]?.name ?? scenario.sides[0]!.name, against: /^level-/.test(against) ? against + character + (against === "level-4" ? time : "") : against, dice: dice === "interactive" && against !== "friend" ? "committed" : dice, name, ...(many > 1 ? { commanders: many, leads } : {}), ...(firm && against !== "friend" && against !== "hot" ? { firm } : {}), ...(against === "friend" && clocks[clock]?.clock ? { clock: { ...clocks[clock].clock, then } } : {}) })}>
        {busy ? t("The drums beat…") : t("Begin")}
      </button>
    </section>
  );
}
