// tricorne.mjs - the engine in a browser, a worker or node: kernel, rules and players as WebAssembly.
//
// import { open } from "tricorne";
// const engine = await open();                      // in node: the files beside this one
// const game = engine.newGame("minden/first-battle");
// while (game.status() === "asks") game.answer(game.offers()[0].act);
//
// One thread, no SharedArrayBuffer, no Asyncify: a call returns a question. What goes in and comes out is
// described in docs/protocol.md, docs/record.md and docs/scene.md; the C behind it is lib/tricorne.h.

/** What went wrong: `code` is a word of docs/protocol.md, `where` the rule, file or key. */
export class TricorneError extends Error {
  constructor(code, where, text, refusal = null) {
    super(text);
    this.name = "TricorneError";
    this.code = code;
    this.where = where;
    this.refusal = refusal;
  }
}

const ERROR_SIZE = 712, ERROR_WHERE = 8, ERROR_TEXT = 200;
const TYPED_DICE = 1, LIGHT = 2, PARTIAL = 4, ADOPT = 8;
const STATUS = ["asks", "dice", "over"];

/** Thrown through C when a call is left from far below (wasm/catch.c). */
class Leave {
  constructor(point) { this.point = point; }
}

// --- As much of an operating system as reading data needs: files in memory, a clock, random numbers -------------

const ENOENT = 44, EBADF = 8, ENOSYS = 52, ENOTDIR = 54;
const FOLDER = 3, FILE = 4;

class Files {
  constructor() {
    this.file = new Map();   // "data/minden/rules.md" -> bytes
    this.folder = new Map(); // "data/minden" -> names, sorted
    this.open = new Map();   // number -> { path, bytes | names, at }
    this.next = 4;
  }
  add(path, bytes) {
    this.file.set(path, bytes);
    for (let at = path; at.includes("/");) {
      const cut = at.lastIndexOf("/"), up = at.slice(0, cut), name = at.slice(cut + 1);
      const names = this.folder.get(up) ?? [];
      if (!names.includes(name)) names.push(name);
      this.folder.set(up, names);
      at = up;
    }
  }
  kind(path) {
    return this.file.has(path) ? FILE : this.folder.has(path) ? FOLDER : 0;
  }
}

const clean = (path) => {
  const out = [];
  for (const part of path.split("/")) {
    if (part === "..") out.pop();
    else if (part && part !== ".") out.push(part);
  }
  return out.join("/");
};

