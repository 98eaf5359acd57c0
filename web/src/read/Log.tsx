// The log in words, with dice, modifiers and rules, one paragraph to an answer.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameEvent, Scene } from "../types";
import { inWords, namesOf, type Names } from "../play/offers";
import { RuleLink } from "./Rule";

export interface Line { line: number; head: GameEvent | null; rest: GameEvent[] }

/** Events gathered by the line of the record they belong to. */
export function byLine(events: GameEvent[]): Line[] {
  const out: Line[] = [];
  for (const e of events) {
    let last = out[out.length - 1];
    if (!last || last.line !== e.line || (e.kind === "answer" && (last.head || last.rest.length)))
      out.push((last = { line: e.line, head: null, rest: [] }));
    if (e.kind === "answer" && !last.head && !last.rest.length) last.head = e;
    else last.rest.push(e);
  }
  return out;
}

const signed = (n: number): string => (n >= 0 ? `+${n}` : `−${-n}`);

function EventView({ e, names }: { e: GameEvent; names: Names }): JSX.Element | null {
  const rule = e.rule ? <RuleLink id={e.rule} /> : null;
  if (e.secret) return <span class="event quiet">Something hidden.</span>;
  switch (e.kind) {
    case "die": return <span class="event"><span class={`die ${e.die ?? ""}`} title={`${e.die} for ${e.rule ?? ""}`}>{e.face}</span></span>;
    case "pool": return <span class="event">{e.dice} {e.die}, {e.target} or better: <strong>{e.hits}</strong> {rule}</span>;
    case "modifier": return <span class="event modifier"><b>{signed(e.value ?? 0)}</b> {(e.text ?? e.label ?? "").replace(/^[+-]?\d+\s*/, "")} {rule}</span>;
    case "sum": return <span class="event sum">{e.text} {rule}</span>;
    default:
      if (e.quiet && !e.outcome) return null;
      return <span class={e.outcome ? "event outcome" : "event"}>{inWords(e.text ?? "", e.args, names)} {rule}</span>;
  }
}

export function LogView({ events, scene, onLine }: { events: GameEvent[]; scene: Scene; onLine?: (line: number) => void }): JSX.Element {
  const names = useMemo(() => namesOf(scene), [scene]), [all, setAll] = useState(false);
  const lines = useMemo(() => byLine(events), [events]), shown = all ? lines : lines.slice(-60);
  const end = useRef<HTMLDivElement>(null), box = useRef<HTMLDivElement>(null);
  useEffect(() => { if (box.current) box.current.scrollTop = box.current.scrollHeight; }, [events.length]);
  return (
    <div class="log" ref={box} role="log" aria-live="polite" aria-label="What happened" tabIndex={0}>
      {lines.length > shown.length && <button type="button" class="link" onClick={() => setAll(true)}>Earlier: {lines.length - shown.length} more</button>}
      {shown.map((l, i) => (
        <div class="log-line" key={`${l.line}-${i}`}>
          {l.head && (
            <p class="answer">
              <button type="button" class="line-number" title={`Show the field after answer ${l.line}`} onClick={() => onLine?.(l.line)}>{l.line}</button>{" "}
              {inWords(l.head.text ?? "", l.head.act?.args, names)} {l.head.rule && <RuleLink id={l.head.rule} />}
            </p>
          )}
          {l.rest.length > 0 && <p class="results">{l.rest.map((e) => <EventView key={e.n} e={e} names={names} />)}</p>}
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}
