// The panels a scene brings (Command Display, brigades, losses ...) and the losses over time.
import type { JSX } from "preact";
import { blend, INK, sideColours } from "../map/ink";
import { display, type Body } from "./display";
import type { Game } from "../game";
import type { Loss } from "./past";
import { strengths } from "../marks";
import { members } from "../play/command";
import { asName, capital } from "../play/offers";
import type { Panel, Piece, Row, Scene } from "../types";
import { t } from "../tongue";

/** "12 of 37" is shown as a bar as well. */
export function partOf(text: string | undefined): { now: number; first: number } | null {
  const m = /(\d+)\s*(?:of|von|\/)\s*(\d+)/.exec(text ?? "");
  return m && Number(m[2]) > 0 && Number(m[1]) <= Number(m[2]) ? { now: Number(m[1]), first: Number(m[2]) } : null;
}

function RowView({ r, colours }: { r: Row; colours: [string, string] }): JSX.Element {
  const part = partOf(r.right), side = r.side === 0 || r.side === 1 ? r.side : null;
  return (
    <tr class={side === null ? "" : `side${side}`}>
      <th scope="row">
        {side !== null && <svg class="chip" viewBox="0 0 8 12" aria-hidden="true"><rect width="8" height="12" fill={colours[side]} stroke={INK} /></svg>}
        {t(r.left ?? "")}
      </th>
      <td>
        {t(r.right ?? "")}
        {part && <meter min={0} max={part.first} value={part.now} low={part.first * 0.34} high={part.first * 0.67} optimum={part.first} aria-hidden="true" />}
      </td>
    </tr>
  );
}

