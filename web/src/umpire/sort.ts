// What is asked, in three taps: who, does what, to whom. Only names and places are known here, no rule.
import type { Act, Question, Scene, Value } from "../types";
import { actWords, asName, capital, namesOf, pieceName, sideNumber, type Names } from "../play/offers";

export interface Tile {
  label: string;
  /** Answered by this tap, if it is one; else the next tap chooses among them. */
  acts: Act[];
  step: "who" | "what" | "whom";
  /** It is led somewhere: the next tap is a place. */
  where?: boolean;
  /** Whom a tap on the sheet means. */
  key?: string;
  tone?: "rest" | "strike";
}

/** So many answers are shown one by one; more where only one body of troops is meant. */
const FLAT = 6, ONE = 24;

const led = (a: Act): boolean => !!a.hand;
const strings = (args: Record<string, Value> | undefined): string[] => Object.values(args ?? {}).filter((v): v is string => typeof v === "string");
const tone = (a: Act): Tile["tone"] => (a.means === "rest" || a.means === "strike" ? a.means : undefined);

/** The words of an answer without the name it begins with, which was chosen before. */
function words(a: Act, names: Names, scene: Scene): string {
  const text = actWords(a, names).replace(/\.$/, ""), cut = text.indexOf(": "), head = text.slice(0, cut).toLowerCase();
  const known = strings(a.args).some((v) => { const name = nameOf(scene, names, v).toLowerCase(); return head === name || head === `the ${name}` || `the ${head}` === name; });
  return cut > 0 && known ? capital(text.slice(cut + 2)) : text;
}

/** What an answer is about first: troops of one's own or a command, not told before. */
function whoOf(a: Act, scene: Scene, side: number, told: ReadonlySet<string>): string | null {
  for (const v of strings(a.args)) {
    if (told.has(v)) continue;
    if (scene.pieces.some((p) => p.side === side && (p.key === v || p.group === v))) return v;
  }
  return null;
}

function grouped(offers: readonly Act[], of: (a: Act) => string | null): Map<string | null, Act[]> {
  const out = new Map<string | null, Act[]>();
  for (const a of offers) out.set(of(a), [...(out.get(of(a)) ?? []), a]);
  return out;
}

const nameOf = (scene: Scene, names: Names, key: string): string => {
  const p = scene.pieces.find((x) => x.key === key);
  return p ? pieceName(p) : scene.pieces.find((x) => x.group === key)?.group_label ?? names.label.get(key) ?? asName(key);
};

function byVerb(offers: readonly Act[], names: Names, scene: Scene): Tile[] {
  return [...grouped(offers, (a) => (led(a) ? `${a.verb}…` : a.verb))].map(([verb, acts]) => {
    const where = acts.every(led);
    return { label: acts.length === 1 && !where ? words(acts[0]!, names, scene) : capital(acts[0]!.verb.replace(/-/g, " ")), acts, step: "what" as const, where, tone: tone(acts[0]!), key: verb ?? undefined };
  });
}

/** The tiles of the next tap. told: what was chosen before. */
export function tiles(offers: readonly Act[], q: Question, scene: Scene, told: readonly string[]): Tile[] {
  const names = namesOf(scene), side = sideNumber(scene, q.side), before = new Set([...strings(q.args), ...told]);
  const single = (a: Act): Tile => {
    const foe = strings(a.args).find((v) => !before.has(v) && scene.pieces.some((p) => p.key === v));
    const own = scene.pieces.some((p) => p.key === foe && p.side === side) && !strings(q.args).length;
    return { label: words(a, names, scene), acts: [a], step: own ? "who" : foe ? "whom" : "what", tone: tone(a), key: foe };
  };
  if (offers.length <= FLAT && !offers.some(led)) return offers.map(single);
  const who = grouped(offers, (a) => whoOf(a, scene, side, before));
  if ([...who.keys()].filter((k) => k !== null).length > 1)
    return [...who].flatMap(([key, acts]): Tile[] => (key === null ? byVerb(acts, names, scene)
      : [{ label: nameOf(scene, names, key), acts, step: "who", key, where: acts.every(led), tone: undefined }]));
  if (offers.length <= ONE && !offers.some(led)) return offers.map(single);
  const verbs = byVerb(offers, names, scene);
  if (verbs.length > 1) return verbs;
  return offers.every(led) ? [{ ...verbs[0]!, where: true }] : offers.map(single);
}

/** Straight marches among the answers, the longest first: said without pointing. */
export function straight(offers: readonly Act[]): { act: Act; inches: number }[] {
  return offers.flatMap((act) => (act.path?.length === 1 && act.path[0]![0] === "march" ? [{ act, inches: act.path[0]![1] / 1000 }] : []))
    .sort((a, b) => b.inches - a.inches).slice(0, 4);
}

/** Of answers that name a place, the nearest to where was pointed. */
export function nearestPlace(offers: readonly Act[], at: readonly [number, number]): Act | null {
  let best: Act | null = null, least = Infinity;
  for (const a of offers)
    for (const v of Object.values(a.args))
      if (Array.isArray(v) && v.length === 2) {
        const far = Math.hypot(v[0]! - at[0], v[1]! - at[1]);
        if (far < least) { least = far; best = a; }
      }
  return best;
}
