/** A game of one sheet that is played in this browser: the sheet of a day, or one with real dice beside it. */

import { type Card, isCard } from '../shared/cards';
import type { SeatScore } from '../shared/protocol';
import { CENTRE, columnOf, type Grid, rowOf, SIDE, squareNamed } from './squares';

export const ROLLS = 24;
/** Faces of the d12 from 1, and of the d4 from 1, as ranks and suits of cards. */
export const VALUES: readonly string[] = Array.from('A23456789TJQ');
export const DICE_SUITS = ['h', 'c', 'd', 's'] as const;

export interface Placement {
  readonly rolled: Card;
  readonly square: string;
  readonly card: Card;
}

/** A full sheet, scored by the server. */
export interface Settled {
  readonly score: SeatScore;
  readonly rules_hash: string;
  readonly share: string | null;
}

export interface LocalGame {
  /** The day whose dice are rolled; null for real dice. */
  readonly day: string | null;
  readonly bonus: boolean;
  readonly placements: readonly Placement[];
  /** The roll of real dice that waits for a square. */
  readonly rolled: Card | null;
  /** The rolls for which a hint was asked, from 1. */
  readonly hinted: readonly number[];
  readonly settled: Settled | null;
}

export function newGame(day: string | null, bonus: boolean): LocalGame {
  return { day, bonus, placements: [], rolled: null, hinted: [], settled: null };
}

/** The name under which a game is saved, which is also part of its address. */
export function gameName(day: string | null, bonus: boolean): string {
  return day === null ? 'paper' : `${day}-${bonus ? 'bonus' : 'base'}`;
}

export function gridOf(placements: readonly Placement[]): Grid {
  const grid: (string | null)[][] = Array.from({ length: SIDE }, () => Array<string | null>(SIDE).fill(null));
  const put = (square: string, card: string): void => {
    const row = grid[rowOf(square)];
    if (row !== undefined) row[columnOf(square)] = card;
  };
  put(CENTRE, 'K');
  for (const { square, card } of placements) put(square, card);
  return grid;
}

export function isFull(game: LocalGame): boolean {
  return game.placements.length >= ROLLS;
}

/** The roll that waits for a square: the day's next one, or the one that was entered. */
export function waiting(game: LocalGame, rolls: readonly Card[] | null): Card | null {
  if (isFull(game)) return null;
  return rolls === null ? game.rolled : (rolls[game.placements.length] ?? null);
}

export function placed(game: LocalGame, rolled: Card, square: string, card: Card): LocalGame {
  return { ...game, placements: [...game.placements, { rolled, square, card }], rolled: null };
}

/** Undoes the last step: the entered roll, or else the last placement, whose roll then waits again. */
export function undone(game: LocalGame): LocalGame {
  if (game.rolled !== null) return { ...game, rolled: null };
  const last = game.placements.at(-1);
  return last === undefined
    ? game
    : { ...game, placements: game.placements.slice(0, -1), rolled: last.rolled, settled: null };
}

export function withHint(game: LocalGame): LocalGame {
  const roll = game.placements.length + 1;
  return game.hinted.includes(roll) ? game : { ...game, hinted: [...game.hinted, roll] };
}

/** The card that two dice make. */
export function rolledCard(value: string, suit: string): Card {
  return value + suit;
}

function isPlacement(result: unknown): result is Placement {
  if (typeof result !== 'object' || result === null) return false;
  const { rolled, square, card } = result as Partial<Placement>;
  return isCard(rolled) && isCard(card) && typeof square === 'string' && squareNamed(square) !== null;
}

/** Whether a saved value is a game; the server checks the rest when it is full. */
export function isLocalGame(result: unknown): result is LocalGame {
  if (typeof result !== 'object' || result === null) return false;
  const { day, bonus, placements, rolled, hinted } = result as Partial<LocalGame>;
  return (
    (day === null || typeof day === 'string') &&
    typeof bonus === 'boolean' &&
    Array.isArray(placements) &&
    placements.length <= ROLLS &&
    placements.every(isPlacement) &&
    (rolled === null || isCard(rolled)) &&
    Array.isArray(hinted)
  );
}
