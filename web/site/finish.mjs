// finish.mjs - the last step of tools/site: the manifest's link, and the service worker with its list of files.
//
// usage: node web/site/finish.mjs FOLDER SW.js
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

const [folder, template] = process.argv.slice(2);
const home = path.join(folder, "index.html"), html = fs.readFileSync(home, "utf8");
fs.writeFileSync(home, html.replace("</head>", `  <link rel="manifest" href="./manifest.webmanifest" />
    <link rel="apple-touch-icon" href="./icon-192.png" />
    <meta name="theme-color" content="#3b2a1c" />
    <meta name="description" content="Battles of the linear age, 1560-1780: five rulebooks, one referee" />
  </head>`));

const below = (at) => fs.readdirSync(path.join(folder, at), { withFileTypes: true }).flatMap((e) =>
  e.isDirectory() ? below(`${at}${e.name}/`) : [`${at}${e.name}`]).sort();
const files = below("").filter((f) => f !== "sw.js");
const sum = (bytes) => createHash("sha256").update(bytes).digest("hex");
const list = files.map((f) => [f, sum(fs.readFileSync(path.join(folder, f)))]);
const build = sum(JSON.stringify(list)).slice(0, 12);
fs.writeFileSync(path.join(folder, "sw.js"), fs.readFileSync(template, "utf8").replace("@BUILD@", build).replace("@FILES@", JSON.stringify(list)));

const packed = (some) => Math.round(some.reduce((n, f) => n + gzipSync(fs.readFileSync(path.join(folder, f)), { level: 9 }).length, 0) / 1000);
const engine = files.filter((f) => f.startsWith("engine/")), spoken = engine.filter((f) => /\/lang-|\.[a-z]{2}\.json$/.test(f));
console.log(`${folder}: ${files.length + 1} files, ${packed(files)} kB compressed, of which engine and data of all systems ${packed(engine) - packed(spoken)} kB, other languages ${packed(spoken)} kB; build ${build}`);
