// The question in words, the answers as a list, odds and advice, dice to type, the hand march.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { DiceCheck, diceWait } from "../dice/Dice";
import type { Game } from "../game";
import { boardOf, hexNamed } from "../map/board";
import type { Act, Could, Odds, Plan, PlanOrder, Scene } from "../types";
import { dangerWords } from "./measure";
import { RuleLink } from "../read/Rule";
import { degrees, inches } from "./march";
import { groupNamed, ordersAttacks } from "./command";
import { pieceName, armyOf, asName, capital, actWords, groupOffers, inWords, search, warnings, type Reading } from "./offers";
import { StaffAtWork, StaffChoice, useStaff } from "./Staff";
import { bearing, goesOn, type Play } from "./usePlay";
import { ReviewView } from "../read/Review";
import { t } from "../tongue";

const percent = (millionths: number): string => {
  const p = millionths / 10000;
  return p > 0 && p < 0.1 ? "<0.1 %" : `${p < 10 ? p.toFixed(1) : Math.round(p)} %`;
};

/** The chances of the last of these answers. */
export function OddsTable({ game, acts, play, quiet = false }: { game: Game; acts: Act[]; play: Play; quiet?: boolean }): JSX.Element | null {
  const [odds, setOdds] = useState<Odds | null>(null), [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    setOdds(null);
    setFailed(null);
    game.odds(acts).then((o) => { if (!gone) setOdds(o); }).catch((e: Error) => { if (!gone) setFailed(e.message); });
    return () => { gone = true; };
  }, [acts.map((a) => a.act).join("; "), game.question?.number]);
  if (failed) return quiet ? null : <p class="quiet">{t("No odds: {0}", failed)}</p>;
  if (!odds) return <p class="quiet">{t("Working out the odds…")}</p>;
  // Results rarer than half a percent are told as one.
  const likely = odds.rows.filter((r, i) => r.millionths >= 5000 || i === 0), rows = likely.slice(0, 7);
  const rest = odds.rows.reduce((s, r) => s + r.millionths, 0) - rows.reduce((s, r) => s + r.millionths, 0);
  if (rows.length <= 1 && !rows[0]?.events.length) return null;
  return (
    <div class="odds">
      {odds.gist && <p class="gist">{odds.gist}.</p>}
      <table>
        <caption>{odds.exact ? t("The chances, exactly") : t("The chances, from {0} trials", odds.leaves)}</caption>
        <tbody>
          {rows.map((r, i) => (
            <tr key={i}>
              <td class="chance">{percent(r.millionths)}</td>
              <td class="bar"><meter min={0} max={1000000} value={r.millionths} aria-hidden="true" /></td>
              <td>{r.events.length ? r.events.map((e) => (typeof e === "string" ? e : inWords(e.text ?? "", e.args, play.names))).join(" ") : t("Nothing happens.")}</td>
            </tr>
          ))}
          {rest > 0 && <tr><td class="chance">{percent(rest)}</td><td /><td>{t("rarer results together")}</td></tr>}
        </tbody>
      </table>
      {odds.assumed.length > 0 && (
        <p class="quiet">{t("Assumed on the way:")}{" "}{odds.assumed.map((a) => `${a.side}: ${typeof a.act === "string" ? a.act : a.act.text}`).slice(0, 3).join("; ")}</p>
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
  return words.length ? <p class="dangers">{t("From there: {0}.", words.join("; "))}</p> : null;
}

/** How far keys have led it: hexes, or inches to the sides of the sheet. */
function byWords([x, y]: [number, number], hex: boolean): string {
  if (hex) { const n = (Math.abs(x) + Math.abs(y) + Math.abs(x + y)) / 2; return n === 1 ? t("March 1 hex") : t("March {0} hexes", n); }
  const rows = [...(y ? [y > 0 ? t("{0}″ up the sheet", y / 1000) : t("{0}″ down the sheet", -y / 1000)] : []), ...(x ? [x > 0 ? t("{0}″ to the right", x / 1000) : t("{0}″ to the left", -x / 1000)] : [])];
  return rows.length ? t("March {0}", rows.join(", ")) : t("Stay where it is");
}

const manner = (how: PlanOrder, hex: boolean): string =>
  !how.manner ? (how.by ? byWords(how.by, hex) : t("March as near as it can")) : how.manner === "wheel" ? t("Wheel {0} on the {1} flank, {2}°", t(how.flank ?? "left"), t(how.flank ?? "left"), Math.round((Math.abs(how.turn ?? 0) * 360) / 65536))
  : how.manner === "face" ? t("Turn {0} {1}°, each where it stands", (how.turn ?? 0) < 0 ? t("left") : t("right"), Math.round((Math.abs(how.turn ?? 0) * 360) / 65536))
  : how.manner === "form" ? t("Form {0}", t(how.formation ?? "").replace(/-/g, " ")) : how.manner === "halt" ? t("Halt") : t("Charge");

/** What is chosen, its odds, and the button: always in sight. */
function Confirm({ play, game }: { play: Play; game: Game }): JSX.Element | null {
  if (play.act)
    return (
      <div class="confirm" role="group" aria-label={t("Chosen")}>
        <p><strong>{actWords(play.act.act, play.names)} {whoStands(play.act, game.view!.scene, game.question?.side)}</strong></p>
        {warnings(game.view!.scene.pieces, game.previewed(play.act.act)?.pieces).map((w) => <p class="warn" key={w}>⚠ {w}</p>)}
        <OddsTable game={game} acts={[play.act.act]} play={play} />
        <div class="row">
          <button type="button" class="primary do-it" disabled={game.busy} onClick={play.doAct}>{t("Do it")}{" "}<kbd>Enter</kbd></button>
          <button type="button" onClick={play.clear}>{t("Not this")}</button>
        </div>
      </div>
    );
  if (play.order?.how) {
    const { how, plan, keys } = play.order, scene = game.view!.scene, target = scene.pieces.find((p) => p.key === how.target), byKeys = !!how.by;
    return (
      <div class="confirm" role="group" aria-label={t("Order")}>
        <p><strong>{keys.length > 1 ? t("{0} units: ", keys.length) : ""}{manner(how, scene.board === "hex")}{target ? ` ${pieceName(target)}` : ""}{plan ? "." : ""}</strong>{!plan ? "…" : plan.chance ? t(" The dice decide first.") : ""}</p>
        <PlanWords play={play} table={byKeys && scene.board === "plane"} />
        {plan?.chance && plan.acts.length > 0 && <OddsTable game={game} acts={plan.acts} play={play} quiet />}
        {how.manner === "charge" && keys.length > 1 && scene.board === "hex" && <p class="quiet">{t("By which way each goes is settled as is usual; Undo takes it back.")}</p>}
        <Dangers play={play} game={game} />
        <div class="row">
          <button type="button" class="primary do-it" disabled={game.busy || !(plan?.acts.length || (byKeys && isKept(plan, scene.board === "plane", how)))} onClick={play.doOrder}>{t("Do it")}{" "}<kbd>Enter</kbd></button>
          <button type="button" onClick={play.clear}>{t("Not this")}</button>
        </div>
      </div>
    );
  }
  if (!play.aim) return null;
  const way = play.aim.place.ways[play.aim.way];
  return (
    <div class="confirm" role="group" aria-label={t("March")}>
      <p><strong>{t("March to {0}", play.aim.place.hex)}</strong>{way?.facing !== undefined ? t(", facing {0}", bearing(way.facing)) : ""}{way?.cost !== undefined ? t(", cost {0}", way.cost) : ""}</p>
      <Dangers play={play} game={game} />
      <div class="row">
        <button type="button" class="primary do-it" disabled={game.busy} onClick={play.doAim}>{t("March")}{" "}<kbd>Enter</kbd></button>
        {play.aim.place.ways.length > 1 && <button type="button" onClick={() => play.turnAim(1)} title={t("Face another way (. and ,)")}>{t("Turn ↻")}</button>}
        <button type="button" onClick={play.clear}>{t("Not this")}</button>
      </div>
    </div>
  );
}

/** On the free table an order that nothing can be done of yet is kept until its units are asked. */
const isKept = (plan: Plan | null, table: boolean, how?: PlanOrder): boolean =>
  !!plan && table && !plan.acts.length && !how?.manner && !plan.chance && !plan.ends.some((e) => e.refusal);

/** What the plan comes to: who gets there, whom which rule stops. */
function PlanWords({ play, table = false }: { play: Play; table?: boolean }): JSX.Element | null {
  const plan = play.order?.plan, how = play.order?.how;
  if (!plan) return null;
  // On the free table an order is kept until its units are asked.
  if (isKept(plan, table, how)) return <span>{t("Kept as an order until each is asked.")}</span>;
  const later = plan.ends.filter((e) => goesOn(plan, e, table, how)), held = plan.ends.filter((e) => !e.there && !later.includes(e)), named = (key: string): string => play.names.label.get(key) ?? key;
  const rows = [...(plan.short ? [plan.short] : []), ...held.flatMap((e) => (e.refusal && e.piece !== plan.short?.piece ? [{ piece: e.piece, refusal: e.refusal }] : []))];
  return (
    <>
      {!plan.chance && <span>{!plan.acts.length ? (how?.manner && how.manner !== "wheel" ? t("It cannot be done now.") : t("Nothing leads there now.")) : plan.short && !held.length ? t("In line, as far as all can go.")
        : held.length && plan.ends.length === 1 && !(how?.manner && how.manner !== "wheel") ? t("It stops short.") : held.length ? t("{0} of {1} {2}.", held.length, plan.ends.length, how?.manner && how.manner !== "wheel" ? t("cannot") : t("stop short")) : later.length ? t("The other side may answer on the way; then the order goes on.") : plan.ends.length > 1 ? t("All get there.") : how?.manner && how.manner !== "wheel" ? "" : t("It gets there.")}</span>}
      {[...new Set(rows.map((r) => r.refusal.text))].slice(0, 4).map((text) => {
        const all = rows.filter((r) => r.refusal.text === text), first = all[0]!.refusal;
        return <span class="refusal" key={text}> {plan.ends.length > 1 && all.length < plan.ends.length ? `${all.map((r) => named(r.piece)).slice(0, 3).join(", ")}${all.length > 3 ? t(" and others") : ""}: ` : ""}{inWords(text, first.args, play.names)} {first.rule && <RuleLink id={first.rule} />}</span>;
      })}
    </>
  );
}

/** Orders that are no march, for what is picked. */
function Orders({ play }: { play: Play }): JSX.Element | null {
  if (!play.canOrder || play.decides) return null;
  const prey = (play.threat?.can ?? []).filter((d) => d.how.includes("charge"));
  // What cannot be now stands greyed; a click says why, by the rule.
  const order = (manner: Could["manner"], text: string, title: string, act: () => void, more: JSX.HTMLAttributes<HTMLButtonElement> = {}): JSX.Element => {
    const no = play.could.find((c) => c.manner === manner && !c.can);
    return <button type="button" {...more} class={no ? "grey" : undefined} data-manner={manner} aria-disabled={no ? true : undefined} title={no ? t("{0}. Not now: click to see why", title) : title} onClick={no ? () => play.whyNot(no) : act}>{text}</button>;
  };
  const shoots = play.picked.length === 1 && (play.threat?.can ?? []).some((d) => d.how.includes("fire")) && !play.readings.some((r) => r.act.means === "strike");
  return (
    <div class="row orders-row" role="group" aria-label={t("Orders for what is picked")}>
      {play.picked.length > 1 && order("wheel", t("↶ Wheel"), t("Wheel on the left flank (Q)"), () => play.wheelBy("left", false))}
      {play.picked.length > 1 && order("wheel", t("Wheel ↷"), t("Wheel on the right flank (E)"), () => play.wheelBy("right", false))}
      {order("face", t("↰ Turn"), t("Each turns left where it stands (Shift+Q)"), () => play.wheelBy("left", true))}
      {order("face", t("Turn ↱"), t("Each turns right where it stands (Shift+E)"), () => play.wheelBy("right", true))}
      {order("form", t("Form…"), t("Change formation (O)"), () => play.orderForm(null), { "aria-expanded": play.formations !== null })}
      {order("halt", t("Halt"), t("Halt, pass or stand for this turn (X)"), play.orderHalt)}
      {order("charge", t("Charge…"), t("Charge: then click the enemy (Y)"), () => play.orderCharge(null), { "aria-pressed": play.aiming })}
      {shoots && <button type="button" class="grey" data-manner="fire" aria-disabled onClick={() => play.whyNot({ manner: "march", can: false })} title={t("Whom it could fire at is in its card. Not now: click to see why")}>{t("Fire")}</button>}
      <button type="button" aria-pressed={play.gathering} onClick={() => play.setGathering(!play.gathering)} title={t("Pick more units, to lead them together: then click them (S; or Ctrl-click, or a lasso)")}>{t("Add…")}</button>
      {play.aiming && <span class="quiet" role="status">{t(" Click whom to charge{0}", prey.length ? t(", or ") : ".")}</span>}
      {play.aiming && prey.slice(0, 5).map((d) => <button type="button" key={d.piece} class="quick" onClick={() => play.orderCharge(d.piece)}>{play.names.label.get(d.piece) ?? d.piece}</button>)}
      {play.formations && (play.formations.length
        ? play.formations.map((f) => <button type="button" key={f} class="quick" onClick={() => play.orderForm(f)}>{t(f).replace(/-/g, " ")}</button>)
        : <span class="quiet" role="status">{t(" It can take no other formation now.")}</span>)}
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
  return rows.length > 6 ? t("{0} and {1} more brigades.", rows.slice(0, 5).join(", "), rows.length - 5) : `${rows.join(", ")}.`;
}

/** Orders above single answers. */
function Whole({ play, game }: { play: Play; game: Game }): JSX.Element | null {
  const scene = game.view!.scene, n = play.left.length, piece = scene.pieces.find((p) => p.key === play.unit);
  const list = !!game.question && ordersAttacks(game.question, game.offers);
  const moves = game.question?.chore !== "guns" && game.question?.chore !== "fire", groups = play.left.every((k) => scene.pieces.some((p) => p.group === k));
  const idle = !moves || !n || groupNamed(scene, game.question?.args) ? "" : groups ? (n === 1 ? t("1 brigade has not acted") : t("{0} brigades have not acted", n)) : n === 1 ? t("1 has not acted") : t("{0} have not acted", n);
  return (
    <div class="whole">
      {play.order && !play.order.how && (
        <p class="plan-words" role="status">
          {play.order.keys.length > 1 ? t("{0} units", play.order.keys.length) : piece ? pieceName(piece) : t("It")}
          {!play.order.plan ? "…" : play.order.plan.chance ? t(" must throw first, then goes towards there as far as the dice let it. ") : ": "}
          <PlanWords play={play} table={scene.board === "plane"} />
        </p>
      )}
      {play.set.length > 1 && (
        <p class="set-words" role="status"><b>{t("{0} units picked", play.set.length)}</b>: {setWords(play.set, scene)} <button type="button" class="link" onClick={play.clear}>{t("Let them go")}</button></p>
      )}
      {play.gathering && play.set.length < 2 && <p class="set-words" role="status">{t("Click the units to lead together; N adds the next by keys, P takes the last away.")}</p>}
      {play.canWhole && play.set.length < 2 && piece && !play.decides && (
        <label class="whole-brigade"><input type="checkbox" checked={play.whole} onChange={(e) => play.setWhole((e.target as HTMLInputElement).checked)} />
          {t("Lead the whole of")}{" "}{piece.group_label ?? piece.group}{" "}{t("(drag it)")}</label>
      )}
      <Orders play={play} />
      <div class="row">
        {play.canFire && <button type="button" class="quick" onClick={play.fireAll} title={t("Every battery fires at the nearest enemy it bears on (F)")}>{t("All batteries fire")}{" "}<kbd>F</kbd></button>}
        {play.canHold && !list && <button type="button" class="quick" onClick={() => play.holdThese(false)} title={t("Let this be for everybody who is still to be asked it this turn (H)")}>{n > 1 ? t("The rest hold ({0} may act)", n) : t("Let it be")} <kbd>H</kbd></button>}
        {play.canHold && !list && <button type="button" class="quick" onClick={() => play.holdThese(true)} title={t("Let everything be until this turn is over, or something must be decided (Shift+H)")}>{t("End of my turn")}{idle ? <span class="idle"> · {idle}</span> : null}</button>}
        {(game.orders.holding !== null || game.orders.firing || game.orders.intents.size > 0) && <button type="button" class="link" onClick={() => game.orders.halt()}>{t("Stop that")}</button>}
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
      <span class="always"><button type="button" title={t("Always answer so when this is asked ({0}); see Game, Standing orders", r.act.verb)}
        aria-label={t("Always: {0}", actWords(r.act, play.names))} disabled={game.busy} onClick={() => void game.always(r.act)}>∞</button></span>
    </li>
  );
}

/** Which attack comes first: one list, put into order and given at once. */
function InOrder({ play, game }: { play: Play; game: Game }): JSX.Element {
  const [list, setList] = useState<Reading[]>(play.readings);
  useEffect(() => setList(play.readings), [play.readings]);
  // Whom each attacks was told when it was named.
  const whom = (r: Reading): string => {
    const e = [...game.log].reverse().find((x) => x.kind === "tell" && x.args && r.own.some((k) => Object.values(x.args!).includes(k)) && Object.values(x.args!).some((v) => typeof v === "string" && foeAt(v)));
    const hex = e && Object.values(e.args!).find((v) => typeof v === "string" && foeAt(v));
    return typeof hex === "string" ? foeAt(hex) : "";
  };
  const scene = game.view!.scene, board = boardOf(scene), own = scene.sides.findIndex((s) => s.name === game.question?.side);
  const foeAt = (v: string): string => {
    const at = hexNamed(board, v), p = scene.pieces.find((x) => x.side !== null && x.side !== own && x.arm !== "leader" && (x.key === v || (at && x.x === at[0] && x.y === at[1])));
    return p ? pieceName(p) : "";
  };
  const up = (i: number): void => setList(list.map((r, k) => (k === i - 1 ? list[i]! : k === i ? list[i - 1]! : r)));
  return (
    <div class="offers in-order" role="group" aria-label={t("The order of the attacks")}>
      <button type="button" class="primary in-this-order" disabled={game.busy} onClick={() => void game.give(list.slice(0, -1).map((r) => r.act))}>{t("In this order")}{" "}<kbd>Enter</kbd></button>
      <ol>
        {list.map((r, i) => (
          <li class="offer" key={r.act.act}>
            <button type="button" data-act={r.act.act} disabled={game.busy} onClick={() => play.tryAct(r)} onMouseEnter={() => play.setHover(r)} onMouseLeave={() => play.setHover(null)}>
              <kbd aria-hidden="true">{i + 1}</kbd> <span>{actWords(r.act, play.names)}{whom(r) && <b class="there"> {whom(r)}</b>}</span>
            </button>
            <span class="always"><button type="button" disabled={i === 0} onClick={(e) => { up(i); if (e.detail) e.currentTarget.blur(); /* by hand: Enter means the list, not this button again */ }} title={t("Earlier")} aria-label={t("Earlier: {0}", actWords(r.act, play.names))}>↑</button></span>
          </li>
        ))}
      </ol>
    </div>
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
      {play.shown.length > 8 && (
        <label class="search">
          <span class="hidden">{t("Search the answers")}</span>
          <input type="search" placeholder={t("Search {0} answers…", play.shown.length)} value={words} data-key="/"
            onInput={(e) => setWords((e.target as HTMLInputElement).value)} />
        </label>
      )}
      {play.narrowed && (
        <p class="narrow">
          {play.onPlace ? t("Only this place.") : play.unit && play.whole ? t("Only {0}.", game.view!.scene.pieces.find((p) => p.key === play.unit)?.group_label ?? t("this brigade")) : play.unit ? t("Only {0}.", play.names.label.get(play.unit) ?? play.unit) : ""}{" "}
          <button type="button" class="link" onClick={play.clear}>{t("Show all {0}", play.readings.length)}</button>
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
              <p class="quiet">{t("and")}{" "}{g.readings.length - most}{" "}{t("more: search, point at the map")}{play.canMarch ? t(" or drag the unit") : ""}.
                {most < 400 && !single && <> <button type="button" class="link" onClick={() => setOpen(g.title)}>{t("Show")}</button></>}</p>
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
        <p>{t("Drag")}{" "}{play.names.label.get(play.unit ?? "") ?? t("the unit")}{" "}{t("on the map, or")}{" "}<button type="button" class="link" onClick={play.startHand}>{t("lead it by keys")}</button> (M).</p>
      </div>
    );
  return (
    <div class={`hand ${h.state}`} role="group" aria-label={t("March by hand")}>
      <p class="march-words" aria-live="polite">
        {place && h.at ? t("To {0}, {1}.", inches(h.at[0]), inches(h.at[1]))
          : (h.march.turn ? t("Wheel {0} {1}°, then ahead {2} inches.", h.march.turn < 0 ? t("left") : t("right"), degrees(h.march.turn), inches(h.march.ahead)) : t("Ahead {0} inches.", inches(h.march.ahead)))}{" "}
        {h.state === "asking" ? "…" : h.state === "legal" ? t("✓ It may.") : ""}
      </p>
      {h.state === "refused" && h.refusal && (
        <p class="refusal" role="alert">✗ {inWords(h.refusal.text, h.refusal.args, play.names)} {h.refusal.rule && <RuleLink id={h.refusal.rule} />}</p>
      )}
      {h.warn.map((w) => <p class="warn" role="status" key={w}>⚠ {w}</p>)}
      <div class="pad">
        <button type="button" onClick={() => play.turnHand(-910, 0)} aria-label={place ? t("West") : t("Wheel left")}>{place ? "←" : "↶"}</button>
        <button type="button" onClick={() => play.turnHand(0, 500)} aria-label={place ? t("North") : t("Farther")}>↑</button>
        <button type="button" onClick={() => play.turnHand(0, -500)} aria-label={place ? t("South") : t("Less far")}>↓</button>
        <button type="button" onClick={() => play.turnHand(910, 0)} aria-label={place ? t("East") : t("Wheel right")}>{place ? "→" : "↷"}</button>
      </div>
      <div class="row">
        <button type="button" class="primary do-it" disabled={h.state !== "legal" || game.busy} onClick={play.doHand}>{t("March")}{" "}<kbd>Enter</kbd></button>
        {h.state === "refused" && h.refusal?.nearest && (
          <button type="button" onClick={() => void game.answer(h.refusal!.nearest!)}>{t("Nearest that may: {0}", typeof h.refusal.nearest === "string" ? h.refusal.nearest : actWords(h.refusal.nearest, play.names))}</button>
        )}
        <button type="button" onClick={play.clear}>{t("Not this")}</button>
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
      <p>{t("Roll")}{" "}{n === 1 ? t("one") : n}{" "}{t("real")}{" "}{q.die}{t(", then enter")}{" "}{n === 1 ? t("what it shows") : t("what they show")}. {q.rule && <RuleLink id={q.rule} />}</p>
      <p class="dice-so-far" aria-live="polite">{faces.length ? faces.map((f, i) => <span class="die" key={i}>{f}</span>) : t("none yet")} <span class="quiet">{t("({0} of {1})", faces.length, n)}</span></p>
      <div class="faces" role="group" aria-label={t("Faces")}>
        {all.map((f) => (
          <button type="button" key={f} data-face={f} disabled={faces.length >= n} onClick={() => setFaces([...faces, f])}>{f}</button>
        ))}
      </div>
      <div class="row">
        <button type="button" class="primary do-it" disabled={faces.length !== n || game.busy} onClick={() => void game.dice(faces)}>{t("These are they")}</button>
        <button type="button" disabled={!faces.length} onClick={() => setFaces(faces.slice(0, -1))}>{t("Take one back")}</button>
      </div>
    </div>
  );
}

function AdviceList({ game, play }: { game: Game; play: Play }): JSX.Element | null {
  const a = game.advice;
  if (game.advising) return <p class="quiet" aria-live="polite">{t("Your adviser considers…")}</p>;
  if (!a) return null;
  const best = Math.max(1, ...a.choices.map((c) => c.visits));
  return (
    <div class="advice">
      <h3>{t("Advice")}{" "}<span class="quiet">{a.courses ? t("after {0} imagined courses", a.courses) : t("the natural answer; nothing was weighed against it")}</span></h3>
      <ol>
        {[...a.choices.slice(0, 1), ...a.choices.slice(1).sort((x, y) => y.score - x.score)].slice(0, 5).map((c, i) => {
          const name = typeof c.act === "string" ? c.act : c.act.act;
          const text = typeof c.act === "string" ? c.act : actWords(c.act, play.names);
          const r = play.readings.find((x) => x.act.act === name);
          return (
            <li key={i}>
              <button type="button" class="link" onClick={() => (r ? play.tryAct(r) : void game.answer(c.act))}
                onMouseEnter={() => r && play.setHover(r)} onMouseLeave={() => play.setHover(null)}>{text}</button>
              {!c.prospect && <div class="worth">
                <meter min={0} max={best} value={c.visits} aria-label={t("{0} courses", c.visits)} />
                <span class="quiet">{c.visits} {c.visits === 1 ? t("course") : t("courses")}{typeof c.score === "number" && a.courses ? t(", {0}{1} in a hundred", c.score >= 0 ? "+" : "−", Math.abs(c.score / 100).toFixed(1)) : ""}</span>
              </div>}
              {c.prospect && <p class="expected">{capital(c.prospect.text)}.</p>}
              {c.line && c.line.length > 1 && (
                <p class="expected quiet">{t("then")}{" "}{c.line.slice(1, 4).map((x) => `${asName(x.side)}: ${typeof x.act === "string" ? x.act : actWords(x.act, play.names)}`).join("; ")}</p>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function waitingFor(name: string | undefined, side: string | undefined | null): string {
  const army = side ? t("the {0} army", armyOf(side)) : t("the other side");
  return name && name !== side ? t("Waiting for {0}, who commands {1}.", name, army) : t("Waiting for {0}.", army);
}

/** Does a computer of another side take its time? Then it thinks while a person is asked, too. */
const thinksAhead = (game: Game): boolean => game.view!.seats.some((s) => s.side !== game.view!.side && s.kind.includes(":turn="));

function Waiting({ game }: { game: Game }): JSX.Element {
  const v = game.view!, q = v.question, seat = v.seats.find((s) => s.seat === q.seat);
  if (q.kind === "shares") return <p class="waiting" aria-live="polite">{diceWait(game) ?? t("The dice are falling…")}</p>;
  const computer = seat && seat.kind !== "person";
  if (v.seat < 0) return <p>{t("You are watching.")}{" "}{q.text ? <>{t("The")}{" "}{armyOf(q.side ?? "other")}{" "}{t("army is asked:")}{" "}<em>{q.text}</em></> : t("The {0} army is to act.", armyOf(q.side ?? "other"))}</p>;
  return (
    <p class="waiting" aria-live="polite">
      {computer ? t("The computer commands the {0} army and is considering…", armyOf(q.side ?? "other")) : waitingFor(seat?.name || q.seat_name, q.side)}
      {computer && seat.kind.includes(":turn=") && <>{" "}<button type="button" class="move-now" onClick={() => void game.api.now().catch((e: Error) => game.fail(e))}>{t("Move now")}</button></>}
    </p>
  );
}

export function QuestionPanel({ game, play }: { game: Game; play: Play }): JSX.Element {
  const v = game.view!, q = v.question, head = useRef<HTMLHeadingElement>(null), staff = useStaff(game);
  const question = q.kind === "over" || game.over ? t("The battle is over.") : q.text ? inWords(q.text, q.args, play.names) : q.kind === "dice" ? t("Dice, please.") : "";
  return (
    <section class={`question${game.mine ? " mine" : ""}`} aria-label={t("The question")} data-number={q.number} data-question={q.question ?? q.kind}>
      <p class="whose">
        {q.kind === "over" || game.over ? t("End") : <>{t("Turn {0} · {1}{2}", q.turn, capital(q.side ?? ""), game.mine ? t(" (you)") : "")}</>}{" "}
        {q.rule && <RuleLink id={q.rule} />}{q.secret && game.mine ? <span class="secret">{t(" secret")}</span> : null}
      </p>
      <h2 ref={head} aria-live="polite">{game.mine || q.kind === "over" || game.over ? question : q.kind === "shares" ? t("The dice wait") : t("Not your move")}</h2>
      {game.mine && q.kind === "question" && !game.over && !staff.all && <Confirm play={play} game={game} />}
      {game.mine && q.help && (
        <details class="what">
          <summary>{t("What is this?")}</summary>
          <p>{q.help} {q.rule && <RuleLink id={q.rule} />}</p>
        </details>
      )}
      {game.notice && (
        <div class={`notice ${game.notice.kind}`} role="alert">
          <p>{game.notice.text} {game.notice.rule && <RuleLink id={game.notice.rule} />}</p>
          {game.notice.nearest && (
            <button type="button" onClick={() => void game.answer(game.notice!.nearest!)}>{t("Instead: {0}", typeof game.notice.nearest === "string" ? game.notice.nearest : "text" in game.notice.nearest ? actWords(game.notice.nearest, play.names) : t("the nearest that may"))}</button>
          )}
          {game.notice.goOn && <button type="button" class="quick" onClick={() => game.orders.goAhead()}>{t("Go on with the order")}</button>}
          {game.notice.goOn && <button type="button" onClick={() => { game.orders.halt(); game.notice = null; game.changed(); }}>{t("Leave it")}</button>}
          {game.notice.plan && <button type="button" onClick={() => void game.orders.carryOut(game.notice!.plan!)}>{t("Go as near as it can")}</button>}
          <button type="button" class="link" onClick={() => { game.notice = null; game.changed(); }}>{t("Close")}</button>
        </div>
      )}
      {game.mine && q.kind === "question" && !game.over && thinksAhead(game) && <p class="quiet ahead">{t("The computer thinks ahead while you think.")}</p>}
      <StaffAtWork game={game} hold={staff} />
      {q.kind === "over" || game.over ? <Ending game={game} />
        : !game.mine ? <Waiting game={game} />
        : q.kind === "dice" ? <TypedDice game={game} />
        : staff.all ? <p class="waiting">{t("Your staff considers…")}</p>
        : (
          <>
            <Whole play={play} game={game} />
            <StaffChoice game={game} play={play} hold={staff} />
            {play.canHand && <Hand play={play} game={game} />}
            <AdviceList game={game} play={play} />
            {game.offersOf === q.number && ordersAttacks(q, game.offers) ? <InOrder play={play} game={game} /> : <Offers play={play} game={game} />}
          </>
        )}
    </section>
  );
}

function Ending({ game }: { game: Game }): JSX.Element {
  useEffect(() => { void game.past.loadLines(); }, []);
  const backs = game.past.lines.filter((l) => l["undo"] !== undefined && l["consent"] === true).length;
  const q = game.question!, v = game.view!;
  const won = v.over?.winner ?? q.winner ?? null, ending = v.over?.ending ?? q.ending;
  const winner = won ? t("The {0} army wins", armyOf(won)) : t("Nobody wins");
  return (
    <div class="ending">
      <DiceCheck game={game} />
      <p class="winner">{v.over?.by === "draw" ? t("A draw was agreed.") : v.over?.by === "resign" ? t("{0}: the other side resigned.", winner) : `${winner}${ending ? ` (${ending})` : ""}.`}</p>
      {v.side && won && <p>{won === v.side ? t("The field is yours.") : t("The field is lost. There will be other days.")}</p>}
      {backs > 0 && <p class="quiet">{t("{0} taken back past a die or the other side's answer.", backs === 1 ? t("One answer was") : t("{0} answers were", backs))}</p>}
      <ReviewView game={game} />
    </div>
  );
}
