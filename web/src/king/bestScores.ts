/** The best scores in this browser. Scores compare only under equal rules, and those with hints are apart. */

import { browserStorage, keep, savedValue } from '../shared/savedValues';
import { bests as text } from './strings';

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

function isScored(value: unknown): value is Scored {
  if (typeof value !== 'object' || value === null) return false;
  const { rules, total, hinted, bonus } = value as Partial<Scored>;
  return (
    typeof rules === 'string' && typeof total === 'number' && typeof hinted === 'boolean' && typeof bonus === 'boolean'
  );
}

export function isBests(value: unknown): value is Bests {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isScored);
}

export function loadBests(storage = browserStorage): Bests {
  return savedValue(NAME, isBests, storage) ?? {};
}

/** Remembers a finished game and returns the best one before it. */
export function noteGame(game: Scored, storage = browserStorage): Scored | null {
  const bests = loadBests(storage);
  const before = bests[keyOf(game)] ?? null;
  const after = noted(bests, game);
  if (after !== bests) keep(NAME, after, storage);
  return before;
}

/** A total beside the best one before it. */
export function scoreWords(total: number, before: number | null, hinted: boolean): string {
  if (before === null) return hinted ? text.firstHinted : text.first;
  if (total > before) return hinted ? text.beatenHinted(before) : text.beaten(before);
  return hinted ? text.standingHinted(before) : text.standing(before);
}

const isRounds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((round) => typeof round === 'string');

/** Whether a hint was asked for in a round, also before a reload. */
export function wasHinted(round: string, storage = browserStorage): boolean {
  return (savedValue(HINTED, isRounds, storage) ?? []).includes(round);
}

export function noteHint(round: string, storage = browserStorage): void {
  if (wasHinted(round, storage)) return;
  keep(HINTED, [...(savedValue(HINTED, isRounds, storage) ?? []), round].slice(-MOST_ROUNDS), storage);
}

/** The best game under these rules without hints. */
export function bestOf(rules: string, storage = browserStorage): Scored | null {
  return loadBests(storage)[keyOf({ rules, hinted: false })] ?? null;
}
