// The workshop: a battle is drawn, deployed, checked, kept and played here, with a server or without one.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api } from "../api";
import type { ScenarioInfo, SystemInfo } from "../types";
import { SITE } from "../engine/client";
import { hasEngine } from "../engine/follow";
import { bareField, clearGround, resized } from "./bare";
import { bench } from "./bench";
import { convertBattle, settle } from "./convert";
import * as drafts from "./drafts";
import { groundOf } from "./home";
import { begin, type Doc, type TableFile } from "./doc";
import { Editor, type Opened } from "./Editor";
import type { Schema } from "./schema";
import { cutTo, fromFile, fromLink, type Battle } from "./onefile";
import "./workshop.css";

/** A battle from its two texts. */
export async function openTexts(system: string, name: string, yaml: string, map: string | null, origin: string, more: { tables?: TableFile[]; from?: string } = {}): Promise<Opened> {
  if (!(await api.scenarios()).systems.some((s) => s.id === system)) throw new Error(`There is no rule system "${system.slice(0, 40)}" here.`);
  const [schema, got] = await Promise.all([bench.schema(system), bench.read(system, name, yaml, map, more.tables)]);
  if (!got.value || (map && !got.map_value)) throw new Error(`This cannot be read: ${got.problems[0]?.text ?? "it is no scenario."}`);
  const doc: Doc = { name, scenario: got.value, map: got.map_value ?? null, ...(more.tables?.length ? { tables: more.tables } : {}) };
  return { system, schema, origin, ...(more.from ? { from: more.from } : {}), history: begin(doc), texts: { doc, yaml, map }, checked: got };
}

/** A battle of other rules as a first draft under these, on the pattern of a bare battle; what was guessed goes with it. */
async function openConverted(bare: Opened, id: string): Promise<Opened> {
  const system = id.split("/")[0]!, source = await bench.source(id);
  const [schema, got] = await Promise.all([bench.schema(system), bench.read(system, source.name, source.yaml, source.map)]);
  if (!got.value) throw new Error("This battle cannot be read.");
  const draft = convertBattle({ doc: { name: source.name, scenario: got.value, map: got.map_value ?? null }, schema }, { doc: bare.history.now, schema: bare.schema });
  const { doc, checked, moved } = await settle(draft.doc, bare.schema, (d) => bench.check(bare.system, d)), notes = [...draft.notes, ...(moved ? [`${moved} of them could not stand there and were moved aside.`] : [])];
  return { ...bare, origin: id, history: begin(doc), texts: { doc, yaml: checked.yaml, map: checked.map ?? null }, checked, notes };
}

async function openBare(from: Opened, size: { width: number; height: number }): Promise<Opened> {
  const { schema, system } = from, check = (d: Doc) => bench.check(system, d);
  // Troops stand where they stood. Where the field is too small for that, the few that stay are moved together.
  const was = sizeOf(from.history.now, schema), roomy = clearGround(from.history.now, schema, size), fits = (await check(roomy)).right;
  const few = await bareField(fits ? roomy : clearGround(from.history.now, schema, was), schema, check);
  const close = fits ? null : await settle(resized(few, schema, was, size), schema, check), doc = close?.checked.right ? close.doc : few;
  const notes = close && !close.checked.right ? { notes: [`The field is ${was.width} by ${was.height}: the troops that stay do not fit on ${size.width} by ${size.height}.`] } : {};
  const named: Doc = { ...doc, scenario: { ...doc.scenario, title: "A new battle", source: "Made in the workshop." } };
  const got = await check(named);
  return { ...from, ...notes, like: { doc: from.history.now, scene: from.checked.scene }, history: begin(named), texts: { doc: named, yaml: got.yaml, map: got.map ?? null }, checked: got };
}

function sizeOf(doc: Doc, schema: Schema): { width: number; height: number } {
  const ground = groundOf(doc, schema);
  if (!ground) return { width: 0, height: 0 };
  if (!schema.hex) return { width: Number(ground["width"]), height: Number(ground["height"]) };
  const rows = Array.isArray(ground["rows"]) ? ground["rows"].map((r) => String(r).replace(/\s/g, "").length) : [];
  return { width: rows[0] ?? 0, height: rows.length };
}

/** A battle kept in this browser, with the one it began with for patterns. */
async function openDraft(d: drafts.Draft): Promise<Opened> {
  const o = await openTexts(d.system, d.name, d.yaml, d.map, d.origin, d);
  if (!d.began) return o;
  const like = await bench.source(d.began).then((s) => bench.read(d.system, s.name, s.yaml, s.map)).catch(() => null);
  return { ...o, began: d.began, ...(like?.value ? { like: { doc: { name: d.name, scenario: like.value, map: null }, scene: like.scene } } : {}) };
}

