// Requests whose reply was lost are sent again with the same key.
import assert from "node:assert/strict";
import { test } from "./case";

const wish = { scenario: "minden/first-battle", seats: [] };

interface Sent { path: string; body: { key: string; title?: string } }

/** Run with a server that answers as told: 0 is a connection that breaks. Gives what was sent. */
async function withServer(statuses: number[], run: (api: { create: (w: typeof wish) => Promise<{ game: string }> }) => Promise<void>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const world = globalThis as unknown as { document?: unknown; fetch: unknown };
  const before = world.fetch;
  world.document = { baseURI: "http://here/" };
  world.fetch = async (to: URL, how: { body: string }) => {
    sent.push({ path: to.pathname, body: JSON.parse(how.body) as Sent["body"] });
    const status = statuses.shift() ?? 201;
    if (!status) throw new TypeError("broken");
    return new Response(status < 400 ? "{\"game\":\"g\"}" : "{}", { status });
  };
  try {
    await run((await import("../../src/api")).api);
  } finally {
    delete world.document;
    world.fetch = before;
  }
  return sent;
}

test("a lost reply is asked for again with the same key", async () => {
  const sent = await withServer([0, 201], async (api) => {
    assert.equal((await api.create(wish)).game, "g");
  });
  assert.equal(sent.length, 2);
  assert.match(sent[0]!.body.key, /^[A-Za-z0-9_-]{32}$/);
  assert.deepEqual(sent[0], sent[1]);
});

test("who presses the button again after two losses sends the same key", async () => {
  const sent = await withServer([0, 502, 200], async (api) => {
    await assert.rejects(api.create(wish));
    await api.create(wish);
  });
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map((s) => s.body.key)).size, 1);
});

test("the next game, and one that was refused, have new keys", async () => {
  const sent = await withServer([201, 201, 400, 201], async (api) => {
    await api.create(wish);
    await api.create(wish);
    await assert.rejects(api.create(wish));
    await api.create(wish);
  });
  assert.equal(new Set(sent.map((s) => s.body.key)).size, 4);
});
