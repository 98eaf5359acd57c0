// The objects of docs/protocol.md, docs/scene.md and docs/server.md, as far as the page reads them.
import type { ClockInfo } from "./read/Clock";

export type Value = string | number | boolean | null | number[];

export interface Act {
  verb: string;
  args: Record<string, Value>;
  path?: [string, number][];
  act: string;
  text: string;
  /** What it is for: lets things be, goes against somebody, changes a formation, only says who comes first, throws for movement. */
  means?: "rest" | "strike" | "form" | "any" | "throw";
  /** How a piece is led by it: legs march, left, right; arguments wheel, march; or an argument that is a place. */
  hand?: "path" | "wheel" | "place";
}

export interface Question {
  number: number;
  turn: number;
  kind: "question" | "dice" | "shares" | "over";
  seat?: number;
  seat_name?: string;
  question?: string;
  side?: string;
  rule?: string;
  args?: Record<string, Value>;
  text?: string;
  /** What is at stake, in two or three sentences. */
  help?: string;
  free?: boolean;
  secret?: boolean;
  /** All answers come to the same. */
  alike?: boolean;
  offers?: Act[];
  /** Questions of one chore are let be together; "fire" and "guns" are about guns. */
  chore?: string;
  die?: string;
  dice?: number;
  /** What the dice can show. */
  faces?: number[];
  ending?: string;
  winner?: string | null;
  score?: number;
  /** The name of the position; missing while it would betray something. */
  hash?: string;
  /** Seats that owe a share of the dice. */
  shares?: { what: "commit" | "link"; owes: number[] };
  /** Dice by commitments: the chain of all lines before this question. */
  chain?: string;
}

export interface GameEvent {
  n: number;
  line: number;
  kind?: string;
  rule?: string;
  text?: string;
  secret?: boolean;
  side?: string;
  question?: string;
  act?: Act;
  event?: string;
  args?: Record<string, Value>;
  outcome?: boolean;
  reveals?: boolean;
  quiet?: boolean;
  die?: string;
  /** Which faces are good for the side that throws. */
  good?: "high" | "low" | "middle" | "none";
  /** For how far, who obeys, who is first: not fire, melee, morale. */
  march?: boolean;
  face?: number;
  dice?: number;
  target?: number;
  hits?: number;
  label?: string;
  value?: number;
  total?: number;
}

export interface Refusal {
  rule?: string;
  reason?: string;
  args?: Record<string, Value>;
  text: string;
  nearest?: Act | string | null;
}

export interface OddsRow {
  events: (GameEvent | string)[];
  num: number;
  den: number;
  millionths: number;
}

export interface Odds {
  /** The outcome that matters, in one line. */
  gist?: string;
  act: Act | string;
  exact: boolean;
  leaves: number;
  more_rows: number;
  rows: OddsRow[];
  assumed: { question: string; side: string; rule: string; act: Act | string }[];
}

export interface Choice {
  act: Act | string;
  score: number;
  visits: number;
  line?: { side: string; act: Act | string }[];
  /** What came of it until the next turn in imagined courses; of the first three. */
  prospect?: { courses: number; plan: string; text: string };
}

/** A battle looked back upon (docs/protocol.md, Review). */
export interface Review {
  side: string;
  strength?: string;
  counts: boolean;
  turns: { turn: number; line: number; sides: { side: string; text: string; lost: number; points: number; took: string[] }[] }[];
}

export interface Advice {
  courses: number;
  choices: Choice[];
}

export type Arm =
  | "foot" | "light-foot" | "horse" | "light-horse" | "dragoon" | "gun" | "leader" | "other";

export interface Sign { sort: "harm" | "acted" | "fired" | "ready" | "fight" | "charge" | "limbered"; mark: string; word: string }

export interface Piece {
  id: number;
  side: number | null;
  arm: Arm;
  key: string;
  label?: string;
  nation?: string;
  /** Its brigade or command: key, name, and the name of its leader. */
  group?: string;
  group_label?: string;
  chief?: string;
  formation?: string;
  x: number;
  y: number;
  facing?: number;
  w: number;
  d: number;
  strength?: number;
  strength0?: number;
  /** The shape of the formation, for drawing. */
  form?: "line" | "march" | "attack" | "square" | "open";
  badges?: string[];
  /** What of its state is drawn: a mark that means one thing, and the word it stands for. */
  signs?: Sign[];
  stack: number;
  order: number;
  active: boolean;
}

export interface Ground {
  kind: string;
  /** How it is drawn. */
  sort?: string;
  label?: string;
  form: "area" | "line" | "hex" | "sides";
  points: [number, number][];
  level: number;
}

export interface Overlay {
  kind: "line" | "area" | "ring" | "mark";
  side: number | null;
  what?: string;
  label?: string;
  points: [number, number][];
  radius?: number;
}

export interface Row {
  side: number | null;
  left?: string;
  right?: string;
  /** Of a command display: its line, its place there, and how it stands. */
  line?: string;
  place?: number;
  state?: string;
}
export interface Panel { title: string; rows: Row[] }

