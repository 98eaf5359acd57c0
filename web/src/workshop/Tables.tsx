// Tables of the rules, changed for this battle alone: they go with it wherever it goes, and say where they are from.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { bench, type Problem } from "./bench";
import type { Doc, TableFile } from "./doc";

const SOURCE = /^source:.*$/m;

/** What a table says it is from. */
export const sourceOf = (text: string): string => {
  const said = SOURCE.exec(text)?.[0].slice(7).trim() ?? "";
  return said.startsWith('"') ? said.slice(1, -1).replace(/\\(["\\])/g, "$1") : said;
};

export const withSource = (text: string, source: string): string => {
  const line = `source: "${source.replace(/[\u0000-\u001f\u007f]/g, " ").replace(/["\\]/g, "\\$&")}"`;
  return SOURCE.test(text) ? text.replace(SOURCE, () => line) : `${text}${line}\n`;
};

export function Tables({ system, doc, at, problems, onDone, onClose }: { system: string; doc: Doc; at: string; problems: Problem[]; onDone(d: Doc, mark?: string): void; onClose(): void }): JSX.Element {
  const [shipped, setShipped] = useState<TableFile[]>([]), [name, setName] = useState(at), [failed, setFailed] = useState("");
  useEffect(() => { bench.tables(system).then(setShipped).catch((e: Error) => setFailed(e.message)); }, []);
  const own = doc.tables ?? [], mine = own.find((t) => t.name === name), usual = shipped.find((t) => t.name === name)?.text ?? "", text = mine?.text ?? usual;
  const put = (to: string): void => {
    const rest = own.filter((t) => t.name !== name), tables = to === usual ? rest : [...rest, { name, text: to }].sort((a, b) => (a.name < b.name ? -1 : 1));
    const { tables: _was, ...plain } = doc;
    onDone(tables.length ? { ...plain, tables } : plain, `table ${name}`);
  };
  const same = !!mine && sourceOf(text) === sourceOf(usual), wrong = problems.filter((p) => p.file === `tables/${name}`);
  return (
    <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="Tables of this battle">
      <form class="ws-wide" onSubmit={(e) => { e.preventDefault(); onClose(); }}>
        <h2>Tables of this battle</h2>
        <p class="quiet">A table that you change is changed for this battle alone, and goes with its file. Whoever plays it is told.</p>
        <label class="ws-field"><span>Table</span><select data-key="table-name" value={name} onChange={(e) => setName(e.currentTarget.value)}><option value="" />{shipped.map((t) => <option key={t.name} value={t.name}>{t.name}{own.some((o) => o.name === t.name) ? " (changed)" : ""}</option>)}</select></label>
        {name && (
          <>
            <textarea rows={14} data-key="table-text" aria-label={`The table ${name}`} spellcheck={false} value={text} onInput={(e) => put(e.currentTarget.value)} />
            <label class="ws-field"><span>From where</span><input data-key="table-source" maxLength={160} value={sourceOf(text)} onInput={(e) => put(withSource(text, e.currentTarget.value))} /></label>
            {same && <p class="refusal" role="alert">It still says that it is from “{sourceOf(usual)}”: say where your numbers are from.</p>}
            {wrong.map((p, i) => <p class="refusal" role="alert" key={i}>{p.line ? `Line ${p.line}: ` : ""}{p.text}</p>)}
            {mine && <p><button type="button" data-act="as-shipped" onClick={() => put(usual)}>As it is in the rules</button></p>}
          </>
        )}
        {failed && <p class="refusal" role="alert">{failed}</p>}
        <div class="row"><button type="submit" class="primary">Done</button></div>
      </form>
    </div>
  );
}
