// The card of the unit that is picked: who it is, whom it could act against, who against it.
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game";
import { stateWords } from "../map/Troops";
import { apartWords, dangerWords, foesNear } from "../play/measure";
import { capital, pieceName } from "../play/offers";
import type { Play } from "../play/usePlay";
import { RuleLink } from "../read/Rule";
import { t } from "../tongue";
import type { Piece, Scene } from "../types";

const nameOf = (scene: Scene, key: string): string => { const p = scene.pieces.find((x) => x.key === key); return p ? pieceName(p) : key; };

/** Does what is picked stand in the lower half of the map's place, in its left half? The card lies in the other: it must not cover what is to be dragged. */
function standsAt(card: HTMLElement, keys: string[]): { low: boolean; left: boolean } {
  const box = card.parentElement!.getBoundingClientRect();
  const at = keys.flatMap((k) => [...card.parentElement!.querySelectorAll(`.piece[data-key="${CSS.escape(k)}"] .body`)]).map((e) => e.getBoundingClientRect());
  const mean = (of: (r: DOMRect) => number): number => at.reduce((sum, r) => sum + of(r), 0) / at.length;
  return at.length ? { low: mean((r) => r.y + r.height / 2) > box.y + box.height / 2, left: mean((r) => r.x + r.width / 2) < box.x + box.width / 2 } : { low: false, left: false };
}

let unfolded = false;

export function UnitCard({ game, play, unit, danger, threat }: { game: Game; play: Play; unit: Piece; danger: Play["threat"]; threat: Game["threats"] }): JSX.Element {
  const scene = game.scene!, nearest = unit.side !== null ? foesNear(scene, unit, 1)[0] : undefined;
  const card = useRef<HTMLDivElement>(null), [lies, setLies] = useState({ low: false, left: false }), keys = [unit.key, ...play.picked];
  useLayoutEffect(() => { if (card.current) setLies(standsAt(card.current, keys)); }, [keys.join(), game.question?.number]);
  // On a phone it is one line that hides no army; opened, it stays so until it is closed.
  const [open, setOpen] = useState(unfolded);
  const fold = (): void => { unfolded = !open; setOpen(!open); };
  const mine = !game.past.replay && game.mine;
  return (
    <div class={`unit-card${lies.low ? " above" : ""}${lies.left ? " right" : ""}${open || threat ? "" : " folded"}`} ref={card}>
      <p class="who"><button type="button" class="link unfold" aria-expanded={open} onClick={fold} aria-label={open ? t("Less of it") : t("More of it")}>{open ? "▾" : "▸"}</button><strong>{pieceName(unit)}</strong>{unit.group && <>{" "}{t("of")}{" "}<b>{unit.group_label ?? unit.group}</b>{unit.chief ? ` (${unit.chief})` : ""}</>}</p>
      <p>{stateWords(unit, scene.sides).join(" · ")}{nearest && <>{t(" · nearest enemy {0}, {1}", pieceName(nearest.piece), apartWords(scene.board, nearest.far))}</>}</p>
      {danger && dangerWords(danger, scene).length > 0 && <div class="dangers">{dangerWords(danger, scene).map((w) => <p key={w}>{capital(w)}.</p>)}</div>}
      {mine && <p class="links">
        {unit.group && scene.board === "hex" && <><button type="button" class="link" aria-pressed={play.boxes} onClick={() => play.setBoxes(!play.boxes)} title={t("The ground its brigade must keep to, where a rule says so (V)")}>{play.boxes ? t("Hide its ground") : t("Ground of its brigade")}</button>
          {play.boxes && play.box && <>{" "}{t("it must keep to")}{" "}<RuleLink id={play.box.rule} /></>}{play.boxes && !play.box && <span role="status">{t(" no rule binds it to a part of the field")}</span>}</>}
        <button type="button" class="link" onClick={() => void game.askThreats(unit.key)} title={t("Who of the enemy could come up to it in one move (T)")}>{threat ? t("Hide that") : t("Who can come to it?")}</button></p>}
      {threat && <p class="threats" role="status">{threat.by.length ? t("Could come up to it: {0}{1}", threat.by.map((t) => `${nameOf(scene, t.key)} (${apartWords(scene.board, t.far)})`).join(", "), threat.asking ? "…" : ".")
        : threat.asking ? t("Asking who could come…") : t("Nobody of the enemy can come up to it in one move.")}</p>}
    </div>
  );
}