function system(files, memory) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, n) => new Uint8Array(memory().buffer, at, n);
  const text = (at, n) => new TextDecoder().decode(bytes(at, n));
  const put64 = (v, at, n) => v.setBigUint64(at, BigInt(n), true);
  const stat = (at, kind, size) => {
    const v = view();
    for (let i = 0; i < 64; i++) v.setUint8(at + i, 0);
    v.setUint8(at + 16, kind);
    put64(v, at + 24, 1);
    put64(v, at + 32, size);
    return 0;
  };
  const below = (fd, at, n) => {
    const base = fd === 3 ? "" : files.open.get(fd)?.path ?? "";
    return clean(`${base}/${text(at, n)}`);
  };
  const calls = {
    clock_time_get(clock, precision, at) {
      const now = clock === 1 && globalThis.performance ? performance.now() : Date.now();
      put64(view(), at, Math.round(now * 1e6));
      return 0;
    },
    random_get(at, n) {
      for (let i = 0; i < n; i += 65536) crypto.getRandomValues(bytes(at + i, Math.min(65536, n - i)));
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    args_sizes_get(count, size) {
      return calls.environ_sizes_get(count, size);
    },
    args_get: () => 0,
    proc_exit(code) {
      throw new Error(`the engine ended with ${code}`);
    },
    fd_prestat_get(fd, at) {
      if (fd !== 3) return EBADF;
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
      return 0;
    },
    fd_prestat_dir_name(fd, at) {
      bytes(at, 1)[0] = 47; // "/"
      return fd === 3 ? 0 : EBADF;
    },
    fd_fdstat_get(fd, at) {
      const v = view(), kind = fd === 3 || files.open.get(fd)?.names ? FOLDER : fd < 3 ? 2 : FILE;
      for (let i = 0; i < 24; i++) v.setUint8(at + i, 0);
      v.setUint8(at, kind);
      put64(v, at + 8, 0x1fffffff);
      put64(v, at + 16, 0x1fffffff);
      return 0;
    },
    path_open(fd, look, at, n, how, rights, more, flags, out) {
      const path = below(fd, at, n), kind = files.kind(path);
      if (kind === 0) return ENOENT;
      const number = files.next++;
      files.open.set(number, {
        path, at: 0, bytes: kind === FILE ? files.file.get(path) : null,
        names: kind === FOLDER ? [...files.folder.get(path)].sort() : null,
      });
      view().setUint32(out, number, true);
      return 0;
    },
    path_filestat_get(fd, look, at, n, out) {
      const path = below(fd, at, n), kind = files.kind(path);
      return kind === 0 ? ENOENT : stat(out, kind, kind === FILE ? files.file.get(path).length : 0);
    },
    fd_filestat_get(fd, out) {
      const f = files.open.get(fd);
      return f ? stat(out, f.names ? FOLDER : FILE, f.bytes?.length ?? 0) : EBADF;
    },
    fd_read(fd, list, count, out) {
      const f = files.open.get(fd), v = view();
      if (!f?.bytes) return EBADF;
      let got = 0;
      for (let i = 0; i < count; i++) {
        const at = v.getUint32(list + 8 * i, true), n = v.getUint32(list + 8 * i + 4, true);
        const part = f.bytes.subarray(f.at, f.at + n);
        bytes(at, n).set(part);
        f.at += part.length;
        got += part.length;
      }
      v.setUint32(out, got, true);
      return 0;
    },
    fd_seek(fd, offset, from, out) {
      const f = files.open.get(fd);
      if (!f?.bytes) return EBADF;
      f.at = Math.max(0, Number(offset) + (from === 1 ? f.at : from === 2 ? f.bytes.length : 0));
      put64(view(), out, f.at);
      return 0;
    },
    fd_readdir(fd, at, n, cookie, out) {
      const f = files.open.get(fd), all = new Uint8Array(n);
      if (!f?.names) return ENOTDIR;
      let used = 0;
      for (let i = Number(cookie); i < f.names.length && used < n; i++) {
        const name = new TextEncoder().encode(f.names[i]), entry = new Uint8Array(24 + name.length);
        const v = new DataView(entry.buffer);
        put64(v, 0, i + 1);
        put64(v, 8, i + 1);
        v.setUint32(16, name.length, true);
        v.setUint8(20, files.kind(`${f.path}/${f.names[i]}`));
        entry.set(name, 24);
        all.set(entry.subarray(0, n - used), used);
        used += Math.min(entry.length, n - used);
      }
      bytes(at, n).set(all);
      view().setUint32(out, used, true);
      return 0;
    },
    fd_close: (fd) => (files.open.delete(fd) ? 0 : EBADF),
    fd_write(fd, list, count, out) {
      let n = 0;
      for (let i = 0; i < count; i++) n += view().getUint32(list + 8 * i + 4, true);
      view().setUint32(out, n, true); // what the C library has to say to a terminal goes nowhere
      return 0;
    },
    path_readlink: () => ENOENT,
  };
  return new Proxy(calls, { get: (all, name) => all[name] ?? (() => ENOSYS) });
}

// --- The engine ----------------------------------------------------------------------------------------------------

const ENCODE = new TextEncoder(), DECODE = new TextDecoder();

