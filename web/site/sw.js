// Keeps one build of the page, whole, so that it works without a network and is never half old, half new.
// tools/site writes the list: [file, SHA-256], and the name of the build.
const BUILD = "@BUILD@";
const FILES = @FILES@;
const CACHE = `tricorne-${BUILD}`;
const at = (file) => new URL(file, self.registration.scope).href;

const hex = (bytes) => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");

/** A file is kept when it is the one this build was made with, or the build is not installed. */
async function fetchWhole([file, hash]) {
  const answer = await fetch(at(file), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const bytes = await answer.clone().arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== hash) throw new Error(`${file} came otherwise than it was made`);
  return [file, answer];
}

self.addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    for (const [file, answer] of await Promise.all(FILES.map(fetchWhole))) await cache.put(at(file), answer);
  })());
});

self.addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("tricorne-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", (e) => {
  if (e.data === "now") void self.skipWaiting();
});

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== self.location.origin) return;
  url.hash = url.search = "";
  const home = url.href === self.registration.scope ? at("index.html") : url.href;
  e.respondWith(caches.open(CACHE).then((c) => c.match(home)).then((kept) => kept ?? fetch(e.request)));
});
