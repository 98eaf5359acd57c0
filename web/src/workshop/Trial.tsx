// The balance bench: computers fight the battle being made. The balance grows with its interval, and losses and objectives turn by
// turn; what a change does is seen in pairs, with the same dice before and after.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api";
import { SITE } from "../engine/client";
import { keep } from "../keep";
import { asName } from "../play/offers";
import { bench } from "./bench";
import type { TableFile } from "./doc";
import type { Texts } from "./Editor";
import { added, addedCourse, addedPair, difference, fight, interval, isSure, noCourse, noPairs, noSum, verdict, type Course, type Fought, type Pairs, type Sum, type Variant } from "./fighting";
import { fightThere } from "./there";

const percent = (v: number): string => `${Math.round(v * 100)}%`;
const signed = (v: number): string => `${v >= 0 ? "+" : "−"}${Math.abs(Math.round(v * 100))}`;

interface Point { share: number; low: number; high: number }

/** The first side's share of what was decided, as it grew; the band is its interval. */
function Growth({ points, of, side }: { points: Point[]; of: number; side: string }): JSX.Element | null {
  if (points.length < 2) return null;
  const x = (i: number): string => ((i / Math.max(1, of - 1)) * 300).toFixed(1), y = (v: number): string => ((1 - v) * 80).toFixed(1);
  const line = points.map((p, i) => `${x(i)},${y(p.share)}`).join(" "), band = [...points.map((p, i) => `${x(i)},${y(p.high)}`), ...points.map((p, i) => `${x(i)},${y(p.low)}`).reverse()].join(" ");
  const now = points[points.length - 1]!;
  return (
    <svg class="ws-growth" viewBox="0 0 300 80" role="img" aria-label={`${asName(side)}: ${percent(now.share)} of those decided, between ${percent(now.low)} and ${percent(now.high)}`}>
      <rect width="300" height="80" class="paper" /><rect y="32" width="300" height="16" class="even" /><polygon points={band} class="band" /><polyline points={line} class="line" />
      <text x="2" y="8">{asName(side)} 100%</text><text x="2" y="43">50%</text><text x="2" y="78">0%</text>
    </svg>
  );
}

/** What is left of each side, and who holds what, at the beginning of each turn. */
function Turns({ course, sides }: { course: Course; sides: string[] }): JSX.Element | null {
  const shown = course.turns.filter((t) => t.n > 0).slice(0, 40);
  if (shown.length < 2) return null;
  return (
    <details class="ws-turns"><summary>Turn by turn</summary>
      <div class="ws-scroll"><table class="ws-sum"><thead><tr><th>moment</th><th>battles</th>{sides.map((s) => <th key={s}>{asName(s)} left</th>)}{course.goals.map((g, i) => <th key={i}>{g || `objective ${i + 1}`} held</th>)}</tr></thead>
        <tbody>{shown.map((t, i) => (
          <tr key={i}><th>{i + 1}</th><td>{t.n}</td>{sides.map((s, k) => <td key={s}>{percent((t.left[k] ?? 0) / t.n)}</td>)}
            {course.goals.map((_, g) => <td key={g}>{sides.map((s, k) => `${asName(s)} ${percent((t.held[g]?.[k] ?? 0) / t.n)}`).join(", ")}</td>)}</tr>
        ))}</tbody></table></div>
    </details>
  );
}

function Paired({ pairs, sides }: { pairs: Pairs; sides: string[] }): JSX.Element | null {
  if (!pairs.n) return null;
  const p = difference(pairs.points, pairs.n), sure = pairs.n >= 8 && (p.low > 0 || p.high < 0);
  return (
    <div class="ws-pairs" role="status">
      <p class="ws-verdict">{pairs.n < 8 ? "Too few pairs to say what it changes." : sure ? `It changes the balance: ${asName(sides[0]!)} takes ${signed(p.mean)} points of 100 (${signed(p.low)} to ${signed(p.high)}).` : `No change of the balance is shown: ${signed(p.mean)} points of 100 for ${asName(sides[0]!)} (${signed(p.low)} to ${signed(p.high)}).`}</p>
      <p class="quiet">{pairs.n} pairs, the same dice before and after. Losses: {sides.map((s, i) => { const d = difference(pairs.lost[i] ?? [0, 0], pairs.n); return `${asName(s)} ${signed(d.mean)} (${signed(d.low)} to ${signed(d.high)})`; }).join(", ")} of 100.</p>
    </div>
  );
}