export class Engine {
  /** Made by open(). */
  constructor(module, packs) {
    this.files = new Files();
    this.packs = packs;       // system -> a function that gets its pack, or null when it is there
    this.coming = new Map();  // system -> its pack is on its way
    const leave = {
      catch_run: (run, ctx, point) => {
        const stack = this.c.__stack_pointer.value;
        try {
          this.c.__indirect_function_table.get(run)(ctx);
          return 0;
        } catch (e) {
          this.c.__stack_pointer.value = stack;
          if (e instanceof Leave && e.point !== point) throw e;
          return 1; // thrown below, or a trap: the call has failed, the engine has not
        }
      },
      catch_throw: (point) => { throw new Leave(point); },
    };
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: system(this.files, () => this.c.memory), tricorne: leave,
    });
    this.c = instance.exports;
    this.c._initialize();
    this.error = this.c.malloc(ERROR_SIZE);
    this.out = this.c.malloc(16);
    this.text = this.c.tri_text_new();
    this.data = 0;
  }

  // --- Bytes in and out ---
  bytes(at, n) { return new Uint8Array(this.c.memory.buffer, at, n); }
  zeroEnded(at) {
    const all = new Uint8Array(this.c.memory.buffer);
    let n = at;
    while (all[n]) n++;
    return DECODE.decode(all.subarray(at, n));
  }
  /** Call f(address, size) with a text in the engine's memory. */
  lend(text, f) {
    const s = ENCODE.encode(text), at = this.c.malloc(s.length + 1);
    this.bytes(at, s.length + 1).set(s);
    this.bytes(at + s.length, 1)[0] = 0;
    try {
      return f(at, s.length);
    } finally {
      this.c.free(at);
    }
  }
  result() {
    return DECODE.decode(this.bytes(this.c.tri_text_bytes(this.text), this.c.tri_text_size(this.text)));
  }
  /** A code of C; negative ones are thrown. */
  check(code) {
    if (code >= 0) return code;
    throw new TricorneError(this.zeroEnded(this.c.tri_code_word(code)), this.zeroEnded(this.error + ERROR_WHERE),
      this.zeroEnded(this.error + ERROR_TEXT) || this.zeroEnded(this.c.tri_code_text(code)));
  }
  fresh() {
    this.c.tri_error_init(this.error, ERROR_SIZE);
    return this.error;
  }
  pointer() { return new DataView(this.c.memory.buffer).getUint32(this.out, true); }

  // --- Data ---
  /** Take a pack of data (js/pack.mjs): every file of it is there from now on. */
  addPack(pack) {
    const head = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
    const index = JSON.parse(DECODE.decode(pack.subarray(4, 4 + head)));
    let at = 4 + head;
    for (const [path, size] of index) {
      this.files.add(`data/${path}`, pack.subarray(at, at + size));
      at += size;
    }
    if (!this.data) {
      this.lend("/data", (s) => this.check(this.c.tri_data_open(s, this.out, this.fresh())));
      this.data = this.pointer();
    }
  }
  /** The files whose path begins so: "data/minden/tables/". */
  paths(begin) { return [...this.files.file.keys()].filter((p) => p.startsWith(begin)).sort(); }
  /** A data file as text, and another text in its place: for what-if. Battles begun before keep theirs. */
  readText(path) { return this.files.file.has(path) ? DECODE.decode(this.files.file.get(path)) : null; }
  put(path, text) {
    if (!this.files.file.has(path)) throw new TricorneError("name", path, `There is no file ${path}.`);
    this.files.file.set(path, ENCODE.encode(text));
  }
  /** Have the data of a battle's system there; the packs of systems are fetched when they are first needed. */
  async load(id) {
    const name = id.split("/")[0], get = this.packs.get(name);
    if (!get) return;
    let coming = this.coming.get(name);
    if (!coming) {
      coming = get().then((pack) => { this.addPack(pack); this.packs.set(name, null); });
      this.coming.set(name, coming);
      coming.catch(() => this.coming.delete(name));
    }
    await coming;
  }
  /** All systems. */
  async loadAll() {
    for (const name of this.packs.keys()) await this.load(name);
  }
  version() { return this.zeroEnded(this.c.tri_version()); }
  /** Every battle whose data is there: { id, title, battle }. */
  list() {
    this.check(this.c.tri_data_list(this.data, this.text, this.fresh()));
    return JSON.parse(this.result());
  }
  rule(id) {
    this.lend(id, (s) => this.check(this.c.tri_data_rule(this.data, s, this.text, this.fresh())));
    return JSON.parse(this.result());
  }
  /** How battles are played, as 16 hex digits: what `tricorne bench --signature ID...` prints. Without names: all of them. */
  signature(ids = this.list().map((b) => b.id)) {
    const all = this.c.malloc(8), number = () => new DataView(this.c.memory.buffer);
    number().setBigUint64(all, 0n, true);
    try {
      for (const id of ids) {
        const book = this.book(id);
        try {
          this.check(this.c.tri_signature(book, all, this.fresh()));
        } finally {
          this.c.tri_book_free(book);
        }
      }
      return number().getBigUint64(all, true).toString(16).padStart(16, "0");
    } finally {
      this.c.free(all);
    }
  }
  /** Replay a record and compare every line; throws where it differs. */
  verify(record) {
    this.lend(record, (s, n) => this.check(this.c.tri_verify(this.data, s, n, this.text, this.fresh())));
    return JSON.parse(this.result());
  }

  // --- Games ---
  made(code) {
    this.check(code);
    return new Game(this, this.pointer());
  }
  book(id) {
    this.lend(id, (s) => this.check(this.c.tri_book_open(this.data, s, this.out, this.fresh())));
    return this.pointer();
  }
  /** { seed, seats, state, typed, light, partial } */
  newGame(id, options = {}) {
    const book = this.book(id), o = this.c.malloc(20), lent = [];
    const text = (v) => {
      if (v === undefined || v === null) return 0;
      const s = ENCODE.encode(typeof v === "string" ? v : JSON.stringify(v)), at = this.c.malloc(s.length + 1);
      this.bytes(at, s.length).set(s);
      this.bytes(at + s.length, 1)[0] = 0;
      lent.push(at);
      return at;
    };
    try {
      this.c.tri_options_init(o, 20);
      const values = [
        (options.typed ? TYPED_DICE : 0) | (options.light ? LIGHT : 0) | (options.partial ? PARTIAL : 0),
        text(options.seed), text(options.seats), text(options.state),
      ];
      const v = new DataView(this.c.memory.buffer);
      values.forEach((x, i) => v.setUint32(o + 4 + 4 * i, x, true));
      return this.made(this.c.tri_game_new(book, o, this.out, this.fresh()));
    } finally {
      for (const at of lent) this.c.free(at);
      this.c.free(o);
      this.c.tri_book_free(book);
    }
  }
  /** Go on with a record; adopt: from its last position, whatever rules made it. */
  resume(record, { adopt = false } = {}) {
    return this.lend(record, (s, n) =>
      this.made(this.c.tri_game_resume(this.data, s, n, adopt ? ADOPT : 0, this.out, this.fresh())));
  }
  /** A conversation: game.request({ do: "new", ... }) begins a game. */
  umpire() {
    return this.made(this.c.tri_game_umpire(this.data, this.out, this.fresh()));
  }
}

