// Small parts of the game page: dialog, help, chat, hand-over, since you left, seats and links.
import { DiceCheck } from "../dice/Dice";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, inBrowser, type SystemWords } from "../api";
import type { Game } from "../game";
import { keep } from "../keep";
import { namesOf, inWords, people } from "../play/offers";
import { RuleLink } from "../read/Rule";
import { Links } from "./Links";
import { t } from "../tongue";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const d = box.current;
    if (d && !d.open) d.showModal();
    return () => d?.close();
  }, []);
  return (
    <dialog ref={box} aria-label={title} onCancel={(e) => { e.preventDefault(); onClose(); }} onClick={(e) => { if (e.target === box.current) onClose(); }}>
      <div class="dialog-body">
        <header><h2>{title}</h2><button type="button" class="close" aria-label={t("Close")} onClick={onClose}>×</button></header>
        {children}
      </div>
    </dialog>
  );
}

const KEYS: readonly [string, string][] = [
  ["?", t("this list")], ["Tab, Enter", t("go through units, places and answers; choose")], ["1 – 9", t("the answer with that number")],
  ["Enter", t("do what is chosen")], ["Esc", t("choose nothing; close")], ["/", t("search the answers")], ["N, P", t("next and previous unit that may act; with Shift the next of the enemy, the nearest first: Enter picks him, or aims at him")],
  ["M", t("lead the unit, or the whole brigade that is picked, by keys; then arrows wheel and march, or go from hex to hex; , and . turn it")],
  ["Q, E", t("wheel what is picked on its left or right flank; with Shift each turns where it stands")], ["O, X, Y", t("change formation; halt; charge, then click the enemy")],
  ["V", t("the ground that the brigade of the picked unit must keep to, where the rules give it such a box")],
  ["W, S, J", t("lead the whole brigade; pick more units, then N adds the next and P takes the last away; lasso (or Shift and drag over the ground; Ctrl-click adds one)")],
  ["H, F", t("the rest hold (with Shift: to the end of the turn); all batteries fire")], ["A", t("ask for advice")], ["U", t("take back")],
  ["+ − 0", t("map larger, smaller, whole")], [t("Shift + arrows"), t("move the map")], ["[ ]", t("back and forth in the battle; with Shift by turns")],
  ["T, K, D", t("who of the enemy can come to the picked unit; ruler; outlines and names of all brigades")], ["L, B, R, C, G", t("log, panels, replay, chat, game")],
];

export function Help({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Dialog title={t("Keys and signs")} onClose={onClose}>
      <table class="keys"><tbody>{KEYS.map(([k, t]) => <tr key={k}><th scope="row"><kbd>{k}</kbd></th><td>{t}</td></tr>)}</tbody></table>
      <h3>{t("On the map")}</h3>
      <ul>
        <li>{t("The heavy edge with the point is the front; the figure is strength now; the hatched part is lost.")}</li>
        <li>{t("Foot is a solid bar, horse a bar cut by the diagonal, dragoons a bar with a dot, open order small bodies; leaders are stars in a ring.")}</li>
        <li>{t("Drag a unit, or its whole brigade, to where it should go; it goes as far as the rules let it. A click on a pale hex marches there; a second click or an arrow says which way it faces.")}</li>
        <li>{t("A golden border may act. Golden places are where it can go, red ones whom or what it can attack.")}</li>
        <li>{t("A picked unit shows how far it shoots (red) and charges (blue). Enemies it could act against have a broken outline, those who could act against it a red one.")}</li>
        <li>{t("A red seal is bad news: D disordered, S shaken, R routing, < going back, = forming again, a figure counts casualties or disruption. A pale one is merely news: ✓ has acted, F has fired, V first volley loaded, C charges, × fights, L limbered, H halted. Point at a unit to read them.")}</li>
        <li>{t("The second side's blocks are ruled with fine lines, so that colour is not needed to tell the armies apart.")}</li>
      </ul>
    </Dialog>
  );
}

