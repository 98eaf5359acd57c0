// The battles of the bench on the server.
import { api, type BattleFile } from "../api";
import type { Fought } from "../engine/trial";

/** The same battles on the server, within what it allows: a study for each variant, asked how far it has come every second. */
export function fightThere(token: string | null, variants: readonly BattleFile[], players: readonly string[], battles: number, tell: (f: Fought[]) => void, done: (why: string | null) => void): () => void {
  const studies: string[] = [], got: Fought[][] = variants.map(() => []);
  let told = 0, over = false;
  const stop = (why: string | null): void => {
    if (over) return;
    over = true;
    for (const id of studies) void api.endStudy(id).catch(() => undefined);
    done(why);
  };
  const run = async (): Promise<void> => {
    for (const file of variants) studies.push((await api.study(token, { file }, players, battles)).study);
    for (let misses = 0; !over; await new Promise((r) => setTimeout(r, 1000))) {
      const now = await Promise.all(studies.map((id, i) => api.studyRows(id, got[i]!.length))).catch((e: Error) => { if (++misses > 30) throw e; return null; });
      if (!now || over) continue;
      misses = 0;
      now.forEach((n, i) => got[i]!.push(...n.fought));
      for (const most = Math.min(...got.map((g) => g.length)); told < most && !over; told++) tell(got.map((g) => g[told]!));
      const ended = now.find((n) => n.state === "failed" || n.state === "stopped");
      if (ended) stop(ended.state === "failed" ? "The server cannot fight this battle." : "The server's time for your studies is used up for today.");
      else if (now.every((n, i) => n.state === "done" && got[i]!.length >= n.battles)) stop(null);
    }
  };
  run().catch((e: Error) => stop(e.message));
  return () => stop(null);
}
