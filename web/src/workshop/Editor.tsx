// The editor: the sheet in the middle, the battle as a tree, the values of what is chosen, and what is to be mended.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf, hexNamed, hexName, onMap } from "../map/board";
import { bench, type Checked, type Problem } from "./bench";
import { sideCounts } from "./bare";
import * as drafts from "./drafts";
import { act, change, insert, newEntry, redo, renamed, undo, valueAt, type Doc, type History } from "./doc";
import { EditMap, type Tool, type Touch } from "./EditMap";
import { Form } from "./Form";
import { addShape, cornersOf, groundKinds, inPlace, markPlace, markSide, moveCorner, paintCell } from "./ground";
import { placesOf, type Symmetry } from "./hexground";
import { mirrorArmy } from "./mirror";
import { canTurn, freeNear, placedOf, setPlace, shown, turn, type Placed } from "./places";
import { PlayNow } from "./PlayNow";
import { isMapping, pathText, readPath, spotAt, title, within, type FileName, type Key, type Path, type Schema, type Value } from "./schema";
import { Raise } from "./Raise";
import { Share } from "./Share";
import { Tables } from "./Tables";
import { Tree, type Chosen } from "./Tree";
import { Trial } from "./Trial";

export interface Texts { doc: Doc; yaml: string; map: string | null }
/** from: the battle of the server that it was made from. */
export interface Opened { system: string; schema: Schema; origin: string; from?: string; notes?: string[]; title?: string; history: History; texts: Texts; checked: Checked }

interface Right { doc: Doc; scene: NonNullable<Checked["scene"]>; placed: Map<string, Placed> }

/** The referee's word on the battle as it stands, a moment after it changed. */
function useReferee(o: Opened, doc: Doc): { checked: Checked; right: Right | null; texts: Texts; busy: boolean } {
  const start = (): Right | null => (o.checked.scene ? { doc: o.history.now, scene: o.checked.scene, placed: placedOf(o.history.now, o.schema) } : null);
  const [state, setState] = useState<{ checked: Checked; right: Right | null; texts: Texts }>(() => ({ checked: o.checked, right: start(), texts: o.texts }));
  const [busy, setBusy] = useState(false), wanted = useRef(doc), running = useRef(false);
  wanted.current = doc;
  useEffect(() => {
    if (doc === state.texts.doc || running.current) return;
    running.current = true;
    setBusy(true);
    const run = async (): Promise<void> => {
      for (;;) {
        const now = wanted.current, same = now.scenario === o.texts.doc.scenario && now.map === o.texts.doc.map;
        const got = same ? await bench.read(o.system, now.name, o.texts.yaml, o.texts.map, now.tables) : await bench.check(o.system, now);
        const texts: Texts = same ? { ...o.texts, doc: now } : { doc: now, yaml: got.yaml, map: got.map ?? null };
        setState((was) => ({ checked: got, texts, right: got.scene ? { doc: now, scene: got.scene, placed: placedOf(now, o.schema) } : was.right }));
        if (wanted.current === now) return;
      }
    };
    void run().catch((e: Error) => setState((was) => ({ ...was, checked: { ...was.checked, right: false, problems: [{ file: "scenario", path: "", line: 0, column: 0, code: "fault", text: e.message }] } })))
      .finally(() => { running.current = false; setBusy(false); });
  }, [doc]);
  return { ...state, busy };
}

const DEPLOY: Tool = { kind: "deploy" };

