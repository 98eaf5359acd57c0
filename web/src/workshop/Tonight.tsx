// A battle tonight: a system, two armies, points, ground and a seed; the referee makes a fair battle of them, to play at once.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import { hasEngine } from "../engine/follow";
import { ask, type WorkerFailure } from "../engine/client";
import type { SystemInfo } from "../types";
import words from "../../guide/systems.json";
import { bench } from "./bench";
import type { Doc } from "./doc";
import * as drafts from "./drafts";
import { PlayNow } from "./PlayNow";
import "./workshop.css";

interface Named { name: string; label: string; cost?: string }
interface Choices { points: { least: string; most: string; usual: string }; armies: Named[]; grounds: Named[]; kinds: Named[] }
interface Side { name: string; label: string; general: string; points: number; for_general: number; for_style: number; troops: Record<string, number> }
interface Made { name: string; title: string; text: string; yaml: string; map: string; sides: Side[] }
interface Wish { system: string; armies: string[]; points: number; ground: string; seed: number }

const put = <T,>(system: string, question: Record<string, unknown>): Promise<T> =>
  ask<T>({ kind: "draft", system, question: { do: "tonight", system, ...question } }).catch((e: WorkerFailure) => { throw new Error(e.text || "The engine in this page does not answer."); });

const anySeed = (): number => Math.floor(Math.random() * 1_000_000);

/** "3 line battalions, 1 battery" as a list: how many of what, and what one costs. */
function Troops({ side, kinds }: { side: Side; kinds: Named[] }): JSX.Element {
  return (
    <div class="tn-side"><h3>{side.label}: {side.points} points</h3>
      <p>{side.general}{side.for_general ? `, who counts ${side.for_general}` : ""}{side.for_style ? `; the way this army fights counts ${side.for_style}` : ""}</p>
      <ul>{kinds.filter((k) => side.troops[k.name]).map((k) => <li key={k.name}>{side.troops[k.name]} × {k.label} <span class="quiet">({k.cost} each)</span></li>)}</ul>
    </div>
  );
}

function Result({ made, kinds, system, seed }: { made: Made; kinds: Named[]; system: string; seed: number }): JSX.Element {
  const [play, setPlay] = useState<Doc | null>(null), [failed, setFailed] = useState("");
  const checked = async (): Promise<{ doc: Doc; name: string }> => {
    const name = drafts.freeName(made.name), got = await bench.read(system, name, made.yaml, made.map);
    if (!got.right || !got.value) throw new Error(`The referee does not like it: ${got.problems[0]?.text ?? "no reason given."}`);
    return { name, doc: { name, scenario: got.value, map: got.map_value ?? null } };
  };
  const edit = async (): Promise<void> => {
    const { name } = await checked();
    if (!drafts.save({ name, system, title: made.title, yaml: made.yaml, map: made.map, origin: `a battle tonight, seed ${seed}`, touched: Date.now() })) throw new Error("This browser keeps nothing, so it cannot be opened in the workshop.");
    location.hash = `#/workshop/${name}`;
  };
  const told = (e: Error): void => setFailed(e.message);
  return (
    <section class="tn-made" aria-label="The battle"><h2>{made.title}</h2><p>{made.text}</p>
      <div class="tn-sides">{made.sides.map((s) => <Troops key={s.name} side={s} kinds={kinds} />)}</div>
      {failed && <p class="notice refused" role="alert">{failed}</p>}
      <div class="row">
        <button type="button" class="primary tn-play" onClick={() => { checked().then((c) => setPlay(c.doc)).catch(told); }}>Play it now</button>
        <button type="button" class="tn-edit" onClick={() => { edit().catch(told); }}>Open it in the workshop</button>
      </div>
      {play && <PlayNow doc={play} system={system} texts={{ doc: play, yaml: made.yaml, map: made.map }} sides={made.sides.map((s) => s.name)} onClose={() => setPlay(null)} />}
    </section>
  );
}

