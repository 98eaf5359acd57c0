// A battle of other rules as a first draft under these: ground, armies and where they stood, with a list of what was guessed.
import conversions from "../../guide/conversion.json";
import grounds from "../../guide/ground.json";
import { carryGround, type Ground } from "./carry";
import { drawTable, merged } from "./draw";
import { valueAt, type Doc } from "./doc";
import type { Checked } from "./bench";
import { placedOf, setPlace, type Placed } from "./places";
import { isMapping, pathText, readPath, within, type Schema } from "./schema";
import { raise, type Conversion, type Row } from "./table";

export const groundOf = (system: string): Ground | undefined => (grounds as unknown as Record<string, Ground | undefined>)[system];
export const conversionOf = (system: string): Conversion | undefined => (conversions as unknown as Record<string, Conversion | undefined>)[system];

/** Whether a feature of hexsides is a way, which leads through them, and none that lies along them. */
export const isWay = (system: string, feature: string): boolean => groundOf(system)?.paths?.[feature] !== undefined;

const sidesOf = (d: Doc): string[] => (Array.isArray(d.scenario["sides"]) ? d.scenario["sides"].filter(isMapping).map((s) => String(s["name"] ?? "")) : []);
const middle = (rows: readonly Row[]): number | null => { const all = rows.filter((r) => r.at).map((r) => r.at![1]); return all.length ? all.reduce((a, b) => a + b, 0) / all.length : null; };

// --- Commands that the rules allow --------------------------------------------------------------------------------------

const mounted = (r: Row): boolean => r.arm === "horse" || r.arm === "light-horse" || r.arm === "dragoons";

/** The rows in commands that the rules allow: horse apart, large ones parted, small ones put together. */
export function arrange(all: readonly Row[], c: Conversion): { rows: Row[]; notes: string[] } {
  const l = c.limits ?? {}, notes: string[] = [];
  let rows = [...all];
  if (l.units && rows.length > l.units) {
    rows = [...rows].sort((a, b) => b.strength - a.strength).slice(0, l.units);
    rows = all.filter((r) => rows.includes(r));
    notes.push(`${all.length - l.units} of ${all.length} units, the weakest, are left out: a side has room for ${l.units}.`);
  }
  let groups = [...new Set(rows.map((r) => r.brigade))].map((name) => ({ name, rows: rows.filter((r) => r.brigade === name) }));
  if (l.unmixed) groups = groups.flatMap((g) => {
    const horse = g.rows.filter(mounted), foot = g.rows.filter((r) => !mounted(r));
    if (!horse.length || !foot.some((r) => r.arm !== "guns")) return [g];
    notes.push(`${g.name}: horse and foot have commands apart.`);
    return [{ name: g.name, rows: foot }, { name: `${g.name}, horse`, rows: horse }];
  });
  if (l.most) groups = groups.flatMap((g) => {
    const n = Math.ceil(g.rows.length / l.most!), each = Math.ceil(g.rows.length / n);
    if (n > 1) notes.push(`${g.name} is parted into ${n} commands: the rules allow ${l.most} units in one.`);
    return Array.from({ length: n }, (_, i) => ({ name: i ? `${g.name}, ${i + 1}` : g.name, rows: g.rows.slice(i * each, (i + 1) * each) }));
  });
  const alike = (a: Row[], b: Row[]): boolean => !l.unmixed || a.some(mounted) === b.some(mounted), fits = (a: Row[], b: Row[]): boolean => alike(a, b) && a.length + b.length <= (l.most ?? Infinity);
  const put = (i: number): boolean => {
    const g = groups[i]!, k = groups.map((_, at) => at).filter((at) => at !== i && fits(g.rows, groups[at]!.rows)).sort((a, b) => Math.abs(a - i) - Math.abs(b - i))[0];
    if (k === undefined) return false;
    notes.push(`${g.name} serves with ${groups[k]!.name}.`);
    groups[k] = { name: groups[k]!.name, rows: [...groups[k]!.rows, ...g.rows] };
    groups.splice(i, 1);
    return true;
  };
  for (let i = groups.length - 1; i >= 0; i--) if (groups[i]!.rows.filter((r) => r.arm !== "guns").length < (l.least ?? 1)) put(i);
  while (l.groups && groups.length > l.groups) { const order = groups.map((g, i) => [g.rows.length, i] as const).sort((a, b) => a[0] - b[0]); if (!order.some(([, i]) => put(i))) break; }
  return { rows: groups.flatMap((g) => g.rows.map((r) => ({ ...r, brigade: g.name }))), notes };
}

