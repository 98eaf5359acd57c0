// A battle looked back upon when it is over: how it stood, where it turned, what each side did turn by turn.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Game } from "../game";
import type { Review } from "../types";
import { capital } from "../play/offers";
import { OutlookPlot, outlooksOf, turned } from "./Panels";
import { starts } from "./ReplayBar";
import { t } from "../tongue";

type Turn = Review["turns"][number];

/** One side's turn in a line: what its commands did, and what it lost and had then. */
export function sideLine(review: Review, s: Turn["sides"][number]): string {
  const lost = s.lost > 0 ? t("; lost {0}{1}", s.lost, review.strength ? ` (${t(review.strength)})` : "") : "";
  return `${capital(s.side)}: ${s.text || t("nothing to tell")}${lost}${review.counts ? t("; points then {0}", s.points) : ""}.`;
}

function Sides({ review, turn }: { review: Review; turn: Turn }): JSX.Element {
  return <ul>{turn.sides.map((s) => <li key={s.side}>{sideLine(review, s)}</li>)}</ul>;
}

export function ReviewView({ game }: { game: Game }): JSX.Element | null {
  const [review, setReview] = useState<Review | null>(null);
  useEffect(() => { game.api.review().then((r) => setReview(r.review)).catch(() => undefined); }, [game.id]);
  useEffect(() => {
    const marks = game.past.lines.map((l, i) => ({ turn: l.turn, phase: l.phase, line: l.line ?? i }));
    if (marks.length) void game.past.gatherOutlooks(starts(marks, "turn").map((i) => ({ line: marks[i]!.line, turn: marks[i]!.turn ?? 0 })));
  }, [game.past.lines.length]);
  if (!review || !review.turns.length) return null;
  const go = (line: number): void => void game.past.showLine(line);
  return (
    <section class="review" aria-label={t("The battle looked back upon")}>
      <h3>{t("The battle looked back upon")}</h3>
      <OutlookPlot outlooks={game.past.outlooks} scene={game.view!.scene} mine={game.view!.side} lines={game.lastLine} onLine={go} />
      {turned(outlooksOf(game.past.outlooks, game.view!.scene, game.view!.side)).map((m) => {
        const turn = review.turns.find((x) => x.turn === m.turn);
        return (
          <div class="turned" key={m.line}>
            <p><button type="button" class="link" onClick={() => go(m.line)}>{t("Turn {0}, where it turned: {1} became {2}", m.turn, m.from, m.to)}</button></p>
            {turn && <Sides review={review} turn={turn} />}
          </div>
        );
      })}
      <details>
        <summary>{t("What each side did, turn by turn")}</summary>
        <ol class="turns">
          {review.turns.map((x) => (
            <li key={x.line}><button type="button" class="link" onClick={() => go(x.line)}>{t("Turn {0}", x.turn)}</button><Sides review={review} turn={x} /></li>
          ))}
        </ol>
      </details>
    </section>
  );
}
