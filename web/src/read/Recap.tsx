// What the other side did since our last answer: half a page, and the same shown on the map.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Game } from "../game";
import { inWords, namesOf, people, pieceName } from "../play/offers";
import { strengths } from "../marks";
import { foesNear } from "../play/measure";
import type { Piece, Scene } from "../types";
import { t } from "../tongue";

export interface Deed { group: string; name: string; keys: string[]; moved: number; nearer: boolean; lost: number }

const at = (p: Piece): string => `${p.x},${p.y}`;

/** Who of a side stands elsewhere than before, brigade by brigade; whether nearer to the enemy. Leaders who ride about are no troops. */
export function deeds(before: Scene, after: Scene, side: number): Deed[] {
  const was = new Map(before.pieces.map((p) => [`${p.side}/${p.key}`, p]));
  const foes = after.pieces.filter((p) => p.side !== side && p.side !== null);
  const near = (p: Piece): number => Math.min(1e9, ...foes.map((f) => Math.hypot(f.x - p.x, f.y - p.y)));
  const out = new Map<string, Deed & { way: number }>();
  for (const p of after.pieces) {
    const old = was.get(`${p.side}/${p.key}`);
    if (p.side !== side || !old || p.arm === "leader" || p.arm === "other" || (at(old) === at(p) && (old.strength ?? 0) <= (p.strength ?? 0))) continue;
    const group = p.group ?? p.key, d = out.get(group) ?? { group, name: p.group_label ?? pieceName(p), keys: [], moved: 0, nearer: false, lost: 0, way: 0 };
    if (d.keys.includes(p.key)) continue;
    d.keys.push(p.key);
    if (at(old) !== at(p)) { d.moved++; d.way += near(old) - near(p); }
    d.lost += Math.max(0, (old.strength ?? 0) - (p.strength ?? 0));
    out.set(group, d);
  }
  return [...out.values()].map((d) => ({ ...d, nearer: d.way > 0 }));
}

/** Brigades by name; a click shows where they stand. Names with a comma are told apart by semicolons. */
function Names({ of, game, most = 6 }: { of: { name: string; keys: string[] }[]; game: Game; most?: number }): JSX.Element {
  const apart = of.some((d) => d.name.includes(",")) ? "; " : ", ";
  return (
    <>
      {of.slice(0, most).map((d, i) => <span key={d.name + d.keys[0]}>{i ? apart : ""}<button type="button" class="link" onClick={() => game.look(d.keys[0]!)}>{d.name}</button></span>)}
      {of.length > most ? t(" and {0} more", of.length - most) : ""}
    </>
  );
}

export interface Menace { group: string; name: string; keys: string[]; by: string[]; charge: boolean }

/** Whom of ours they could shoot at or charge as they stand: the nearest are asked about, brigade by brigade. */
export async function menaces(game: Game, scene: Scene, side: number, stop: () => boolean, most = 8): Promise<Menace[]> {
  const near = new Map<string, { p: Piece; far: number }>();
  for (const p of scene.pieces) {
    if (p.side !== side || p.arm === "leader" || p.arm === "other") continue;
    const far = foesNear(scene, p, 1)[0]?.far ?? 1e9, group = p.group ?? p.key, had = near.get(group);
    if (!had || far < had.far) near.set(group, { p, far });
  }
  const out: Menace[] = [];
  for (const [group, { p }] of [...near].sort((a, b) => a[1].far - b[1].far).slice(0, most)) {
    if (stop()) return [];
    const { threat } = await game.api.threat(p.key, {}), by = threat.by ?? [];
    if (by.length) out.push({ group, name: p.group_label ?? pieceName(p), keys: [p.key], charge: by.some((d) => d.how.includes("charge")), by: [...new Set(by.map((d) => scene.pieces.find((x) => x.key === d.piece)).map((x) => x?.group_label ?? (x ? pieceName(x) : "")))] });
  }
  return out.sort((a, b) => Number(b.charge) - Number(a.charge));
}

/** The scenes between two moments, one brigade after the other. */
export function frames(before: Scene, after: Scene, side: number): { scene: Scene; deed: Deed }[] {
  const now = new Map(after.pieces.map((p) => [`${p.side}/${p.key}/${p.id}`, p]));
  let scene = before;
  return deeds(before, after, side).filter((d) => d.moved).map((deed) => {
    scene = { ...scene, pieces: scene.pieces.map((p) => (p.side === side && deed.keys.includes(p.key) ? now.get(`${p.side}/${p.key}/${p.id}`) ?? p : p)) };
    return { scene, deed };
  });
}