export function ChatView({ game }: { game: Game }): JSX.Element {
  const [text, setText] = useState(""), [aside, setAside] = useState(false), v = game.view!, end = useRef<HTMLDivElement>(null);
  const mates = v.seat >= 0 && v.seats.filter((s) => s.side === v.side && s.kind === "person").length > 1;
  useEffect(() => { game.unread = 0; end.current?.scrollIntoView({ block: "nearest" }); }, [game.notes.length]);
  const send = async (e: Event): Promise<void> => {
    e.preventDefault();
    if (text.trim() && (await game.chat(text.trim(), aside && mates))) setText("");
  };
  const name = (n: { seat: number; name?: string }): string => n.name || v.seats.find((s) => s.seat === n.seat)?.name || (n.seat < 0 ? t("a watcher") : t("seat {0}", n.seat + 1));
  const words: Record<string, string> = {
    resign: t("resigns"), "draw-offer": t("offers a draw"), draw: t("a draw is agreed"), "undo-asked": t("asks to take back"), "undo-refused": t("the take-back is refused"),
    orders: t("changes standing orders"), join: t("is here"), leave: t("has left"), substitute: t("is played by a computer"), resume: t("is back"),
    clock: t("has little time left"), forfeit: t("has run out of time"), "draw-refused": t("wants no draw"),
  };
  return (
    <div class="chat">
      <div class="chat-lines" role="log" aria-live="polite" aria-label={t("Talk")}>
        {game.notes.map((n) => (
          <p key={n.n} class={n.kind === "chat" || n.kind === "aside" ? "said" : "quiet"}>
            <strong>{name(n)}</strong> {n.kind === "aside" ? <em>{t("(to our side)")}</em> : ""}{n.kind === "chat" || n.kind === "aside" ? <>: {n.text}</> : words[n.kind] ?? n.kind}
          </p>
        ))}
        {!game.notes.length && <p class="quiet">{t("Nothing has been said.")}</p>}
        <div ref={end} />
      </div>
      {v.seat >= 0 && (
        <form onSubmit={(e) => void send(e)}>
          <label><span class="hidden">{t("Say")}</span><input maxLength={500} value={text} placeholder={t("Say something…")} onInput={(e) => setText((e.target as HTMLInputElement).value)} /></label>
          <button type="submit">{t("Say")}</button>
          {mates && <label class="tick"><input type="checkbox" class="aside" checked={aside} onChange={(e) => setAside((e.target as HTMLInputElement).checked)} /> {t("to our side only")}</label>}
        </form>
      )}
    </div>
  );
}

export function Since({ game }: { game: Game }): JSX.Element | null {
  const s = game.since, v = game.view;
  if (!s || !v) return null;
  const names = namesOf(v.scene), close = (): void => { game.since = null; game.changed(); };
  const weighty = s.events.filter((e) => e.outcome), list = (weighty.length ? weighty : s.events).slice(-14);
  return (
    <Dialog title={t("Since you left")} onClose={close}>
      <p>{t("{0} answers have been given. The last that mattered:", v.lines - s.from)}</p>
      <ul class="since">{list.map((e) => <li key={e.n}>{inWords(e.text ?? "", e.args, names)} {e.rule && <RuleLink id={e.rule} />}</li>)}</ul>
      <div class="row">
        <button type="button" class="primary" onClick={close}>{t("Go on")}</button>
        <button type="button" onClick={() => { const from = s.from; close(); void game.past.showLine(from).then(() => game.past.play(2)); }}>{t("Watch it")}</button>
      </div>
    </Dialog>
  );
}

/** one: he is one of several who lead the side; leads: what of it is his. */
export function HandOver({ side, name, one, leads, onReady }: { side: string; name: string; one?: boolean; leads?: string[]; onReady: () => void }): JSX.Element {
  return (
    <div class="hand-over" role="dialog" aria-modal="true" aria-label={t("Hand over")}>
      <div>
        <h2>{one ? t("Hand over to {0}", name) : t("Hand over to the {0}", people(side))}</h2>
        {one && leads && leads.length > 0 && <p>{t("{0} leads: {1}", name, leads.join(", "))}</p>}
        <p>{t("{0} is your move. Nobody else should look now.", name ? t("{0}, it", name) : t("It"))}</p>
        <button type="button" class="primary" onClick={onReady} autoFocus>{one ? t("I am {0}", name) : t("I command the {0}", people(side))}</button>
      </div>
    </div>
  );
}