export class Game {
  constructor(engine, at) {
    this.engine = engine;
    this.c = engine.c;
    this.at = at;
    this.lots = engine.c.malloc(8);
  }
  free() {
    if (!this.at) return;
    this.c.tri_game_free(this.at);
    this.c.free(this.lots);
    this.at = 0;
  }
  check(code) { return this.engine.check(code); }
  json() { return JSON.parse(this.engine.result()); }
  /** "asks", "dice" or "over". */
  status() { return STATUS[this.check(this.c.tri_status(this.at))]; }
  seat() { return this.check(this.c.tri_seat(this.at)); }
  side() { return this.check(this.c.tri_side(this.at)); }
  turn() { return this.check(this.c.tri_turn(this.at)); }
  number() { return Number(this.c.tri_number(this.at)); }
  /** A side, or null: nobody. */
  winner() {
    const side = this.check(this.c.tri_winner(this.at));
    return side === 2 ? null : side;
  }
  question(seat = -1) {
    this.check(this.c.tri_question(this.at, seat, this.engine.text, this.engine.fresh()));
    return this.json();
  }
  offers() {
    this.check(this.c.tri_offers(this.at, this.engine.text, this.engine.fresh()));
    return this.json();
  }
  /** { legal, act, refusal } */
  judge(act) {
    return this.engine.lend(act, (s) => {
      const code = this.c.tri_judge(this.at, s, this.engine.text, this.engine.fresh());
      if (code !== 0 && code !== -7) this.check(code);
      return this.json();
    });
  }
  answer(act, { seat = -1, number = -1 } = {}) {
    this.engine.lend(act, (s) => this.check(this.c.tri_answer(this.at, seat, BigInt(number), s, this.engine.fresh())));
  }
  answerOffer(i) { this.check(this.c.tri_answer_offer(this.at, i, this.engine.fresh())); }
  /** One of the answers, by lot from a number; the number for the next is returned. */
  answerLot(lots) {
    const v = new DataView(this.c.memory.buffer);
    v.setBigUint64(this.lots, BigInt(lots), true);
    this.check(this.c.tri_answer_lot(this.at, this.lots, this.engine.fresh()));
    return lots + 1;
  }
  dice(faces) {
    const at = this.c.malloc(faces.length + 1);
    this.engine.bytes(at, faces.length).set(faces);
    try {
      this.check(this.c.tri_dice(this.at, at, faces.length, this.engine.fresh()));
    } finally {
      this.c.free(at);
    }
  }
  play(most = 0) { this.check(this.c.tri_play(this.at, most, this.engine.fresh())); }
  undo(seat = -1, consent = false) { this.check(this.c.tri_undo(this.at, seat, consent ? 1 : 0, this.engine.fresh())); }
  state(seat = -1) {
    this.check(this.c.tri_state(this.at, seat, this.engine.text, this.engine.fresh()));
    return this.json();
  }
  scene(seat = -1) {
    this.check(this.c.tri_scene(this.at, seat, this.engine.text, this.engine.fresh()));
    return this.json();
  }
  odds(act, seat = -1) {
    return this.engine.lend(act, (s) => {
      this.check(this.c.tri_odds(this.at, seat, s, this.engine.text, this.engine.fresh()));
      return this.json();
    });
  }
  log(from = 0, seat = -1) {
    this.check(this.c.tri_log(this.at, seat, from, this.engine.text, this.engine.fresh()));
    return this.json();
  }
  /** 16 hex digits: the name of the position. */
  hash() {
    this.check(this.c.tri_hash(this.at, this.lots, this.engine.fresh()));
    return new DataView(this.c.memory.buffer).getBigUint64(this.lots, true).toString(16).padStart(16, "0");
  }
  record() {
    this.check(this.c.tri_record(this.at, this.engine.text, this.engine.fresh()));
    return this.engine.result();
  }
  /** A light game of its own, as a seat may imagine it. */
  clone(seat = -1, seed = 1) {
    return this.engine.made(this.c.tri_game_clone(this.at, seat, BigInt(seed), this.engine.out, this.engine.fresh()));
  }
  /** Any request of docs/protocol.md. Failures are thrown. */
  request(request) {
    const answer = this.engine.lend(JSON.stringify(request), (s, n) => {
      this.check(this.c.tri_request(this.at, s, n, this.engine.text, this.engine.fresh()));
      return this.json();
    });
    const e = answer.error;
    if (e) throw new TricorneError(e.code, e.where, e.text, e.refusal ?? null);
    return answer;
  }
}

