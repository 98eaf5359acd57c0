// The dice of a battle: how they are made, and a button that checks them.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Game } from "../game";
import type { GameEvent } from "../types";
import { checkRecord, inWords } from "./check";
import { luckBySide, luckWords, type SideLuck } from "./luck";
import { seenChain } from "./shares";
import { t } from "../tongue";

const WAYS: Record<string, string> = {
  committed: t("Committed dice: every face hangs on a secret of each player and of the host, fixed before the first die. Nobody can choose or change a face; the host knows faces early."),
  interactive: t("Interactive dice: every roll needs a fresh secret of each player. Nobody, not even the host, can choose, change or foresee a face."),
  fair: t("Rolled by the referee from a secret seed, which is published at the end. Nobody can prove that the seed was not chosen."),
  seeded: t("Seeded dice: the seed of this battle was chosen by its maker."),
  typed: t("Real dice, typed in."),
};

export function DiceCheck({ game }: { game: Game }): JSX.Element {
  const v = game.view!, [said, setSaid] = useState(""), [busy, setBusy] = useState(false), [luck, setLuck] = useState<SideLuck[] | null>(null);
  const check = async (): Promise<void> => {
    setBusy(true);
    try {
      setSaid(inWords(checkRecord(await game.api.record(), game.over ? seenChain(game.id) : null)));
    } catch (e) {
      setSaid((e as Error).message);
    }
    setBusy(false);
  };
  const weigh = async (): Promise<void> => {
    setBusy(true);
    try {
      const all = await game.api.log(0);
      setLuck(luckBySide(all.log ?? all.events ?? [], [...new Set(v.seats.map((s) => s.side))]));
    } catch (e) {
      setSaid((e as Error).message);
    }
    setBusy(false);
  };
  return (
    <section class="dice-check" aria-label={t("Dice")}>
      <p class="quiet">{WAYS[v.dice ?? "fair"] ?? ""}</p>
      {v.brought && <p class="quiet">{t("This battle goes on from a record that its maker brought. Nobody can prove the dice of its first {0} lines.", v.brought)}</p>}
      <div class="row"><button type="button" class="check-dice" disabled={busy} onClick={() => void check()}>{t("Check the dice")}</button> <button type="button" class="weigh-luck" disabled={busy} onClick={() => void weigh()}>{t("Who was lucky?")}</button></div>
      {said && <p role="status" class="dice-said">{said}</p>}
      {luck && <LuckTable luck={luck} />}
    </section>
  );
}

const roll = (e: GameEvent): string => `${e.text ?? ""}${e.rule ? ` (${e.rule})` : ""}`;

/** Each roll against what was good for the side that threw it; a high die is not always a good one. */
function LuckTable({ luck }: { luck: SideLuck[] }): JSX.Element {
  return (
    <div class="luck" role="status">
      {luck.map((l) => (
        <dl key={l.side}>
          <dt>{l.side}</dt>
          <dd>{t("In the fight {0}.", luckWords(l.fight))}</dd>
          <dd>{t("In moving and commanding {0}.", luckWords(l.march))}</dd>
          {l.best && l.worst && l.best !== l.worst && <dd class="quiet">{t("Best {0}, worst {1}.", roll(l.best.event), roll(l.worst.event))}</dd>}
        </dl>
      ))}
      <p class="quiet">{t("Each roll against what was good for the side that threw it. In two of three battles the figure lies between −1 and +1.")}</p>
    </div>
  );
}

/** Whom the dice wait for, in a sentence; null: for nobody. */
export function diceWait(game: Game): string | null {
  const v = game.view!, shares = v.question.shares;
  if (!shares || game.over) return null;
  const owing = v.seats.filter((s) => shares.owes.includes(s.seat) && s.seat !== v.seat);
  if (game.giving.noShare) return t("The dice wait for your share, which lies in the browser in which you took this seat. Open the battle there.");
  if (!owing.length) return null;
  const who = owing.map((s) => s.name || s.side).join(" and "), away = owing.some((s) => !s.here);
  return t("The dice wait for {0}{1}.", who, away ? t(", who {0} away: they fall as soon as the page is opened there", owing.length > 1 ? "are" : "is") : "");
}
