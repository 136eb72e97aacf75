/** The server's reading of a sheet and a roll, as the page shows it. */

import type * as Read from '../shared/protocol';
import type { MatchDocument, MatchView, SheetView } from '../shared/protocol';
import { cardAt, LINES, SQUARES } from './squares';

/** The hands that score, lowest first: the nine steps of a gauge. */
export const STEPS = [
  'one_pair',
  'two_pair',
  'three_of_a_kind',
  'straight',
  'flush',
  'full_house',
  'four_of_a_kind',
  'straight_flush',
  'royal_flush',
] as const;

export type Gauge = Read.LineReading['steps'][number];
export type { AchievementReading, WildOption } from '../shared/protocol';

/** A hand of the sheet and the best it can still become, which is null until the server has answered. */
export interface LineReading extends Omit<Read.LineReading, 'squares' | 'best'> {
  readonly best: string | null;
}

export interface SquareReading extends Omit<Read.SquareReading, 'lines' | 'secured'> {
  /** The hands through an open square with the card on it. */
  readonly lines: readonly LineReading[];
}

export interface SheetReading {
  readonly lines: readonly LineReading[];
  /** All 25, row by row. */
  readonly squares: readonly SquareReading[];
  readonly achievements: readonly Read.AchievementReading[];
  readonly wild: readonly Read.WildOption[] | null;
  readonly secured: number;
}

export type Points = Readonly<Record<string, number>>;

/** The points of each hand, from the rules of a table. */
export function pointsOf({ score_card }: MatchDocument): Points {
  const entries = Object.entries(score_card.points);
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** Steps of a gauge where only the made hand is known. */
function plainGauge(made: string): Gauge[] {
  const reached = STEPS.indexOf(made as (typeof STEPS)[number]);
  return STEPS.map((_, step) => (step <= reached ? 'made' : 'gone'));
}

/** A reading from the view of a match: hands made and squares open, enough to play until the server has answered. */
export function readingOfView(sheet: SheetView, options: MatchView['options'], points: Points): SheetReading {
  const open = new Set(options.map(({ square }) => square));
  const filled = (hand: readonly string[]): boolean => hand.every((square) => cardAt(sheet.grid, square) !== null);
  return {
    lines: sheet.made.map((made, at) => ({
      number: at + 1,
      made,
      points: points[made] ?? 0,
      best: null,
      best_points: 0,
      is_complete: filled(LINES[at] ?? []),
      steps: plainGauge(made),
    })),
    squares: SQUARES.map((name) => ({
      name,
      is_open: open.has(name),
      why: null,
      twin: null,
      twin_line: null,
      lines: [],
      gain: 0,
    })),
    achievements: [],
    wild: sheet.is_wild ? wildOptions(options) : null,
    secured: sheet.points_made,
  };
}

/** A sheet that is not read yet. */
export const BLANK_READING: SheetReading = { lines: [], squares: [], achievements: [], wild: null, secured: 0 };

/** The options of a wild roll, card by card in the order of the table. */
export function wildOptions(options: MatchView['options']): Read.WildOption[] {
  const result = new Map<string, string[]>();
  for (const { card, square } of options) result.set(card, [...(result.get(card) ?? []), square]);
  return [...result].map(([card, squares]) => ({ card, squares }));
}

export function squareOf(reading: SheetReading, name: string): SquareReading | undefined {
  return reading.squares.find((square) => square.name === name);
}

/** The lines as they would be with a card on a square: those of the square changed, the others as they are. */
export function linesWith(reading: SheetReading, square: string | null): readonly LineReading[] {
  const changes = square === null ? [] : (squareOf(reading, square)?.lines ?? []);
  return reading.lines.map((line) => changes.find(({ number }) => number === line.number) ?? line);
}

/** The number of times each hand is made on a sheet. */
export function handCounts(lines: readonly LineReading[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { made } of lines) counts.set(made, (counts.get(made) ?? 0) + 1);
  return counts;
}