export interface HexPrint {
  flat_top: boolean;
  odd_place: boolean;
  first: number;
  digits: number;
}

/** A side, what it would score now, and how near its army is to breaking. */
export interface Side { name: string; colour?: string; points?: number; army?: { lost: number; breaks: number; text: string } }

export interface Scene {
  v: number;
  board: "plane" | "hex";
  width: number;
  height: number;
  hex?: HexPrint;
  north: number;
  title?: string;
  status?: string;
  sides: Side[];
  pieces: Piece[];
  grounds: Ground[];
  overlays: Overlay[];
  panels: Panel[];
  adjusted?: number;
}

export interface Seat {
  seat: number;
  side: string;
  kind: string;
  name: string;
  here?: boolean;
  taken?: boolean;
  /** A computer plays it for a person. */
  sits_in?: boolean;
  /** It does because time ran out. */
  late?: boolean;
  /** What it leads, where a side has several seats. */
  commands?: { command: number; name: string }[];
  token?: string;
  invite?: string;
}

export interface Note {
  n: number;
  at?: number | string;
  line?: number;
  kind: string;
  seat: number;
  name?: string;
  text?: string;
}

export interface Order { question: string; verb: string }

export interface View {
  game: string;
  scenario: string;
  /** The hash of its file, of a battle that somebody made. */
  file?: string;
  system: string;
  title: string;
  seat: number;
  side: string | null;
  seats: Seat[];
  question: Question;
  scene: Scene;
  lines: number;
  log: GameEvent[];
  notes: Note[];
  noted?: number;
  dice?: string;
  /** Lines that came with a record: their dice were not thrown here. */
  brought?: number;
  /** Dice by commitments: what the seats have given so far. */
  pledge?: { way: string; host: string; seats: { seat: number; committed: boolean; links: number; newest: string | null }[] } | null;
  maker?: boolean;
  /** False: begun without take-backs past dice. */
  take_backs?: boolean;
  orders: Order[];
  staff?: Staff | null;
  pending: { undo?: { seat: number } | null; draw?: { seat: number } | null };
  over?: Over | null;
  clock?: ClockInfo | null;
  /** When the clock was told, by this browser's own clock. */
  clockAt?: number;
}

export interface Over { by: "battle" | "resign" | "draw"; ending?: string; winner?: string | null }

/** What is handed to a computer player, and what came of it. */
export interface Staff {
  seat: number; on: boolean; commands: string[]; until: string; player: string; answers: number;
  did: { verb: string; times: number }[]; lost: Record<string, number>; events: string[]; more: number; text: string;
}

export interface LineMark { line?: number; turn?: number; phase?: string; [key: string]: unknown }

export interface ScenarioInfo {
  id: string;
  system: string;
  title: string;
  battle?: string;
  text?: string;
  sides: { name: string; colour?: string }[];
  /** What the seats of each side may lead. */
  commands?: { command: number; name: string }[][];
  learning?: boolean;
}

export interface SystemInfo { id: string; title: string; text?: string }

export interface Preview {
  legal: boolean;
  refusal?: Refusal | null;
  pieces?: Piece[];
  chance?: boolean;
}

/** One way to stand at a place, and the answers that lead there. */
export interface ReachWay { facing?: number; cost?: number; left?: number; acts: string[] }
export interface ReachPlace { hex?: string; at: [number, number]; ways: ReachWay[] }
export interface ReachEdge { at: [number, number]; turn: number; ahead: number; refusal?: Refusal }
export interface Reach {
  piece: string;
  /** What could be when it is its turn: not for playing. */
  imagined: boolean;
  places: ReachPlace[];
  lead?: string[];
  edge?: ReachEdge[];
}

/** Who could do what to whom, as they stand or would stand. */
export interface Danger { piece: string; how: ("fire" | "charge")[]; far: number; band?: string }
export interface Band { what: "fire" | "charge"; name: string; far: number; arc: number }
export interface Threat { piece: string; at: [number, number]; facing?: number; bands: Band[]; can?: Danger[]; by?: Danger[]; box?: { rule: string; at: [number, number][] } }

export interface PlanEnd { piece: string; wanted: [number, number]; at: [number, number]; facing?: number; formation?: string; there: boolean; refusal?: Refusal }
export interface Plan { acts: Act[]; ends: PlanEnd[]; chance: boolean; /** First it is asked whether it fires: what it does then is planned then. */ asks?: boolean; short?: { piece: string; refusal: Refusal }; formations?: string[]; orders?: Could[] }
/** Can an order be given now? If not, the rule that stops it; without one nobody asks for it now. */
export interface Could { manner: Manner; can: boolean; refusal?: Refusal }
export type Manner = "march" | "face" | "form" | "halt" | "charge" | "wheel" | "which";
export interface PlanOrder {
  pieces: string[]; to?: [number, number]; by?: [number, number]; facing?: number;
  manner?: Manner; flank?: "left" | "right"; turn?: number; formation?: string; target?: string;
}
