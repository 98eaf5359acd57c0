// Check the dice of a record, with nothing but its text (docs/dice.md).
import { before, chained, faceOf, fromHex, hostCommit, keyOf, toHex, type Seen } from "./shares";
import { t } from "../tongue";

export interface Checked {
  way: string;
  faces: number;
  verified: number;
  typed: number;
  /** The first thing that does not fit, in a sentence. */
  bad: string | null;
  /** Why faces are not verified, though nothing contradicts them. */
  open: string | null;
}

interface Line {
  n: number; prev?: string; commit?: string; link?: string; host?: string; seat?: number; question?: string; act?: string; undo?: number;
  adjust?: [string, string][]; faces?: number[]; dice?: number[]; forced?: number; draw?: number; rolled?: [number, string][]; end?: string; stop?: string; secret?: boolean;
}

/** The whole chain can be checked when the battle is over: before, lines may be hidden from a seat. */
export function checkRecord(text: string, seen: Seen | null = null): Checked {
  const raw = text.split("\n").filter((x) => x), out: Checked = { way: "", faces: 0, verified: 0, typed: 0, bad: null, open: null };
  const bad = (line: number, what: string): Checked => ({ ...out, bad: line < 0 ? what : t("Line {0}: {1}", line, what) });
  let head: { dice: string; game?: string; host?: string; seats: { kind: string }[] }, lines: Line[];
  try {
    head = JSON.parse(raw[0] ?? "") as typeof head;
    lines = raw.slice(1).map((x) => JSON.parse(x) as Line);
  } catch {
    return bad(-1, t("This is not a record."));
  }
  out.way = head.dice;
  if (head.dice !== "committed" && head.dice !== "interactive") {
    for (const l of lines) {
      const n = l.faces?.length ?? l.dice?.length ?? 0;
      out.faces += n;
      out.typed += head.dice === "typed" ? n : l.forced ?? 0;
    }
    if (out.faces > out.typed) out.open = t("These dice are drawn from the referee's own seed; \"tricorne verify\" compares them with the seed that is published at the end, but nobody can prove that the seed was not chosen.");
    return out;
  }
  const game = head.game ?? "", told = lines.find((l) => l.host)?.host, secret = told ? fromHex(told) : null;
  if (secret && toHex(hostCommit(game, secret)) !== head.host) return bad(-1, t("The secret of the host is not the one it committed to."));
  const persons = head.seats.map((s, i) => (s.kind === "person" ? i : -1)).filter((i) => i >= 0);
  const newest = new Map<number, Uint8Array>(), given = new Map<number, number>();
  let chain = chained(new Uint8Array(32), raw[0]!), acts = chain, place = 0, since = 0;
  const kept: { n: number; acts: Uint8Array; place: number }[] = [];
  for (const [i, l] of lines.entries()) {
    if (l.secret || (l.prev === undefined && !told)) return { ...out, open: t("Something is still hidden from you; all of it can be checked when the battle is over.") };
    if (l.n !== i || l.prev !== toHex(chain)) return bad(i, t("a line before this one was changed, left out or put in."));
    chain = chained(chain, raw[i + 1]!);
    if ((l.end !== undefined || l.stop !== undefined) && i + 1 < lines.length) return bad(i + 1, t("the battle was over before this line."));
    if (seen && seen.line === i && seen.chain !== toHex(chain)) return bad(i, t("this is not the battle that this browser was shown."));
    if (l.commit !== undefined) {
      if (newest.has(l.seat!) || [...newest.values()].some((x) => toHex(x) === l.commit)) return bad(i, t("a commitment comes twice."));
      newest.set(l.seat!, fromHex(l.commit));
    }
    if (l.undo !== undefined)
      while (kept.length && kept[kept.length - 1]!.n >= l.undo) ({ acts, place } = kept.pop()!);
    if (l.act !== undefined) {
      kept.push({ n: i, acts, place });
      acts = chained(acts, `${l.seat} ${l.question} ${l.act}`);
      since = i;
    }
    if (l.adjust) {
      acts = chained(acts, "adjust");
      for (const [path, value] of l.adjust) acts = chained(chained(acts, path), value);
      since = i;
    }
    if (l.link !== undefined) {
      const last = newest.get(l.seat!), link = fromHex(l.link);
      let at = link, fits = false;
      for (let k = 0; k < (head.dice === "interactive" ? 64 : 1) && !fits; k++) {
        at = before(game, l.seat!, at);
        fits = !!last && toHex(at) === toHex(last);
      }
      if (!fits) return bad(i, t("what the seat tells is not what it committed to."));
      newest.set(l.seat!, link);
      given.set(l.seat!, i);
    }
    const faces = l.faces ?? [], dice = (l.rolled ?? []).flatMap(([n, die]) => Array<string>(n).fill(die)), forced = l.forced ?? 0;
    if (dice.length !== faces.length) return bad(i, t("faces and dice are not as many."));
    out.faces += faces.length;
    out.typed += forced;
    if (faces.length > forced) {
      const late = persons.some((p) => !given.has(p) || (head.dice === "interactive" && given.get(p)! < since));
      if (late) return bad(i, "dice fell before every seat had given its share.");
      if (l.draw !== place) return bad(i, t("the place of the dice is not right."));
      const key = secret && keyOf(game, secret, persons.map((p) => [p, newest.get(p)!]));
      for (let k = forced; key && k < faces.length; k++) {
        if (faceOf(key, acts, place + k, dice[k]!) !== faces[k]) return bad(i, t("face {0} is not the one the shares give.", k + 1));
        out.verified++;
      }
    }
    place += faces.length;
  }
  const last = lines[lines.length - 1];
  if (told && !last?.end && !last?.stop) return bad(lines.length, t("the end of the battle is missing."));
  if (seen && seen.line >= lines.length) return bad(lines.length, t("lines that this browser was shown are missing."));
  if (!secret && out.faces > out.typed) out.open = t("The host tells its secret when the battle is over; then every face can be checked.");
  return out;
}

/** "faces verified: 104 of 104", and what there is to say beside it. */
export function inWords(c: Checked): string {
  const rest = c.faces - c.verified - c.typed;
  return t("faces verified: {0} of {1}{2}", c.verified, c.faces, c.typed ? t(", typed or forced: {0}", c.typed) : "")
    + `${c.bad ? t(". It does not fit. {0}", c.bad) : rest ? t(", not verified: {0}. {1}", rest, c.open ?? "") : "."}`;
}