export function Editor({ opened: o, onLeave }: { opened: Opened; onLeave(): void }): JSX.Element {
  const { schema, system } = o;
  const [history, setHistory] = useState(o.history), doc = history.now;
  const [chosen, setChosen] = useState<Chosen>({ file: "scenario", path: [] }), [tool, setTool] = useState<Tool>(DEPLOY), [sym, setSym] = useState<Symmetry>("none");
  const [sketch, setSketch] = useState<[number, number][]>([]), [playing, setPlaying] = useState(false), [sharing, setSharing] = useState(false), [trying, setTrying] = useState(false), [raising, setRaising] = useState<number | null>(null), [tabling, setTabling] = useState(""), [guessed, setGuessed] = useState<string[]>(o.notes ?? []), [picture, setPicture] = useState<{ url: string; strong: number } | null>(null), [tab, setTab] = useState<"tree" | "form" | "faults">("tree"), [said, setSaid] = useState("");
  const { checked, right, texts, busy } = useReferee(o, doc);
  const stroke = useRef({ n: 0, on: true });

  const placed = useMemo(() => placedOf(doc, schema), [doc]);
  const board = useMemo(() => (right ? boardOf(right.scene) : null), [right?.scene]);
  const scene = useMemo(() => (right && board ? shown(right.scene, board, right.placed, placed) : null), [right, board, doc, placed]);
  const under = useMemo(() => [...placed.values()].filter((p) => p.file === chosen.file && within(p.path, chosen.path) && chosen.path.length > 0), [placed, chosen]);
  const picked = useMemo(() => new Set(under.map((p) => p.name)), [under]);
  const bad = useMemo(() => new Set([...placed.values()].filter((p) => checked.problems.some((x) => x.file === p.file && x.path !== "" && within(readPath(x.path), p.path))).map((p) => p.name)), [placed, checked]);

  const edit = (next: Doc, mark = ""): void => setHistory((h) => act(h, next, mark));
  const onChange = (file: FileName, path: Path, to: Value | undefined, mark = ""): void => edit(change(doc, file, path, to), mark);

  // Kept in the browser as soon as the referee has looked at it; what nobody has changed is not kept.
  useEffect(() => {
    if (texts.doc === o.texts.doc && !o.notes && !drafts.find(doc.name)) return;
    const d = { name: texts.doc.name, system, title: String(texts.doc.scenario["title"] ?? ""), yaml: texts.yaml, map: texts.map, origin: o.origin, touched: Date.now(), ...(texts.doc.tables?.length ? { tables: texts.doc.tables } : {}), ...(o.from ? { from: o.from } : {}), ...(drafts.find(doc.name)?.kept ? { kept: drafts.find(doc.name)!.kept } : {}) };
    if (!drafts.save(d)) setSaid("This browser keeps nothing: save the files before you leave.");
  }, [texts]);

  // For tests, and for whoever wonders in the console.
  Object.assign(globalThis, { tricorneWorkshop: () => ({ doc, looked: !busy && texts.doc === doc, right: checked.right && !busy && texts.doc === doc, problems: checked.problems, counts: sideCounts(doc, schema), yaml: texts.yaml, map: texts.map }) });

  // --- Troops ---
  const choose = (c: Chosen): void => { setChosen(c); setTab("form"); };
  const onPiece = (key: string): void => {
    const p = placed.get(key);
    if (p) choose({ file: p.file, path: p.path });
  };
  const onMove = (key: string, by: [number, number], hex: string | null): void => {
    const own = placed.get(key);
    if (!own || !board) return;
    const all = picked.has(key) ? under : [own];
    let next = doc;
    const from = hexNamed(board, own.hex), to = hex ? hexNamed(board, hex) : null;
    for (const p of all) {
      if (p.table && p.at) next = setPlace(next, schema, p, { at: [p.at[0] + by[0], p.at[1] + by[1]] });
      else if (from && to) {
        const at = hexNamed(board, p.hex), q = at && ([at[0] + to[0] - from[0], at[1] + to[1] - from[1]] as [number, number]);
        if (q && onMap(board, q[0], q[1])) next = setPlace(next, schema, p, { hex: hexName(board, q[0], q[1]) });
      }
    }
    if (!picked.has(key)) setChosen({ file: own.file, path: own.path });
    edit(next);
  };
  const facingOf = (name: string): number | undefined => scene?.pieces.find((p) => p.key === name)?.facing;
  const turnBy = (by: number): void => edit(under.reduce((d, p) => turn(d, schema, p, by, facingOf(p.name)), doc));
  const onTurn = (key: string, degrees: number): void => { const p = placed.get(key); if (p) edit(turn(doc, schema, p, 0, undefined, degrees)); };

  /** Those of a new entry stand where there is room, near those they are like. */
  const settle = (next: Doc, file: FileName, path: Path, like: Path | null): Doc => {
    if (!scene || !board || file !== "scenario") return next;
    let crowd = scene, out = next;
    for (const p of placedOf(next, schema).values()) {
      if (!within(p.path, path)) continue;
      const model = like ? [...placed.values()].find((m) => pathText(m.path) === pathText([...like, ...p.path.slice(path.length)])) : undefined;
      const piece = crowd.pieces.find((x) => x.key === model?.name) ?? crowd.pieces.find((x) => x.key === nearest(p, placed)?.name);
      const free = piece ? freeNear(crowd, board, piece) : null;
      if (!piece || !free) continue;
      out = setPlace(out, schema, p, free);
      const at = free.at ?? hexNamed(board, free.hex!) ?? [piece.x, piece.y];
      crowd = { ...crowd, pieces: [...crowd.pieces, { ...piece, key: p.name, x: at[0], y: at[1] }] };
    }
    return out;
  };
  const onAdd = (file: FileName, path: Path, key: Key): void => {
    const list = valueAt(doc[file], path), n = Array.isArray(list) ? list.length : 0;
    const next = insert(doc, file, path, newEntry(doc, schema, file, path, key)), at = [...path, n];
    edit(settle(next, file, at, n ? [...path, n - 1] : null));
    setChosen({ file, path: at });
  };
  const spot = spotAt(schema, chosen.file, chosen.path), last = chosen.path[chosen.path.length - 1], inList = typeof last === "number";
  const siblings = inList ? valueAt(doc[chosen.file], chosen.path.slice(0, -1)) : undefined, full = Array.isArray(siblings) && (spot.key?.most ?? 0) > 0 && siblings.length >= spot.key!.most!;
  const another = (): void => {
    const v = valueAt(doc[chosen.file], chosen.path), list = chosen.path.slice(0, -1);
    if (!inList || v === undefined || !spot.key) return;
    const at = [...list, last + 1];
    edit(settle(insert(doc, chosen.file, list, renamed(v, spot.key, doc, schema), last + 1), chosen.file, at, chosen.path));
    setChosen({ file: chosen.file, path: at });
  };
  const remove = (): void => {
    if (chosen.path.length === 0) return;
    edit(change(doc, chosen.file, chosen.path, undefined));
    setChosen({ file: chosen.file, path: chosen.path.slice(0, inList ? -2 : -1) });
  };
  const shift = (by: number): void => {
    const list = valueAt(doc[chosen.file], chosen.path.slice(0, -1));
    if (!inList || !Array.isArray(list) || last + by < 0 || last + by >= list.length) return;
    const copy = [...list], [one] = copy.splice(last, 1);
    copy.splice(last + by, 0, one!);
    edit(change(doc, chosen.file, chosen.path.slice(0, -1), copy));
    setChosen({ file: chosen.file, path: [...chosen.path.slice(0, -1), last + by] });
  };

  // --- Ground ---
  const onStroke = (phase: "begin" | "go" | "end", t: Touch): void => {
    if (phase === "begin") stroke.current = { n: stroke.current.n + 1, on: !(tool.kind === "place" && doc.map && inPlace(doc.map, tool.word, t.hex)) };
    const mark = `stroke ${stroke.current.n}`;
    if (tool.kind === "terrain" && t.cell && phase !== "end") setHistory((h) => act(h, paintCell(h.now, t.cell!, tool.word, sym), mark));
    else if (tool.kind === "place" && t.cell && phase !== "end") setHistory((h) => act(h, markPlace(h.now, t.cell!, tool.word, stroke.current.on, sym), mark));
    else if (tool.kind === "side" && t.side && phase === "begin") edit(markSide(doc, t.side, tool.word, sym));
    else if (tool.kind === "shape" && phase === "end") setSketch([...sketch, t.at]);
  };
  const finish = (): void => {
    // A double click is two clicks at one place.
    const at = sketch.filter((p, i) => i === 0 || Math.hypot(p[0] - sketch[i - 1]![0], p[1] - sketch[i - 1]![1]) > 300);
    setSketch([]);
    if (tool.kind !== "shape" || at.length < 2) return;
    const made = addShape(doc, schema, tool.word, at, sym);
    edit(made.doc);
    setChosen({ file: "map", path: made.path });
  };
  const value = valueAt(doc[chosen.file], chosen.path);
  const handles = useMemo(() => {
    if (!board || board.hex || !isMapping(value)) return [];
    if (chosen.file === "map" && value["points"] !== undefined) return cornersOf(value["points"]).map((at, i) => ({ id: `corner-${i}`, at }));
    const own = value["x"] !== undefined && value["y"] !== undefined && chosen.file === "scenario" && !scene?.pieces.some((p) => p.key === value["name"]);
    return own ? cornersOf([[value["x"]!, value["y"]!]]).map((at) => ({ id: "place", at })) : [];
  }, [board, value, chosen, scene]);
  const onHandle = (id: string, at: [number, number]): void =>
    edit(id === "place" ? setPlace(doc, schema, chosen, { at }) : moveCorner(doc, schema, chosen.path, Number(id.slice(7)), at));

  useEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      const typing = (e.target as Element).closest?.("input, textarea, select"), ctrl = e.ctrlKey || e.metaKey;
      if (playing || sharing || trying || tabling || raising !== null) return;
      if (ctrl && e.key.toLowerCase() === "z") { if (typing) return; setHistory(e.shiftKey ? redo : undo); } else if (ctrl && e.key.toLowerCase() === "y") { if (typing) return; setHistory(redo); } else if (typing || ctrl || e.altKey) return;
      else if (e.key === "[") turnBy(-1);
      else if (e.key === "]") turnBy(1);
      else if (e.key === "Delete") remove();
      else if (e.key === "d") another();
      else if (e.key === "Enter" && sketch.length) finish();
      else if (e.key === "Escape") { setSketch([]); setTool(DEPLOY); } else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  const sides = Array.isArray(doc.scenario["sides"]) ? doc.scenario["sides"].map((s) => (isMapping(s) ? String(s["name"] ?? "") : "")) : [];
  const sideChosen = chosen.file === "scenario" && chosen.path.length === 2 && chosen.path[0] === "sides" ? (chosen.path[1] as number) : null;
  const heading = value === undefined ? "" : typeof value === "string" ? value.split(" ")[0]! : isMapping(value) ? String(value["label"] ?? value["name"] ?? (chosen.path.length ? title(String(chosen.path.filter((p) => typeof p === "string").pop())) : chosen.file === "map" ? "The ground" : "The battle")) : "";
  return (
    <div class={`workshop tab-${tab}`}>
      <header class="bar">
        <a class="home" href="#/">Tricorne</a>
        <h1>{String(doc.scenario["title"] ?? "")}</h1>
        <span class={checked.right ? "ws-state right" : "ws-state wrong"} role="status">{busy ? "looking…" : checked.right ? "right" : `${checked.count || checked.problems.length} to mend`}</span>
        <div class="tools">
          <button type="button" disabled={!history.past.length} onClick={() => setHistory(undo)} title="Take back (Ctrl+Z)" aria-label="Take back">↶</button>
          <button type="button" disabled={!history.future.length} onClick={() => setHistory(redo)} title="Do again (Ctrl+Y)" aria-label="Do again">↷</button>
          <button type="button" onClick={() => setTabling("?")} title="Tables of the rules, changed for this battle alone">Tables{doc.tables?.length ? ` (${doc.tables.length})` : ""}</button>
          <button type="button" disabled={texts.doc !== doc} onClick={() => setSharing(true)}>Save, share</button>
          <button type="button" disabled={!checked.right || busy || texts.doc !== doc} onClick={() => setTrying(true)}>How fair?</button>
          <button type="button" class="primary" disabled={!checked.right || busy || texts.doc !== doc} onClick={() => setPlaying(true)}>Play it now</button>
          <button type="button" onClick={onLeave}>Leave</button>
        </div>
      </header>
      <nav class="ws-tabs" aria-label="Parts">
        <button type="button" aria-pressed={tab === "tree"} onClick={() => setTab("tree")}>Battle</button>
        <button type="button" aria-pressed={tab === "form"} onClick={() => setTab("form")}>Values</button>
        <button type="button" aria-pressed={tab === "faults"} onClick={() => setTab("faults")}>To mend {checked.problems.length || ""}</button>
      </nav>
      <aside class="ws-left"><Tree doc={doc} schema={schema} chosen={chosen} problems={checked.problems} onChoose={choose} onAdd={onAdd} /></aside>
      <div class="field ws-field-map">
        <Tools schema={schema} doc={doc} tool={tool} sym={sym} sketch={sketch.length} onTool={(t) => { setTool(t); setSketch([]); }} onSym={setSym} onFinish={finish} picture={picture} onPicture={setPicture} />
        <div class="ws-sheet">
        {said && <p class="past" role="alert">{said}</p>}
        {scene ? (
          <EditMap scene={scene} picture={picture} tool={tool} stale={!checked.right} chosen={picked} bad={bad} handles={handles} sketch={sketch}
            turns={(key) => { const p = placed.get(key); return p ? canTurn(schema, p) : null; }}
            onPiece={onPiece} onMove={onMove} onTurn={onTurn} onHandle={onHandle} onStroke={onStroke} onEnd={finish} />
        ) : <p class="past">There is no picture until the battle is right: see what is to be mended.</p>}
        </div>
      </div>
      <aside class="ws-right">
        <section class="ws-form" aria-label="Values">
          <h2>{heading}</h2>
          <div class="row ws-acts">
            {inList && <button type="button" disabled={full} onClick={another} title="Another like it (D)" data-act="another">Another</button>}
            {under.length > 0 && under.some((p) => canTurn(schema, p)) && <><button type="button" onClick={() => turnBy(-1)} title="Turn left ([)" aria-label="Turn left" data-act="left">↺</button><button type="button" onClick={() => turnBy(1)} title="Turn right (])" aria-label="Turn right" data-act="right">↻</button></>}
            {inList && <><button type="button" onClick={() => shift(-1)} title="Before the one above" aria-label="Up">↑</button><button type="button" onClick={() => shift(1)} title="Behind the one below" aria-label="Down">↓</button></>}
            {sideChosen !== null && sides.length === 2 && <button type="button" data-act="mirror" onClick={() => edit(mirrorArmy(doc, schema, sideChosen))} title={`The army of ${sides[1 - sideChosen]} becomes a copy of this one, turned half round`}>Mirror to {sides[1 - sideChosen]}</button>}
            {sideChosen !== null && <button type="button" data-act="raise" onClick={() => setRaising(sideChosen)} title="Troops from a list of names, arms and strengths">From a table…</button>}
            {chosen.path.length > 0 && <button type="button" onClick={remove} title="Take it away (Delete)" data-act="remove">Remove</button>}
          </div>
          <Form doc={doc} schema={schema} file={chosen.file} path={chosen.path} problems={checked.problems} onChange={onChange} />
        </section>
        <Faults problems={checked.problems} count={checked.count} onGo={(x) => { if (x.file.startsWith("tables")) setTabling(x.file.slice(7) || "?"); else choose(nearestNode(doc, schema, x)); }} />
      </aside>
      {guessed.length > 0 && (
        <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="What was guessed">
          <form class="ws-wide" onSubmit={(e) => { e.preventDefault(); setGuessed([]); }}>
            <h2>A first draft: what was guessed</h2>
            <ul class="ws-notes">{guessed.map((n, i) => <li key={i}>{n}</li>)}</ul>
            <div class="row"><button type="submit" class="primary">To the battle</button></div>
          </form>
        </div>
      )}
      {sharing && <Share texts={texts} system={system} origin={o.origin} from={o.from} right={checked.right} onClose={() => setSharing(false)} />}
      {raising !== null && <Raise doc={doc} schema={schema} side={raising} name={sides[raising] ?? ""} onDone={edit} onClose={() => setRaising(null)} />}
      {tabling && <Tables system={system} doc={doc} at={tabling === "?" ? "" : tabling} problems={checked.problems} onDone={edit} onClose={() => setTabling("")} />}
      {trying && <Trial texts={texts} opened={o.texts} system={system} sides={sides} onClose={() => setTrying(false)} />}
      {playing && <PlayNow doc={doc} from={o.from} system={system} texts={texts} sides={sides} onClose={() => setPlaying(false)} />}
    </div>
  );
}

