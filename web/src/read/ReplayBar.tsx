// Going back and forth in the battle: by answer, phase and turn; speed; a link; a branch.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { keep } from "../keep";
import type { Game } from "../game";
import { keepMade } from "../made";
import { watchToken } from "../pages/Links";
import { LossPlot, OutlookPlot } from "./Panels";
import { t } from "../tongue";

/** The lines where something named differs from the line before. */
export function starts(lines: { turn?: number; phase?: string }[], what: "turn" | "phase"): number[] {
  const out: number[] = [];
  lines.forEach((l, i) => {
    const before = lines[i - 1];
    if (!before || before.turn !== l.turn || (what === "phase" && before.phase !== l.phase)) out.push(i);
  });
  return out;
}

export function ReplayBar({ game }: { game: Game }): JSX.Element {
  const v = game.view!, r = game.past.replay, last = game.lastLine, at = r?.line ?? last;
  const [copied, setCopied] = useState("");
  useEffect(() => { void game.past.loadLines(); void game.past.gatherLosses(16); }, [v.lines > game.past.lines.length + 20]);
  const marks = useMemo(() => game.past.lines.map((l, i) => ({ turn: l.turn, phase: l.phase, line: l.line ?? i })), [game.past.lines]);
  useEffect(() => {
    if (game.over) void game.past.gatherOutlooks(starts(marks, "turn").map((i) => ({ line: marks[i]!.line, turn: marks[i]!.turn ?? 0 })));
  }, [game.over, marks]);
  const jump = (what: "turn" | "phase", way: 1 | -1): void => {
    const lines = starts(marks, what).map((i) => marks[i]!.line);
    const to = way > 0 ? lines.find((l) => l > at) ?? last : [...lines].reverse().find((l) => l < at) ?? 0;
    void game.past.showLine(to);
  };
  const here = marks.find((m) => m.line === at);
  const kept = keep.game(game.id);
  const share = async (): Promise<void> => {
    try {
      const link = `${location.origin}${location.pathname}#/g/${game.id}/${await watchToken(game)}@${at}`;
      void navigator.clipboard?.writeText(link).catch(() => undefined);
      setCopied(link);
    } catch (e) {
      game.fail(e);
    }
  };
  const branch = async (): Promise<void> => {
    try {
      const made = await game.api.branch(at);
      const mine = await keepMade(made, { title: t("{0} (branch at {1})", v.title, at), scenario: v.scenario, hot: kept?.hot });
      location.hash = `#/g/${made.game}/${mine}`;
    } catch (e) {
      game.fail(e);
    }
  };
  return (
    <div class="replay">
      <label>
        <span>{t("Answer {0} of {1}{2}{3}", at, last, here?.turn !== undefined ? t(", turn {0}", here.turn) : "", here?.phase ? `, ${here.phase}` : "")}</span>
        <input type="range" min={0} max={last} value={at} onInput={(e) => void game.past.showLine(Number((e.target as HTMLInputElement).value))} />
      </label>
      <div class="row">
        <button type="button" onClick={() => jump("turn", -1)} title={t("Turn back (Shift+[)")}>{t("|◂ turn")}</button>
        <button type="button" onClick={() => jump("phase", -1)}>{t("◂◂ phase")}</button>
        <button type="button" onClick={() => void game.past.showLine(at - 1)} title={t("Answer back ([)")}>◂</button>
        {r?.playing
          ? <button type="button" onClick={() => game.past.pause()}>{t("❚❚ pause")}</button>
          : <button type="button" onClick={() => void game.past.showLine(at >= last ? 0 : at).then(() => game.past.play(r?.speed ?? 1))}>{t("▶ play")}</button>}
        <button type="button" onClick={() => void game.past.showLine(at + 1)} title={t("Answer forward (])")}>▸</button>
        <button type="button" onClick={() => jump("phase", 1)}>{t("phase ▸▸")}</button>
        <button type="button" onClick={() => jump("turn", 1)} title={t("Turn forward (Shift+])")}>{t("turn ▸|")}</button>
      </div>
      <div class="row">
        <label class="speed">{t("Speed")}{" "}<select value={String(r?.speed ?? 1)} onChange={(e) => { const s = Number((e.target as HTMLSelectElement).value); if (r?.playing) game.past.play(s); else if (game.past.replay) { game.past.replay.speed = s; game.changed(); } }}>
          {["0.5", "1", "2", "4", "8"].map((s) => <option key={s} value={s}>{s}×</option>)}
        </select></label>
        <button type="button" onClick={() => void share()}>{t("Link to this moment")}</button>
        <button type="button" onClick={() => void branch()}>{t("Branch: play on from here")}</button>
        {r && <button type="button" class="primary" onClick={() => game.past.endReplay()}>{t("Back to now")}</button>}
      </div>
      {copied && <p class="copied">{t("A link for anybody to watch:")}{" "}<input readOnly value={copied} aria-label={t("Link to this moment")} onFocus={(e) => (e.target as HTMLInputElement).select()} /></p>}
      {r && r.events.length > 0 && <p class="quiet">{r.events.filter((e) => e.text && !e.quiet).map((e) => e.text).slice(0, 6).join(" ")}</p>}
      <OutlookPlot outlooks={game.past.outlooks} scene={game.view!.scene} mine={game.view!.side} lines={last} onLine={(line) => void game.past.showLine(line)} />
      <LossPlot losses={game.past.losses} scene={game.view!.scene} lines={last} />
    </div>
  );
}
