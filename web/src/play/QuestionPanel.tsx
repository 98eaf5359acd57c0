// The question in words, the answers as a list, odds and advice, dice to type, the hand march.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { DiceCheck, diceWait } from "../dice/Dice";
import type { Game } from "../game";
import type { Act, Could, Odds, PlanOrder, Scene } from "../types";
import { dangerWords } from "./measure";
import { RuleLink } from "../read/Rule";
import { degrees, inches } from "./march";
import { groupNamed } from "./command";
import { pieceName, asName, capital, actWords, groupOffers, inWords, search, warnings, type Reading } from "./offers";
import { StaffAtWork, StaffChoice, useStaff } from "./Staff";
import { bearing, type Play } from "./usePlay";

const percent = (millionths: number): string => {
  const p = millionths / 10000;
  return p > 0 && p < 0.1 ? "<0.1 %" : `${p < 10 ? p.toFixed(1) : Math.round(p)} %`;
};

export function OddsTable({ game, act, play }: { game: Game; act: Act; play: Play }): JSX.Element | null {
  const [odds, setOdds] = useState<Odds | null>(null), [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    setOdds(null);
    setFailed(null);
    game.odds(act).then((o) => { if (!gone) setOdds(o); }).catch((e: Error) => { if (!gone) setFailed(e.message); });
    return () => { gone = true; };
  }, [act.act, game.question?.number]);
  if (failed) return <p class="quiet">No odds: {failed}</p>;
  if (!odds) return <p class="quiet">Working out the odds…</p>;
  // Results rarer than half a percent are told as one.
  const likely = odds.rows.filter((r, i) => r.millionths >= 5000 || i === 0), rows = likely.slice(0, 7);
  const rest = odds.rows.reduce((s, r) => s + r.millionths, 0) - rows.reduce((s, r) => s + r.millionths, 0);
  if (rows.length <= 1 && !rows[0]?.events.length) return null;
  return (
    <div class="odds">
      {odds.gist && <p class="gist">{odds.gist}.</p>}
      <table>
        <caption>{odds.exact ? "The chances, exactly" : `The chances, from ${odds.leaves} trials`}</caption>
        <tbody>
          {rows.map((r, i) => (
            <tr key={i}>
              <td class="chance">{percent(r.millionths)}</td>
              <td class="bar"><meter min={0} max={1000000} value={r.millionths} aria-hidden="true" /></td>
              <td>{r.events.length ? r.events.map((e) => (typeof e === "string" ? e : inWords(e.text ?? "", e.args, play.names))).join(" ") : "Nothing happens."}</td>
            </tr>
          ))}
          {rest > 0 && <tr><td class="chance">{percent(rest)}</td><td /><td>rarer results together</td></tr>}
        </tbody>
      </table>
      {odds.assumed.length > 0 && (
        <p class="quiet">Assumed on the way: {odds.assumed.map((a) => `${a.side}: ${typeof a.act === "string" ? a.act : a.act.text}`).slice(0, 3).join("; ")}</p>
      )}
    </div>
  );
}

/** Who stands in the hex that an answer names, if it is the enemy. */
function whoStands(r: Reading, scene: Scene, side: string | undefined): string {
  const hex = r.hexes[r.hexes.length - 1], own = scene.sides.findIndex((s) => s.name === side);
  if (!hex) return "";
  const there = scene.pieces.filter((p) => p.x === hex[0] && p.y === hex[1] && p.side !== null && p.side !== own && p.arm !== "leader");
  return [...new Set(there.map(pieceName))].slice(0, 2).join(", ");
}

/** From where it would stand: whom it could shoot at or charge, and who it. */
function Dangers({ play, game }: { play: Play; game: Game }): JSX.Element | null {
  const words = dangerWords(play.threat, game.view!.scene);
  return words.length ? <p class="dangers">From there: {words.join("; ")}.</p> : null;
}

