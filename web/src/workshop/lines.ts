// Texts that are rows of words: first those at their places, then key=value.
import type { Part } from "./schema";

export type Words = Record<string, string>;

export function readLine(text: string, parts: readonly Part[]): Words {
  const out: Words = {}, placed = parts.filter((p) => !p.keyed);
  let i = 0;
  for (const word of text.trim().split(/\s+/)) {
    const cut = word.indexOf("="), p = placed[i];
    if (p) { out[p.name] = word; i++; } else if (cut > 0) out[word.slice(0, cut)] = word.slice(cut + 1);
    else if (word) out[word] = "";
  }
  return out;
}

/** In the order of the parts; a word nobody knows stays, at the end. */
export function writeLine(words: Words, parts: readonly Part[]): string {
  const out: string[] = [], known = new Set(parts.map((p) => p.name));
  for (const p of parts) {
    const w = words[p.name]?.trim().replace(/\s+/g, "-");
    if (!p.keyed) out.push(w || "?");
    else if (w) out.push(`${p.name}=${w}`);
  }
  for (const [k, w] of Object.entries(words)) if (!known.has(k)) out.push(w ? `${k}=${w}` : k);
  return out.join(" ");
}
