// The battle as a tree: sides, commands, leaders, troops, ground. Its branches are the lists and mappings of the schema.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Problem } from "./bench";
import type { Doc } from "./doc";
import { isDrawn } from "./home";
import { isCorners, isMapping, keysOf, pathText, samePath, title, within, type FileName, type Key, type Path, type Schema, type Value } from "./schema";

export interface Chosen { file: FileName; path: Path }

export interface TreeProps {
  doc: Doc; schema: Schema; chosen: Chosen; problems: Problem[];
  onChoose(c: Chosen): void;
  onAdd(file: FileName, path: Path, key: Key): void;
}

const nameOf = (v: Value, key: Key | null, i: number): string => {
  const of = (n: string): string => (isMapping(v) && typeof v[n] === "string" ? String(v[n]) : "");
  return of("label") || title(of("name")) || of("title") || of("feature") || of("terrain") || of("hex") || `${title(key?.name ?? "entry")} ${i + 1}`;
};

/** What the hexes of the map are drawn with is painted, not listed. */
const PAINTED = new Set(["rows", "legend"]);

export function Tree(p: TreeProps): JSX.Element {
  return (
    <nav class="ws-tree" aria-label="The battle">
      <Branch p={p} file="scenario" path={[]} shape={p.schema.scenario} value={p.doc.scenario} name="The battle" open deep={0} />
      {p.doc.map && <Branch p={p} file="map" path={[]} shape={p.schema.map} value={p.doc.map} name="The ground" open={false} deep={0} />}
    </nav>
  );
}

const faults = (p: TreeProps, file: FileName, path: Path): number => {
  const text = pathText(path);
  return p.problems.filter((x) => x.file === file && (text === "" || x.path === text || x.path.startsWith(`${text}.`) || x.path.startsWith(`${text}[`))).length;
};

interface BranchProps { p: TreeProps; file: FileName; path: Path; shape: number; value: Value; name: string; open: boolean; deep: number }

function Branch({ p, file, path, shape, value, name, open: first, deep }: BranchProps): JSX.Element {
  const [open, setOpen] = useState(first);
  const here = p.chosen.file === file && samePath(p.chosen.path, path), inside = p.chosen.file === file && within(p.chosen.path, path) && !here;
  const keys = isMapping(value) ? keysOf(p.schema, shape).filter((k) => !isDrawn(p.doc, p.schema, file, shape) || !PAINTED.has(k.name)) : [];
  const lists = keys.filter((k) => k.kind === "list" && !isCorners(p.schema, k));
  const below = keys.filter((k) => k.of !== undefined && k.kind === "map" && isMapping((value as Record<string, Value>)[k.name]));
  const bad = faults(p, file, path), has = lists.length + below.length > 0, shown = open || inside;
  return (
    <div class="ws-branch">
      <Item name={name} here={here} bad={bad} deep={deep} path={path} file={file} has={has} open={shown}
        onOpen={() => setOpen(!shown)} onClick={() => { p.onChoose({ file, path }); if (has && !shown) setOpen(true); }} />
      {shown && (
        <div>
          {below.map((k) => (
            <Branch key={k.name} p={p} file={file} path={[...path, k.name]} shape={k.of!} value={(value as Record<string, Value>)[k.name]!} open={false} deep={deep + 1}
              name={isDrawn(p.doc, p.schema, file, k.of!) ? "The ground" : `${title(k.name)}: ${nameOf((value as Record<string, Value>)[k.name]!, k, 0)}`} />
          ))}
          {lists.map((k) => <List key={k.name} p={p} file={file} path={[...path, k.name]} k={k} value={(value as Record<string, Value>)[k.name]} deep={deep + 1} />)}
        </div>
      )}
    </div>
  );
}

function List({ p, file, path, k, value, deep }: { p: TreeProps; file: FileName; path: Path; k: Key; value: Value | undefined; deep: number }): JSX.Element {
  const list = Array.isArray(value) ? value : [], most = k.most ?? 0;
  return (
    <>
      <div class="ws-list" style={{ paddingLeft: `${deep * 0.8}em` }}>
        <span>{title(k.name)}{list.length > 0 && <span class="count"> {list.length}</span>}</span>
        <button type="button" class="ws-add" data-add={pathText(path)} disabled={most > 0 && list.length >= most} title={`One more: ${title(k.name)}`} aria-label={`Add to ${title(k.name)}`} onClick={() => p.onAdd(file, path, k)}>+</button>
      </div>
      {list.map((v, i) => <Branch key={i} p={p} file={file} path={[...path, i]} shape={k.of!} value={v} name={nameOf(v, k, i)} open={deep < 3 && list.length < 4} deep={deep} />)}
    </>
  );
}

function Item({ name, here, bad, deep, path, file, has, open, onOpen, onClick }: { name: string; here: boolean; bad: number; deep: number; path: Path; file: FileName; has: boolean; open: boolean; onOpen(): void; onClick(): void }): JSX.Element {
  return (
    <div class={here ? "ws-item here" : "ws-item"} style={{ paddingLeft: `${deep * 0.8}em` }}>
      {has ? <button type="button" class="ws-fold" aria-expanded={open} aria-label={`What is below ${name}`} onClick={onOpen}>{open ? "▾" : "▸"}</button> : <span class="ws-fold" />}
      <button type="button" class="ws-name" aria-current={here ? "true" : undefined} data-at={`${file}:${pathText(path)}`} onClick={onClick}>{name}</button>
      {bad > 0 && <span class="ws-bad" title={`${bad} to mend`}>{bad}</span>}
    </div>
  );
}
