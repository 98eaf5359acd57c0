// A battle of the workshop, played in this browser.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { SITE } from "../engine/client";
import { keep } from "../keep";
import { keepMade } from "../made";
import { asName } from "../play/offers";
import type { Doc } from "./doc";
import * as drafts from "./drafts";
import type { Texts } from "./Editor";
import { battleOf, publish } from "./Share";

export function PlayNow({ doc, from, system, texts, sides, onClose }: { doc: Doc; from?: string; system: string; texts: Texts; sides: string[]; onClose(): void }): JSX.Element {
  const [players, setPlayers] = useState<{ id: string; text: string }[]>([]), [side, setSide] = useState(0), [against, setAgainst] = useState("level-1"), [failed, setFailed] = useState(""), [busy, setBusy] = useState(false);
  useEffect(() => { api.players().then((p) => setPlayers(p.players)).catch(() => undefined); }, []);
  const begin = async (): Promise<void> => {
    const name = keep.name(), battle = String(doc.scenario["title"] ?? doc.name), hot = against === "hot", friend = against === "friend", session = keep.session();
    const seats = sides.map((s, i) => ({ side: s, kind: i === side || hot || friend ? "person" : against, ...(i === side && name ? { name } : {}) }));
    // With a friend it is played on the server, which keeps it for that: not in the list, unless it is there already.
    const there = friend && session ? await publish(session.token, battleOf(texts, system, ""), drafts.find(doc.name)?.kept !== undefined, from) : null;
    const made = there ? await api.create({ battle: there.battle, title: battle, dice: "committed", maker: side, seats })
      : await api.createDraft({ draft: { name: doc.name, system, yaml: texts.yaml, map: texts.map, tables: doc.tables ?? [] }, title: battle, dice: "fair", maker: side, seats });
    const mine = await keepMade(made, { title: battle, scenario: there?.scenario ?? `${system}/${doc.name}`, hot });
    location.hash = `#/g/${made.game}/${mine}`;
  };
  return (
    <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="Play it now">
      <form onSubmit={(e) => { e.preventDefault(); setBusy(true); setFailed(""); begin().catch((x: Error) => setFailed(x.message)).finally(() => setBusy(false)); }}>
        <h2>Play it now</h2>
        <label class="ws-field"><span>Your side</span><select value={side} onChange={(e) => setSide(Number(e.currentTarget.value))}>{sides.map((s, i) => <option key={s} value={i}>{asName(s)}</option>)}</select></label>
        <label class="ws-field"><span>Against</span>
          <select value={against} onChange={(e) => setAgainst(e.currentTarget.value)}>
            {(players.length ? players : [{ id: "level-1", text: "level 1" }]).map((p) => <option key={p.id} value={p.id}>{p.text || p.id}</option>)}
            <option value="hot">Somebody at this screen</option>
            {!SITE && keep.session() && <option value="friend">A friend, by link</option>}
          </select>
        </label>
        {failed && <p class="refusal" role="alert">{failed}</p>}
        <p class="quiet">{against === "friend" ? "The server keeps the battle for the two of you." : "The battle is played and kept in this browser."} Change it in the workshop as you like: a battle under way stays as it was.</p>
        <div class="row"><button type="submit" class="primary" disabled={busy}>Begin the battle</button><button type="button" onClick={onClose}>Not yet</button></div>
      </form>
    </div>
  );
}