export function RecapCard({ game }: { game: Game }): JSX.Element | null {
  const r = game.recap, v = game.view!, [shown, setShown] = useState(""), timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const [threats, setThreats] = useState<Menace[]>([]);
  // As somebody has left it: "Show me" does not fold it.
  const [unfolded, setUnfolded] = useState<{ line: number; open: boolean } | null>(null);
  useEffect(() => {
    let gone = false;
    setThreats([]);
    // Not while things go on: what is asked here waits for a rest, and stops when something is done.
    const stop = (): boolean => gone || game.busy || game.over, later = setTimeout(() => {
      if (r && v.seat >= 0 && !stop()) void menaces(game, v.scene, v.scene.sides.findIndex((s) => s.name === v.side), stop).then((m) => { if (!gone) setThreats(m); }).catch(() => undefined);
    }, 1000);
    return () => { gone = true; clearTimeout(later); };
  }, [r?.line, game.question?.number]);
  if (!r || game.over || (game.past.replay && !shown)) return null;
  const me = v.scene.sides.findIndex((s) => s.name === v.side), foe = me === 0 ? 1 : 0, names = namesOf(v.scene);
  const theirs = deeds(r.before, r.after, foe), on = theirs.filter((d) => d.moved && d.nearer), back = theirs.filter((d) => d.moved && !d.nearer);
  const told = [...new Set(r.events.filter((e) => e.outcome && e.text).map((e) => inWords(e.text!, e.args, names)))];
  const a = strengths(r.before), b = strengths(r.after), lost = [0, 1].map((i) => Math.max(0, a[i as 0 | 1] - b[i as 0 | 1]));
  if (!theirs.length && !told.length && !lost[0] && !lost[1]) return null; // there is nothing to tell
  const side = people(v.scene.sides[foe]?.name ?? "enemy");
  const stop = (): void => {
    clearTimeout(timer.current);
    setShown("");
    if (!game.past.replay?.shown) return;
    game.past.endReplay();
    game.look("");
  };
  const show = (): void => {
    const all = frames(r.before, r.after, foe), each = Math.max(350, Math.min(1600, 10000 / Math.max(1, all.length)));
    const began = Date.now();
    const step = (i: number, from: Scene): void => {
      if (i >= all.length) { timer.current = setTimeout(stop, 900); return; }
      // Where drawing takes long several brigades go at once: it is over in about ten seconds.
      const to = Math.min(all.length - 1, Math.max(i, Math.floor((Date.now() - began) / each))), f = all[to]!;
      setShown(`${all.slice(i, to + 1).map((x) => x.deed.name).slice(-3).join("; ")} (${to + 1}/${all.length})`);
      game.past.showScene(f.scene, from, r.line, f.deed.keys[0]!);
      timer.current = setTimeout(() => step(to + 1, f.scene), Math.max(60, began + (to + 1) * each - Date.now()));
    };
    step(0, r.before);
  };
  const close = (): void => { stop(); game.recap = null; game.changed(); };
  return (
    <aside class="recap" aria-label={t("What the {0} did", side)}>
      {shown ? <p role="status"><b>{shown}</b>{" "}<button type="button" class="link" onClick={stop}>{t("Skip")}</button></p> : (
        <details open={unfolded?.line === r.line ? unfolded.open : on.length + back.length > 2 || told.length > 3} onToggle={(e) => setUnfolded({ line: r.line, open: (e.target as HTMLDetailsElement).open })}>
          <summary><b>{r.turn ? t("Turn {0}, the {1}:", r.turn, side) : t("The {0}:", side)}</b> {on.length ? t("{0} advanced", on.length === 1 ? on[0]!.name : t("{0} brigades", on.length)) : back.length ? t("{0} moved", back.length === 1 ? back[0]!.name : t("{0} brigades", back.length)) : t("nobody moved")}
            {lost[me] ? t("; we lost {0}", lost[me]) : ""}{lost[foe] ? t("; they lost {0}", lost[foe]) : ""}.</summary>
          <div class="row">
            {on.length + back.length > 0 && <button type="button" onClick={show}>{t("Show me")}</button>}
            <button type="button" class="link" onClick={close}>{t("Close")}</button>
          </div>
          <ul>
            {on.length > 0 && <li><strong>{on.length === 1 ? t("One advanced") : t("{0} advanced", on.length)}:</strong> <Names of={on} game={game} />.</li>}
            {back.length > 0 && <li><strong>{back.length === 1 ? t("One drew off or moved aside") : t("{0} drew off or moved aside", back.length)}:</strong> <Names of={back} game={game} most={4} />.</li>}
            {(lost[me] || lost[foe]) ? <li>{t("Lost: we {0}, they {1}.", lost[me] || t("nothing"), lost[foe] || t("nothing"))}</li> : null}
            {threats.some((m) => m.charge) && <li class="threatened"><strong>{t("They can charge")}:</strong> <Names of={threats.filter((m) => m.charge)} game={game} most={5} />.</li>}
            {threats.some((m) => !m.charge) && <li class="threatened"><strong>{t("They can shoot at")}:</strong> <Names of={threats.filter((m) => !m.charge)} game={game} most={5} />.</li>}
            {told.slice(-7).map((t) => <li key={t}>{t}</li>)}
            {told.length > 7 && <li class="quiet">{t("and {0} more in the log", told.length - 7)}</li>}
          </ul>
        </details>
      )}
    </aside>
  );
}
