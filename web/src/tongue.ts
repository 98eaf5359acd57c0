// The language of the page. Every text is known by its English; a file of another language is fetched only where it is wanted.

/** Languages the page speaks, as they call themselves. */
export const LANGUAGES: readonly [string, string][] = [["en", "English"], ["de", "Deutsch"]];

let words: Record<string, string> = {};

/** The first of these that the page speaks; English if it speaks none. "de-AT" is German. */
export function firstKnown(wanted: readonly (string | null | undefined)[]): string {
  for (const w of wanted) {
    const code = (w ?? "").slice(0, 2).toLowerCase();
    if (LANGUAGES.some(([l]) => l === code)) return code;
  }
  return "en";
}

const chosen = (): string | null => {
  try {
    return localStorage.getItem("tricorne-language");
  } catch {
    return null;
  }
};

/** What was chosen here, else what the browser prefers. */
export const language = (): string => typeof navigator === "undefined" ? "en" : firstKnown([chosen(), ...(navigator.languages ?? [navigator.language])]);

export function chooseLanguage(code: string): void {
  try {
    localStorage.setItem("tricorne-language", code);
  } catch {
    /* A browser that keeps nothing follows its own language. */
  }
  location.reload();
}

export const speak = (own: Record<string, string>): void => { words = own; };

/** Fetch the texts of the language; before anything else of the page is fetched. */
export async function loadTongue(): Promise<void> {
  const code = language();
  document.documentElement.lang = code;
  if (code === "de") {
    const { texts, words: named } = (await import("../lang/de.json")).default;
    speak({ ...named, ...texts });
  }
}

const shown = (v: unknown): string => v === null || v === undefined || v === false || v === true ? "" : String(v);

/** The text in the page's language; {0}, {1} ... are what follows it. */
export function t(text: string, ...args: unknown[]): string {
  const own = words[text] ?? text;
  return args.length ? own.replace(/\{(\d)\}/g, (_, i: string) => shown(args[Number(i)])) : own;
}
