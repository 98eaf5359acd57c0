// What this browser remembers: its games and their tokens, how far it has read, its name.

export interface KeptGame {
  game: string;
  title: string;
  scenario: string;
  /** Seats held here: one for a usual game, two for hot-seat. */
  seats: { seat: number; side: string; token: string; name: string }[];
  /** Invitations for others, as long as this browser is the maker. */
  others: { seat: number; side: string; invite?: string; name: string }[];
  watch?: string;
  hot?: boolean;
  guide?: string;
  over?: boolean;
  touched: number;
}

interface Kept {
  games: KeptGame[];
  seen: Record<string, number>;
  guide: Record<string, string[]>;
  name: string;
  session?: { name: string; token: string } | null;
  confirm?: boolean;
  /** Fugitives run the natural way without being asked about. */
}

const KEY = "tricorne";

function load(): Kept {
  try {
    const v = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return {
      games: Array.isArray(v.games) ? v.games : [], seen: v.seen ?? {}, guide: v.guide ?? {}, name: v.name ?? "",
      session: v.session ?? null, confirm: v.confirm ?? false,
    };
  } catch {
    return { games: [], seen: {}, guide: {}, name: "", session: null, confirm: false };
  }
}

function change(f: (k: Kept) => void): void {
  const k = load();
  f(k);
  k.games.sort((a, b) => b.touched - a.touched);
  k.games = k.games.slice(0, 60);
  try {
    localStorage.setItem(KEY, JSON.stringify(k));
  } catch {
    /* A browser that keeps nothing still plays. */
  }
}

export const keep = {
  games: (): KeptGame[] => load().games,
  game: (id: string): KeptGame | undefined => load().games.find((g) => g.game === id),
  put(g: KeptGame): void {
    change((k) => { k.games = [g, ...k.games.filter((o) => o.game !== g.game)]; });
  },
  touch(id: string, f: (g: KeptGame) => void): void {
    change((k) => {
      const g = k.games.find((o) => o.game === id);
      if (g) f(g);
    });
  },
  forget(id: string): void {
    change((k) => { k.games = k.games.filter((o) => o.game !== id); });
  },
  seen: (id: string, seat: number): number | undefined => load().seen[`${id}/${seat}`],
  see(id: string, seat: number, line: number): void {
    change((k) => { k.seen[`${id}/${seat}`] = line; });
  },
  guideDone: (id: string): string[] => load().guide[id] ?? [],
  guideStep(id: string, step: string): void {
    change((k) => { k.guide[id] = [...new Set([...(k.guide[id] ?? []), step])]; });
  },
  name: (): string => load().name,
  setName(name: string): void {
    change((k) => { k.name = name; });
  },
  session: () => load().session ?? null,
  setSession(s: { name: string; token: string } | null): void {
    change((k) => { k.session = s; });
  },
  confirm: (): boolean => load().confirm ?? false,
  setConfirm(v: boolean): void {
    change((k) => { k.confirm = v; });
  },
};
