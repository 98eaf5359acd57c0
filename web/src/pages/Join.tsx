// An invitation: the first browser that uses it gets the seat, and a token nobody else has seen.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { GameApi } from "../api";
import { keep } from "../keep";
import { t } from "../tongue";

/** Take the seat, remember it, go there. */
async function join(game: string, invite: string): Promise<void> {
  const got = await new GameApi(game, invite).join();
  const view = await new GameApi(game, got.token).view();
  const kept = keep.game(game);
  keep.put({
    game, title: view.title, scenario: view.scenario, touched: Date.now(), others: [], ...kept,
    seats: [...(kept?.seats ?? []), { seat: got.seat, side: got.side, token: got.token, name: view.seats[got.seat]?.name ?? "" }],
  });
  location.replace(`#/g/${game}/${got.token}`);
}

export function JoinPage({ game, invite }: { game: string; invite: string }): JSX.Element {
  const [failed, setFailed] = useState(""), [busy, setBusy] = useState(false), mine = keep.game(game)?.seats[0];
  const go = (): void => {
    setBusy(true);
    join(game, invite).catch((e: Error) => setFailed(e.message)).finally(() => setBusy(false));
  };
  return (
    <main class="plain-page">
      <h1>{t("Tricorne")}</h1>
      {mine
        ? <p>{t("This browser has a seat in this battle already:")}{" "}<a href={`#/g/${game}/${mine.token}`}>{t("go there")}</a>.</p>
        : (
          <>
            <p>{t("You are invited to command an army. The first to take the seat keeps it: this link works once.")}</p>
            <p><button type="button" class="primary join" disabled={busy} onClick={go}>{t("Take the seat")}</button></p>
          </>
        )}
      {failed && <p role="alert">{failed}</p>}
      <p><a href="#/">{t("To all battles")}</a></p>
    </main>
  );
}
