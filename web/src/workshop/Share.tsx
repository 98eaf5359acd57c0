// A battle goes out: as two files, as one, or as a link.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Texts } from "./Editor";
import { toFile, toLink, type Battle } from "./onefile";

function give(name: string, text: string, type: string): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

/** Two files, as `tricorne check` and the data folder want them. */
function giveBoth(t: Texts): void {
  give(`${t.doc.name}.yaml`, t.yaml, "text/yaml");
  if (t.map) give(`${String(t.doc.scenario["map"] ?? t.doc.name)}-map.yaml`, t.map, "text/yaml");
}

export function Share({ texts, system, origin, right, onClose }: { texts: Texts; system: string; origin: string; right: boolean; onClose(): void }): JSX.Element {
  const battle: Battle = { format: "tricorne-battle-1", name: texts.doc.name, system, title: String(texts.doc.scenario["title"] ?? ""), origin, scenario: texts.yaml, map: texts.map };
  const [link, setLink] = useState<string | null | undefined>(undefined), [said, setSaid] = useState("");
  useEffect(() => { toLink(battle).then((code) => setLink(code && new URL(`#/workshop/${code}`, document.baseURI).href), () => setLink(null)); }, [texts]);
  const copy = (): void => { void navigator.clipboard.writeText(link ?? "").then(() => setSaid("Copied."), () => setSaid("Copy it from the field.")); };
  return (
    <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="Save and share">
      <form onSubmit={(e) => { e.preventDefault(); onClose(); }}>
        <h2>Save and share</h2>
        {!right && <p class="refusal">It is not right yet; whoever opens it sees what is to be mended.</p>}
        <p><button type="button" data-act="one-file" onClick={() => give(`${battle.name}.battle.json`, toFile(battle), "application/json")}>One file</button> for a friend: ground, armies and texts together.</p>
        <p><button type="button" data-act="two-files" onClick={() => giveBoth(texts)}>Two files</button> in YAML: scenario and map, as the command and the data folder have them.</p>
        <label class="ws-field"><span>A link that holds all of it</span><input readonly data-key="link" value={link ?? (link === null ? "The battle is too large for a link: send the file." : "")} onFocus={(e) => e.currentTarget.select()} /></label>
        <div class="row">{link && <button type="button" onClick={copy}>Copy the link</button>}<button type="submit" class="primary">Done</button><span role="status">{said}</span></div>
      </form>
    </div>
  );
}