const manner = (how: PlanOrder): string =>
  !how.manner ? "March as near as it can" : how.manner === "wheel" ? `Wheel ${how.flank} on the ${how.flank} flank, ${Math.round((Math.abs(how.turn ?? 0) * 360) / 65536)}°`
  : how.manner === "face" ? `Turn ${(how.turn ?? 0) < 0 ? "left" : "right"} ${Math.round((Math.abs(how.turn ?? 0) * 360) / 65536)}°, each where it stands`
  : how.manner === "form" ? `Form ${(how.formation ?? "").replace(/-/g, " ")}` : how.manner === "halt" ? "Halt" : "Charge";

/** What is chosen, its odds, and the button: always in sight. */
function Confirm({ play, game }: { play: Play; game: Game }): JSX.Element | null {
  if (play.act)
    return (
      <div class="confirm" role="group" aria-label="Chosen">
        <p><strong>{actWords(play.act.act, play.names)} {whoStands(play.act, game.view!.scene, game.question?.side)}</strong></p>
        {warnings(game.view!.scene.pieces, game.previewed(play.act.act)?.pieces).map((w) => <p class="warn" key={w}>⚠ {w}</p>)}
        <OddsTable game={game} act={play.act.act} play={play} />
        <div class="row">
          <button type="button" class="primary do-it" disabled={game.busy} onClick={play.doAct}>Do it <kbd>Enter</kbd></button>
          <button type="button" onClick={play.clear}>Not this</button>
        </div>
      </div>
    );
  if (play.order?.how) {
    const { how, plan, keys } = play.order, scene = game.view!.scene, target = scene.pieces.find((p) => p.key === how.target);
    return (
      <div class="confirm" role="group" aria-label="Order">
        <p><strong>{keys.length > 1 ? `${keys.length} units: ` : ""}{manner(how)}{target ? ` ${pieceName(target)}` : ""}</strong>{!plan ? "…" : plan.chance ? " The dice decide first." : ""}</p>
        <PlanWords play={play} />
        <Dangers play={play} game={game} />
        <div class="row">
          <button type="button" class="primary do-it" disabled={game.busy || !plan?.acts.length} onClick={play.doOrder}>Do it <kbd>Enter</kbd></button>
          <button type="button" onClick={play.clear}>Not this</button>
        </div>
      </div>
    );
  }
  if (!play.aim) return null;
  const way = play.aim.place.ways[play.aim.way];
  return (
    <div class="confirm" role="group" aria-label="March">
      <p><strong>March to {play.aim.place.hex}</strong>{way?.facing !== undefined ? `, facing ${bearing(way.facing)}` : ""}{way?.cost !== undefined ? `, cost ${way.cost}` : ""}</p>
      <Dangers play={play} game={game} />
      <div class="row">
        <button type="button" class="primary do-it" disabled={game.busy} onClick={play.doAim}>March <kbd>Enter</kbd></button>
        {play.aim.place.ways.length > 1 && <button type="button" onClick={() => play.turnAim(1)} title="Face another way (. and ,)">Turn ↻</button>}
        <button type="button" onClick={play.clear}>Not this</button>
      </div>
    </div>
  );
}

/** What the plan comes to: who gets there, whom which rule stops. */
function PlanWords({ play }: { play: Play }): JSX.Element | null {
  const plan = play.order?.plan, how = play.order?.how;
  if (!plan) return null;
  const held = plan.ends.filter((e) => !e.there), named = (key: string): string => play.names.label.get(key) ?? key;
  const rows = [...(plan.short ? [plan.short] : []), ...held.flatMap((e) => (e.refusal && e.piece !== plan.short?.piece ? [{ piece: e.piece, refusal: e.refusal }] : []))];
  return (
    <>
      {!plan.chance && <span>{!plan.acts.length ? (how?.manner && how.manner !== "wheel" ? "It cannot be done now." : "Nothing leads there now.") : plan.short && !held.length ? "In line, as far as all can go."
        : held.length ? `${held.length} of ${plan.ends.length} ${how?.manner && how.manner !== "wheel" ? "cannot" : "stop short"}.` : plan.ends.length > 1 ? "All of them." : ""}</span>}
      {[...new Set(rows.map((r) => r.refusal.text))].slice(0, 4).map((text) => {
        const all = rows.filter((r) => r.refusal.text === text), first = all[0]!.refusal;
        return <span class="refusal" key={text}> {plan.ends.length > 1 && all.length < plan.ends.length ? `${all.map((r) => named(r.piece)).slice(0, 3).join(", ")}${all.length > 3 ? " and others" : ""}: ` : ""}{inWords(text, first.args, play.names)} {first.rule && <RuleLink id={first.rule} />}</span>;
      })}
    </>
  );
}