/** Files from outside: which is the scenario and which its map is said in them. */
export async function openFiles(files: { name: string; text: string }[]): Promise<Opened> {
  const whole = files.find((f) => f.text.trimStart().startsWith("{"));
  if (whole) return openBattle(fromFile(whole.text), "a file");
  const kind = (t: string): string => /^format:\s*"?([a-z]+)-1/m.exec(t)?.[1] ?? "";
  const scenario = files.find((f) => kind(f.text) === "scenario"), map = files.find((f) => kind(f.text) === "map");
  if (!scenario) throw new Error("None of the files is a scenario: its first lines should say format: scenario-1.");
  const system = /^system:\s*"?([a-z]+)/m.exec(scenario.text)?.[1] ?? "", own = /^map:\s*"?([a-z0-9-]+)/m.exec(scenario.text)?.[1];
  if (!system) throw new Error("The scenario does not say which system it is of.");
  let text = map?.text ?? null;
  if (!text && own) {
    const shipped = await shippedMap(system, own);
    if (!shipped) throw new Error(`The scenario needs the map ${own}: choose ${own}.yaml together with it.`);
    text = shipped;
  }
  return openTexts(system, drafts.freeName(scenario.name.replace(/\.ya?ml$/, "")), scenario.text, text, "a file");
}

/** A battle from one file or a link. */
async function openBattle(b: Battle, way: string, from?: string): Promise<Opened> {
  return openTexts(b.system, drafts.freeName(b.name), b.scenario, b.map, b.origin || way, { tables: b.tables, ...(from ? { from } : {}) });
}

/** A battle of the server becomes one's own: its origin is named. */
async function fork(id: string): Promise<Opened> {
  const { about, file } = await api.battle(id);
  const origin = cutTo(`${about.title}, by ${about.by}`, 200);
  return openBattle(fromFile(JSON.stringify(file)), origin, id).then((o) => ({ ...o, origin }));
}

async function shippedMap(system: string, map: string): Promise<string | null> {
  const { scenarios } = await api.scenarios();
  for (const s of scenarios.filter((x) => x.system === system)) {
    const source = await bench.source(s.id);
    if (source.map_name === map) return source.map ?? null;
  }
  return null;
}

export function Workshop({ name }: { name: string }): JSX.Element {
  const [opened, setOpened] = useState<Opened | null>(null), [failed, setFailed] = useState<string | null>(null), [busy, setBusy] = useState("");
  const work = (what: string, job: () => Promise<Opened>): void => {
    setBusy(what);
    setFailed(null);
    job().then((o) => { setOpened(o); history.replaceState(null, "", `#/workshop/${o.history.now.name}`); }, (e: Error) => setFailed(e.message)).finally(() => setBusy(""));
  };
  useEffect(() => { document.title = "Workshop - Tricorne"; }, []);
  useEffect(() => {
    if (name.startsWith("=")) { work("The battle of the link is being opened.", async () => openBattle(await fromLink(name), "a link")); return; }
    if (name.startsWith("@")) { const id = name.slice(1); work("The battle is being fetched.", () => fork(id)); return; }
    const d = name ? drafts.find(name) : undefined;
    if (name && opened?.history.now.name === name) return;
    if (d) work("The battle is being opened.", () => openDraft(d));
    else { setOpened(null); if (name) setFailed(`This browser has no battle called ${name}.`); }
  }, [name]);
  if (opened) return <Editor key={opened.history.now.name} opened={opened} onLeave={() => { setOpened(null); location.hash = "#/workshop"; }} />;
  return <Begin busy={busy} failed={failed} onWork={work} />;
}

