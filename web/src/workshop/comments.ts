// Comments of a file, when what it says has changed: the writer of values knows none. Those at its head stay there; every other is put
// back where the line stands that it was written above or behind; what has no such line any more is told.

/** The comment behind a line's text, if there is one: # behind a blank, outside quotes. */
function behind(line: string): number {
  let quote = "";
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (quote) { if (c === quote) quote = ""; } else if ((c === '"' || c === "'") && (i === 0 || /[\s[{,:]/.test(line[i - 1]!))) quote = c;
    else if (c === "#" && (i === 0 || /\s/.test(line[i - 1]!))) return i;
  }
  return -1;
}

/** What tells a line from others: the name of its entry; else its key, the how manieth line of it this is, and of how many. */
function marks(lines: readonly string[]): (string | null)[] {
  const seen = new Map<string, number>(), all = lines.map((line): [string, number] | null => {
    const at = behind(line), text = (at < 0 ? line : line.slice(0, at)).trim(), name = /^-?\s*\{?\s*name:\s*([^,}\s]+)/.exec(text)?.[1], key = /^-?\s*\{?\s*"?([a-z_-]+)"?:/.exec(text)?.[1];
    if (!name && !key) return null;
    const mark = name ? `name ${name}` : `key ${line.length - line.trimStart().length} ${key}`, n = (seen.get(mark) ?? 0) + 1;
    seen.set(mark, n);
    return [mark, n];
  });
  return all.map((m) => m && `${m[0]} ${m[1]} of ${seen.get(m[0])}`);
}

export interface Kept { text: string; lost: number }

/** The new text with the comments of the old one. */
export function withComments(old: string, now: string): Kept {
  const was = old.split("\n"), is = now.split("\n"), mark = marks(was), find = new Map<string, number>();
  marks(is).forEach((m, i) => { if (m) find.set(m, i); });
  const above = new Map<number, string[]>(), after = new Map<number, string>(), head: string[] = [];
  let held: string[] = [], begun = false, lost = 0;
  was.forEach((line, i) => {
    const at = behind(line), alone = at >= 0 && line.slice(0, at).trim() === "";
    if (alone) { (begun ? held : head).push(line.trim()); return; }
    if (line.trim() === "") return;
    begun = true;
    const to = mark[i] === null ? undefined : find.get(mark[i]!);
    if (held.length && to === undefined) lost += held.length;
    else if (held.length) above.set(to!, [...(above.get(to!) ?? []), ...held]);
    held = [];
    if (at >= 0 && to === undefined) lost++;
    else if (at >= 0) after.set(to!, line.slice(at));
  });
  lost += held.length;
  const out = is.flatMap((line, i) => {
    const lead = line.slice(0, line.length - line.trimStart().length);
    return [...(above.get(i) ?? []).map((c) => lead + c), after.has(i) ? `${line}  ${after.get(i)}` : line];
  });
  return { text: [...head, ...out].join("\n"), lost };
}
