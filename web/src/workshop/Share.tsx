// A battle goes out: as two files, as one, as a link, or to the server.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, ApiError, type MadeBattle } from "../api";
import { SITE } from "../engine/client";
import { keep } from "../keep";
import * as drafts from "./drafts";
import type { Texts } from "./Editor";
import { toFile, toLink, type Battle } from "./onefile";

function give(name: string, text: string, type: string): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

/** Two files, as `tricorne check` and the data folder want them; tables of its own as well. */
function giveBoth(t: Texts): void {
  give(`${t.doc.name}.yaml`, t.yaml, "text/yaml");
  if (t.map) give(`${String(t.doc.scenario["map"] ?? t.doc.name)}-map.yaml`, t.map, "text/yaml");
  for (const table of t.doc.tables ?? []) give(`${table.name}.yaml`, table.text, "text/yaml");
}

export const battleOf = (texts: Texts, system: string, origin: string): Battle => ({
  format: "tricorne-battle-1", name: texts.doc.name, system, title: String(texts.doc.scenario["title"] ?? ""), origin, scenario: texts.yaml, map: texts.map, tables: texts.doc.tables ?? [],
});

/** Put it on the server: a new battle, or a new version of the one it is there already. */
export async function publish(token: string, battle: Battle, listed: boolean, from: string | undefined): Promise<MadeBattle> {
  const d = drafts.find(battle.name), kept = d?.kept;
  const again = kept ? await api.publishAgain(token, kept, battle, listed).catch((e: Error) => (e instanceof ApiError && (e.status === 404 || e.status === 403) ? null : Promise.reject(e))) : null;
  // What it was made from may have been taken away meanwhile: then its words name it.
  const first = (): Promise<{ about: MadeBattle }> => api.publish(token, battle, listed, from).catch((e: Error) => (from && e instanceof ApiError && e.status === 404 ? api.publish(token, battle, listed) : Promise.reject(e)));
  const { about } = again ?? (await first());
  if (d) drafts.save({ ...d, kept: about.battle });
  return about;
}

/** On the server, under the maker's account. */
function OnServer({ battle, right, from }: { battle: Battle; right: boolean; from: string | undefined }): JSX.Element {
  const session = keep.session(), [listed, setListed] = useState(true), [about, setAbout] = useState<MadeBattle | null>(null), [failed, setFailed] = useState(""), [busy, setBusy] = useState(false);
  const kept = drafts.find(battle.name)?.kept, at = about?.battle ?? kept;
  const go = (): void => {
    if (!session) return;
    setBusy(true); setFailed("");
    publish(session.token, battle, listed, from).then(setAbout, (e: Error) => setFailed(e.message)).finally(() => setBusy(false));
  };
  return (
    <section class="ws-server" aria-label="On this server">
      <h3>On this server</h3>
      {session ? (
        <>
          <label class="ws-check"><input type="checkbox" data-key="listed" checked={listed} onChange={(e) => setListed(e.currentTarget.checked)} /> in the list for everybody, as made by {session.name}</label>
          <p><button type="button" data-act="publish" disabled={!right || busy} onClick={go}>{kept ? "Put the new version there" : "Put it there"}</button> {from && !kept ? "What it was made from is named." : "Computers fight it a few times, so that the list says how it plays."}</p>
        </>
      ) : <p class="quiet">To keep it there, sign in on <a href="#/">the first page</a>. Nobody else can change it then.</p>}
      {at && <p role="status">It lies at <a data-key="there" href={`#/battles/${at}`}>{new URL(`#/battles/${at}`, document.baseURI).href}</a>: send this link to a friend.</p>}
      {failed && <p class="refusal" role="alert">{failed}</p>}
    </section>
  );
}

export function Share({ texts, system, origin, from, right, onClose }: { texts: Texts; system: string; origin: string; from: string | undefined; right: boolean; onClose(): void }): JSX.Element {
  const battle = battleOf(texts, system, origin);
  const [link, setLink] = useState<string | null | undefined>(undefined), [said, setSaid] = useState("");
  useEffect(() => { toLink(battle).then((code) => setLink(code && new URL(`#/workshop/${code}`, document.baseURI).href), () => setLink(null)); }, [texts]);
  const copy = (): void => { void navigator.clipboard.writeText(link ?? "").then(() => setSaid("Copied."), () => setSaid("Copy it from the field.")); };
  return (
    <div class="ws-dialog" role="dialog" aria-modal="true" aria-label="Save and share">
      <form onSubmit={(e) => { e.preventDefault(); onClose(); }}>
        <h2>Save and share</h2>
        {!right && <p class="refusal">It is not right yet; whoever opens it sees what is to be mended.</p>}
        <p><button type="button" data-act="one-file" onClick={() => give(`${battle.name}.battle.json`, toFile(battle), "application/json")}>One file</button> for a friend: ground, armies, texts and changed tables together.</p>
        <p><button type="button" data-act="two-files" onClick={() => giveBoth(texts)}>{battle.tables.length ? "Single files" : "Two files"}</button> in YAML: scenario and map{battle.tables.length ? ", and its tables," : ","} as the command and the data folder have them.</p>
        {(texts.lost ?? 0) > 0 && <p class="quiet">{texts.lost === 1 ? "A comment" : `${texts.lost} comments`} of the file it was made from stood at lines that are there no more, and {texts.lost === 1 ? "is" : "are"} left out.</p>}
        <label class="ws-field"><span>A link that holds all of it</span><input readonly data-key="link" value={link ?? (link === null ? "The battle is too large for a link: send the file." : "")} onFocus={(e) => e.currentTarget.select()} /></label>
        {link && <p><button type="button" onClick={copy}>Copy the link</button> <span role="status">{said}</span></p>}
        {!SITE && <OnServer battle={battle} right={right} from={from} />}
        <div class="row"><button type="submit" class="primary">Done</button></div>
      </form>
    </div>
  );
}
