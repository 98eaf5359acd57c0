// Words for ground and the sort of drawing each gets, lowest first. As in draw/kind.c.

export const KINDS = [
  "hill", "field", "rough", "marsh", "water", "stream", "road", "ford", "bridge", "other",
  "village", "orchard", "wood", "ditch", "hedge", "wall", "abatis", "works", "cliff",
] as const;
/** A name is written and not drawn. */
export type Kind = (typeof KINDS)[number] | "name";

const WORDS: readonly [string, Kind][] = [
  ["bridge", "bridge"], ["ford", "ford"], ["stream", "stream"], ["brook", "stream"],
  ["creek", "stream"], ["river", "stream"], ["road", "road"], ["track", "road"], ["path", "road"],
  ["breastwork", "works"], ["fieldwork", "works"], ["redoubt", "works"], ["entrench", "works"],
  ["fortif", "works"], ["fleche", "works"], ["lunette", "works"], ["berm", "works"],
  ["trench", "works"], ["works", "works"], ["abatis", "abatis"], ["abattis", "abatis"],
  ["chevaux", "abatis"], ["cheval", "abatis"], ["precipice", "cliff"], ["cliff", "cliff"],
  ["slope", "cliff"], ["village", "village"], ["town", "village"], ["farm", "village"],
  ["church", "village"], ["cemetery", "village"], ["building", "village"], ["house", "village"],
  ["built", "village"], ["chateau", "village"], ["mill", "village"], ["hedge", "hedge"],
  ["ditch", "ditch"], ["sunken", "ditch"], ["gully", "ditch"], ["ravine", "ditch"],
  ["wall", "wall"], ["fence", "wall"], ["orchard", "orchard"], ["vineyard", "orchard"],
  ["brush", "orchard"], ["scrub", "orchard"], ["garden", "orchard"], ["wood", "wood"],
  ["forest", "wood"], ["copse", "wood"], ["tree", "wood"], ["marsh", "marsh"], ["bog", "marsh"],
  ["swamp", "marsh"], ["soft", "marsh"], ["fen", "marsh"], ["pond", "water"], ["lake", "water"],
  ["water", "water"], ["sea", "water"], ["hill", "hill"], ["height", "hill"], ["ridge", "hill"],
  ["rise", "hill"], ["level", "hill"], ["rough", "rough"], ["rock", "rough"], ["impass", "rough"],
  ["dune", "rough"], ["field", "field"], ["plough", "field"], ["crop", "field"], ["corn", "field"],
];

export function kindOf(word: string): Kind {
  if (word.startsWith("name")) return "name";
  return WORDS.find(([part]) => word.includes(part))?.[1] ?? "other";
}
