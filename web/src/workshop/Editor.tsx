// The editor: the sheet in the middle, the battle as a tree, the values of what is chosen, and what is to be mended.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { boardOf, hexNamed, hexName, onMap } from "../map/board";
import { bench, type Checked, type Problem } from "./bench";
import { sideCounts } from "./bare";
import { withComments } from "./comments";
import * as drafts from "./drafts";
import { act, change, insert, newEntry, redo, renamed, undo, valueAt, type Doc, type History } from "./doc";
import { EditMap, type Picture, type Tool, type Touch } from "./EditMap";
import { Form } from "./Form";
import { addShape, cornersOf, groundKinds, inPlace, markPlace, markSides, moveCorner, paintCell, sidesUnder } from "./ground";
import { placesOf, type Side, type Symmetry } from "./hexground";
import { groundOf, intoMap, intoScenario, homeOf, ownGround } from "./home";
import { hexesIn, pickHex } from "./hexvalues";
import { isWay } from "./convert";
import type { Spot } from "./lattice";
import { mirrorArmy } from "./mirror";
import { canTurn, freeNear, placedOf, setPlace, shown, turn, type Placed } from "./places";
import { made, nameIn, patternsOf, placeFor, sideOfPath, type Pattern } from "./patterns";
import { PlayNow } from "./PlayNow";
import { isMapping, pathText, readPath, samePath, spotAt, title, within, type FileName, type Key, type Path, type Schema, type Value } from "./schema";
import { Raise } from "./Raise";
import { Share } from "./Share";
import { Tables } from "./Tables";
import { Tree, type Chosen } from "./Tree";
import { Trial } from "./Trial";

/** lost: comments of the files it was opened from that have no place any more. */
export interface Texts { doc: Doc; yaml: string; map: string | null; lost?: number }
/** from: the battle of the server that it was made from; like, began: the shipped one whose troops are patterns, and its name. */
export interface Opened { system: string; schema: Schema; origin: string; from?: string; notes?: string[]; title?: string; like?: { doc: Doc; scene: Checked["scene"] }; began?: string; history: History; texts: Texts; checked: Checked }

interface Right { doc: Doc; scene: NonNullable<Checked["scene"]>; placed: Map<string, Placed> }