export function GameMenu({ game, onClose }: { game: Game; onClose: () => void }): JSX.Element {
  const v = game.view!, session = keep.session();
  const [sure, setSure] = useState(false), [gone, setGone] = useState(false), [confirm, setConfirm] = useState(keep.confirm()), [said, setSaid] = useState("");
  const save = async (): Promise<void> => {
    try {
      const url = URL.createObjectURL(new Blob([await game.api.record()], { type: "application/x-ndjson" }));
      const a = document.createElement("a");
      a.href = url;
      a.download = `${v.scenario.replace("/", "-")}-${game.id}.jsonl`;
      a.click();
      URL.revokeObjectURL(url);
    } catch (e) {
      setSaid((e as Error).message);
    }
  };
  const revoke = async (): Promise<void> => {
    try {
      const { token } = await game.api.revoke(v.seat);
      keep.touch(game.id, (g) => { for (const s of g.seats) if (s.seat === v.seat) s.token = token; });
      location.hash = `#/g/${game.id}/${token}`;
    } catch (e) {
      setSaid((e as Error).message);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await game.api.remove();
      keep.forget(game.id);
      location.hash = "#/";
    } catch (e) {
      setGone(false);
      setSaid((e as Error).message);
    }
  };
  return (
    <Dialog title={v.title || t("This game")} onClose={onClose}>
      {!inBrowser(v.game) && <Links game={game} />}
      <DiceCheck game={game} />
      {v.seat >= 0 && (
        <>
          <div class="row">
            <button type="button" onClick={() => { onClose(); void game.undo(); }}>{t("Take back (U)")}</button>
            <button type="button" disabled={game.over} onClick={() => { onClose(); void game.draw(); }}>{t("Offer a draw")}</button>
            {sure ? <button type="button" class="danger" onClick={() => { onClose(); void game.resign(); }}>{t("Yes, resign")}</button>
              : <button type="button" disabled={game.over} onClick={() => setSure(true)}>{t("Resign…")}</button>}
          </div>
          <div class="row">
            <button type="button" onClick={() => void save()}>{t("Save the record")}</button>
            {!inBrowser(v.game) && <button type="button" onClick={() => void revoke()}>{t("A new token for my seat")}</button>}
            {!inBrowser(v.game) && v.maker && (gone ? <button type="button" class="danger" onClick={() => void remove()}>{t("Yes, delete it for everybody")}</button>
              : <button type="button" onClick={() => setGone(true)}>{t("Delete the battle…")}</button>)}
            {session && <button type="button" onClick={() => void api.addGame(session.token, game.id, game.api.token).then(() => setSaid(t("It is on your list.")), (e: Error) => setSaid(e.message))}>{t("Put on my list")}</button>}
          </div>
          <p><label><input type="checkbox" checked={confirm} onChange={(e) => { const on = (e.target as HTMLInputElement).checked; keep.setConfirm(on); setConfirm(on); }} />{" "}{t("Ask me to confirm every answer")}</label></p>
        </>
      )}
      {said && <p role="status">{said}</p>}
      {v.seat >= 0 && <StandingOrders game={game} />}
      <p><a href="#/">{t("All battles")}</a></p>
    </Dialog>
  );
}

/** For correspondence: what to answer when a reaction is asked for, without being asked. */
function StandingOrders({ game }: { game: Game }): JSX.Element | null {
  const v = game.view!, [words, setWords] = useState<SystemWords | null>(null), [said, setSaid] = useState("");
  useEffect(() => { void api.system(v.system).then(setWords).catch(() => undefined); }, [v.system]);
  // Reactions first; then whatever else has an order already.
  const has = (name: string): boolean => v.orders.some((o) => o.question === name);
  const reactions = words?.questions.filter((q) => q.reaction || has(q.name)) ?? [];
  if (!words) return null;
  const set = async (question: string, verb: string): Promise<void> => {
    const orders = [...v.orders.filter((o) => o.question !== question), ...(verb ? [{ question, verb }] : [])];
    try {
      await game.api.orders(orders);
      v.orders = orders;
      setSaid("Kept.");
      game.changed();
    } catch (e) {
      setSaid((e as Error).message);
    }
  };
  return (
    <section>
      <h3>{t("Standing orders")}</h3>
      <p class="quiet">{t("When this is asked of me, answer so, and do not wait for me. The sign ∞ beside an answer adds one.")}</p>
      <table class="orders"><tbody>
        {reactions.map((q) => (
          <tr key={q.name}><th scope="row">{q.text.replace(/\{\d+\}/g, "…")}</th>
            <td><select aria-label={q.name} value={v.orders.find((o) => o.question === q.name)?.verb ?? ""} onChange={(e) => void set(q.name, (e.target as HTMLSelectElement).value)}>
              <option value="">{t("ask me")}</option>
              {q.verbs.map((verb) => <option key={verb} value={verb}>{verb === "away" ? t("the natural way, away from the enemy") : verb}</option>)}
            </select></td></tr>
        ))}
      </tbody></table>
      {said && <p role="status">{said}</p>}
    </section>
  );
}