export function Tonight(): JSX.Element {
  const [systems, setSystems] = useState<SystemInfo[]>([]), [choices, setChoices] = useState<Choices | null>(null), [failed, setFailed] = useState("");
  const [wish, setWish] = useState<Wish>({ system: "", armies: [], points: 0, ground: "", seed: anySeed() }), [made, setMade] = useState<{ made: Made; seed: number } | null>(null);
  const told = (e: Error): void => setFailed(e.message);
  const change = (part: Partial<Wish>): void => { setWish({ ...wish, ...part }); setMade(null); };
  const choose = (system: string): void => {
    setChoices(null);
    setMade(null);
    setFailed("");
    put<Choices>(system, {}).then((c) => {
      setChoices(c);
      setWish((w) => ({ ...w, system, points: Number(c.points.usual), armies: [c.armies[0]!.name, c.armies[1]!.name], ground: "" }));
    }).catch(told);
    setWish((w) => ({ ...w, system }));
  };
  useEffect(() => {
    document.title = "A battle tonight - Tricorne";
    void hasEngine().then((there) => {
      if (!there) { setFailed("This needs the engine in the page, and this page has none. Whoever runs the server adds it: make wasm, then the page again."); return; }
      api.scenarios().then((s) => { setSystems(s.systems); choose((s.systems.find((x) => x.id === words.first) ?? s.systems[0])?.id ?? ""); }).catch(told);
    });
  }, []);
  const make = (seed: number): void => {
    setFailed("");
    setWish({ ...wish, seed });
    put<Made>(wish.system, { armies: wish.armies, points: wish.points, seed, ...(wish.ground ? { ground: wish.ground } : {}) }).then((m) => setMade({ made: m, seed })).catch((e: Error) => { setMade(null); told(e); });
  };
  return (
    <main class="start ws-begin tonight">
      <header class="masthead"><h1>A battle tonight</h1><p>Two armies of equal points on fair ground, ready in a moment. <a href="#/">Back to the battles</a> · <a href="#/workshop">The workshop</a></p></header>
      {failed && <p class="notice refused" role="alert">{failed}</p>}
      <form class="ws-choice" aria-label="What to play" onSubmit={(e) => { e.preventDefault(); make(wish.seed); }}>
        <div class="row" role="radiogroup" aria-label="Rules">
          {systems.map((s) => <label key={s.id} class="ws-system"><input type="radio" name="system" value={s.id} checked={s.id === wish.system} onChange={() => choose(s.id)} /> {s.title}</label>)}
        </div>
        {choices && (
          <>
            {[0, 1].map((i) => (
              <label class="ws-field" key={i}><span>{i ? "in the north" : "In the south"}</span>
                <select class={`tn-army-${i}`} value={wish.armies[i]} onChange={(e) => change({ armies: wish.armies.map((a, k) => (k === i ? e.currentTarget.value : a)) })}>{choices.armies.map((a) => <option key={a.name} value={a.name}>{a.label}</option>)}</select>
              </label>
            ))}
            <label class="ws-field"><span>Points a side</span>
              <input type="number" class="tn-points" min={choices.points.least} max={choices.points.most} value={wish.points} onInput={(e) => change({ points: Number(e.currentTarget.value) })} /></label>
            <label class="ws-field"><span>Ground</span>
              <select class="tn-ground" value={wish.ground} onChange={(e) => change({ ground: e.currentTarget.value })}><option value="">whatever comes</option>{choices.grounds.map((g) => <option key={g.name} value={g.name}>{g.label}</option>)}</select></label>
            <label class="ws-field"><span>Seed <em>the same choices and seed give the same battle</em></span>
              <input type="number" class="tn-seed" min={0} max={4294967295} value={wish.seed} onInput={(e) => change({ seed: Number(e.currentTarget.value) })} /></label>
            <div class="row"><button type="submit" class="primary tn-make">Make the battle</button><button type="button" class="tn-another" onClick={() => make(anySeed())}>Another one</button></div>
          </>
        )}
      </form>
      {made && choices && <Result key={`${made.seed}`} made={made.made} kinds={choices.kinds} system={wish.system} seed={made.seed} />}
    </main>
  );
}