/** The files of a changed battle, with the comments of those it was opened from. */
function written(was: Texts, doc: Doc, got: Checked): Texts {
  const yaml = withComments(was.yaml, got.yaml), map = got.map ? withComments(was.map ?? "", got.map) : null;
  return { doc, yaml: yaml.text, map: map && map.text, lost: yaml.lost + (map?.lost ?? 0) };
}

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
        const texts: Texts = same ? { ...o.texts, doc: now } : written(o.texts, now, got);
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
  const [sketch, setSketch] = useState<[number, number][]>([]), [playing, setPlaying] = useState(false), [sharing, setSharing] = useState(false), [trying, setTrying] = useState(false), [raising, setRaising] = useState<number | null>(null), [tabling, setTabling] = useState(""), [guessed, setGuessed] = useState<string[]>(o.notes ?? []), [picture, setPicture] = useState<Picture | null>(null), [tab, setTab] = useState<"tree" | "form" | "faults">("tree"), [said, setSaid] = useState("");
  const { checked, right, texts, busy } = useReferee(o, doc);
  const stroke = useRef<{ n: number; on: boolean; side: Side | null; line: Spot[] }>({ n: 0, on: true, side: null, line: [] }), corners = useRef<[number, number][]>([]);

  const placed = useMemo(() => placedOf(doc, schema), [doc]);
  const board = useMemo(() => (right ? boardOf(right.scene) : null), [right?.scene]);
  const scene = useMemo(() => (right && board ? shown(right.scene, board, right.placed, placed) : null), [right, board, doc, placed]);
  const under = useMemo(() => [...placed.values()].filter((p) => p.file === chosen.file && within(p.path, chosen.path) && chosen.path.length > 0), [placed, chosen]);
  const picked = useMemo(() => new Set(under.map((p) => p.name)), [under]);
  const bad = useMemo(() => new Set([...placed.values()].filter((p) => checked.problems.some((x) => x.file === p.file && x.path !== "" && within(readPath(x.path), p.path))).map((p) => p.name)), [placed, checked]);

  const edit = (next: Doc, mark = ""): void => setHistory((h) => act(h, next, mark));
  /** A change of what the battle is by then: strokes and clicks may come faster than they are drawn. */
  const alter = (f: (d: Doc) => Doc, mark = ""): void => setHistory((h) => act(h, f(h.now), mark));
  const onChange = (file: FileName, path: Path, to: Value | undefined, mark = ""): void => edit(change(doc, file, path, to), mark);

  // Kept in the browser as soon as the referee has looked at it; what nobody has changed is not kept.
  useEffect(() => {
    if (texts.doc === o.texts.doc && !o.notes && !drafts.find(doc.name)) return;
    const d = { name: texts.doc.name, system, title: String(texts.doc.scenario["title"] ?? ""), yaml: texts.yaml, map: texts.map, origin: o.origin, touched: Date.now(), ...(texts.doc.tables?.length ? { tables: texts.doc.tables } : {}), ...(o.from ? { from: o.from } : {}), ...(o.began ? { began: o.began } : {}), ...(drafts.find(doc.name)?.kept ? { kept: drafts.find(doc.name)!.kept } : {}) };
    if (!drafts.save(d)) setSaid("This browser keeps nothing: save the files before you leave.");
  }, [texts]);

  // For tests, and for whoever wonders in the console.
  Object.assign(globalThis, { tricorneWorkshop: () => ({ doc, schema, looked: !busy && texts.doc === doc, right: checked.right && !busy && texts.doc === doc, problems: checked.problems, counts: sideCounts(doc, schema), scene, yaml: texts.yaml, map: texts.map, meaning: checked.meaning }) });

  // --- Troops ---
  const choose = (c: Chosen): void => { setChosen(c); setTab("form"); if (tool.kind === "pick") setTool(DEPLOY); };
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
      if (p.table && p.at) next = setPlace(next, p, { at: [p.at[0] + by[0], p.at[1] + by[1]] });
      else if (from && to) {
        const at = hexNamed(board, p.hex), q = at && ([at[0] + to[0] - from[0], at[1] + to[1] - from[1]] as [number, number]);
        if (q && onMap(board, q[0], q[1])) next = setPlace(next, p, { hex: hexName(board, q[0], q[1]) });
      }
    }
    if (!picked.has(key)) setChosen({ file: own.file, path: own.path });
    edit(next);
  };
  const facingOf = (name: string): number | undefined => scene?.pieces.find((p) => p.key === name)?.facing;
  const turnBy = (by: number): void => edit(under.reduce((d, p) => turn(d, schema, p, by, facingOf(p.name)), doc));
  const onTurn = (key: string, degrees: number): void => { const p = placed.get(key); if (p) edit(turn(doc, schema, p, 0, undefined, degrees)); };

  /** Those of a new entry stand where there is room, near those they are like; one made after a pattern is as large as that one was. */
  const settle = (was: Doc, next: Doc, file: FileName, path: Path, like: Path | null, after?: Pattern): Doc => {
    if (!right || !board || file !== "scenario") return next;
    const sizes = o.like ? o.like.scene : o.checked.scene, stood = placedOf(was, schema);
    let crowd = shown(right.scene, board, right.placed, stood), out = next;
    for (const p of placedOf(next, schema).values()) {
      if (!within(p.path, path)) continue;
      const model = like ? [...stood.values()].find((m) => pathText(m.path) === pathText([...like, ...p.path.slice(path.length)])) : undefined;
      const by = crowd.pieces.find((x) => x.key === model?.name) ?? crowd.pieces.find((x) => x.key === nearest(p, stood)?.name);
      const old = after && sizes?.pieces.find((x) => x.key === nameIn(after, p.path.slice(path.length)));
      const piece = by && old ? { ...old, side: by.side, x: by.x, y: by.y, facing: by.facing } : by, free = piece ? freeNear(crowd, board, piece) : null;
      // What belongs to no side, such as an objective, begins in the middle of the sheet.
      if (!model && p.side === null && p.table) { out = setPlace(out, p, { at: [crowd.width / 2, crowd.height / 2] }); continue; }
      if (!piece || !free) continue;
      out = setPlace(out, p, free);
      const at = free.at ?? hexNamed(board, free.hex!) ?? [piece.x, piece.y];
      crowd = { ...crowd, pieces: [...crowd.pieces, { ...piece, key: p.name, x: at[0], y: at[1] }] };
    }
    return out;
  };
  const onAdd = (file: FileName, path: Path, key: Key): void => {
    const many = (d: Doc): number => { const list = valueAt(d[file], path); return Array.isArray(list) ? list.length : 0; };
    alter((d) => settle(d, insert(d, file, path, newEntry(d, schema, file, path, key)), file, [...path, many(d)], many(d) ? [...path, many(d) - 1] : null));
    setChosen({ file, path: [...path, many(doc)] });
  };
  const spot = spotAt(schema, chosen.file, chosen.path), last = chosen.path[chosen.path.length - 1], inList = typeof last === "number";
  const siblings = inList ? valueAt(doc[chosen.file], chosen.path.slice(0, -1)) : undefined, full = Array.isArray(siblings) && (spot.key?.most ?? 0) > 0 && siblings.length >= spot.key!.most!;
  const patterns = useMemo(() => patternsOf(o.like?.doc ?? o.history.now, schema), [o]);
  const sideHere = sideOfPath(doc, schema, chosen), offered = useMemo(() => {
    const fit = patterns.filter((p) => placeFor(doc, schema, chosen.file, chosen.path, p.list) !== null), own = fit.filter((p) => p.side === sideHere);
    return own.length ? own : fit;
  }, [patterns, doc, chosen, sideHere]);
  const addLike = (p: Pattern): void => {
    const to = placeFor(doc, schema, chosen.file, chosen.path, p.list);
    if (!to) return;
    const many = (d: Doc): number => { const list = valueAt(d.scenario, to.path); return Array.isArray(list) ? list.length : 0; };
    alter((d) => settle(d, insert(d, "scenario", to.path, made(p, d, schema, to)), "scenario", [...to.path, many(d)], null, p));
    setChosen({ file: "scenario", path: [...to.path, many(doc)] });
  };
  const another = (): void => {
    const v = valueAt(doc[chosen.file], chosen.path), list = chosen.path.slice(0, -1);
    if (!inList || v === undefined || !spot.key) return;
    const at = [...list, last + 1], key = spot.key;
    alter((d) => settle(d, insert(d, chosen.file, list, renamed(v, key, d, schema), last + 1), chosen.file, at, chosen.path));
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
  /** One hexside by a click; by a stroke those along it, or those a way passes through. */
  const strokeSides = (phase: "begin" | "go" | "end", t: Touch, word: string): void => {
    const s = stroke.current;
    if (phase === "begin") { s.side = t.side; s.line = [t.spot]; } else s.line.push(t.spot);
    const ground = groundOf(doc, schema);
    if (phase !== "end" || !ground) return;
    const [x, y] = s.line[0]!, far = s.line.some((p) => Math.hypot(p[0] - x, p[1] - y) > 0.5);
    const sides = far ? sidesUnder(ground, s.line, isWay(system, word)) : s.side ? [s.side] : [];
    alter((d) => markSides(d, schema, sides, word, sym));
  };
  const onStroke = (phase: "begin" | "go" | "end", t: Touch): void => {
    const ground = groundOf(doc, schema);
    if (phase === "begin") stroke.current = { ...stroke.current, n: stroke.current.n + 1, on: !(tool.kind === "place" && ground && inPlace(ground, tool.word, t.hex)) };
    const mark = `stroke ${stroke.current.n}`;
    if (tool.kind === "terrain" && t.cell && phase !== "end") alter((d) => paintCell(d, schema, t.cell!, tool.word, sym), mark);
    else if (tool.kind === "place" && t.cell && phase !== "end") alter((d) => markPlace(d, schema, t.cell!, tool.word, stroke.current.on, sym), mark);
    else if (tool.kind === "side") strokeSides(phase, t, tool.word);
    else if (tool.kind === "pick" && t.cell && phase === "begin") alter((d) => pickHex(d, chosen.file, tool, t.hex, (h) => { const q = board && hexNamed(board, h); return !!q && onMap(board, q[0], q[1]); }));
    else if (tool.kind === "shape" && phase === "end") setSketch(corners.current = [...corners.current, t.at]);
  };
  const drop = (): void => setSketch(corners.current = []);
  const finish = (): void => {
    // A double click is two clicks at one place.
    const all = corners.current, at = all.filter((p, i) => i === 0 || Math.hypot(p[0] - all[i - 1]![0], p[1] - all[i - 1]![1]) > 300);
    if (tool.kind !== "shape" || at.length < 2) return;
    drop();
    alter((d) => addShape(d, schema, tool.word, at, sym).doc);
    const made = addShape(doc, schema, tool.word, at, sym);
    setChosen({ file: made.file, path: made.path });
  };
  const value = valueAt(doc[chosen.file], chosen.path);
  const home = homeOf(doc, schema), atGround = home && ownGround(schema) && chosen.file === home.file && samePath(chosen.path, home.path);
  const rehome = (): void => {
    const next = home?.file === "map" ? intoScenario(doc, schema) : intoMap(doc, schema), to = homeOf(next, schema);
    edit(next);
    if (to) setChosen(to);
  };
  const handles = useMemo(() => {
    if (!board || board.hex || !isMapping(value)) return [];
    if (value["points"] !== undefined) return cornersOf(value["points"]).map((at, i) => ({ id: `corner-${i}`, at }));
    const own = value["x"] !== undefined && value["y"] !== undefined && chosen.file === "scenario" && !scene?.pieces.some((p) => p.key === value["name"]);
    return own ? cornersOf([[value["x"]!, value["y"]!]]).map((at) => ({ id: "place", at })) : [];
  }, [board, value, chosen, scene]);
  const marked = useMemo(() => hexesIn(doc, schema, chosen.file, chosen.path, tool.kind === "pick" ? tool : null), [doc, schema, chosen, tool]);
  const onHandle = (id: string, at: [number, number]): void =>
    edit(id === "place" ? setPlace(doc, chosen, { at }) : moveCorner(doc, schema, chosen.file, chosen.path, Number(id.slice(7)), at));

  // With the drawing, not after it: a key pressed at once must meet what is there.
  useLayoutEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      const typing = (e.target as Element).closest?.("input, textarea, select"), ctrl = e.ctrlKey || e.metaKey;
      if (playing || sharing || trying || tabling || raising !== null) return;
      if (ctrl && e.key.toLowerCase() === "z") { if (typing) return; setHistory(e.shiftKey ? redo : undo); } else if (ctrl && e.key.toLowerCase() === "y") { if (typing) return; setHistory(redo); } else if (typing || ctrl || e.altKey) return;
      else if (e.key === "[") turnBy(-1);
      else if (e.key === "]") turnBy(1);
      else if (e.key === "Delete") remove();
      else if (e.key === "d") another();
      else if (e.key === "Enter" && corners.current.length) finish();
      else if (e.key === "Escape") { drop(); setTool(DEPLOY); } else return;
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
        <Tools schema={schema} doc={doc} tool={tool} sym={sym} sketch={sketch.length} onTool={(t) => { setTool(t); drop(); }} onSym={setSym} onFinish={finish} picture={picture} onPicture={setPicture} />
        <div class="ws-sheet">
        {tool.kind === "pick" && <p class="ws-hint" role="status">Click {tool.many ? "hexes, again to take them off; Escape when done" : "a hex"}.</p>}
        {tool.kind === "side" && <p class="ws-hint" role="status">{isWay(system, tool.word) ? "Draw from hex to hex, or click an edge it crosses; again takes it away." : "Draw along the edges, or click one; again takes it away."}</p>}
        {tool.kind === "shape" && <p class="ws-hint" role="status">Click its corners, then Done; a line has two or more.</p>}
        {tool.kind === "picture" && <p class="ws-hint" role="status">Push the picture where it fits, size it by its corners; Escape when done.</p>}
        {said && <p class="past" role="alert">{said}</p>}
        {scene ? (
          <EditMap scene={scene} picture={picture} onPicture={setPicture} marked={marked} tool={tool} stale={!checked.right} chosen={picked} bad={bad} handles={handles} sketch={sketch}
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
            {offered.length > 0 && (
              <select data-act="troops" aria-label="Add troops" title="Troops like those of the battle you began with" value="" onChange={(e) => { const p = offered[Number(e.currentTarget.value)]; e.currentTarget.value = ""; if (p) addLike(p); }}>
                <option value="">Add…</option>
                {offered.map((p, i) => <option key={i} value={i}>{p.label}</option>)}
              </select>
            )}
            {under.length > 0 && under.some((p) => canTurn(schema, p)) && <><button type="button" onClick={() => turnBy(-1)} title="Turn left ([)" aria-label="Turn left" data-act="left">↺</button><button type="button" onClick={() => turnBy(1)} title="Turn right (])" aria-label="Turn right" data-act="right">↻</button></>}
            {inList && <><button type="button" onClick={() => shift(-1)} title="Before the one above" aria-label="Up">↑</button><button type="button" onClick={() => shift(1)} title="Behind the one below" aria-label="Down">↓</button></>}
            {sideChosen !== null && sides.length === 2 && <button type="button" data-act="mirror" onClick={() => edit(mirrorArmy(doc, schema, sideChosen))} title={`The army of ${sides[1 - sideChosen]} becomes a copy of this one, turned half round`}>Mirror to {sides[1 - sideChosen]}</button>}
            {sideChosen !== null && <button type="button" data-act="raise" onClick={() => setRaising(sideChosen)} title="Troops from a list of names, arms and strengths">From a table…</button>}
            {atGround && <button type="button" data-act="home" onClick={rehome} title={home.file === "map" ? "The ground becomes a part of the scenario; title, source and notes of the map go" : "The ground becomes a map, a file of its own"}>{home.file === "map" ? "Into the scenario" : "Into a map"}</button>}
            {chosen.path.length > 0 && <button type="button" onClick={remove} title="Take it away (Delete)" data-act="remove">Remove</button>}
          </div>
          <Form doc={doc} schema={schema} file={chosen.file} path={chosen.path} problems={checked.problems} onChange={onChange} pick={tool.kind === "pick" ? tool : null}
            onPick={(p) => setTool(p ? { kind: "pick", ...p } : DEPLOY)} />
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
  while (path.length && (valueAt(doc[file], path) === undefined || spotAt(schema, file, path).is !== "mapping")) path = path.slice(0, -1);
  return { file, path };
}

function Faults({ problems, count, onGo }: { problems: Problem[]; count: number; onGo(x: Problem): void }): JSX.Element {
  return (
    <section class="ws-problems" aria-label="To mend" tabIndex={0}>
      <h2>{problems.length ? `To mend: ${count || problems.length}` : "Nothing to mend"}</h2>
      <ol>{problems.slice(0, 60).map((x, i) => <li key={i}><button type="button" class="link" onClick={() => onGo(x)}>{x.path || x.file}</button> {x.text}</li>)}</ol>
    </section>
  );
}

/** A picture to trace: it is read here and goes nowhere. */
function Trace({ picture, tool, onTool, onPicture }: { picture: Picture | null; tool: Tool; onTool(t: Tool): void; onPicture(p: Picture | null): void }): JSX.Element {
  const take = (f: File | undefined): void => {
    if (!f || !/^image\/(png|jpeg|webp|gif)$/.test(f.type) || f.size > 16 << 20) { onPicture(null); return; }
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result), look = new Image();
      look.onload = () => onPicture({ url, strong: 0.5, shape: look.naturalWidth / Math.max(1, look.naturalHeight) || 1, at: null });
      look.src = url;
    };
    reader.readAsDataURL(f);
  };
  return (
    <label class="ws-trace" title="A picture under your hand, to trace the ground from. It stays in this browser and is no part of the battle.">{picture ? "Picture" : "Trace a picture…"}
      <input type="file" accept="image/png,image/jpeg,image/webp,image/gif" data-key="picture" onChange={(e) => take(e.currentTarget.files?.[0])} />
      {picture && <input type="range" aria-label="How strong the picture is" min={0.1} max={1} step={0.1} value={picture.strong} onInput={(e) => onPicture({ ...picture, strong: Number(e.currentTarget.value) })} />}
      {picture && <button type="button" data-act="fit-picture" aria-pressed={tool.kind === "picture"} onClick={(e) => { e.preventDefault(); onTool(tool.kind === "picture" ? DEPLOY : { kind: "picture" }); }}>Fit</button>}
      {picture && <button type="button" class="close" aria-label="Take the picture away" onClick={(e) => { e.preventDefault(); take(undefined); if (tool.kind === "picture") onTool(DEPLOY); }}>×</button>}
    </label>
  );
}

