// An army from a table: pasted or from a file, converted by rules that can be changed here.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import conversions from "../../guide/conversion.json";
import { api } from "../api";
import { asName } from "../play/offers";
import type { ScenarioInfo } from "../types";
import { bench } from "./bench";
import type { Doc } from "./doc";
import type { Schema } from "./schema";
import { drawTable, merged, writeTable } from "./draw";
import { raise, readTable, type Conversion } from "./table";

const rulesOf = (system: string): Conversion | undefined => (conversions as unknown as Record<string, Conversion | undefined>)[system];

/** The army of another battle, of these rules or of others, as a table. */
async function armyOf(id: string, side: number, merge: boolean): Promise<{ text: string; notes: string[] }> {
  const system = id.split("/")[0]!, c = rulesOf(system), source = await bench.source(id);
  const [schema, got] = await Promise.all([bench.schema(system), bench.read(system, source.name, source.yaml, source.map)]);
  if (!c || !got.value) throw new Error("This battle has no conversion.");
  const drawn = drawTable({ name: source.name, scenario: got.value, map: got.map_value ?? null }, schema, side, c);
  return { text: writeTable(merge && !c.merge ? merged(drawn.rows) : drawn.rows), notes: drawn.notes };
}

const SAMPLE = "name, arm, strength, quality, brigade\nFirst battalion, foot, 600, veteran, Guards\nSecond battalion, foot, 550, trained, Guards\nCuirassiers, horse, 300, trained, Horse\nHussars, light horse, 200, green, Horse\nSix-pounders, guns, 120, trained, Guards";

export function Raise({ doc, schema, side, name, onDone, onClose }: { doc: Doc; schema: Schema; side: number; name: string; onDone(d: Doc): void; onClose(): void }): JSX.Element {
  const usual = rulesOf(schema.system), [battles, setBattles] = useState<ScenarioInfo[]>([]), [from, setFrom] = useState<string[]>([]);
  useEffect(() => { api.scenarios().then((s) => setBattles(s.scenarios)).catch(() => undefined); }, []);
  const take = (choice: string): void => {
    const [id, n] = choice.split("#") as [string, string];
    armyOf(id, Number(n), usual?.merge === true).then((got) => { setText(got.text); setFrom(got.notes); setNotes([]); setFailed(""); }, (e: Error) => setFailed(e.message));
  };
  const [text, setText] = useState(SAMPLE), [rules, setRules] = useState(JSON.stringify(usual ?? {}, null, 1)), [failed, setFailed] = useState(""), [notes, setNotes] = useState<string[]>([]);
  const table = useMemo(() => readTable(text), [text]);
  const go = (): void => {
    try {
      const c = JSON.parse(rules) as Conversion;
      if (!c.groups || !c.units || !c.arms || !c.quality) throw new Error("The conversion needs groups, units, arms and quality.");
      const got = raise(doc, schema, side, table.rows, c);
      setNotes([...table.notes, ...got.notes]);
      if (got.doc === doc) throw new Error(got.notes[0] ?? "Nothing was raised.");
      setFailed("");
      onDone(got.doc);
    } catch (e) {
      setFailed((e as Error).message);
    }
  };
  return (
    <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="An army from a table">
      <form class="ws-wide" onSubmit={(e) => { e.preventDefault(); go(); }}>
        <h2>An army from a table: {asName(name)}</h2>
        <p class="quiet">One unit a line: name, arm, strength in men, quality, brigade; with commas, semicolons or tabs. The army the side has now goes.</p>
        <textarea rows={9} data-key="table" aria-label="The table" spellcheck={false} value={text} onInput={(e) => setText(e.currentTarget.value)} />
        <p><label>or a file: <input type="file" accept=".csv,.txt,.tsv" onChange={(e) => { const f = e.currentTarget.files?.[0]; if (f && f.size < 1 << 20) void f.text().then(setText); }} /></label>
          <label> or the army of <select data-key="army" value="" onChange={(e) => { if (e.currentTarget.value) take(e.currentTarget.value); }}>
            <option value="">another battle…</option>
            {battles.map((b) => b.sides.map((s, i) => <option key={`${b.id}#${i}`} value={`${b.id}#${i}`}>{b.title} ({b.system}): {asName(s.name)}</option>))}
          </select></label>. {table.rows.length} units in {new Set(table.rows.map((r) => r.brigade)).size} brigades.</p>
        <details><summary>How it is converted</summary><p class="quiet">Men for one of the key, its limits, and what each arm and quality sets. Change it as you like.</p><textarea rows={10} data-key="conversion" aria-label="The conversion" spellcheck={false} value={rules} onInput={(e) => setRules(e.currentTarget.value)} /></details>
        {notes.length + table.notes.length + from.length > 0 && <details open><summary>What was guessed</summary><ul class="ws-notes">{[...from, ...(notes.length ? notes : table.notes)].map((n, i) => <li key={i}>{n}</li>)}</ul></details>}
        {failed && <p class="refusal" role="alert">{failed}</p>}
        <div class="row"><button type="submit" class="primary" disabled={!usual || !table.rows.length}>Raise it</button><button type="button" onClick={onClose}>Done</button></div>
      </form>
    </div>
  );
}
