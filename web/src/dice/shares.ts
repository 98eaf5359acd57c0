// Shares of the dice (docs/dice.md): commitments, links, keys and faces.
import { blake2b } from "./blake";

const utf8 = new TextEncoder();

export const toHex = (b: Uint8Array): string => Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
export const fromHex = (s: string): Uint8Array => Uint8Array.from(s.match(/../g) ?? [], (x) => parseInt(x, 16));

function joined(...parts: (string | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((p) => (typeof p === "string" ? utf8.encode(p) : p));
  const out = new Uint8Array(bytes.reduce((n, b) => n + b.length, 0));
  let at = 0;
  for (const b of bytes) { out.set(b, at); at += b.length; }
  return out;
}

/** The chain with one text more. */
export const chained = (chain: Uint8Array, text: string): Uint8Array => blake2b(joined(chain, text), 32);

/** What the host says of its secret before the first die. */
export const hostCommit = (game: string, secret: Uint8Array): Uint8Array =>
  blake2b(joined(`tricorne host\0${game}\0`, secret), 32);

/** What stands before a link in the chain of a seat. */
export const before = (game: string, seat: number, link: Uint8Array): Uint8Array =>
  blake2b(joined(`tricorne link\0${game}\0`, Uint8Array.of(seat), link), 32);

/** links by rising seat. */
export function keyOf(game: string, secret: Uint8Array, links: [number, Uint8Array][]): Uint8Array {
  let key = blake2b(joined(`tricorne key\0${game}\0`, secret), 32);
  for (const [seat, link] of links) key = blake2b(joined(Uint8Array.of(seat), link), 32, key);
  return key;
}

/** The sides of each die. */
export const DICE: Record<string, number[]> = {
  d6: [1, 2, 3, 4, 5, 6], scatter: [1, 2, 3, 4, 5, 6], average: [2, 3, 3, 4, 4, 5], direction: [1, 2, 3, 4, 5, 6, 7, 8],
  d10: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], d100: Array.from({ length: 100 }, (_, i) => i),
};

const eight = (n: number): Uint8Array => {
  const b = new Uint8Array(8), w = new DataView(b.buffer);
  w.setUint32(0, n, true);
  w.setUint32(4, Math.floor(n / 0x100000000), true);
  return b;
};

export function faceOf(key: Uint8Array, acts: Uint8Array, place: number, die: string): number {
  const faces = DICE[die];
  if (!faces) return NaN;
  const fair = 256 - (256 % faces.length);
  for (let attempt = 0; ; attempt++)
    for (const b of blake2b(joined(acts, eight(place), eight(attempt)), 64, key))
      if (b < fair) return faces[b % faces.length]!;
}

// --- What this browser keeps for a seat ---------------------------------------------------------

const LINKS = 10_000;
const KEY = "tricorne-dice";

/** told: the newest link that went out; known: the newest of which the server has said so. */
interface Kept { secret: string; told: number; known?: number }

const memory: Record<string, Kept> = {};

function load(): Record<string, Kept> {
  try {
    return { ...memory, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>) };
  } catch {
    return memory;
  }
}

function save(name: string, k: Kept): void {
  memory[name] = k;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [name]: k }));
  } catch {
    /* A browser that keeps nothing has it as long as the page is open. */
  }
}

/** A seat's secrets: one for committed dice, a chain of links for interactive ones. */
export class Shares {
  private chain: Uint8Array[] | null = null;
  constructor(readonly game: string, readonly seat: number, readonly interactive: boolean) {}

  private get name(): string {
    return `${this.game}/${this.seat}`;
  }
  get has(): boolean {
    return !!load()[this.name];
  }

  /** chain[0] is the commitment, chain[i] the i-th link. */
  private links(): Uint8Array[] {
    if (this.chain) return this.chain;
    const n = this.interactive ? LINKS : 1, out = new Array<Uint8Array>(n + 1);
    out[n] = fromHex(load()[this.name]!.secret);
    for (let i = n; i > 0; i--) out[i - 1] = before(this.game, this.seat, out[i]!);
    return (this.chain = out);
  }

  /** The commitment; the secret is drawn the first time. */
  commit(): string {
    if (!this.has) save(this.name, { secret: toHex(crypto.getRandomValues(new Uint8Array(32))), told: 0 });
    return toHex(this.links()[0]!);
  }

  /** The next link, behind the newest the record has; noted as told before it goes out. Null: this browser has none. */
  next(newest: string | null): string | null {
    if (!this.has) return null;
    const k = load()[this.name]!, found = newest ? this.links().findIndex((l) => toHex(l) === newest) : 0;
    if (found < 0) return null;
    const known = Math.max(k.known ?? 0, found);
    const at = this.interactive ? Math.max(k.told, known) + 1 : 1;
    if (at >= this.links().length) return null;
    if (at > known + 60) return toHex(this.links()[known + 60]!); // too many failed: some come again
    save(this.name, { ...k, told: at });
    return toHex(this.links()[at]!);
  }

  /** The server has taken the newest. */
  taken(): void {
    const k = load()[this.name];
    if (k) save(this.name, { ...k, known: k.told });
  }
}

/** The chain with the newest line this browser was shown: what the record must hold at the end. */
export interface Seen { line: number; chain: string }
const SEEN = "tricorne-seen-chain";
export function seenChain(game: string): Seen | null {
  try {
    return (JSON.parse(localStorage.getItem(SEEN) ?? "{}") as Record<string, Seen>)[game] ?? null;
  } catch {
    return null;
  }
}
export function keepChain(game: string, seen: Seen): void {
  try {
    const all = JSON.parse(localStorage.getItem(SEEN) ?? "{}") as Record<string, Seen>;
    localStorage.setItem(SEEN, JSON.stringify({ ...all, [game]: seen }));
  } catch {
    /* Then there is nothing to compare with. */
  }
}
