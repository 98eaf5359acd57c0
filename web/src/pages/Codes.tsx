// Links that came by mail. Nothing happens by opening one: programs that look through mail open links too.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { api } from "../api";
import { t } from "../tongue";

export type CodeKind = "confirm" | "stop" | "reset";

const words: Record<CodeKind, { text: string; button: string; done: string }> = {
  confirm: { text: t("Shall this address be told when it is your move?"), button: t("Yes, it is mine"), done: t("The address is confirmed.") },
  stop: { text: t("No more mail from this server to this address?"), button: t("No more mail"), done: t("No more mail will be sent there.") },
  reset: { text: t("Choose a new password; you will be signed out everywhere."), button: t("Set the password"), done: t("The password is set. You can enter with it now.") },
};

export function CodePage({ kind, code }: { kind: CodeKind; code: string }): JSX.Element {
  const [said, setSaid] = useState(""), [failed, setFailed] = useState(""), [word, setWord] = useState("");
  const go = (): void => {
    const ask = kind === "reset" ? api.setPassword(code, word) : api.mail(kind, code);
    void ask.then(() => { setSaid(words[kind].done); setFailed(""); }, (e: Error) => setFailed(e.message));
  };
  return (
    <main class="plain-page">
      <h1>{t("Tricorne")}</h1>
      {said ? <p role="status">{said}</p> : (
        <form onSubmit={(e) => { e.preventDefault(); go(); }}>
          <p>{words[kind].text}</p>
          {kind === "reset" && <p><label>{t("New password")}{" "}<input type="password" autoComplete="new-password" value={word} onInput={(e) => setWord((e.target as HTMLInputElement).value)} /></label></p>}
          <p><button type="submit" class="primary">{words[kind].button}</button></p>
        </form>
      )}
      {failed && <p role="alert">{failed}</p>}
      <p><a href="#/">{t("To all battles")}</a></p>
    </main>
  );
}
