import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import battles from "../../guide/battles.json";
import { lengthWords, type BattleText } from "../../src/read/Opening";
import { test } from "./case";

test("every battle has a first page, with the turns it has", () => {
  const data = path.join(globalThis.pageFolder, "..", "..", "data"), texts = battles as Record<string, BattleText>, ids: string[] = [];
  for (const system of fs.readdirSync(data)) {
    const folder = path.join(data, system, "scenarios");
    if (!fs.existsSync(folder)) continue;
    for (const f of fs.readdirSync(folder).filter((x) => x.endsWith(".yaml"))) {
      const id = `${system}/${f.replace(".yaml", "")}`, turns = /^turns: *(\d+)/m.exec(fs.readFileSync(path.join(folder, f), "utf8"));
      ids.push(id);
      assert.ok(texts[id], `${id} has no text`);
      assert.equal(texts[id]!.turns, Number(turns?.[1]), id);
      assert.equal(texts[id]!.aims.length, 2, id);
      assert.ok((texts[id]!.acts ?? 0) > 0, `${id}: how long a turn takes was not counted`);
    }
  }
  assert.deepEqual(Object.keys(texts).sort(), ids.sort());
});

test("how long a battle takes is told as it was counted", () => {
  const b = { situation: "", aims: ["", ""], turns: 15 };
  assert.equal(lengthWords(b), "15 turns.");
  assert.match(lengthWords({ ...b, acts: 35 }), /about 35 acts a turn.*40 minutes/);
});