/** Orders that are no march, for what is picked. */
function Orders({ play }: { play: Play }): JSX.Element | null {
  if (!play.canOrder) return null;
  const prey = (play.threat?.can ?? []).filter((d) => d.how.includes("charge"));
  // What cannot be now stands greyed; a click says why, by the rule.
  const order = (manner: Could["manner"], text: string, title: string, act: () => void, more: JSX.HTMLAttributes<HTMLButtonElement> = {}): JSX.Element => {
    const no = play.could.find((c) => c.manner === manner && !c.can);
    return <button type="button" {...more} class={no ? "grey" : undefined} data-manner={manner} aria-disabled={no ? true : undefined} title={no ? `${title}. Not now: click to see why` : title} onClick={no ? () => play.whyNot(no) : act}>{text}</button>;
  };
  const shoots = play.picked.length === 1 && (play.threat?.can ?? []).some((d) => d.how.includes("fire")) && !play.readings.some((r) => r.act.means === "strike");
  return (
    <div class="row orders-row" role="group" aria-label="Orders for what is picked">
      {play.picked.length > 1 && order("wheel", "↶ Wheel", "Wheel on the left flank (Q)", () => play.wheelBy("left", false))}
      {play.picked.length > 1 && order("wheel", "Wheel ↷", "Wheel on the right flank (E)", () => play.wheelBy("right", false))}
      {order("face", "↰ Turn", "Each turns left where it stands (Shift+Q)", () => play.wheelBy("left", true))}
      {order("face", "Turn ↱", "Each turns right where it stands (Shift+E)", () => play.wheelBy("right", true))}
      {order("form", "Form…", "Change formation (O)", () => play.orderForm(null), { "aria-expanded": play.formations !== null })}
      {order("halt", "Halt", "Halt, pass or stand for this turn (X)", play.orderHalt)}
      {order("charge", "Charge…", "Charge: then click the enemy (Y)", () => play.orderCharge(null), { "aria-pressed": play.aiming })}
      {shoots && <button type="button" class="grey" data-manner="fire" aria-disabled onClick={() => play.whyNot({ manner: "march", can: false })} title="Whom it could fire at is in its card. Not now: click to see why">Fire</button>}
      <button type="button" aria-pressed={play.gathering} onClick={() => play.setGathering(!play.gathering)} title="Pick more units, to lead them together: then click them (S; or Ctrl-click, or a lasso)">Add…</button>
      {play.aiming && <span class="quiet" role="status"> Click whom to charge{prey.length ? ", or " : "."}</span>}
      {play.aiming && prey.slice(0, 5).map((d) => <button type="button" key={d.piece} class="quick" onClick={() => play.orderCharge(d.piece)}>{play.names.label.get(d.piece) ?? d.piece}</button>)}
      {play.formations && (play.formations.length
        ? play.formations.map((f) => <button type="button" key={f} class="quick" onClick={() => play.orderForm(f)}>{f.replace(/-/g, " ")}</button>)
        : <span class="quiet" role="status"> It can take no other formation now.</span>)}
    </div>
  );
}

/** Whose units they are, and how many of each. */
function setWords(set: readonly string[], scene: Scene): string {
  const count = new Map<string, number>();
  for (const k of set) {
    const p = scene.pieces.find((x) => x.key === k), name = p?.group_label ?? p?.group ?? (p ? pieceName(p) : k);
    count.set(name, (count.get(name) ?? 0) + 1);
  }
  const rows = [...count].map(([name, n]) => (n > 1 ? `${name} (${n})` : name));
  return rows.length > 6 ? `${rows.slice(0, 5).join(", ")} and ${rows.length - 5} more brigades.` : `${rows.join(", ")}.`;
}

