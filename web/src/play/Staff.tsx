// The staff: a phase, the rest of the turn or a brigade handed to a computer player, what it did, and taken back.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { inBrowser } from "../api";
import type { Game } from "../game";
import type { Staff } from "../types";
import type { Play } from "./usePlay";
import { t } from "../tongue";

export interface StaffHold {
  staff: Staff | null;
  /** It sees to everything this seat is asked: nothing is left to answer here. */
  all: boolean;
  hand: (body: { until?: string; commands?: string[]; player?: string; back?: boolean }) => void;
  close: () => void;
}

/** What is handed over by the seat at this screen. While it is at work it is looked at after every answer. */
export function useStaff(game: Game): StaffHold {
  const [staff, setStaff] = useState<Staff | null>(game.view?.staff ?? null), seat = game.view?.seat ?? -1, number = game.question?.number;
  const asked = useRef(0);
  // Of replies that overtake each other the one to the last question counts.
  const ask = (body: object, n = ++asked.current): Promise<void> =>
    game.api.staff(body).then((r) => { if (n === asked.current) setStaff(r.staff); }).catch((e: Error) => { game.notice = { kind: "refused", text: e.message }; game.changed(); });
  useEffect(() => { setStaff(game.view?.staff ?? null); }, [seat]);
  // Also when it has just begun: a quick one may be done before its reply is here.
  useEffect(() => { if (staff?.on) void ask({}); }, [number, game.over, staff?.on]);
  return { staff, all: !!staff?.on && !staff.commands.length && !game.over, hand: (body) => void ask(body), close: () => setStaff(null) };
}

const LEVELS = ["level-1", "level-2", "level-3", "level-4"];
const UNTIL: Record<string, string> = { phase: t("this phase"), turn: t("the rest of the turn"), battle: t("everything") };

/** The name of a brigade as people know it. */
const label = (game: Game, group: string): string => game.view!.scene.pieces.find((p) => p.group === group)?.group_label ?? group;

export function StaffAtWork({ game, hold }: { game: Game; hold: StaffHold }): JSX.Element | null {
  const s = hold.staff;
  if (!s) return null;
  return (
    <div class="staff-at-work" role="status">
      {s.on ? (
        <p>{t("Your staff sees to")}{" "}{s.commands.length ? s.commands.map((c) => label(game, c)).join(", ") : UNTIL[s.until]}: {s.answers} {s.answers === 1 ? t("answer") : t("answers")}{" "}{t("so far.")}{" "}
          <button type="button" class="staff-back" onClick={() => hold.hand({ back: true })}>{t("Take it back")}</button>{inBrowser(game.id) && <span class="quiet">{t(" It works while this page is open: leaving it takes it back.")}</span>}</p>
      ) : s.answers > 0 && (
        <>
          <p>{s.text} <button type="button" class="link" onClick={hold.close}>{t("Close")}</button></p>
          {s.events.length > 0 && (
            <details><summary>{t("What came of it")}</summary>
              <ul>{s.events.map((e, i) => <li key={i}>{e}</li>)}{s.more > 0 && <li class="quiet">{t("and {0} more, in the log", s.more)}</li>}</ul>
            </details>
          )}
        </>
      )}
    </div>
  );
}

export function StaffChoice({ game, play, hold }: { game: Game; play: Play; hold: StaffHold }): JSX.Element | null {
  const [player, setPlayer] = useState("level-3");
  if (hold.staff?.on) return null;
  const group = game.view!.scene.pieces.find((p) => p.key === play.unit)?.group;
  return (
    <details class="staff">
      <summary>{t("Let the staff see to it")}</summary>
      <div class="row">
        <button type="button" class="quick" disabled={game.busy} onClick={() => hold.hand({ until: "phase", player })}>{t("This phase")}</button>
        <button type="button" class="quick" disabled={game.busy} onClick={() => hold.hand({ until: "turn", player })}>{t("The rest of the turn")}</button>
        {group && <button type="button" class="quick" disabled={game.busy} onClick={() => hold.hand({ commands: [group], player })}>{t("{0}, until I take it back", label(game, group))}</button>}
        <label>{t("by")}{" "}<select value={player} onChange={(e) => setPlayer((e.target as HTMLSelectElement).value)}>{LEVELS.map((l) => <option key={l} value={l}>{l}</option>)}</select></label>
      </div>
    </details>
  );
}