// --- Opening -------------------------------------------------------------------------------------------------------

const inNode = typeof process !== "undefined" && !!process.versions?.node;

async function fetchBytes(url) {
  if (inNode && url.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return new Uint8Array(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be fetched: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * The engine. options.wasm and options.packs say where its files are, or give its bytes; without them they lie
 * beside this module: tricorne.wasm and packs/<system>.pack, listed in packs/index.json. A list that names the engine
 * too (`wasm`) may stand anywhere: packs is then the address of its folder. options.systems: those whose data is wanted
 * at once (all in node, none in a browser: engine.load(id) gets them).
 */
export async function open(options = {}) {
  const base = new URL(options.packs ?? "packs/", import.meta.url);
  const names = JSON.parse(DECODE.decode(await fetchBytes(new URL("index.json", base))));
  const packs = new Map(names.systems.map((s) => [s.name, () => fetchPack(new URL(s.file, base), s.bytes)]));
  const at = options.wasm ?? (names.wasm ? new URL(names.wasm, base) : "tricorne.wasm");
  const module = options.module ?? await compile(at instanceof Uint8Array ? at : await fetchBytes(new URL(at, import.meta.url)));
  const engine = new Engine(module, packs);
  for (const name of options.systems ?? (inNode ? packs.keys() : [])) await engine.load(name);
  return engine;
}

function compile(bytes) {
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d)
    throw new Error("tricorne.wasm is not WebAssembly: does the server know the file?");
  return WebAssembly.compile(bytes);
}

async function fetchPack(url, size) {
  const bytes = await fetchBytes(url);
  if (bytes.length !== size) throw new Error(`${url} came incomplete: ${bytes.length} bytes of ${size}`);
  return bytes;
}