/** from: the battle of other rules; to: a bare battle of these, whose commands are the pattern. */
export function convertBattle(from: { doc: Doc; schema: Schema }, to: { doc: Doc; schema: Schema }): { doc: Doc; notes: string[] } {
  const cf = conversionOf(from.schema.system), ct = conversionOf(to.schema.system), gf = groundOf(from.schema.system), gt = groundOf(to.schema.system), notes: string[] = [];
  if (!cf || !ct || !gf || !gt) return { doc: to.doc, notes: ["One of the two systems has no conversion."] };
  const armies = [0, 1].map((side) => drawTable(from.doc, from.schema, side, cf)), own = [0, 1].map((side) => drawTable(to.doc, to.schema, side, ct).rows);
  // The side that had the top of the sheet keeps it under the other rules: their facings are those of the pattern.
  const was = [middle(armies[0]!.rows), middle(armies[1]!.rows)], is = [middle(own[0]!), middle(own[1]!)];
  const turn = was[0] != null && was[1] != null && is[0] != null && is[1] != null && was[0] < was[1] !== is[0] < is[1];
  const carried = carryGround({ ...from, ground: gf }, { ...to, ground: gt }, turn);
  notes.push(...(turn ? ["The sheet is turned half round, so that each army faces the other as these rules' pattern does."] : []), ...carried.notes);
  let doc = carried.doc;
  const names = sidesOf(doc);
  for (const side of [0, 1]) {
    const rows = (ct.merge && !cf.merge ? merged(armies[side]!.rows) : armies[side]!.rows).map((r): Row => (r.at && turn ? { ...r, at: [1 - r.at[0], 1 - r.at[1]] } : r));
    const ordered = arrange(rows, ct), got = raise(doc, to.schema, side, ordered.rows, ct), who = sidesOf(from.doc)[side] ?? "";
    doc = got.doc;
    notes.push(`The army of ${who} is led by the side called ${names[side] ?? ""}: ${ordered.rows.length} units.`, ...armies[side]!.notes, ...ordered.notes, ...got.notes.filter((n) => !/first line-up/.test(n)));
  }
  notes.push("Troops stand where they stood, moved to the nearest free place; commanders and facings are those of the pattern.", "Objectives, clock, entries, weather and special rules are not carried over: those of the pattern stand, or none.");
  const title = String(from.doc.scenario["title"] ?? "");
  return { doc: { ...doc, scenario: { ...doc.scenario, title, source: `A first draft from ${from.schema.system}: ${String(from.doc.scenario["source"] ?? "")}`.slice(0, 390) } }, notes };
}

// --- Those who cannot stand where they are ------------------------------------------------------------------------------

/** Steps in rings round a place. */
const steps: [number, number][] = Array.from({ length: 13 }, (_, i) => i - 6).flatMap((a) => Array.from({ length: 13 }, (_, k): [number, number] => [a, k - 6])).sort((a, b) => Math.hypot(...a) - Math.hypot(...b)).slice(1);

/** Whoever the referee does not let stand moves to another place near by, step by step; what does not help is left to people. */
export async function settle(doc: Doc, schema: Schema, check: (d: Doc) => Promise<Checked>): Promise<{ doc: Doc; checked: Checked; moved: number }> {
  const tries = new Map<string, number>(), first = new Map<string, [number, number]>();
  let now = doc, checked = await check(doc);
  for (let round = 0; round < 40 && !checked.right; round++) {
    let next = now;
    for (const p of checked.problems) {
      if (p.file !== "scenario" || !/stand|ground of|stack|enter|off the|hex|room/i.test(p.text)) continue;
      const all = [...placedOf(now, schema).values()], label = (x: Placed): string => { const v = valueAt(now.scenario, x.path); return isMapping(v) ? String(v["label"] ?? "") : ""; };
      // Some faults have no place but begin with the name of who is meant.
      const spot = p.path ? all.find((x) => pathText(x.path) === p.path || within(readPath(p.path), x.path)) : all.find((x) => label(x) !== "" && new RegExp(`(: |^)(the )?${label(x).replace(/[^A-Za-z0-9 ]/g, ".")} (would|stands)`, "i").test(p.text));
      const key = spot ? pathText(spot.path) : "", n = tries.get(key) ?? 0;
      if (!spot || n >= steps.length) continue;
      tries.set(key, n + 1);
      const [a, b] = steps[n]!;
      if (spot.at) { const at = first.get(key) ?? spot.at; first.set(key, at); next = setPlace(next, spot, { at: [Math.max(1000, at[0] + a * 2000), Math.max(1000, at[1] + b * 2000)] }); } else if (/^\d{4}$/.test(spot.hex)) {
        const at = first.get(key) ?? [Number(spot.hex.slice(0, 2)), Number(spot.hex.slice(2))]; first.set(key, at as [number, number]);
        next = setPlace(next, spot, { hex: String(Math.max(1, at[0]! + a)).padStart(2, "0") + String(Math.max(1, at[1]! + b)).padStart(2, "0") });
      }
    }
    if (next === now) break;
    now = next;
    checked = await check(now);
  }
  return { doc: now, checked, moved: tries.size };
}
