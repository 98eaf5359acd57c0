// lists.mjs - what a server says about battles, players and questions, as files for the page without one.
//
// usage: node web/site/lists.mjs TRICORNE OUT
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [tricorne, out] = process.argv.slice(2);
const languages = fs.readdirSync(new URL("../lang", import.meta.url)).map((f) => f.replace(/\.json$/, ""));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tricorne-site-"));
const child = spawn(tricorne, ["serve", "--port", "0", "--store", path.join(folder, "none.db"), "--rate", "0"], { stdio: ["ignore", "pipe", "inherit"] });

try {
  const base = await new Promise((good, bad) => {
    let said = "";
    child.stdout.on("data", (d) => {
      said += d;
      const m = /serves (http:\/\/\S+)/.exec(said);
      if (m) good(m[1]);
    });
    child.on("exit", () => bad(new Error(`${tricorne} serve ended: ${said}`)));
    setTimeout(() => bad(new Error(`${tricorne} serve does not answer`)), 60000).unref();
  });
  const get = async (what, lang = "en") => {
    const answer = await fetch(new URL(`api/v1/${what}`, base), { headers: { "Accept-Language": lang } });
    if (!answer.ok) throw new Error(`${what}: ${answer.status}`);
    return answer.json();
  };
  const put = (name, value) => fs.writeFileSync(path.join(out, `${name}.json`), JSON.stringify(value) + "\n");
  const scenarios = await get("scenarios");
  put("scenarios", scenarios);
  put("players", await get("players"));
  for (const s of scenarios.systems) put(`system-${s.id}`, await get(`systems/${s.id}`));
  for (const lang of languages) { // systems.de says which systems have words of their own
    const of = [];
    for (const { id } of scenarios.systems) {
      const own = await get(`systems/${id}`, lang);
      if (JSON.stringify(own) === JSON.stringify(await get(`systems/${id}`))) continue;
      put(`system-${id}.${lang}`, own);
      of.push(id);
    }
    put(`systems.${lang}`, { of });
  }
} finally {
  child.removeAllListeners("exit");
  child.kill("SIGTERM");
  await new Promise((done) => child.once("exit", done));
  fs.rmSync(folder, { recursive: true, force: true });
}
