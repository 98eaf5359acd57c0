// Every text of the page is said through t() and has its German; the minden guide too.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type TS from "typescript";
import { firstKnown, speak, t } from "../../src/tongue";
import de from "../../lang/de.json";
import "./case";

const web = path.join((globalThis as unknown as { pageFolder: string }).pageFolder, "..");
const texts: Record<string, string> = de.texts, both: Record<string, string> = { ...de.words, ...de.texts };
/** Spoken in attributes. */
const ATTRIBUTES = new Set(["title", "aria-label", "placeholder", "alt", "label"]);
/** The workshop, for those who make battles, and the engine's own messages are English. */
const ENGLISH = /^src\/(workshop|engine)\//;

function sources(folder: string): string[] {
  return fs.readdirSync(path.join(web, folder), { withFileTypes: true }).flatMap((f) => {
    const name = `${folder}/${f.name}`;
    return f.isDirectory() ? sources(name) : /\.tsx?$/.test(name) && !ENGLISH.test(name) ? [name] : [];
  });
}

const letters = (s: string): boolean => /[A-Za-z]{2}/.test(s);

/** What t() is given in the sources, and texts that do not go through it. */
function read(): { said: Map<string, string>; bare: string[] } {
  const ts = createRequire(path.join(web, "package.json"))("typescript") as typeof TS;
  const said = new Map<string, string>(), bare: string[] = [];
  for (const file of sources("src")) {
    const tree = ts.createSourceFile(file, fs.readFileSync(path.join(web, file), "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (n: TS.Node): void => {
      if (ts.isCallExpression(n) && n.expression.getText() === "t" && n.arguments[0] && ts.isStringLiteralLike(n.arguments[0])) said.set(n.arguments[0].text, file);
      if (ts.isJsxText(n) && letters(n.text) && !/^<(kbd|code)/.test(n.parent.getText())) bare.push(`${file}: ${n.text.trim()}`);
      if (ts.isJsxAttribute(n) && ATTRIBUTES.has(n.name.getText()) && n.initializer && ts.isStringLiteral(n.initializer) && letters(n.initializer.text))
        bare.push(`${file}: ${n.getText()}`);
      ts.forEachChild(n, visit);
    };
    visit(tree);
  }
  return { said, bare };
}

const json = <T>(name: string): T => JSON.parse(fs.readFileSync(path.join(web, "guide", name), "utf8")) as T;
interface Said { title: string; text: string }

/** The texts of the guides and of what they are chosen by. */
function guided(): string[] {
  const systems = json<{ systems: Record<string, string>; players: Record<string, string> }>("systems.json");
  const battles = json<Record<string, { situation: string; aims: string[]; favours?: string }>>("battles.json");
  // What minden counts its strength in comes from the referee (review, advice).
  const out = [...Object.values(systems.systems), ...Object.values(systems.players), "figures"];
  for (const [id, b] of Object.entries(battles)) if (id.startsWith("minden/")) out.push(b.situation, ...b.aims, ...(b.favours ? [b.favours] : []));
  for (const g of json<{ scenario: string; title: string; about: string; intro: Said; steps: Said[]; hints: Record<string, Said> }[]>("guides.json")) {
    out.push(g.title, g.about);
    if (g.scenario.startsWith("minden/")) out.push(...[g.intro, ...g.steps].flatMap((s) => [s.title, s.text]), ...Object.values(g.hints).map((h) => h.text));
  }
  return out;
}

const places = (s: string): string => [...new Set(s.match(/\{\d\}/g) ?? [])].sort().join();

testCase("tongue: every text of the page goes through t() and has its German, and none is there for nothing", () => {
  const { said, bare } = read(), wanted = new Set([...said.keys(), ...guided()]);
  assert.ok(said.size > 400);
  assert.deepEqual(bare, []);
  assert.deepEqual([...wanted].filter((s) => !(s in both)), []);
  assert.deepEqual(Object.keys(texts).filter((s) => !wanted.has(s)), []);
  assert.deepEqual(Object.entries(both).filter(([a, b]) => [...places(b)].some((x) => !places(a).includes(x))), []);
});

testCase("tongue: the browser's first language that the page speaks; what follows a text stands in it", () => {
  assert.equal(firstKnown([null, "fr-FR", "de-AT", "en"]), "de");
  assert.equal(firstKnown(["fr"]), "en");
  assert.equal(t("Turn {0}", 3), "Turn 3");
  speak(both);
  assert.equal(t("Turn {0}", 3), "Zug 3");
  assert.equal(t("{0} of {1} {2}.", 1, 2, null), "1 von 2 .");
  assert.equal(t("not a text of ours"), "not a text of ours");
  speak({});
});
