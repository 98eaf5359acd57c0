// Rule numbers that show their text.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { api } from "../api";
import { t } from "../tongue";

const texts = new Map<string, Promise<{ id: string; title?: string; text: string }>>();

let show: (id: string) => void = () => undefined;

export function RuleLink({ id }: { id: string }): JSX.Element {
  return <button type="button" class="rule" title={t("Rule {0}", id)} onClick={(e) => { e.stopPropagation(); show(id); }}>{id}</button>;
}

/** The card that a rule's text appears on; one for the whole page. */
export function RuleCard(): JSX.Element | null {
  const [id, setId] = useState<string | null>(null), [text, setText] = useState<{ title?: string; text: string } | null>(null);
  show = setId;
  useEffect(() => {
    if (!id) return;
    let gone = false;
    setText(null);
    if (!texts.has(id)) texts.set(id, api.rule(id));
    texts.get(id)!.then((r) => { if (!gone) setText(r); }).catch((e: Error) => {
      texts.delete(id);
      if (!gone) setText({ text: e.message });
    });
    return () => { gone = true; };
  }, [id]);
  useLayoutEffect(() => {
    if (!id) return;
    const on = (e: KeyboardEvent): void => { if (e.key === "Escape") { e.stopPropagation(); setId(null); } };
    window.addEventListener("keydown", on, true);
    return () => window.removeEventListener("keydown", on, true);
  }, [id]);
  if (!id) return null;
  return (
    <aside class="rule-card" role="dialog" aria-label={t("Rule {0}", id)}>
      <header><strong>{id}</strong> <span>{text?.title}</span><button type="button" class="close" onClick={() => setId(null)} aria-label={t("Close")}>×</button></header>
      <p>{text ? text.text : "…"}</p>
    </aside>
  );
}