/** An army as on a command display: each body a box, its lines from the front, places from the left. */
function DisplayView({ title, bodies, colours, scene, game, onPick }: { title: string; bodies: Body[]; colours: [string, string]; scene: Scene; game: Game; onPick?: (keys: string[]) => void }): JSX.Element {
  const groups = new Map(scene.pieces.filter((p) => p.group).map((p) => [`${p.side}/${p.group_label}`, p]));
  const of = (r: Row): Piece | undefined => groups.get(`${r.side}/${r.left}`);
  const wing = (b: Body): string[] => [...b.lines.values()].flat().flatMap((x) => { const p = of(x.row); return p?.group ? members(scene, p.group, p.side) : []; });
  return (
    <section class="display" aria-label={title}>
      <h3>{title}</h3>
      {bodies.map((b, i) => (
        <div key={i} class="body" style={{ borderTopColor: colours[b.head.side === 1 ? 1 : 0] }}>
          <h4>{onPick && scene.sides[b.head.side ?? -1]?.name === game.view?.side ? <button type="button" class="link" title={t("Pick all of it, to lead it as one")} onClick={() => onPick(wing(b))}>{b.head.left}</button> : b.head.left}</h4>
          <p class="quiet">{b.head.right}</p>
          {[...b.lines].map(([line, places]) => (
            <div key={line} class="display-line">
              <span class="line-name">{line}</span>
              <ol>
                {places.map((x) => (
                  <li key={x.slot} class={`${x.rest[0] ?? ""}${of(x.row)?.group && of(x.row)!.group === game.pointed ? " pointed" : ""}`} value={x.slot}
                    onMouseEnter={() => game.point(of(x.row)?.group ?? null)} onMouseLeave={() => game.point(null)}>
                    <button type="button" class="link" onFocus={() => game.point(of(x.row)?.group ?? null)} onBlur={() => game.point(null)}
                      onClick={() => { const p = of(x.row); if (p) game.look(p.key); }}>{x.row.left}</button> <span>{x.rest.join(", ")}</span>
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      ))}
    </section>
  );
}

/** Goal, points, turns left and losses of both armies: the panel that says how the battle is won. */
export const isVictory = (p: Panel): boolean => /^(to win|victory|losses|score|points|turn|armies)$/i.test(p.title);

/** Always in sight: turn, and strength of both armies; all there is to say about winning when opened. */
export function VictoryBox({ scene, turn, aim }: { scene: Scene; turn: number; aim?: string }): JSX.Element {
  const colours = sideColours(scene.sides), panels = scene.panels.filter(isVictory);
  const left = strengths(scene), first = firstStrengths(scene);
  const goal = panels.flatMap((p) => p.rows).find((r) => /turn/i.test(r.left ?? "")), of = /turn (\d+) of (\d+)/i.exec(scene.status ?? "");
  return (
    <details class="victory">
      <summary>
        <b>{goal ? `${capital(t(goal.left ?? ""))} ${t(goal.right ?? "")}` : of ? t("Turn {0} of {1}", of[1]!, of[2]!) : t("Turn {0}", turn)}</b>
        {scene.sides.map((s, i) => (
          <span key={s.name} class="army"><svg class="chip" viewBox="0 0 8 12" aria-hidden="true"><rect width="8" height="12" fill={colours[i as 0 | 1]} stroke={INK} /></svg>
            {asName(s.name)} {first[i as 0 | 1] ? `${Math.round((100 * left[i as 0 | 1]) / first[i as 0 | 1])} %` : ""}{s.points !== undefined ? t(" · {0} pts", s.points) : ""}
            {s.army && <span class={4 * s.army.lost >= 3 * s.army.breaks ? "near grave" : "near"} title={t("{0}; then it breaks", s.army.text)}> · {t("breaks")} {s.army.lost}/{s.army.breaks}</span>}</span>
        ))}
        {aim && <span class="aim" title={aim}>{aim}</span>}
      </summary>
      <div class="all">
        {aim && <p><b>{t("Your aim:")}</b> {aim}</p>}
        {scene.sides.some((s) => s.army) && <table class="panel"><caption>{t("Until an army breaks")}</caption><tbody>{scene.sides.map((s, i) => s.army && <tr key={s.name}><td><svg class="chip" viewBox="0 0 8 12" aria-hidden="true"><rect width="8" height="12" fill={colours[i as 0 | 1]} stroke={INK} /></svg></td><td>{asName(s.name)}</td><td>{s.army.text}</td></tr>)}</tbody></table>}
        {panels.map((p) => <table key={p.title} class="panel"><caption>{t(p.title)}</caption><tbody>{p.rows.map((r, i) => <RowView key={i} r={r} colours={colours} />)}</tbody></table>)}
        {!panels.length && <p class="quiet">{t("Strength left of both armies.")}</p>}
      </div>
    </details>
  );
}

function firstStrengths(scene: Scene): [number, number] {
  const seen = new Set<string>(), out: [number, number] = [0, 0];
  for (const p of scene.pieces) {
    if ((p.side !== 0 && p.side !== 1) || !p.strength0 || seen.has(`${p.side}/${p.id}`)) continue;
    seen.add(`${p.side}/${p.id}`);
    out[p.side] += p.strength0;
  }
  return out;
}

export function PanelsView({ scene, game, onPick }: { scene: Scene; game: Game; onPick?: (keys: string[]) => void }): JSX.Element {
  const colours = sideColours(scene.sides);
  return (
    <div class="panels">
      {scene.panels.map((p: Panel) => {
        const bodies = display(p.rows);
        if (bodies) return <DisplayView key={p.title} title={p.title} bodies={bodies} colours={colours} scene={scene} game={game} onPick={onPick} />;
        return (<table key={p.title} class="panel">
          <caption>{t(p.title)}</caption>
          <tbody>{p.rows.map((r, i) => <RowView key={i} r={r} colours={colours} />)}</tbody>
        </table>);
      })}
      {!scene.panels.length && <p class="quiet">{t("This system shows no panels.")}</p>}
    </div>
  );
}

/** Strength of both sides, as parts of what they began with. */
export function LossPlot({ losses, scene, lines }: { losses: Loss[]; scene: Scene; lines: number }): JSX.Element | null {
  const first = losses[0];
  if (!first || losses.length < 2) return null;
  const w = 360, h = 110, pad = 24, colours = sideColours(scene.sides);
  const x = (line: number) => pad + ((w - pad - 6) * line) / Math.max(1, lines);
  const most = [Math.max(1, ...losses.map((l) => l.left[0])), Math.max(1, ...losses.map((l) => l.left[1]))];
  const y = (part: number) => 8 + (h - 26) * (1 - part);
  const path = (side: 0 | 1) => losses.map((l, i) => `${i ? "L" : "M"}${x(l.line).toFixed(1)} ${y(l.left[side] / most[side]!).toFixed(1)}`).join("");
  const last = losses[losses.length - 1]!;
  const text = scene.sides.map((s, i) => `${s.name} ${Math.round((100 * last.left[i as 0 | 1]) / most[i]!)} %`).join(", ");
  return (
    <figure class="loss-plot">
      <svg viewBox={`0 0 ${w} ${h}`} role="img" aria-label={t("Strength left: {0}", text)}>
        {[0, 0.5, 1].map((p) => <g key={p}><path d={`M${pad} ${y(p)}H${w - 6}`} stroke={blend(INK, "#f3e9d0", 0.7)} stroke-width={0.6} /><text x={pad - 4} y={y(p) + 3} text-anchor="end" font-size={8}>{p * 100}</text></g>)}
        {([0, 1] as const).map((s) => <path key={s} d={path(s)} fill="none" stroke={colours[s]} stroke-width={2} stroke-dasharray={s === 1 ? "6 3" : undefined} />)}
        <text x={w / 2} y={h - 4} text-anchor="middle" font-size={9}>{t("answers")}</text>
      </svg>
      <figcaption>{t("Strength left, in hundredths: {0}", text)}</figcaption>
    </figure>
  );
}

/** The three places where the battle turned: the largest changes from one turn's start to the next. */
export function turned(outlooks: { line: number; turn: number; share: number }[]): { line: number; turn: number; from: number; to: number }[] {
  return outlooks.slice(1)
    .map((o, i) => ({ line: outlooks[i]!.line, turn: outlooks[i]!.turn, from: outlooks[i]!.share, to: o.share }))
    .filter((t) => Math.abs(t.to - t.from) >= 10)
    .sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from)).slice(0, 3).sort((a, b) => a.line - b.line);
}

type Outlook = { line: number; turn: number; share: number };

/** Told for one's own side: the referee tells the first side's share. */
export const outlooksOf = (outlooks: Outlook[], scene: Scene, side: string | null): Outlook[] =>
  side !== null && scene.sides[1]?.name === side ? outlooks.map((o) => ({ ...o, share: 100 - o.share })) : outlooks;

/** How the battle stood, turn by turn, and links to where it turned. */
export function OutlookPlot({ outlooks: all, scene, mine, lines, onLine }: {
  outlooks: Outlook[]; scene: Scene; mine: string | null; lines: number; onLine: (line: number) => void;
}): JSX.Element | null {
  if (all.length < 2) return null;
  const outlooks = outlooksOf(all, scene, mine), own = mine !== null && scene.sides[1]?.name === mine ? 1 : 0;
  const w = 360, h = 110, pad = 24, side = capital(scene.sides[own]?.name ?? ""), colours = sideColours(scene.sides);
  const x = (line: number) => pad + ((w - pad - 6) * line) / Math.max(1, lines), y = (share: number) => 8 + (h - 26) * (1 - share / 100);
  return (
    <figure class="loss-plot">
      <svg viewBox={`0 0 ${w} ${h}`} role="img" aria-label={t("Chance of {0} by turns: {1}", side, outlooks.map((o) => `${o.share} %`).join(", "))}>
        {[0, 50, 100].map((p) => <g key={p}><path d={`M${pad} ${y(p)}H${w - 6}`} stroke={blend(INK, "#f3e9d0", 0.7)} stroke-width={0.6} /><text x={pad - 4} y={y(p) + 3} text-anchor="end" font-size={8}>{p}</text></g>)}
        <path d={outlooks.map((o, i) => `${i ? "L" : "M"}${x(o.line).toFixed(1)} ${y(o.share).toFixed(1)}`).join("")} fill="none" stroke={colours[own]} stroke-width={2} />
        <text x={w / 2} y={h - 4} text-anchor="middle" font-size={9}>{t("answers")}</text>
      </svg>
      <figcaption>{t("How it stood for")}{" "}{side}{" "}{t("at each turn, of 100, if both sides did what is natural from there.")}
        {turned(outlooks).map((o) => <> <button type="button" class="link" key={o.line} onClick={() => onLine(o.line)}>{t("Turn {0}: {1} became {2}", o.turn, o.from, o.to)}</button>.</>)}
      </figcaption>
    </figure>
  );
}
