// The sorts of ground a scene names, lowest first: the order in which they are drawn. As in draw/kind.h.
import type { Sign } from "../types";

export const KINDS = [
  "hill", "field", "rough", "marsh", "water", "stream", "road", "ford", "bridge", "other",
  "village", "orchard", "wood", "ditch", "hedge", "wall", "abatis", "works", "cliff",
] as const;
/** A name is written and not drawn. */
export type Kind = (typeof KINDS)[number] | "name";

/** The sort a scene gives its ground; one that this page does not know is drawn as any ground. */
export const kindOf = (sort: string | undefined): Kind =>
  sort === "name" ? "name" : KINDS.find((k) => k === sort) ?? "other";

/** Words of state that are bad for a unit. */
export const harms = (p: { signs?: Sign[] }): string[] => (p.signs ?? []).filter((s) => s.sort === "harm").map((s) => s.word);