/** Orders above single answers. */
function Whole({ play, game }: { play: Play; game: Game }): JSX.Element | null {
  const scene = game.view!.scene, n = play.left.length, piece = scene.pieces.find((p) => p.key === play.unit);
  return (
    <div class="whole">
      {play.order && !play.order.how && (
        <p class="plan-words" role="status">
          {play.order.keys.length > 1 ? `${play.order.keys.length} units` : piece ? pieceName(piece) : "It"}
          {!play.order.plan ? "…" : play.order.plan.chance ? " must throw first, then goes towards there as far as the dice let it. " : ": "}
          <PlanWords play={play} />
        </p>
      )}
      {play.set.length > 1 && (
        <p class="set-words" role="status"><b>{play.set.length} units picked</b>: {setWords(play.set, scene)} <button type="button" class="link" onClick={play.clear}>Let them go</button></p>
      )}
      {play.gathering && play.set.length < 2 && <p class="set-words" role="status">Click the units to lead together; N adds the next by keys, P takes the last away.</p>}
      {play.canWhole && play.set.length < 2 && piece && (
        <label class="whole-brigade"><input type="checkbox" checked={play.whole} onChange={(e) => play.setWhole((e.target as HTMLInputElement).checked)} />
          Lead the whole of {piece.group_label ?? piece.group} (drag it)</label>
      )}
      <Orders play={play} />
      <div class="row">
        {play.canFire && <button type="button" class="quick" onClick={play.fireAll} title="Every battery fires at the nearest enemy it bears on (F)">All batteries fire <kbd>F</kbd></button>}
        {play.canHold && <button type="button" class="quick" onClick={() => play.holdThese(false)} title="Let this be for everybody who is still to be asked it this turn (H)">{n > 1 ? `The rest hold (${n} may act)` : "Let it be"} <kbd>H</kbd></button>}
        {play.canHold && <button type="button" class="quick" onClick={() => play.holdThese(true)} title="Let everything be until this turn is over, or something must be decided (Shift+H)">End of my turn</button>}
        {(game.holding !== null || game.firing || game.intents.size > 0) && <button type="button" class="link" onClick={() => game.halt()}>Stop that</button>}
      </div>
    </div>
  );
}