function Tools({ schema, doc, tool, sym, sketch, onTool, onSym, onFinish, picture, onPicture }: { picture: Picture | null; onPicture(p: Picture | null): void; schema: Schema; doc: Doc; tool: Tool; sym: Symmetry; sketch: number; onTool(t: Tool): void; onSym(s: Symmetry): void; onFinish(): void }): JSX.Element | null {
  const pick = (kind: "terrain" | "side" | "place" | "shape", label: string, words: string[]): JSX.Element => {
    const on = tool.kind === kind;
    return (
    <select aria-label={label} data-tool={kind} class={on ? "on" : ""} value={on ? tool.word : ""} onChange={(e) => {
      const w = e.currentTarget.value === "+" ? (prompt("The name of the place (level-1, level-2 give heights where the rules have them)") ?? "").trim() : e.currentTarget.value;
      onTool(w ? { kind, word: w } : DEPLOY);
    }}>
      <option value="">{label}</option>
      {on && !words.includes(tool.word) && <option value={tool.word}>{tool.word}</option>}
      {words.map((w) => <option key={w} value={w}>{w.replace(/-/g, " ")}</option>)}
      {kind === "place" && <option value="+">A new place…</option>}
    </select>
    );
  };
  const ground = groundOf(doc, schema);
  if (!ground) return null;
  return (
    <div class="ws-tools" role="toolbar" aria-label="Draw">
      <button type="button" aria-pressed={tool.kind === "deploy"} onClick={() => onTool(DEPLOY)}>Deploy</button>
      {schema.hex ? <>{pick("terrain", "Terrain…", schema.hex.terrain)}{pick("side", "Hexsides…", schema.hex.sides)}{pick("place", "Places, heights…", placesOf(ground))}</> : pick("shape", "Ground…", groundKinds(schema))}
      {"word" in tool && (
        <select aria-label="Symmetry" data-tool="symmetry" value={sym} onChange={(e) => onSym(e.currentTarget.value as Symmetry)}>
          <option value="none">One side</option><option value="mirror">Mirrored</option><option value="turn">Turned half round</option>
        </select>
      )}
      <Trace picture={picture} tool={tool} onTool={onTool} onPicture={onPicture} />
      {sketch > 0 && <button type="button" class="primary" data-act="finish" disabled={sketch < 2} onClick={onFinish}>Done (Enter)</button>}
    </div>
  );
}
