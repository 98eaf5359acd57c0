// The battle's first page: the situation, what each side must do, how long it takes.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import battles from "../../guide/battles.json";
import type { Game } from "../game";
import { keep } from "../keep";
import { asName } from "../play/offers";
import { t } from "../tongue";
import type { Scene } from "../types";

export interface BattleText { situation: string; aims: string[]; favours?: string; turns: number; acts?: number }

export const battleText = (scenario: string): BattleText | undefined => (battles as Record<string, BattleText>)[scenario];

/** What this side must do, in one sentence. */
export function aimOf(scenario: string, scene: Scene, side: string | null): string | undefined {
  const at = scene.sides.findIndex((s) => s.name === side), text = at < 0 ? undefined : battleText(scenario)?.aims[at];
  return text && t(text);
}

/** Turns, and what was counted by the tests: acts of one side at five seconds each. */
export function lengthWords(b: BattleText): string {
  const acts = b.acts ? b.acts * b.turns : 0;
  return t("{0} turns{1}.", b.turns, acts ? t("; about {0} {1} a turn when every brigade is led, some {2} minutes for your side", b.acts, b.acts === 1 ? t("act") : t("acts"), Math.max(10, Math.round((acts * 5) / 600) * 10)) : "");
}

export function Aims({ text, sides, mine }: { text: BattleText; sides: { name: string }[]; mine: string | null }): JSX.Element {
  const order = mine ? [...sides].sort((a, b) => Number(b.name === mine) - Number(a.name === mine)) : sides;
  return (
    <>
      <p>{t(text.situation)}</p>
      {text.favours && <p class="quiet">{t(text.favours)}</p>}
      {order.map((s) => <p key={s.name}><b>{asName(s.name)}{s.name === mine ? t(" (you)") : ""}:</b> {t(text.aims[sides.indexOf(s)] ?? "")}</p>)}
      <p class="quiet">{lengthWords(text)}</p>
    </>
  );
}

/** Before the first answer, where no guide speaks: in the column, so that all of the map is to be seen. */
export function Opening({ game }: { game: Game }): JSX.Element | null {
  const v = game.view!, text = battleText(v.scenario);
  const [read, setRead] = useState(() => keep.guideDone(game.id).includes("opening"));
  if (!text || read || game.past.replay || game.over || v.question.turn > 1 || keep.game(game.id)?.guide || game.log.some((e) => e.kind === "answer" && e.side === v.side)) return null;
  return (
    <aside class="guide opening" aria-label={t("The battle")}>
      <h3>{t("The battle")}</h3>
      <Aims text={text} sides={v.scene.sides.slice(0, 2)} mine={v.side} />
      <p class="quiet">{t("What counts stands in the line over the map; open it for all of it.")}</p>
      <div class="row"><button type="button" class="primary" onClick={() => { keep.guideStep(game.id, "opening"); setRead(true); }}>{t("To arms")}</button></div>
    </aside>
  );
}