function Offer({ r, play, game, index }: { r: Reading; play: Play; game: Game; index: number }): JSX.Element {
  const chosen = play.act?.act.act === r.act.act, scene = game.view!.scene;
  const group = groupNamed(scene, r.act.args), there = whoStands(r, scene, game.question?.side);
  return (
    <li class={`offer${chosen ? " chosen" : ""}${group && group === game.pointed ? " pointed" : ""}`}>
      <button type="button" data-act={r.act.act} disabled={game.busy} aria-pressed={chosen}
        onClick={() => play.tryAct(r)} onMouseEnter={() => { play.setHover(r); game.point(group); }} onMouseLeave={() => { play.setHover(null); game.point(null); }}
        onFocus={() => { play.setHover(r); game.point(group); }} onBlur={() => { play.setHover(null); game.point(null); }}>
        {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
        <span>{actWords(r.act, play.names)}{there && <b class="there"> {there}</b>}</span>
      </button>
      <span class="always"><button type="button" title={`Always answer so when this is asked (${r.act.verb}); see Game, Standing orders`}
        aria-label={`Always: ${actWords(r.act, play.names)}`} disabled={game.busy} onClick={() => void game.always(r.act)}>∞</button></span>
    </li>
  );
}

/** Offers with no argument stand first: they end or pass. */
function arrange(list: Reading[]): Reading[] {
  const plain = (r: Reading): boolean => !Object.values(r.act.args).some((v) => v !== null && v !== false) && !r.act.path;
  return [...list.filter((r) => !plain(r)), ...list.filter(plain)];
}

function Offers({ play, game }: { play: Play; game: Game }): JSX.Element {
  const [words, setWords] = useState(""), [open, setOpen] = useState<string | null>(null);
  useEffect(() => { setWords(""); setOpen(null); }, [game.question?.number]);
  const found = useMemo(() => arrange(words ? search(play.shown, words, play.names) : play.shown), [words, play.shown, play.names]);
  const groups = useMemo(() => groupOffers(found, play.names), [found, play.names]);
  const single = groups.length === 1, few = found.length <= 12;
  let index = 0;
  return (
    <div class="offers">
      {play.readings.length > 8 && (
        <label class="search">
          <span class="hidden">Search the answers</span>
          <input type="search" placeholder={`Search ${play.shown.length} answers…`} value={words} data-key="/"
            onInput={(e) => setWords((e.target as HTMLInputElement).value)} />
        </label>
      )}
      {play.narrowed && (
        <p class="narrow">
          {play.onPlace ? "Only this place." : play.unit && play.whole ? `Only ${game.view!.scene.pieces.find((p) => p.key === play.unit)?.group_label ?? "this brigade"}.` : play.unit ? `Only ${play.names.label.get(play.unit) ?? play.unit}.` : ""}{" "}
          <button type="button" class="link" onClick={play.clear}>Show all {play.readings.length}</button>
        </p>
      )}
      {groups.map((g, at) => {
        const shown = single || found.length <= 36 || (at === 0 && open === null) || few || g.readings.length <= 3 || open === g.title || !!words;
        const most = open === g.title ? 400 : single && !few ? 40 : 60;
        return (
          <section key={g.title} class="group">
            {!single && !few && (
              <h3>
                <button type="button" class="link" aria-expanded={shown} onClick={() => setOpen(open === g.title ? null : g.title)}>
                  {shown ? "▾" : "▸"} {g.title} <span class="count">{g.readings.length}</span>
                </button>
              </h3>
            )}
            {shown && (
              <ul>
                {g.readings.slice(0, most).map((r) => <Offer key={r.act.act} r={r} play={play} game={game} index={index++} />)}
              </ul>
            )}
            {shown && g.readings.length > most && (
              <p class="quiet">and {g.readings.length - most} more: search, point at the map{play.canMarch ? " or drag the unit" : ""}.
                {most < 400 && !single && <> <button type="button" class="link" onClick={() => setOpen(g.title)}>Show</button></>}</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

function Hand({ play, game }: { play: Play; game: Game }): JSX.Element {
  const h = play.hand, place = h?.draft.how === "place";
  if (!h)
    return (
      <div class="hand">
        <p>Drag {play.names.label.get(play.unit ?? "") ?? "the unit"} on the map, or <button type="button" class="link" onClick={play.startHand}>lead it by keys</button> (M).</p>
      </div>
    );
  return (
    <div class={`hand ${h.state}`} role="group" aria-label="March by hand">
      <p class="march-words" aria-live="polite">
        {place && h.at ? `To ${inches(h.at[0])}, ${inches(h.at[1])}.`
          : `${h.march.turn ? `Wheel ${h.march.turn < 0 ? "left" : "right"} ${degrees(h.march.turn)}°, then a` : "A"}head ${inches(h.march.ahead)} inches.`}{" "}
        {h.state === "asking" ? "…" : h.state === "legal" ? "✓ It may." : ""}
      </p>
      {h.state === "refused" && h.refusal && (
        <p class="refusal" role="alert">✗ {inWords(h.refusal.text, h.refusal.args, play.names)} {h.refusal.rule && <RuleLink id={h.refusal.rule} />}</p>
      )}
      {h.warn.map((w) => <p class="warn" role="status" key={w}>⚠ {w}</p>)}
      <div class="pad">
        <button type="button" onClick={() => play.turnHand(-910, 0)} aria-label={place ? "West" : "Wheel left"}>{place ? "←" : "↶"}</button>
        <button type="button" onClick={() => play.turnHand(0, 500)} aria-label={place ? "North" : "Farther"}>↑</button>
        <button type="button" onClick={() => play.turnHand(0, -500)} aria-label={place ? "South" : "Less far"}>↓</button>
        <button type="button" onClick={() => play.turnHand(910, 0)} aria-label={place ? "East" : "Wheel right"}>{place ? "→" : "↷"}</button>
      </div>
      <div class="row">
        <button type="button" class="primary do-it" disabled={h.state !== "legal" || game.busy} onClick={play.doHand}>March <kbd>Enter</kbd></button>
        {h.state === "refused" && h.refusal?.nearest && (
          <button type="button" onClick={() => void game.answer(h.refusal!.nearest!)}>
            Nearest that may: {typeof h.refusal.nearest === "string" ? h.refusal.nearest : actWords(h.refusal.nearest, play.names)}
          </button>
        )}
        <button type="button" onClick={play.clear}>Not this</button>
      </div>
    </div>
  );
}

function TypedDice({ game }: { game: Game }): JSX.Element {
  const q = game.question!, n = q.dice ?? 1;
  const [faces, setFaces] = useState<number[]>([]);
  useEffect(() => setFaces([]), [q.number]);
  const all = q.faces ?? [1, 2, 3, 4, 5, 6];
  return (
    <div class="typed-dice">
      <p>Roll {n === 1 ? "one" : n} real {q.die}, then enter {n === 1 ? "what it shows" : "what they show"}. {q.rule && <RuleLink id={q.rule} />}</p>
      <p class="dice-so-far" aria-live="polite">{faces.length ? faces.map((f, i) => <span class="die" key={i}>{f}</span>) : "none yet"} <span class="quiet">({faces.length} of {n})</span></p>
      <div class="faces" role="group" aria-label="Faces">
        {all.map((f) => (
          <button type="button" key={f} data-face={f} disabled={faces.length >= n} onClick={() => setFaces([...faces, f])}>{f}</button>
        ))}
      </div>
      <div class="row">
        <button type="button" class="primary do-it" disabled={faces.length !== n || game.busy} onClick={() => void game.dice(faces)}>These are they</button>
        <button type="button" disabled={!faces.length} onClick={() => setFaces(faces.slice(0, -1))}>Take one back</button>
      </div>
    </div>
  );
}

function AdviceList({ game, play }: { game: Game; play: Play }): JSX.Element | null {
  const a = game.advice;
  if (game.advising) return <p class="quiet" aria-live="polite">Your adviser considers…</p>;
  if (!a) return null;
  const best = Math.max(1, ...a.choices.map((c) => c.visits));
  return (
    <div class="advice">
      <h3>Advice <span class="quiet">{a.courses ? `after ${a.courses} imagined courses` : "the natural answer; nothing was weighed against it"}</span></h3>
      <ol>
        {[...a.choices.slice(0, 1), ...a.choices.slice(1).sort((x, y) => y.score - x.score)].slice(0, 5).map((c, i) => {
          const name = typeof c.act === "string" ? c.act : c.act.act;
          const text = typeof c.act === "string" ? c.act : actWords(c.act, play.names);
          const r = play.readings.find((x) => x.act.act === name);
          return (
            <li key={i}>
              <button type="button" class="link" onClick={() => (r ? play.tryAct(r) : void game.answer(c.act))}
                onMouseEnter={() => r && play.setHover(r)} onMouseLeave={() => play.setHover(null)}>{text}</button>
              <div class="worth">
                <meter min={0} max={best} value={c.visits} aria-label={`${c.visits} courses`} />
                <span class="quiet">{c.visits} {c.visits === 1 ? "course" : "courses"}{typeof c.score === "number" && a.courses ? `, ${c.score >= 0 ? "+" : "−"}${Math.abs(c.score / 100).toFixed(1)} in a hundred` : ""}</span>
              </div>
              {c.prospect && <p class="expected">{capital(c.prospect.text)}.</p>}
              {c.line && c.line.length > 1 && (
                <p class="expected quiet">then {c.line.slice(1, 4).map((x) => `${asName(x.side)}: ${typeof x.act === "string" ? x.act : actWords(x.act, play.names)}`).join("; ")}</p>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function waitingFor(name: string | undefined, side: string | undefined | null): string {
  const army = side ? `the ${asName(side)} army` : "the other side";
  return name && name !== side ? `Waiting for ${name}, who commands ${army}.` : `Waiting for ${army}.`;
}

function Waiting({ game }: { game: Game }): JSX.Element {
  const v = game.view!, q = v.question, seat = v.seats.find((s) => s.seat === q.seat);
  if (q.kind === "shares") return <p class="waiting" aria-live="polite">{diceWait(game) ?? "The dice are falling…"}</p>;
  const computer = seat && seat.kind !== "person";
  if (v.seat < 0) return <p>You are watching. {q.text ? <>The {asName(q.side ?? "other")} army is asked: <em>{q.text}</em></> : `The ${asName(q.side ?? "other")} army is to act.`}</p>;
  return (
    <p class="waiting" aria-live="polite">
      {computer ? `The computer commands the ${asName(q.side ?? "other")} army and is considering…` : waitingFor(seat?.name || q.seat_name, q.side)}
    </p>
  );
}

export function QuestionPanel({ game, play }: { game: Game; play: Play }): JSX.Element {
  const v = game.view!, q = v.question, head = useRef<HTMLHeadingElement>(null), staff = useStaff(game);
  const question = q.kind === "over" || game.over ? "The battle is over." : q.text ? inWords(q.text, q.args, play.names) : q.kind === "dice" ? "Dice, please." : "";
  return (
    <section class={`question${game.mine ? " mine" : ""}`} aria-label="The question" data-number={q.number} data-question={q.question ?? q.kind}>
      <p class="whose">
        {q.kind === "over" || game.over ? "End" : <>Turn {q.turn} · {capital(q.side ?? "")}{game.mine ? " (you)" : ""}</>}{" "}
        {q.rule && <RuleLink id={q.rule} />}{q.secret && game.mine ? <span class="secret"> secret</span> : null}
      </p>
      <h2 ref={head} aria-live="polite">{game.mine || q.kind === "over" || game.over ? question : q.kind === "shares" ? "The dice wait" : "Not your move"}</h2>
      {game.mine && q.help && (
        <details class="what">
          <summary>What is this?</summary>
          <p>{q.help} {q.rule && <RuleLink id={q.rule} />}</p>
        </details>
      )}
      {game.notice && (
        <div class={`notice ${game.notice.kind}`} role="alert">
          <p>{game.notice.text} {game.notice.rule && <RuleLink id={game.notice.rule} />}</p>
          {game.notice.nearest && (
            <button type="button" onClick={() => void game.answer(game.notice!.nearest!)}>
              Instead: {typeof game.notice.nearest === "string" ? game.notice.nearest : "text" in game.notice.nearest ? actWords(game.notice.nearest, play.names) : "the nearest that may"}
            </button>
          )}
          {game.notice.plan && <button type="button" onClick={() => void game.carryOut(game.notice!.plan!)}>Go as near as it can</button>}
          <button type="button" class="link" onClick={() => { game.notice = null; game.changed(); }}>Close</button>
        </div>
      )}
      <StaffAtWork game={game} hold={staff} />
      {q.kind === "over" || game.over ? <Ending game={game} />
        : !game.mine ? <Waiting game={game} />
        : q.kind === "dice" ? <TypedDice game={game} />
        : staff.all ? <p class="waiting">Your staff considers…</p>
        : (
          <>
            <Confirm play={play} game={game} />
            <Whole play={play} game={game} />
            <StaffChoice game={game} play={play} hold={staff} />
            {play.canHand && <Hand play={play} game={game} />}
            <AdviceList game={game} play={play} />
            <Offers play={play} game={game} />
          </>
        )}
    </section>
  );
}

function Ending({ game }: { game: Game }): JSX.Element {
  useEffect(() => { void game.loadLines(); }, []);
  const backs = game.lines.filter((l) => l["undo"] !== undefined && l["consent"] === true).length;
  const q = game.question!, v = game.view!;
  const won = v.over?.winner ?? q.winner ?? null, ending = v.over?.ending ?? q.ending;
  const winner = won ? `The ${asName(won)} army wins` : "Nobody wins";
  return (
    <div class="ending">
      <DiceCheck game={game} />
      <p class="winner">{v.over?.by === "draw" ? "A draw was agreed." : v.over?.by === "resign" ? `${winner}: the other side resigned.` : `${winner}${ending ? ` (${ending})` : ""}.`}</p>
      {v.side && won && <p>{won === v.side ? "The field is yours." : "The field is lost. There will be other days."}</p>}
      {backs > 0 && <p class="quiet">{backs === 1 ? "One answer was" : `${backs} answers were`} taken back past a die or the other side's answer.</p>}
    </div>
  );
}
