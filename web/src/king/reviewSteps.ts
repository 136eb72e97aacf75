/** The review of a finished sheet: from the total expected at the start to the final score, roll by roll. */

import type { ReasonEntry, ReviewedPlacement, SeatReviewEntry } from '../shared/protocol';
import { gridOf } from './local';
import { type LineReading, STEPS } from './sheetReading';
import type { Grid } from './squares';
import { review as text } from './strings';

/** Losing less than this is shown as losing nothing. */
export const LEAST_LOSS = 0.05;
/** Points that are shown; null where they would be shown as nothing. */
export function notable(points: number): number | null {
  return Math.abs(points) < LEAST_LOSS ? null : points;
}

/** A placement that lost at least this is a mistake. */
export const MISTAKE = 1;

/** One roll: from the expected total before it, by its luck, to where the placement left it. */
export interface Step {
  readonly number: number;
  readonly from: number;
  readonly rolled: number;
  readonly to: number;
  readonly move: ReviewedPlacement;
}

export function stepsOf(review: SeatReviewEntry): Step[] {
  let level = review.start;
  return review.moves.map((move) => {
    const from = level;
    const rolled = from + move.luck;
    level = rolled - move.loss;
    return { number: move.number, from, rolled, to: level, move };
  });
}

/** Whole numbers that add up: luck takes the rounding error. */
export function equation(review: SeatReviewEntry): { expected: number; luck: number; lost: number; total: number } {
  const expected = Math.round(review.start);
  const lost = Math.round(review.points_lost);
  return { expected, lost, luck: review.total - expected + lost, total: review.total };
}

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** A scale with round figures that holds every level. */
export function scaleOf(levels: readonly number[], most = 6): Scale {
  const low = Math.min(...levels);
  const high = Math.max(...levels);
  const spread = Math.max(high - low, 1);
  const size = [10, 20, 25, 50, 100, 200, 250, 300, 500, 1000, 2000].find((step) => spread / step <= most) ?? 5000;
  const first = Math.floor(low / size) * size;
  const last = Math.ceil(high / size) * size;
  const count = Math.max(1, Math.round((last - first) / size));
  return {
    low: first,
    high: first + count * size,
    ticks: Array.from({ length: count + 1 }, (_, at) => first + at * size),
  };
}

/** The height of a level from the top, in percent. */
export function heightOf(level: number, { low, high }: Scale): number {
  return (100 * (high - level)) / (high - low);
}

/** The sheet before a roll was placed: index from 0, so that 24 is the full sheet. */
export function gridBefore(moves: readonly ReviewedPlacement[], at: number): Grid {
  return gridOf(moves.slice(0, at));
}

/** The next placement after this one that lost points, from the start again after the last; null when there is none. */
export function nextMistake(moves: readonly ReviewedPlacement[], at: number): number | null {
  const order = moves.map((_, step) => (at + 1 + step) % moves.length);
  return order.find((index) => (moves[index]?.loss ?? 0) >= MISTAKE) ?? null;
}

const MOST_REASONS = 3;

/** Why the best placement was better: the greatest reasons first, as `hand 9 (+42.0)`. */
export function reasonWords(reasons: readonly ReasonEntry[]): string[] {
  return [...reasons]
    .filter(({ points }) => points <= -LEAST_LOSS)
    .sort((one, other) => one.points - other.points)
    .slice(0, MOST_REASONS)
    .map(({ kind, hand, points }) =>
      kind === 'line' ? text.handBy(hand ?? 0, -points) : text.reasonBy(kind, -points),
    );
}

/** How an empty square of the sheet before a roll is painted. */
export type Mark = 'best' | 'taken' | 'none';

/**
 * The marks of a placement: best squares, those that are worth the same among them, and the square that was taken
 * where that lost points. A wild roll may have lost them by its card alone: then its square isn't painted as best.
 */
export function marksOf(
  move: ReviewedPlacement,
  losses: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>([[move.best_square, 'best']]);
  for (const [square, loss] of losses) if (loss < LEAST_LOSS) marks.set(square, 'best');
  return marks.set(move.square, move.loss < LEAST_LOSS ? 'best' : 'taken');
}

const BARS = Array.from('·▁▂▃▄▅▆▇█★');

/** A spoiler-free result to share: the strength of each hand, and where the points came from. */
export function shareWords(
  review: SeatReviewEntry,
  lines: readonly Pick<LineReading, 'made'>[],
  bonus: boolean,
): string {
  const { expected, luck, lost, total } = equation(review);
  const strength = (made: string): number => STEPS.findIndex((step) => step === made) + 1;
  const bars = lines.map(({ made }) => BARS[strength(made)]).join('');
  return [
    text.share(bonus, total),
    text.bars(bars.slice(0, 5), bars.slice(5, 10), bars.slice(10)),
    text.sum(expected, luck, lost),
  ].join('\n');
}