function Begin({ busy, failed, onWork }: { busy: string; failed: string | null; onWork(what: string, job: () => Promise<Opened>): void }): JSX.Element {
  const [systems, setSystems] = useState<SystemInfo[]>([]), [battles, setBattles] = useState<ScenarioInfo[]>([]), [said, setSaid] = useState("");
  const [system, setSystem] = useState(""), [battle, setBattle] = useState(""), [bare, setBare] = useState(false), [size, setSize] = useState({ width: 0, height: 0 }), [other, setOther] = useState("");
  const [mine, setMine] = useState(drafts.all());
  useEffect(() => { api.scenarios().then((s) => { setSystems(s.systems); setBattles(s.scenarios); setSystem(s.systems[0]?.id ?? ""); }).catch((e: Error) => setSaid(e.message)); }, []);
  useEffect(() => { void hasEngine().then((there) => { if (!there) setSaid("The workshop needs the engine in the page, and this page has none. Whoever runs the server adds it: make wasm, then the page again."); }); }, []);
  const of = battles.filter((b) => b.system === system), first = of.find((b) => b.learning) ?? of[0], id = of.some((b) => b.id === battle) ? battle : first?.id ?? "";
  const start = (): void => onWork(other ? "The battle is being converted." : bare ? "The field is being cleared." : "The battle is being opened.", async () => {
    const source = await bench.source(id), title = of.find((b) => b.id === id)?.title ?? "";
    const from: Opened = { ...await openTexts(system, drafts.freeName(other ? other.split("/")[1]! : bare ? "battle" : `my-${source.name}`), source.yaml, source.map ?? null, bare || other ? "" : id), began: id };
    const was = sizeOf(from.history.now, from.schema);
    if (other) return openConverted(await openBare(from, was), other);
    return bare ? openBare(from, { width: size.width || was.width, height: size.height || was.height }) : { ...from, title };
  });
  const files = async (list: FileList | null): Promise<void> => {
    if (!list?.length) return;
    const chosen = [...list].slice(0, 2), large = chosen.find((f) => f.size > 4 << 20);
    onWork("The files are being read.", async () => {
      if (large) throw new Error(`${large.name.slice(0, 80)} is too large: a battle has 4 MB at most.`);
      return openFiles(await Promise.all(chosen.map(async (f) => ({ name: f.name, text: await f.text() }))));
    });
  };
  return (
    <main class="start ws-begin">
      <header class="masthead"><h1>The workshop</h1><p>Make a battle of your own: choose what to begin with, change it, play it. {!SITE && <><a href="#/battles">Battles others made</a> · </>}<a href="#/">Back to the battles</a></p></header>
      {(failed || said) && <p class="notice refused" role="alert">{failed ?? said}</p>}
      {busy && <p class="notice" role="status">{busy}</p>}
      <section class="ws-choice" aria-label="A new battle">
        <h2>A new battle</h2>
        <div class="row" role="radiogroup" aria-label="Rules">
          {systems.map((s) => <label key={s.id} class="ws-system"><input type="radio" name="system" checked={s.id === system} onChange={() => { setSystem(s.id); setBattle(""); }} /> {s.title}</label>)}
        </div>
        <label class="ws-field"><span>Begin with</span>
          <select value={id} onChange={(e) => setBattle(e.currentTarget.value)}>{of.map((b) => <option key={b.id} value={b.id}>{b.title}</option>)}</select>
        </label>
        <label class="ws-check"><input type="checkbox" checked={bare} onChange={(e) => setBare(e.currentTarget.checked)} /> Clear the field: plain ground and as few troops as the rules allow</label>
        <label class="ws-field"><span>or a first draft from other rules</span>
          <select data-key="other" value={other} onChange={(e) => setOther(e.currentTarget.value)}><option value="">no</option>{battles.filter((b) => b.system !== system).map((b) => <option key={b.id} value={b.id}>{b.title} ({b.system})</option>)}</select>
        </label>
        {other && <p class="quiet">Ground and armies are converted; commands are made after the battle above. What was guessed is listed.</p>}
        {bare && !other && (
          <div class="row">
            <label>Wide <input type="number" class="ws-size" min={0} max={400} value={size.width || ""} placeholder="as it is" onInput={(e) => setSize({ ...size, width: Number(e.currentTarget.value) })} /></label>
            <label>Deep <input type="number" class="ws-size" min={0} max={400} value={size.height || ""} placeholder="as it is" onInput={(e) => setSize({ ...size, height: Number(e.currentTarget.value) })} /></label>
            <span class="quiet">in inches, or in hexes</span>
          </div>
        )}
        <div class="row"><button type="button" class="primary ws-start" disabled={!id || busy !== ""} onClick={start}>Begin</button>
          <label class="ws-file">or open files: <input type="file" multiple accept=".yaml,.yml,.json" onChange={(e) => void files(e.currentTarget.files)} /></label></div>
      </section>
      {mine.length > 0 && (
        <section aria-label="Your battles"><h2>Your battles, in this browser</h2>
          <ul class="ws-drafts">
            {mine.map((d) => (
              <li key={d.name}><a href={`#/workshop/${d.name}`}>{d.title || d.name}</a> <span class="quiet">{d.system}{d.origin ? `, from ${d.origin}` : ""}</span>
                <button type="button" class="link" onClick={() => { drafts.drop(d.name); setMine(drafts.all()); }}>Delete</button></li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
