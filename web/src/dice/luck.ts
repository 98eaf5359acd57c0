// How lucky the dice were: each roll against what was good for the side that threw it.
import type { GameEvent } from "../types";
import { DICE } from "./shares";
import { t } from "../tongue";

export interface Luck { sum: number; dice: number }
export interface SideLuck { side: string; fight: Luck; march: Luck; best: Roll | null; worst: Roll | null }
interface Roll { luck: number; event: GameEvent }

/** A throw in standard deviations of its dice; null: no face was better than another. */
export function luckOf(e: GameEvent): Luck | null {
  const faces = DICE[e.die ?? ""];
  if ((e.kind !== "die" && e.kind !== "pool") || !faces || !e.good || e.good === "none") return null;
  if (e.kind === "pool") {
    const n = e.dice ?? 0, p = faces.filter((f) => f >= (e.target ?? 0)).length / faces.length;
    if (!n || p === 0 || p === 1) return null;
    return { sum: ((e.good === "low" ? -1 : 1) * ((e.hits ?? 0) - n * p)) / Math.sqrt(p * (1 - p)), dice: n };
  }
  const mean = faces.reduce((a, b) => a + b, 0) / faces.length;
  const worth = (f: number): number => (e.good === "high" ? f : e.good === "low" ? -f : -Math.abs(f - mean));
  const all = faces.map(worth), middle = all.reduce((a, b) => a + b, 0) / all.length;
  const sd = Math.sqrt(all.reduce((a, b) => a + (b - middle) ** 2, 0) / all.length);
  return { sum: sd ? (worth(e.face ?? 0) - middle) / sd : 0, dice: 1 };
}

export const total = (l: Luck): number => (l.dice ? l.sum / Math.sqrt(l.dice) : 0);

export function luckBySide(log: GameEvent[], sides: string[]): SideLuck[] {
  return sides.map((side) => {
    const out: SideLuck = { side, fight: { sum: 0, dice: 0 }, march: { sum: 0, dice: 0 }, best: null, worst: null };
    for (const event of log) {
      const l = event.side === side ? luckOf(event) : null;
      if (!l) continue;
      const at = event.march ? out.march : out.fight, luck = total(l);
      at.sum += l.sum;
      at.dice += l.dice;
      if (event.march) continue;
      if (!out.best || luck > out.best.luck) out.best = { luck, event };
      if (!out.worst || luck < out.worst.luck) out.worst = { luck, event };
    }
    return out;
  });
}

/** "+1.3, lucky": two of three battles lie between -1 and 1. */
export function luckWords(l: Luck): string {
  if (!l.dice) return t("no dice");
  const sum = total(l), far = Math.abs(sum);
  const word = far < 0.5 ? t("as expected") : `${far < 1 ? t("a little ") : far < 2 ? "" : t("very ")}${sum > 0 ? t("lucky") : t("unlucky")}`;
  return `${sum < 0 ? "−" : "+"}${far.toFixed(1)}, ${word} (${l.dice === 1 ? t("one die") : t("{0} dice", l.dice)})`;
}
