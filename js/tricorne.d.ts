// The types of tricorne.mjs. Objects of the protocol are described in docs/protocol.md.

export interface Refusal { rule: string; reason: string; args: Record<string, unknown>; text: string; nearest?: Act }
export interface Act {
  verb: string; args: Record<string, unknown>; path?: [string, number][];
  /** In notation, as answers are given. */
  act: string; text: string;
}
export interface Question {
  v: 1; number: number; turn: number; kind: "question" | "dice" | "over";
  seat?: number; seat_name?: string; question?: string; side?: string; rule?: string; text?: string;
  free?: boolean; secret?: boolean; offers?: Act[]; hash?: string;
  die?: string; dice?: number; ending?: string; winner?: string | null; score?: number;
}
export interface Seat { side: string; name?: string; kind?: string; commands?: number[] }
export interface NewGame {
  /** 32 hex digits; without it the dice are nobody's to know. */
  seed?: string;
  seats?: Seat[]; state?: unknown; typed?: boolean; light?: boolean; partial?: boolean;
}
export interface Verified {
  lines: number; answers: number; faces_checked: number; torn: boolean; over: boolean; hash: string; note: string;
}
export interface OpenOptions {
  wasm?: string | URL | Uint8Array; module?: WebAssembly.Module; packs?: string | URL; systems?: string[];
}

export class TricorneError extends Error {
  code: string;
  where: string;
  refusal: Refusal | null;
}

export class Engine {
  version(): string;
  load(id: string): Promise<void>;
  loadAll(): Promise<void>;
  addPack(pack: Uint8Array): void;
  paths(begin: string): string[];
  readText(path: string): string | null;
  put(path: string, text: string): void;
  list(): { id: string; title: string; battle: string }[];
  rule(id: string): { id: string; heading: string; text: string };
  signature(ids?: string[]): string;
  verify(record: string): Verified;
  newGame(id: string, options?: NewGame): Game;
  resume(record: string, options?: { adopt?: boolean }): Game;
  umpire(): Game;
}

export class Game {
  free(): void;
  status(): "asks" | "dice" | "over";
  seat(): number;
  side(): number;
  turn(): number;
  number(): number;
  winner(): number | null;
  question(seat?: number): Question;
  offers(): Act[];
  judge(act: string): { legal: boolean; act: Act; refusal?: Refusal };
  answer(act: string, options?: { seat?: number; number?: number }): void;
  answerOffer(i: number): void;
  answerLot(lots: number): number;
  dice(faces: number[]): void;
  play(most?: number): void;
  undo(seat?: number, consent?: boolean): void;
  state(seat?: number): Record<string, unknown>;
  scene(seat?: number): Record<string, unknown>;
  odds(act: string, seat?: number): Record<string, unknown>;
  log(from?: number, seat?: number): Record<string, unknown>[];
  hash(): string;
  record(): string;
  clone(seat?: number, seed?: number): Game;
  request(request: { do: string; [key: string]: unknown }): Record<string, unknown>;
}

export function open(options?: OpenOptions): Promise<Engine>;
