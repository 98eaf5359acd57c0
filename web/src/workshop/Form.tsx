// The values of one thing, by the rows of the schema: numbers with limits, words as choices, texts, lists.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import type { Problem } from "./bench";
import { namesIn, standIn, valueAt, type Doc } from "./doc";
import { holdsHexes, samePick, type Pick } from "./hexvalues";
import { isDrawn } from "./home";
import { isCorners, isMapping, keysOf, keyTitle, pathText, spotAt, title, wordsOf, type FileName, type Key, type Kind, type Mapping, type Path, type Schema, type Value } from "./schema";

export interface FormProps {
  doc: Doc; schema: Schema; file: FileName; path: Path; problems: Problem[];
  onChange(file: FileName, path: Path, to: Value | undefined, mark?: string): void;
  /** The value whose hexes are being pointed at on the sheet. */
  pick: Pick | null;
  onPick(p: Pick | null): void;
}

const here = (p: FormProps, path: Path): Problem[] => p.problems.filter((x) => x.file === p.file && x.path === pathText(path));

/** Problems of what is below too: of lists and texts that are edited as one. */
const below = (p: FormProps, path: Path): Problem[] => {
  const t = pathText(path);
  return p.problems.filter((x) => x.file === p.file && (x.path === t || x.path.startsWith(`${t}[`) || x.path.startsWith(`${t}.`)));
};

/** A field of hexes, and the button that lets them be pointed at. */
function Pointed({ p, at, children }: { p: FormProps; at: Pick; children: ComponentChildren }): JSX.Element {
  const on = p.pick !== null && samePick(p.pick, at);
  return <span class="ws-pick">{children}<button type="button" data-pick={at.path[at.path.length - 1]} aria-pressed={on} title="Point at it on the map" onClick={(e) => { e.preventDefault(); p.onPick(on ? null : at); }}>on the map</button></span>;
}

function Faults({ list }: { list: Problem[] }): JSX.Element | null {
  return list.length ? <ul class="ws-faults">{list.map((x, i) => <li key={i}>{x.text}</li>)}</ul> : null;
}

function Field({ label, name, faults, children, hint }: { label: string; name?: string; faults: Problem[]; children: ComponentChildren; hint?: string }): JSX.Element {
  return (
    <label class={faults.length ? "ws-field wrong" : "ws-field"}>
      <span title={name && `In the file: ${name}`}>{label}{hint && <em> {hint}</em>}</span>
      {children}
      <Faults list={faults} />
    </label>
  );
}

// --- Single values --------------------------------------------------------------------------------------------

interface OneProps { kind: Kind; value: string; min?: string; max?: string; words?: string[]; seen?: string[] | null; may: boolean; name: string; onChange(v: string | undefined): void }

const NUMBERS = new Set<Kind>(["int", "length", "angle"]);

/** A field that is its own while it is typed into, and follows the battle else. */
function Typed({ value, onChange, ...rest }: { value: string; onChange(v: string): void } & Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "value" | "onChange">): JSX.Element {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return <input {...rest as object} value={text} onInput={(e) => { setText(e.currentTarget.value); onChange(e.currentTarget.value); }} />;
}

/** From so many letters on a text has room for several lines. */
const LONG = 28;

/** A text of several lines on the screen, and one in the file. */
function Long({ value, name, onChange }: { value: string; name: string; onChange(v: string): void }): JSX.Element {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return <textarea class="ws-text" data-key={name} maxLength={2000} rows={Math.min(8, Math.ceil(text.length / 34) + 1)} value={text} onInput={(e) => { const v = e.currentTarget.value.replace(/\s*\n\s*/g, " "); setText(v); onChange(v); }} />;
}