/** The nearest of those who stand already: in the same list, else in the same side. */
function nearest(p: Placed, all: Map<string, Placed>): Placed | undefined {
  let best: Placed | undefined, most = -1;
  for (const o of all.values()) {
    let n = 0;
    while (n < p.path.length && o.path[n] === p.path[n]) n++;
    if (n > most) { most = n; best = o; }
  }
  return best;
}

/** What can be chosen in the tree and holds the place of a problem. */
function nearestNode(doc: Doc, schema: Schema, x: Problem): Chosen {
  const file: FileName = x.file === "map" ? "map" : "scenario";
  let path = readPath(x.path);
  while (path.length && (valueAt(doc[file], path) === undefined || !["mapping", "line"].includes(spotAt(schema, file, path).is))) path = path.slice(0, -1);
  return { file, path };
}

function Faults({ problems, count, onGo }: { problems: Problem[]; count: number; onGo(x: Problem): void }): JSX.Element {
  return (
    <section class="ws-problems" aria-label="To mend">
      <h2>{problems.length ? `To mend: ${count || problems.length}` : "Nothing to mend"}</h2>
      <ol>{problems.slice(0, 60).map((x, i) => <li key={i}><button type="button" class="link" onClick={() => onGo(x)}>{x.path || x.file}</button> {x.text}</li>)}</ol>
    </section>
  );
}

