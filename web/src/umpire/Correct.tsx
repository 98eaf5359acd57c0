// Corrections: the table is right. A piece, what is otherwise, and the reason, which the record keeps.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { MapView } from "../map/MapView";
import { pieceName, sideNumber } from "../play/offers";
import { apart, foesNear } from "../play/measure";
import type { Piece } from "../types";
import { t } from "../tongue";
import type { Desk, Fix } from "./desk";
import { facingFix, placeFix, pointed, rangeFix, strengthFix } from "./fix";

const REASONS = ["it stands so on the table", "measured at the table", "forgotten before", "a slip of the hand"];
const NONE: ReadonlySet<string> = new Set();
const EIGHTH = 8192;

export function Correct({ desk, onDone }: { desk: Desk; onDone: () => void }): JSX.Element {
  const v = desk.view!, scene = v.scene, [key, setKey] = useState<string | null>(null), [reason, setReason] = useState(t(REASONS[0]!)), [to, setTo] = useState<[number, number] | null>(null);
  const [turn, setTurn] = useState(0), [less, setLess] = useState(0), [from, setFrom] = useState(""), [far, setFar] = useState("");
  const p = scene.pieces.find((x) => x.key === key) ?? null, near = p ? foesNear(scene, p, 12) : [];
  const choose = (k: string): void => { setKey(k); setTo(null); setTurn(0); setLess(0); setFrom(""); setFar(""); };
  const give = async (): Promise<void> => {
    if (!p) return;
    const other = scene.pieces.find((x) => x.key === from), fixes: (Fix | null)[] = [
      to ? placeFix(v.system, scene, p, to, reason) : other && Number(far) > 0 ? rangeFix(v.system, scene, p, other, Number(far), reason) : null,
      turn ? facingFix(v.system, p, (p.facing ?? 0) + turn * EIGHTH, reason) : null, less ? strengthFix(v.system, p, (p.strength ?? 0) + less, reason) : null];
    const all = fixes.filter((f): f is Fix => f !== null);
    if (!all.length) { desk.notice = { text: t("Nothing was changed, or it cannot be said for this piece.") }; desk.changed(); return; }
    await desk.fix({ changes: all.flatMap((f) => f.changes), reason, text: all.map((f) => f.text).join(", ") });
    onDone();
  };
  const shown = p && to ? { pieces: [{ ...p, x: to[0], y: to[1], facing: ((p.facing ?? 0) + turn * EIGHTH) & 65535 } as Piece], legal: true } : null;
  return (
    <div class="um-fixing">
      <div class="um-fix-map map-place">
        <MapView scene={scene} lit={NONE} chosen={key} targets={NONE} spots={[]} ghost={shown} marks={[]} drag={null} side={sideNumber(scene, v.question.side)} band={NONE} threats={NONE as Set<string>} prey={NONE as Set<string>}
          bands={null} picked={[]} focus={null} arrows={[]} edge={null} box={null} onPoint={() => undefined} onLasso={null} onPiece={choose} onSpot={() => undefined} onHover={() => undefined} onGround={(at) => { if (p) setTo(pointed(scene, at)); }} />
      </div>
      <div class="um-fix-body">
        <p class="um-question">{p ? (to ? t("{0}: here.", pieceName(p)) : t("{0}: point at the place, or say what is otherwise.", pieceName(p))) : t("Whom do you correct? Tap it.")}</p>
        {p && (
          <>
            <div class="um-grid">
              <button type="button" class="um-tile" onClick={() => setTurn(turn - 1)}>{t("↶ turn")}</button><button type="button" class="um-tile" onClick={() => setTurn(turn + 1)}>{t("turn ↷")}</button>
              <button type="button" class="um-tile" onClick={() => setLess(less - 1)}>{t("one less")}</button><button type="button" class="um-tile" onClick={() => setLess(less + 1)}>{t("one more")}</button>
            </div>
            <p class="um-told">{turn ? t("turned {0}°", turn * 45) : ""} {less ? t("strength {0}", (p.strength ?? 0) + less) : ""}</p>
            {scene.board !== "hex" && <label class="um-field">{t("Measured from")}<select value={from} onChange={(e) => setFrom((e.target as HTMLSelectElement).value)}><option value="" />{near.map((n) => <option key={n.piece.key} value={n.piece.key}>{pieceName(n.piece)} ({Math.round(apart(scene.board, [p.x, p.y], [n.piece.x, n.piece.y]) * 10) / 10}″)</option>)}</select></label>}
            {from && <label class="um-field">{t("Inches, middle to middle of the fronts")}<input inputMode="decimal" value={far} onInput={(e) => setFar((e.target as HTMLInputElement).value)} /></label>}
            <label class="um-field">{t("Reason")}<input maxLength={200} list="um-reasons" value={reason} onInput={(e) => setReason((e.target as HTMLInputElement).value)} /></label>
            <datalist id="um-reasons">{REASONS.map((r) => <option key={r} value={t(r)} />)}</datalist>
            <button type="button" class="primary um-big um-fix-it" disabled={!reason.trim()} onClick={() => void give()}>{t("Correct it")}</button>
          </>
        )}
        <button type="button" class="um-tile" onClick={onDone}>{t("Back to the battle")}</button>
      </div>
    </div>
  );
}
