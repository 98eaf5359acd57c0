import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CodePage, type CodeKind } from "./pages/Codes";
import { GamePage } from "./pages/GamePage";
import { JoinPage } from "./pages/Join";
import { StartPage } from "./pages/StartPage";
import "./style.css";

interface Place { game?: string; token?: string; invite?: string; line?: number; kind?: CodeKind; code?: string }

/** #/g/GAME/TOKEN@LINE, #/j/GAME/INVITE, #/confirm/CODE, #/stop/CODE, #/reset/CODE; what stands after # never leaves the browser. */
export function readPlace(hash: string): Place {
  const c = /^#\/(confirm|stop|reset)\/([A-Za-z0-9_-]+)$/.exec(hash);
  if (c) return { kind: c[1] as CodeKind, code: c[2] };
  const j = /^#\/j\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)$/.exec(hash);
  if (j) return { game: j[1], invite: j[2] };
  const m = /^#\/g\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)(?:@(\d+))?$/.exec(hash);
  if (!m) return {};
  return { game: m[1], token: m[2], line: m[3] === undefined ? undefined : Number(m[3]) };
}

function App() {
  const [place, setPlace] = useState(readPlace(location.hash));
  useEffect(() => {
    const on = (): void => setPlace(readPlace(location.hash));
    window.addEventListener("hashchange", on);
    return () => window.removeEventListener("hashchange", on);
  }, []);
  if (place.kind && place.code) return <CodePage key={place.code} kind={place.kind} code={place.code} />;
  if (place.game && place.invite) return <JoinPage key={place.invite} game={place.game} invite={place.invite} />;
  if (place.game && place.token)
    return <GamePage key={`${place.game}/${place.token}`} id={place.game} token={place.token} line={place.line} />;
  return <StartPage />;
}

const root = document.getElementById("app");
if (root) render(<App />, root);
