// Battles kept in this browser. from: the battle of the server it was made from; kept: as which it lies there; began: the shipped one it
// began with.
import type { TableFile } from "./doc";

export interface Draft { name: string; system: string; title: string; yaml: string; map: string | null; origin: string; touched: number; tables?: TableFile[]; from?: string; kept?: string; began?: string }

const KEY = "tricorne-workshop", MOST = 100;

export function all(): Draft[] {
  try {
    const v = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Draft[];
    return Array.isArray(v) ? v.filter((d) => typeof d?.name === "string" && typeof d.yaml === "string") : [];
  } catch {
    return [];
  }
}

export const find = (name: string): Draft | undefined => all().find((d) => d.name === name);

/** False: the browser keeps nothing, or has no room. */
function write(list: Draft[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.sort((a, b) => b.touched - a.touched).slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

export const save = (d: Draft): boolean => write([d, ...all().filter((o) => o.name !== d.name)]);
export const drop = (name: string): boolean => write(all().filter((d) => d.name !== name));

/** A name of letters, figures and hyphens that no draft has yet. */
export function freeName(wish: string): string {
  const stem = wish.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 34).replace(/-+$/, "") || "battle";
  const taken = new Set(all().map((d) => d.name));
  if (!taken.has(stem) && stem !== "none") return stem;
  for (let i = 2; ; i++) if (!taken.has(`${stem}-${i}`)) return `${stem}-${i}`;
}
