// The card of the unit that is picked: who it is, whom it could act against, who against it.
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game";
import { stateWords } from "../map/Troops";
import { apartWords, dangerWords, foesNear } from "../play/measure";
import { pieceName } from "../play/offers";
import type { Play } from "../play/usePlay";
import { RuleLink } from "../read/Rule";
import { t } from "../tongue";
import type { Piece, Scene } from "../types";

const nameOf = (scene: Scene, key: string): string => { const p = scene.pieces.find((x) => x.key === key); return p ? pieceName(p) : key; };

/** Does what is picked stand in the lower half of the map's place? Then the card lies above: it must not cover what is to be dragged. */
function standsLow(card: HTMLElement, keys: string[]): boolean {
  const box = card.parentElement!.getBoundingClientRect();
  const at = keys.flatMap((k) => [...card.parentElement!.querySelectorAll(`.piece[data-key="${CSS.escape(k)}"] .body`)]).map((e) => e.getBoundingClientRect()).map((r) => r.y + r.height / 2);
  return at.length > 0 && at.reduce((a, b) => a + b, 0) / at.length > box.y + box.height / 2;
}

export function UnitCard({ game, play, unit, danger, threat }: { game: Game; play: Play; unit: Piece; danger: Play["threat"]; threat: Game["threats"] }): JSX.Element {
  const scene = game.scene!, nearest = unit.side !== null ? foesNear(scene, unit, 1)[0] : undefined;
  const card = useRef<HTMLParagraphElement>(null), [above, setAbove] = useState(false), keys = [unit.key, ...play.picked];
  useLayoutEffect(() => setAbove(!!card.current && standsLow(card.current, keys)), [keys.join(), game.question?.number]);
  return (
    <p class={`unit-card${above ? " above" : ""}`} ref={card}><strong>{pieceName(unit)}</strong> {unit.group && <>{t("of")}{" "}<b>{unit.group_label ?? unit.group}</b>{unit.chief ? ` (${unit.chief})` : ""} · </>}
        {stateWords(unit, scene.sides).join(" · ")}
        {nearest && <>{t(" · nearest enemy {0}, {1}", pieceName(nearest.piece), apartWords(scene.board, nearest.far))}</>}
        {danger && dangerWords(danger, scene).length > 0 && <span class="dangers"> · {dangerWords(danger, scene).join("; ")}</span>}
        {!game.past.replay && game.mine && unit.group && scene.board === "hex" && <> <button type="button" class="link" aria-pressed={play.boxes} onClick={() => play.setBoxes(!play.boxes)} title={t("The ground its brigade must keep to, where a rule says so (V)")}>{play.boxes ? t("Hide its ground") : t("Ground of its brigade")}</button>
          {play.boxes && play.box && <>{" "}{t("it must keep to")}{" "}<RuleLink id={play.box.rule} /></>}{play.boxes && !play.box && <span role="status">{t(" no rule binds it to a part of the field")}</span>}</>}
        {!game.past.replay && game.mine && <> <button type="button" class="link" onClick={() => void game.askThreats(unit.key)} title={t("Who of the enemy could come up to it in one move (T)")}>{threat ? t("Hide that") : t("Who can come to it?")}</button></>}
        {threat && <span class="threats" role="status"> {threat.by.length ? t("Could come up to it: {0}{1}", threat.by.map((t) => `${nameOf(scene, t.key)} (${apartWords(scene.board, t.far)})`).join(", "), threat.asking ? "…" : ".")
          : threat.asking ? t("Asking who could come…") : t("Nobody of the enemy can come up to it in one move.")}</span>}</p>
  );
}