const WHAT = { no: "nothing: only this battle", opened: "how it was when it was opened", table: "another table of the rules" } as const;

export function Trial({ texts, opened, system, sides, onClose }: { texts: Texts; opened: Texts; system: string; sides: string[]; onClose(): void }): JSX.Element {
  const [players, setPlayers] = useState<{ id: string; text: string }[]>([]), [led, setLed] = useState<string[]>(sides.map(() => "level-1")), [number, setNumber] = useState(20), [sure, setSure] = useState(0);
  const [sum, setSum] = useState<Sum>(noSum(sides.length)), [course, setCourse] = useState<Course>(noCourse()), [pairs, setPairs] = useState<Pairs>(noPairs(sides.length)), [points, setPoints] = useState<Point[]>([]);
  const [where, setWhere] = useState<"here" | "server">("here"), [running, setRunning] = useState(false), [failed, setFailed] = useState(""), [what, setWhat] = useState<keyof typeof WHAT>("no");
  const [tables, setTables] = useState<TableFile[]>([]), [table, setTable] = useState(""), [text, setText] = useState("");
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => { api.players().then((p) => setPlayers(p.players)).catch(() => undefined); return () => stop.current?.(); }, []);
  useEffect(() => { if (what === "table" && !tables.length) bench.tables(system).then(setTables).catch((e: Error) => setFailed(e.message)); }, [what]);
  const choose = (name: string): void => { setTable(name); setText(tables.find((t) => t.name === name)?.text ?? ""); };
  const draft = { name: texts.doc.name, system, yaml: texts.yaml, map: texts.map, tables: texts.doc.tables ?? [] }, shipped = tables.find((t) => t.name === table)?.text;
  const changed = what === "opened" ? opened.yaml !== texts.yaml || opened.map !== texts.map || opened.doc.tables !== texts.doc.tables : what === "table" ? !!table && text !== shipped : true;
  const variants = (): Variant[] => what === "opened" ? [{ draft: { ...draft, yaml: opened.yaml, map: opened.map, tables: opened.doc.tables ?? [] } }, { draft }]
    : what === "table" ? [{ draft }, { draft: { ...draft, tables: [...draft.tables.filter((t) => t.name !== table), { name: table, text }] } }] : [{ draft }];
  const begin = (): void => {
    let now = noSum(sides.length);
    setSum(now); setCourse(noCourse()); setPairs(noPairs(sides.length)); setPoints([]); setFailed(""); setRunning(true);
    const count = (fs: Fought[]): void => {
      const f = fs[fs.length - 1]!;
      now = added(now, f, sides);
      setSum(now);
      setCourse((c) => addedCourse(c, f, sides.length));
      if (fs.length > 1) setPairs((p) => addedPair(p, fs[0]!, f, sides[0]!));
      const decided = now.wins.reduce((a, b) => a + b, 0), [low, high] = interval(now.wins[0] ?? 0, decided);
      setPoints((p) => [...p, { share: decided ? (now.wins[0] ?? 0) / decided : 0.5, low, high }]);
      if (sure && isSure(now, sure)) stop.current?.();
    };
    const ended = (why: string | null): void => { setRunning(false); if (why) setFailed(why); };
    const files = variants().map((v) => ({ format: "tricorne-battle-1" as const, name: v.draft.name, system, title: "", origin: "", scenario: v.draft.yaml, map: v.draft.map, tables: v.draft.tables ?? [] }));
    stop.current = where === "server" ? fightThere(keep.session()?.token ?? null, files, led, number, count, ended) : fight(variants(), sides, led, number, count, ended);
  };
  const decided = sum.wins.reduce((a, b) => a + b, 0), n = sum.battles, list = players.length ? players : [{ id: "level-1", text: "level 1" }];
  return (
    <div class="ws-dialog ws-bench" role="dialog" aria-modal="true" aria-label="How fair is it?">
      <form class="ws-wide" onSubmit={(e) => { e.preventDefault(); if (running) stop.current?.(); else begin(); }}>
        <h2>How fair is it?</h2>
        {SITE ? <p class="quiet">Computers fight it in this browser. <code>tricorne study</code> does the same by the thousand.</p>
          : <label class="ws-field"><span>Fought</span><select class="ws-where" value={where} disabled={running} onChange={(e) => setWhere(e.currentTarget.value as "here" | "server")}><option value="here">in this browser</option><option value="server">on the server, as far as its time for you goes</option></select></label>}
        {sides.map((s, i) => <label class="ws-field" key={s}><span>{asName(s)} led by</span><select value={led[i]} disabled={running} onChange={(e) => { const v = e.currentTarget.value; setLed(led.map((l, k) => (k === i ? v : l))); }}>{list.map((p) => <option key={p.id} value={p.id}>{p.text ? `${p.id.replace(/-/g, " ")}: ${p.text}` : p.id}</option>)}</select></label>)}
        <label class="ws-field"><span>Battles</span><select class="ws-number" value={number} disabled={running} onChange={(e) => setNumber(Number(e.currentTarget.value))}>{[10, 20, 50, 100, 200, 500, 1000].map((k) => <option key={k} value={k}>{k}</option>)}</select></label>
        <label class="ws-field"><span>Stop early</span><select value={sure} disabled={running} onChange={(e) => setSure(Number(e.currentTarget.value))}><option value={0}>no</option>{[0.15, 0.1, 0.05].map((v) => <option key={v} value={v}>when the share is known to ±{percent(v)}</option>)}</select></label>
        <label class="ws-field"><span>Compare with</span><select class="ws-what" value={what} disabled={running} onChange={(e) => setWhat(e.currentTarget.value as keyof typeof WHAT)}>{Object.entries(WHAT).map(([k, v]) => <option key={k} value={k}>{v}</option>)}</select></label>
        {what === "opened" && !changed && <p class="quiet">Nothing has been changed since it was opened.</p>}
        {what === "table" && (
          <>
            <label class="ws-field"><span>Table</span><select class="ws-table" value={table} disabled={running} onChange={(e) => choose(e.currentTarget.value)}><option value="" />{tables.map((t) => <option key={t.name} value={t.name}>{t.name}</option>)}</select></label>
            {table && <label class="ws-field ws-tall"><span>as it would be</span><textarea class="ws-table-text" rows={9} spellcheck={false} value={text} disabled={running} onInput={(e) => setText(e.currentTarget.value)} /></label>}
            {table && !changed && <p class="quiet">Change a number; the battle itself stays as it is.</p>}
          </>
        )}
        <Growth points={points} of={number} side={sides[0] ?? ""} />
        {n > 0 && (
          <table class="ws-sum"><caption>{n} of {number} battles, {percent(decided / n)} decided, {(sum.turns / n).toFixed(1)} turns{what === "no" ? "" : what === "table" ? ", with the other table" : ", as it is now"}</caption>
            <tr><th /><th>won</th><th>of those decided</th><th>losses</th></tr>
            {sides.map((s, i) => { const [a, b] = interval(sum.wins[i] ?? 0, decided); return <tr key={s}><th>{asName(s)}</th><td>{sum.wins[i]}</td><td>{decided ? `${percent((sum.wins[i] ?? 0) / decided)} (${percent(a)} to ${percent(b)})` : "–"}</td><td>{percent((sum.lost[i] ?? 0) / n)}</td></tr>; })}
            <tr><th>Nobody</th><td>{sum.drawn + sum.cut}</td><td colSpan={2}>{[...sum.endings].map(([k, v]) => `${k.replace(/-/g, " ")} ${v}`).join(", ")}</td></tr>
          </table>
        )}
        {n > 0 && <p role="status" class="ws-verdict ws-balance">{verdict(sum)}</p>}
        <Paired pairs={pairs} sides={sides} />
        <Turns course={course} sides={sides} />
        {running && <progress max={number} value={n} />}
        {failed && <p class="refusal" role="alert">{failed}</p>}
        <div class="row"><button type="submit" class="primary" disabled={!running && !changed}>{running ? "Stop" : "Fight"}</button><button type="button" onClick={() => { stop.current?.(); onClose(); }}>Done</button></div>
      </form>
    </div>
  );
}