type Picture = { url: string; strong: number } | null;

/** A picture to trace: it is read here and goes nowhere. */
function Trace({ picture, onPicture }: { picture: Picture; onPicture(p: Picture): void }): JSX.Element {
  const take = (f: File | undefined): void => {
    if (!f || !/^image\/(png|jpeg|webp|gif)$/.test(f.type) || f.size > 16 << 20) { onPicture(null); return; }
    const reader = new FileReader();
    reader.onload = () => onPicture({ url: String(reader.result), strong: 0.5 });
    reader.readAsDataURL(f);
  };
  return (
    <label class="ws-trace" title="A picture under your hand, to trace the ground from. It stays in this browser and is no part of the battle.">{picture ? "Picture" : "Trace a picture…"}
      <input type="file" accept="image/png,image/jpeg,image/webp,image/gif" data-key="picture" onChange={(e) => take(e.currentTarget.files?.[0])} />
      {picture && <input type="range" aria-label="How strong the picture is" min={0.1} max={1} step={0.1} value={picture.strong} onInput={(e) => onPicture({ ...picture, strong: Number(e.currentTarget.value) })} />}
      {picture && <button type="button" class="close" aria-label="Take the picture away" onClick={(e) => { e.preventDefault(); take(undefined); }}>×</button>}
    </label>
  );
}

