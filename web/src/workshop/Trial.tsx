// How fair is it? Computers fight the battle being made, and the balance grows with its interval.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { asName } from "../play/offers";
import type { Texts } from "./Editor";
import { added, fight, interval, isSure, noSum, verdict, type Sum } from "./fighting";

const WITHIN = 0.1;

const percent = (v: number): string => `${Math.round(v * 100)}%`;

export function Trial({ texts, system, sides, onClose }: { texts: Texts; system: string; sides: string[]; onClose(): void }): JSX.Element {
  const [players, setPlayers] = useState<{ id: string; text: string }[]>([]), [player, setPlayer] = useState("level-1"), [number, setNumber] = useState(20), [sure, setSure] = useState(false);
  const [sum, setSum] = useState<Sum>(noSum(sides.length)), [running, setRunning] = useState(false), [failed, setFailed] = useState("");
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => { api.players().then((p) => setPlayers(p.players)).catch(() => undefined); return () => stop.current?.(); }, []);
  const begin = (): void => {
    setSum(noSum(sides.length));
    setFailed("");
    setRunning(true);
    stop.current = fight({ name: texts.doc.name, system, yaml: texts.yaml, map: texts.map }, sides, player, number, (f) => setSum((s) => {
      const next = added(s, f, sides);
      if (sure && isSure(next, WITHIN)) stop.current?.();
      return next;
    }), (why) => { setRunning(false); if (why) setFailed(why); });
  };
  const decided = sum.wins.reduce((a, b) => a + b, 0), n = sum.battles;
  return (
    <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="How fair is it?">
      <form onSubmit={(e) => { e.preventDefault(); if (running) stop.current?.(); else begin(); }}>
        <h2>How fair is it?</h2>
        <p class="quiet">Computers fight it in this browser. <code>tricorne study</code> does the same by the thousand.</p>
        <label class="ws-field"><span>Both sides led by</span><select value={player} disabled={running} onChange={(e) => setPlayer(e.currentTarget.value)}>{(players.length ? players : [{ id: "level-1", text: "level 1" }]).map((p) => <option key={p.id} value={p.id}>{p.text || p.id}</option>)}</select></label>
        <label class="ws-field"><span>Battles</span><select value={number} disabled={running} onChange={(e) => setNumber(Number(e.currentTarget.value))}>{[10, 20, 50, 100, 200].map((k) => <option key={k} value={k}>{k}</option>)}</select></label>
        <label class="ws-check"><input type="checkbox" checked={sure} disabled={running} onChange={(e) => setSure(e.currentTarget.checked)} /> Stop when the share is known to ±{percent(WITHIN)}</label>
        {n > 0 && (
          <table class="ws-sum"><caption>{n} of {number} battles, {percent(decided / n)} decided, {(sum.turns / n).toFixed(1)} turns</caption>
            <tr><th /><th>won</th><th>of those decided</th><th>losses</th></tr>
            {sides.map((s, i) => { const [a, b] = interval(sum.wins[i] ?? 0, decided); return <tr key={s}><th>{asName(s)}</th><td>{sum.wins[i]}</td><td>{decided ? `${percent((sum.wins[i] ?? 0) / decided)} (${percent(a)} to ${percent(b)})` : "–"}</td><td>{percent((sum.lost[i] ?? 0) / n)}</td></tr>; })}
            <tr><th>Nobody</th><td>{sum.drawn + sum.cut}</td><td colSpan={2}>{[...sum.endings].map(([k, v]) => `${k.replace(/-/g, " ")} ${v}`).join(", ")}</td></tr>
          </table>
        )}
        {n > 0 && <p role="status" class="ws-verdict">{verdict(sum)}</p>}
        {running && <progress max={number} value={n} />}
        {failed && <p class="refusal" role="alert">{failed}</p>}
        <div class="row"><button type="submit" class="primary">{running ? "Stop" : "Fight"}</button><button type="button" onClick={() => { stop.current?.(); onClose(); }}>Done</button></div>
      </form>
    </div>
  );
}
