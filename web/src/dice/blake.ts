// BLAKE2b (RFC 7693), by pairs of 32-bit words: low at 2i, high at 2i + 1.

const START = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a,
  0xade682d1, 0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]);
const ORDER = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((c) => parseInt(c, 16)));

const v = new Uint32Array(32), m = new Uint32Array(32);

/** v[a] += v[b] + x, as 64 bits. */
function add(a: number, b: number, lo: number, hi: number): void {
  const low = v[a]! + v[b]! + lo;
  v[a + 1] = v[a + 1]! + v[b + 1]! + hi + Math.floor(low / 0x100000000);
  v[a] = low;
}

/** v[d] = v[d] xor v[a], turned right by n. */
function turn(d: number, a: number, n: number): void {
  const lo = v[d]! ^ v[a]!, hi = v[d + 1]! ^ v[a + 1]!;
  if (n === 32) { v[d] = hi; v[d + 1] = lo; }
  else if (n === 63) { v[d] = (lo << 1) | (hi >>> 31); v[d + 1] = (hi << 1) | (lo >>> 31); }
  else { v[d] = (lo >>> n) | (hi << (32 - n)); v[d + 1] = (hi >>> n) | (lo << (32 - n)); }
}

function mix(a: number, b: number, c: number, d: number, x: number, y: number): void {
  add(a, b, m[x]!, m[x + 1]!);
  turn(d, a, 32);
  add(c, d, 0, 0);
  turn(b, c, 24);
  add(a, b, m[y]!, m[y + 1]!);
  turn(d, a, 16);
  add(c, d, 0, 0);
  turn(b, c, 63);
}

const LANES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
].map((l) => l.map((i) => 2 * i)) as [number, number, number, number][];

function press(h: Uint32Array, block: DataView, length: number, last: boolean): void {
  for (let i = 0; i < 32; i++) m[i] = block.getUint32(4 * i, true);
  v.set(h);
  v.set(START, 16);
  v[24] = v[24]! ^ length;
  v[25] = v[25]! ^ Math.floor(length / 0x100000000);
  if (last) { v[28] = ~v[28]!; v[29] = ~v[29]!; }
  for (let round = 0; round < 12; round++) {
    const o = ORDER[round % 10]!;
    for (let i = 0; i < 8; i++) {
      const l = LANES[i]!;
      mix(l[0], l[1], l[2], l[3], 2 * o[2 * i]!, 2 * o[2 * i + 1]!);
    }
  }
  for (let i = 0; i < 16; i++) h[i] = h[i]! ^ v[i]! ^ v[i + 16]!;
}

/** The hash of some bytes, 1 to 64 bytes long; with a key of up to 64 bytes if wanted. */
export function blake2b(bytes: Uint8Array, size = 64, key: Uint8Array = new Uint8Array(0)): Uint8Array {
  const all = key.length ? new Uint8Array(128 + bytes.length) : bytes;
  if (key.length) { all.set(key); all.set(bytes, 128); }
  const h = START.slice(), block = new Uint8Array(128), view = new DataView(block.buffer);
  h[0] = h[0]! ^ 0x01010000 ^ (key.length << 8) ^ size;
  let at = 0;
  for (; all.length - at > 128; at += 128) {
    block.set(all.subarray(at, at + 128));
    press(h, view, at + 128, false);
  }
  block.fill(0);
  block.set(all.subarray(at));
  press(h, view, all.length, true);
  const out = new Uint8Array(64), words = new DataView(out.buffer);
  for (let i = 0; i < 16; i++) words.setUint32(4 * i, h[i]!, true);
  return out.slice(0, size);
}
