// Time to think: what each side has left, counted down between the server's words.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameApi } from "../api";
import type { View } from "../types";
import { t } from "../tongue";

export interface ClockInfo {
  days?: number; minutes?: number; increment?: number; then: "forfeit" | "computer";
  left: [number, number]; running: 0 | 1 | null; warning: number;
}

/** 90061 is "1 d 1 h", 3661 "1:01:01", 75 "1:15". */
export function timeText(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds)), two = (n: number): string => String(n).padStart(2, "0");
  if (s >= 86400) return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** at: when this browser was told, in milliseconds. */
export function Clock({ clock, at, sides }: { clock: ClockInfo; at: number; sides: string[] }): JSX.Element {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const t = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(t);
  }, []);
  const left = (i: number): number => clock.left[i as 0 | 1] - (clock.running === i ? (now - at) / 1000 : 0);
  return (
    <p class="clock" aria-label={t("Time left")}>
      {sides.map((s, i) => (
        <span key={s} class={`${clock.running === i ? "running" : "quiet"}${left(i) <= clock.warning ? " short" : ""}`}>
          {i ? " · " : ""}{s} {timeText(left(i))}
        </span>
      ))}
      {clock.running !== null && left(clock.running) <= clock.warning && (
        <span role="status"> {clock.then === "forfeit" ? t("then the battle is lost") : t("then a computer sits in")}</span>
      )}
    </p>
  );
}

/** A computer sits in: the holder may come back, and who plays may invite somebody else. */
export function SitsIn({ view, api }: { view: View; api: GameApi }): JSX.Element | null {
  const [said, setSaid] = useState(""), away = view.over ? [] : view.seats.filter((s) => s.sits_in);
  if (!away.length || view.seat < 0) return null;
  const invite = (seat: number): void => {
    void api.substitute(seat).then((r) => {
      const link = `${location.href.split("#")[0]}#/j/${view.game}/${r.invite}`;
      void navigator.clipboard?.writeText(link).catch(() => undefined);
      setSaid(t("Who opens this link first takes the seat: {0}", link));
    }, (e: Error) => setSaid(e.message));
  };
  return (
    <p class="sits-in" role="status">
      {away.map((s) => s.seat === view.seat
        ? <span key={s.seat}>{t("A computer plays for you.")}{" "}<button type="button" onClick={() => void api.resume().catch((e: Error) => setSaid(e.message))}>{t("Take the seat back")}</button></span>
        : <span key={s.seat}>{s.name}{" "}{t("is away, and a computer plays on.")}{(s.late || s.side === view.side) && <>{" "}<button type="button" onClick={() => invite(s.seat)}>{t("Invite somebody else")}</button></>}</span>)}
      {said && <span> {said}</span>}
    </p>
  );
}
