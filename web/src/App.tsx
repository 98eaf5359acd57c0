// The page itself, in the language that main.tsx has fetched.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CodePage, type CodeKind } from "./pages/Codes";
import { GamePage } from "./pages/GamePage";
import { JoinPage } from "./pages/Join";
import { SITE, warm } from "./engine/client";
import { startOffline } from "./pages/Offline";
import { StartPage } from "./pages/StartPage";
import { t } from "./tongue";

interface Place { tonight?: boolean; battles?: string; workshop?: string; umpire?: string; game?: string; token?: string; invite?: string; line?: number; kind?: CodeKind; code?: string }

/** #/g/GAME/TOKEN@LINE, #/j/GAME/INVITE, #/workshop/NAME, #/battles/ID, #/tonight, #/umpire/GAME, #/confirm/CODE, #/stop/CODE, #/reset/CODE; what stands after # never leaves the browser. */
export function readPlace(hash: string): Place {
  if (hash === "#/tonight") return { tonight: true };
  const b = /^#\/battles(?:\/([a-z0-9]+))?$/.exec(hash);
  if (b) return { battles: b[1] ?? "" };
  const w = /^#\/workshop(?:\/([a-z0-9-]+|=[A-Za-z0-9_-]+|@[a-z0-9]+))?$/.exec(hash);
  if (w) return { workshop: w[1] ?? "" };
  const u = /^#\/umpire(?:\/([A-Za-z0-9_-]+))?$/.exec(hash);
  if (u) return { umpire: u[1] ?? "" };
  const c = /^#\/(confirm|stop|reset)\/([A-Za-z0-9_-]+)$/.exec(hash);
  if (c) return { kind: c[1] as CodeKind, code: c[2] };
  const j = /^#\/j\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)$/.exec(hash);
  if (j) return { game: j[1], invite: j[2] };
  const m = /^#\/g\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)(?:@(\d+))?$/.exec(hash);
  if (!m) return {};
  return { game: m[1], token: m[2], line: m[3] === undefined ? undefined : Number(m[3]) };
}

/** The umpire's page is fetched when somebody goes there. */
function LaterUmpire({ game }: { game: string }) {
  const [page, setPage] = useState<typeof import("./umpire/Umpire") | null>(null), [failed, setFailed] = useState(false);
  useEffect(() => { import("./umpire/Umpire").then(setPage, () => setFailed(true)); }, []);
  if (page) return game ? <page.UmpirePage key={game} id={game} /> : <page.UmpireStart />;
  return <main class="start"><p class={failed ? "notice refused" : "quiet"}>{failed ? t("The umpire's page cannot be fetched. Load the page again.") : t("The umpire's page is being fetched.")}</p></main>;
}

/** The workshop is fetched when somebody goes there. */
function Later({ name }: { name: string }) {
  const [page, setPage] = useState<typeof import("./workshop/Workshop") | null>(null), [failed, setFailed] = useState(false);
  useEffect(() => { import("./workshop/Workshop").then(setPage, () => setFailed(true)); }, []);
  if (page) return <page.Workshop name={name} />;
  return <main class="start"><p class={failed ? "notice refused" : "quiet"}>{failed ? t("The workshop cannot be fetched. Load the page again.") : t("The workshop is being fetched.")}</p></main>;
}

/** So are the battles that people made. */
function Made({ id }: { id: string }) {
  const [page, setPage] = useState<typeof import("./workshop/Battles") | null>(null), [failed, setFailed] = useState(false);
  useEffect(() => { import("./workshop/Battles").then(setPage, () => setFailed(true)); }, []);
  if (page) return id ? <page.BattlePage key={id} id={id} /> : <page.Battles />;
  return <main class="start"><p class={failed ? "notice refused" : "quiet"}>{failed ? t("The workshop cannot be fetched. Load the page again.") : t("The workshop is being fetched.")}</p></main>;
}

/** So is the maker of quick battles, which comes with it. */
function Quick() {
  const [page, setPage] = useState<typeof import("./workshop/Tonight") | null>(null), [failed, setFailed] = useState(false);
  useEffect(() => { import("./workshop/Tonight").then(setPage, () => setFailed(true)); }, []);
  if (page) return <page.Tonight />;
  return <main class="start"><p class={failed ? "notice refused" : "quiet"}>{failed ? t("The workshop cannot be fetched. Load the page again.") : t("The workshop is being fetched.")}</p></main>;
}

function App() {
  const [place, setPlace] = useState(readPlace(location.hash));
  useEffect(() => {
    const on = (): void => setPlace(readPlace(location.hash));
    window.addEventListener("hashchange", on);
    on(); // the address may have changed since the first picture
    return () => window.removeEventListener("hashchange", on);
  }, []);
  if (place.tonight) return <Quick />;
  if (place.umpire !== undefined) return <LaterUmpire game={place.umpire} />;
  if (place.battles !== undefined) return <Made id={place.battles} />;
  if (place.workshop !== undefined) return <Later name={place.workshop} />;
  if (place.kind && place.code) return <CodePage key={place.code} kind={place.kind} code={place.code} />;
  if (place.game && place.invite) return <JoinPage key={place.invite} game={place.game} invite={place.invite} />;
  if (place.game && place.token)
    return <GamePage key={`${place.game}/${place.token}`} id={place.game} token={place.token} line={place.line} />;
  return <StartPage />;
}

export function start(): void {
  if (SITE) {
    warm("");
    startOffline();
  }
  const root = document.getElementById("app");
  if (root) render(<App />, root);
}