function One(p: OneProps): JSX.Element {
  // As it was when it was chosen: a field that changed under the hand would lose it.
  const [long] = useState(p.kind === "text" && (p.value.length > LONG || p.name === "note"));
  const id = useId(), gone = (v: string): void => p.onChange(v === "" && p.may ? undefined : v);
  if (p.kind === "word" || p.kind === "yes") {
    const words = p.kind === "yes" ? ["no", "yes"] : p.words ?? [], known = words.includes(p.value) || p.value === "";
    return (
      <select value={p.value} data-key={p.name} onChange={(e) => gone(e.currentTarget.value)}>
        {(p.may || p.value === "") && <option value="">(as usual)</option>}
        {!known && <option value={p.value}>{p.value}</option>}
        {words.map((w) => <option key={w} value={w}>{wordsOf(w)}</option>)}
      </select>
    );
  }
  if (p.kind === "colour") return <input type="color" data-key={p.name} value={/^#[0-9a-f]{6}$/.test(p.value) ? p.value : "#808080"} onInput={(e) => p.onChange(e.currentTarget.value.toLowerCase())} />;
  if (NUMBERS.has(p.kind) && !/b$/.test(p.value))
    return <Typed type="number" data-key={p.name} value={p.value} min={plain(p.min)} max={plain(p.max)} step={p.kind === "int" ? 1 : p.kind === "angle" ? 15 : 0.25} onChange={gone} />;
  const list = [...new Set([...(p.words ?? []), ...(p.seen ?? [])])];
  if (long) return <Long {...p} onChange={gone} />;
  return (
    <>
      <Typed type="text" data-key={p.name} value={p.value} list={list.length ? id : undefined} maxLength={2000} onChange={gone} />
      {list.length > 0 && <datalist id={id}>{list.map((w) => <option key={w} value={w} />)}</datalist>}
    </>
  );
}

/** A limit as a number: angles may be written in parts of a turn. */
const plain = (v: string | undefined): string | undefined => (v?.endsWith("b") ? String(Math.floor((Number(v.slice(0, -1)) * 36000) / 65536) / 100) : v);

const limits = (k: { kind: Kind; min?: string; max?: string }): string | undefined => (NUMBERS.has(k.kind) && k.min !== undefined ? `${plain(k.min)} to ${plain(k.max)}${k.kind === "length" ? " inches" : k.kind === "angle" ? "°" : ""}` : undefined);

/** A key `wing` names an entry of `wings`; `first` one of `sides`; in a list of the battle itself `with` and `parent` name another of the list. */
function named(doc: Doc, schema: Schema, name: string, path: Path): string[] {
  if ((name === "with" || name === "parent") && path.length === 2 && path[0] !== "sides") return namesIn(doc, schema, String(path[0])).filter((n) => n !== valueAt(doc.scenario, [...path, "name"]));
  return name === "first" ? namesIn(doc, schema, "sides") : namesIn(doc, schema, `${name}s`);
}

// --- Values in lists ------------------------------------------------------------------------------------------------

const joined = (v: Value): string => (Array.isArray(v) ? v.map(String).join(", ") : isMapping(v) ? Object.values(v).map(String).join(", ") : v);

/** A list of values as a text: one a line, or with commas where they are short. */
function Several({ k, value, onChange }: { k: Key; value: Value; onChange(v: Value): void }): JSX.Element {
  const list = Array.isArray(value) ? value : [], lines = k.kind === "points" || k.kind === "grid" || (k.each === "text" && list.some((x) => String(x).length > 8));
  const text = list.map(joined).join(lines ? "\n" : ", "), [mine, setMine] = useState(text);
  useEffect(() => setMine(text), [text]);
  const read = (t: string): Value[] => {
    const parts = t.split(lines ? "\n" : ",").map((x) => (lines && k.kind !== "points" ? x : x.trim())).filter((x) => x.trim() !== "");
    return k.kind === "points" ? parts.map((x) => x.split(/[\s,]+/).filter(Boolean)) : parts;
  };
  return <textarea rows={lines ? Math.min(8, Math.max(2, list.length + 1)) : 2} spellcheck={false} data-key={k.name} value={mine} onInput={(e) => { setMine(e.currentTarget.value); onChange(read(e.currentTarget.value)); }} />;
}

function Bits({ k, value, onChange }: { k: Key; value: Value; onChange(v: Value): void }): JSX.Element {
  const has = new Set(Array.isArray(value) ? value.map(String) : []);
  return (
    <span class="ws-bits">
      {(k.words ?? []).map((w) => (
        <span key={w}><input type="checkbox" id={`${k.name}-${w}`} checked={has.has(w)} onChange={(e) => onChange((k.words ?? []).filter((x) => (x === w ? e.currentTarget.checked : has.has(x))))} /> <span>{wordsOf(w)}</span></span>
      ))}
    </span>
  );
}

// --- Keys --------------------------------------------------------------------------------------------------------------

function KeyField({ p, k, path, value }: { p: FormProps; k: Key; path: Path; value: Value | undefined }): JSX.Element | null {
  const at = [...path, k.name], set = (v: Value | undefined): void => p.onChange(p.file, at, v, pathText(at));
  if (isCorners(p.schema, k)) {
    const corners = (v: Value): Value => (Array.isArray(v) ? v.map((c) => (Array.isArray(c) ? { x: c[0] ?? "", y: c[1] ?? "" } : c)) : v);
    return <Field label={keyTitle(p.schema, k.name)} name={k.name} faults={below(p, at)}><Several k={{ ...k, kind: "points" }} value={value ?? []} onChange={(v) => set(corners(v))} /></Field>;
  }
  if (k.kind === "list" || k.kind === "map") return null;
  if (k.kind === "any") return <p class="quiet">{keyTitle(p.schema, k.name)} is kept as it is.</p>;
  if (k.kind === "by")
    return (
      <fieldset class="ws-by"><legend>{keyTitle(p.schema, k.name)}</legend>
        {(k.words ?? []).map((w) => (
          <Field key={w} label={title(w)} faults={here(p, [...at, w])}>
            <One kind={k.each!} name={w} value={String((isMapping(value) ? value[w] : "") ?? "")} min={k.min} max={k.max} may={false} onChange={(v) => p.onChange(p.file, [...at, w], v ?? "", pathText([...at, w]))} />
          </Field>
        ))}
      </fieldset>
    );
  if (k.kind === "set") return <Field label={keyTitle(p.schema, k.name)} name={k.name} faults={below(p, at)}><Bits k={k} value={value ?? []} onChange={set} /></Field>;
  const hexes = holdsHexes(p.schema, k, value);
  if (k.kind === "row" || k.kind === "points" || k.kind === "grid") {
    const several = <Several k={k} value={value ?? []} onChange={(v) => set(Array.isArray(v) && v.length === 0 && k.may ? undefined : v)} />;
    return <Field label={keyTitle(p.schema, k.name)} name={k.name} faults={below(p, at)}>{hexes ? <Pointed p={p} at={{ path: at, many: true }}>{several}</Pointed> : several}</Field>;
  }
  const others = named(p.doc, p.schema, k.name, path), chosen = k.kind === "name" && others.length > 0;
  const one = <One kind={chosen ? "word" : k.kind} name={k.name} value={String(value ?? "")} min={k.min} max={k.max} words={chosen ? others : k.words} seen={[...others, ...(k.seen ?? [])]} may={k.may} onChange={(v) => set(v)} />;
  return <Field label={keyTitle(p.schema, k.name)} name={k.name} faults={here(p, at)} hint={limits(k)}>{hexes ? <Pointed p={p} at={{ path: at, many: false }}>{one}</Pointed> : one}</Field>;
}

/** Long lists of what may be left out stay shut until somebody wants them. */
function MappingForm({ p, shape, value }: { p: FormProps; shape: number; value: Mapping }): JSX.Element {
  const keys = keysOf(p.schema, shape).filter((k) => k.name !== "format" && k.name !== "system" && !(isDrawn(p.doc, p.schema, p.file, shape) && (k.name === "legend" || (k.name === "rows" && p.schema.hex))));
  const there = keys.filter((k) => value[k.name] !== undefined || !k.may), other = keys.filter((k) => value[k.name] === undefined && k.may);
  const add = (k: Key): void => p.onChange(p.file, [...p.path, k.name], standIn(p.schema, k, p.doc));
  return (
    <>
      <Faults list={here(p, p.path)} />
      {there.map((k) => <KeyField key={k.name} p={p} k={k} path={p.path} value={value[k.name]} />)}
      {other.length > 0 && (
        <label class="ws-field ws-more"><span>More</span>
          <select value="" data-key="+" onChange={(e) => { const k = other.find((x) => x.name === e.currentTarget.value); e.currentTarget.value = ""; if (k) add(k); }}>
            <option value="">Say something else of it…</option>
            {other.map((k) => <option key={k.name} value={k.name}>{keyTitle(p.schema, k.name)}</option>)}
          </select>
        </label>
      )}
    </>
  );
}

export function Form(p: FormProps): JSX.Element {
  const spot = spotAt(p.schema, p.file, p.path), value = valueAt(p.doc[p.file], p.path);
  if (value === undefined) return <p class="quiet">Nothing is chosen.</p>;
  if (spot.is === "mapping" && isMapping(value)) return <MappingForm key={`${p.file}:${pathText(p.path)}`} p={p} shape={spot.shape} value={value} />;
  return <p class="quiet">Choose one of its entries.</p>;
}
