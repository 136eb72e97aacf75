/** A hint as it is shown: how warm each square is, and what makes two squares differ, in tenths that add up. */

import type { KingHintAnswer, PlacementHint } from '../shared/protocol';
import type { LineReading, SheetReading } from './reading';
import { squareOf } from './reading';
import { plainHand } from './words';

export interface Heat {
  readonly value: number;
  readonly loss: number;
}

/** Losing less than this is shown as losing nothing. */
export const LEAST_LOSS = 0.05;
const MOST_ROWS = 5;

/** Square -> what the card is worth there. */
export function heatOf(answer: KingHintAnswer, card: string): ReadonlyMap<string, Heat> {
  return new Map(answer.placements.filter((placement) => placement.card === card).map(({ square, value, loss }) => [square, { value, loss }]));
}

export interface ComparisonRow {
  /** `line`, `crossings`, `suits`, `achievements`, `later_rolls` or `rest`. */
  readonly kind: string;
  readonly hand: number | null;
  readonly tenths: number;
}

/** Why the better of two placements is worth more. */
export interface Comparison {
  readonly better: PlacementHint;
  readonly other: PlacementHint | null;
  /** The greatest first; together they are `tenths`. */
  readonly rows: readonly ComparisonRow[];
  readonly tenths: number;
}

const tenthsOf = (points: number): number => Math.round(points * 10);

/** The best placement against the one that was chosen, or against the second where none was or the best itself. */
export function comparison(answer: KingHintAnswer, square: string | null, card: string | null, most = MOST_ROWS): Comparison | null {
  const [best, second] = answer.placements;
  if (best === undefined) return null;
  const chosen = answer.placements.find((placement) => placement.square === square && placement.card === card);
  const isOther = chosen !== undefined && chosen !== best;
  const other = isOther ? chosen : (second ?? null);
  if (other === null) return { better: best, other: null, rows: [], tenths: 0 };
  // Reasons say what makes their own placement worth more: those of the other one are turned round.
  const reasons = isOther ? chosen.reasons.map((reason) => ({ ...reason, points: -reason.points })) : best.reasons;
  const tenths = tenthsOf(other.loss);
  const told = reasons.filter(({ points }) => tenthsOf(points) !== 0).slice(0, most);
  const rows: ComparisonRow[] = told.map(({ kind, hand, points }) => ({ kind, hand: hand ?? null, tenths: tenthsOf(points) }));
  const rest = tenths - rows.reduce((sum, row) => sum + row.tenths, 0);
  if (rest !== 0) rows.push({ kind: 'rest', hand: null, tenths: rest });
  return { better: best, other, rows, tenths };
}

const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  crossings: ['Crossing hands', 'one card must serve both'],
  suits: ['Suits', 'what hands wait for'],
  achievements: ['Bonus points', 'what is left of each'],
  later_rolls: ['Later rolls', 'what can be made of it'],
  rest: ['All the rest', 'each of them small'],
};

/** Title and explanation of a row: `Hand 10`, `two pair on e5`. */
export function rowWords(row: ComparisonRow, compared: Comparison, reading: SheetReading): readonly [string, string] {
  if (row.kind !== 'line' || row.hand === null) return KINDS[row.kind] ?? [row.kind, ''];
  const before = reading.lines[row.hand - 1];
  const { better, other } = compared;
  for (const placement of other === null ? [better] : [better, other]) {
    const after = squareOf(reading, placement.square)?.lines.find(({ number }) => number === row.hand);
    if (before !== undefined && after !== undefined) return [`Hand ${row.hand}`, effect(before, after, placement.square)];
  }
  return [`Hand ${row.hand}`, ''];
}

function effect(before: LineReading, after: LineReading, square: string): string {
  if (after.points > before.points) return `${plainHand(after.made)} on ${square}`;
  if (after.best === null || before.best === null) return '';
  if (after.best_points < before.best_points) return `${plainHand(before.best)} is gone on ${square}`;
  return `still up to ${plainHand(after.best)} on ${square}`;
}
