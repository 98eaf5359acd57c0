// The battle as it stood: the replay, what both sides had left line by line, and how it stood when it was over.
import type { Game } from "../game";
import { marksOf, strengths } from "../marks";
import type { GameEvent, LineMark, Scene } from "../types";

export interface Replay {
  line: number;
  scene: Scene;
  events: GameEvent[];
  playing: boolean;
  speed: number;
  /** Not a moment of the record: the other side's turn, shown. */
  shown?: boolean;
}

export interface Loss { line: number; turn: number; left: [number, number] }

export class Past {
  replay: Replay | null = null;
  lines: LineMark[] = [];
  losses: Loss[] = [];
  outlooks: { line: number; turn: number; share: number }[] = [];
  private asksOutlooks = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  close(): void {
    clearTimeout(this.timer);
  }

  noteLosses(line: number, scene: Scene, turn: number): void {
    const last = this.losses[this.losses.length - 1], left = strengths(scene);
    if (last && last.line === line) last.left = left;
    else if (!last || last.line < line) this.losses.push({ line, turn, left });
  }

  async loadLines(): Promise<void> {
    try {
      const got = await this.game.api.lines(0);
      this.lines = got.lines ?? [];
      this.game.changed();
    } catch (e) {
      this.game.fail(e);
    }
  }

  async showLine(line: number, playing = false): Promise<void> {
    const v = this.game.view;
    if (!v) return;
    const at = Math.max(0, Math.min(v.lines - 1, line));
    try {
      const got = await this.game.api.scene(at);
      const scene = (got.scene ?? got) as Scene, events = got.events ?? [];
      this.game.marks = marksOf(this.replay?.scene ?? null, scene, events);
      this.replay = { line: at, scene, events, playing, speed: this.replay?.speed ?? 1 };
      this.noteOldLoss(at, scene);
    } catch (e) {
      this.game.fail(e);
    }
    this.game.changed();
  }
  /** A field that never stood in one moment: for showing a turn brigade by brigade. */
  showScene(scene: Scene, before: Scene, line: number, key: string): void {
    this.game.marks = marksOf(before, scene, []);
    this.replay = { line, scene, events: [], playing: false, speed: 1, shown: true };
    this.game.look(key);
  }
  private noteOldLoss(line: number, scene: Scene): void {
    if (this.losses.some((l) => l.line === line)) return;
    this.losses = [...this.losses, { line, turn: 0, left: strengths(scene) }].sort((a, b) => a.line - b.line);
  }

  /** Strengths over the whole battle, from a few moments spread over it. */
  async gatherLosses(points = 24): Promise<void> {
    const v = this.game.view;
    if (!v) return;
    for (let i = 0; i <= points; i++) {
      const line = Math.round((this.game.lastLine * i) / points);
      if (this.losses.some((l) => l.line === line)) continue;
      try {
        const got = await this.game.api.scene(line);
        this.noteOldLoss(line, (got.scene ?? got) as Scene);
        this.game.changed();
      } catch {
        return;
      }
    }
  }

  /** How the battle stood at the start of each turn, once it is over: a request each. */
  async gatherOutlooks(lines: { line: number; turn: number }[]): Promise<void> {
    if (!this.game.over || this.asksOutlooks || !lines.length) return;
    this.asksOutlooks = true;
    for (const l of lines) {
      try {
        const { outlook } = await this.game.api.outlook(l.line);
        if (outlook !== null) this.outlooks = [...this.outlooks, { ...l, share: outlook }];
        this.game.changed();
      } catch {
        return;
      }
    }
  }

  play(speed: number): void {
    if (!this.replay) return;
    this.replay = { ...this.replay, playing: true, speed };
    this.game.changed();
    clearTimeout(this.timer);
    const next = async (): Promise<void> => {
      const r = this.replay;
      if (!r?.playing) return;
      if (r.line >= this.game.lastLine) { this.pause(); return; }
      await this.showLine(r.line + 1, true);
      this.timer = setTimeout(() => void next(), 1200 / (this.replay?.speed ?? 1));
    };
    this.timer = setTimeout(() => void next(), 300);
  }
  pause(): void {
    clearTimeout(this.timer);
    if (this.replay) this.replay = { ...this.replay, playing: false };
    this.game.changed();
  }
  endReplay(): void {
    this.pause();
    this.replay = null;
    this.game.marks = [];
    this.game.changed();
  }
}
