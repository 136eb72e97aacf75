/** The best scores of this browser. Scores compare only where the rules are equal, and those with hints stand apart. */

import { keep, kept } from '../shared/kept';

/** A finished game. */
export interface Scored {
  /** The rules in full, as their hash. */
  readonly rules: string;
  readonly bonus: boolean;
  readonly mode: string;
  readonly hinted: boolean;
  readonly total: number;
  /** For the review; null for a game that was not played at a table. */
  readonly round: string | null;
  readonly at_ms: number;
}

export type Bests = Readonly<Record<string, Scored>>;

const NAME = 'king.best';
const HINTED = 'king.hinted';
const MOST_ROUNDS = 50;

export function keyOf(game: Pick<Scored, 'rules' | 'hinted'>): string {
  return `${game.rules}${game.hinted ? ' hinted' : ''}`;
}

/** The best scores with this game among them; the same ones when it is not better. */
export function noted(bests: Bests, game: Scored): Bests {
  const before = bests[keyOf(game)];
  return before !== undefined && before.total >= game.total ? bests : { ...bests, [keyOf(game)]: game };
}

function isScored(found: unknown): found is Scored {
  if (typeof found !== 'object' || found === null) return false;
  const { rules, total, hinted, bonus } = found as Partial<Scored>;
  return typeof rules === 'string' && typeof total === 'number' && typeof hinted === 'boolean' && typeof bonus === 'boolean';
}

export function isBests(found: unknown): found is Bests {
  return typeof found === 'object' && found !== null && !Array.isArray(found) && Object.values(found).every(isScored);
}

export function loadBests(): Bests {
  return kept(NAME, isBests) ?? {};
}

/** Remembers a finished game and says what the best was before it. */
export function noteGame(game: Scored): Scored | null {
  const bests = loadBests();
  const before = bests[keyOf(game)] ?? null;
  const after = noted(bests, game);
  if (after !== bests) keep(NAME, after);
  return before;
}

const isRounds = (found: unknown): found is string[] => Array.isArray(found) && found.every((round) => typeof round === 'string');

/** Whether a hint was asked for in a round, also before a reload. */
export function wasHinted(round: string): boolean {
  return (kept(HINTED, isRounds) ?? []).includes(round);
}

export function noteHint(round: string): void {
  if (!wasHinted(round)) keep(HINTED, [...(kept(HINTED, isRounds) ?? []), round].slice(-MOST_ROUNDS));
}

/** The best game under these rules without hints. */
export function bestOf(rules: string): Scored | null {
  return loadBests()[keyOf({ rules, hinted: false })] ?? null;
}