function Tools({ schema, doc, tool, sym, sketch, onTool, onSym, onFinish, picture, onPicture }: { picture: Picture; onPicture(p: Picture): void; schema: Schema; doc: Doc; tool: Tool; sym: Symmetry; sketch: number; onTool(t: Tool): void; onSym(s: Symmetry): void; onFinish(): void }): JSX.Element | null {
  const pick = (kind: "terrain" | "side" | "place" | "shape", label: string, words: string[]): JSX.Element => (
    <select aria-label={label} data-tool={kind} class={tool.kind === kind ? "on" : ""} value={tool.kind === kind ? tool.word : ""} onChange={(e) => {
      const w = e.currentTarget.value === "+" ? (prompt("The name of the place (level-1, level-2 give heights where the rules have them)") ?? "").trim() : e.currentTarget.value;
      onTool(w ? { kind, word: w } : DEPLOY);
    }}>
      <option value="">{label}</option>
      {tool.kind === kind && !words.includes(tool.word) && <option value={tool.word}>{tool.word}</option>}
      {words.map((w) => <option key={w} value={w}>{w.replace(/-/g, " ")}</option>)}
      {kind === "place" && <option value="+">A new place…</option>}
    </select>
  );
  if (!doc.map) return null;
  return (
    <div class="ws-tools" role="toolbar" aria-label="Draw">
      <button type="button" aria-pressed={tool.kind === "deploy"} onClick={() => onTool(DEPLOY)}>Deploy</button>
      {schema.hex ? <>{pick("terrain", "Terrain…", schema.hex.terrain)}{pick("side", "Hexsides…", schema.hex.sides)}{pick("place", "Places, heights…", placesOf(doc.map))}</> : pick("shape", "Ground…", groundKinds(schema))}
      {tool.kind !== "deploy" && (
        <select aria-label="Symmetry" data-tool="symmetry" value={sym} onChange={(e) => onSym(e.currentTarget.value as Symmetry)}>
          <option value="none">One side</option><option value="mirror">Mirrored</option><option value="turn">Turned half round</option>
        </select>
      )}
      <Trace picture={picture} onPicture={onPicture} />
      {sketch > 0 && <button type="button" class="primary" data-act="finish" disabled={sketch < 2} onClick={onFinish}>Done (Enter)</button>}
    </div>
  );
}
