// The log in words, with dice, modifiers and rules, one paragraph to an answer.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { GameEvent, Scene } from "../types";
import { actWords, capital, inWords, namesOf, type Names } from "../play/offers";
import { byLine, segments, sentences, type Line } from "./lines";
import { RuleLink } from "./Rule";
import { t } from "../tongue";

const signed = (n: number): string => (n >= 0 ? `+${n}` : `−${-n}`);

function EventView({ e, names }: { e: GameEvent; names: Names }): JSX.Element | null {
  const rule = e.rule ? <RuleLink id={e.rule} /> : null;
  if (e.secret) return <span class="event quiet" data-n={e.n}>{t("Something hidden.")}</span>;
  switch (e.kind) {
    case "die": return <span class="event" data-n={e.n}><span class={`die ${e.die ?? ""}`} title={t("{0} for {1}", e.die, e.rule ?? "")}>{e.face}</span></span>;
    case "pool": return <span class="event" data-n={e.n}>{e.dice} {e.die}, {e.target}{" "}{t("or better:")}{" "}<strong>{e.hits}</strong> {rule}</span>;
    case "modifier": return <span class="event modifier" data-n={e.n}><b>{signed(e.value ?? 0)}</b> {(e.text ?? e.label ?? "").replace(/^[+-]?\d+\s*/, "")} {rule}</span>;
    case "sum": return <span class="event sum" data-n={e.n}>{e.text} {rule}</span>;
    default:
      return <span class={e.outcome ? "event outcome" : "event"} data-n={e.n}>{inWords(e.text ?? "", e.args, names)} {rule}</span>;
  }
}

const firstOf = (l: Line): number => (l.head ?? l.rest[0])!.n;

export function LogView({ events, scene, onLine, onEarlier }: {
  events: GameEvent[]; scene: Scene; onLine?: (line: number) => void;
  /** Fetches what was told before the first of these; missing: there is nothing before. */
  onEarlier?: () => Promise<void>;
}): JSX.Element {
  const names = useMemo(() => namesOf(scene), [scene]), [all, setAll] = useState(false);
  const lines = useMemo(() => byLine(events), [events]), shown = all ? lines : lines.slice(-60);
  const end = useRef<HTMLDivElement>(null), box = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false), last = events[events.length - 1]?.n ?? -1;
  useEffect(() => { if (box.current) box.current.scrollTop = box.current.scrollHeight; }, [last]);
  const earlier = async (): Promise<void> => {
    setAll(true);
    setAsking(true);
    await onEarlier?.();
    setAsking(false);
  };
  const line = (l: Line): JSX.Element => (
    <div class="log-line" key={firstOf(l)}>
      {l.head && (
        <p class="answer" data-n={l.head.n}>
          <button type="button" class="line-number" title={t("Show the field after answer {0}", l.line)} onClick={() => onLine?.(l.line)}>{l.line}</button>{" "}
          {l.head.act?.path?.length ? `${capital(l.head.side ?? "")}: ${actWords(l.head.act, names)}` : inWords(l.head.text ?? "", l.head.act?.args, names)} {l.head.rule && <RuleLink id={l.head.rule} />}
        </p>
      )}
      {sentences(l.rest).map((group) => (
        <p class="results" key={group[0]!.n}>{group.map((e) => <EventView key={e.n} e={e} names={names} />)}</p>
      ))}
    </div>
  );
  return (
    <div class="log" ref={box} role="log" aria-live="polite" aria-label={t("What happened")} tabIndex={0}>
      {(lines.length > shown.length || onEarlier) && <button type="button" class="link earlier" disabled={asking} onClick={() => void earlier()}>{asking ? t("Earlier…") : onEarlier ? t("Earlier: all of it") : t("Earlier: {0} more", lines.length - shown.length)}</button>}
      {segments(shown, scene).map((seg, k, all) => {
        // Each stretch is one element with a name of its own: the log grows at one end and is cut at the other.
        const folded = seg.title && seg.lines.length > 3 && k < all.length - 1, key = `${folded ? "f" : "s"}${firstOf(seg.lines[0]!)}`;
        return folded
          ? <details class="fold" key={key}><summary>{seg.title} <span class="count">{t("{0} answers", seg.lines.length)}</span></summary>{seg.lines.map(line)}</details>
          : <div class="stretch" key={key}>{seg.lines.map(line)}</div>;
      })}
      <div ref={end} />
    </div>
  );
}
