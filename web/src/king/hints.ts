/** A hint as it is shown: the value of each square, and why two squares differ, in tenths that add up. */

import { spoken } from '../shared/cards';
import type { KingHintAnswer, PlacementHint } from '../shared/protocol';
import type { LineReading, SheetReading } from './sheetReading';
import { squareOf } from './sheetReading';
import { hintReasons, hints } from './strings';
import { handWords } from './words';

export interface Heat {
  readonly value: number;
  readonly loss: number;
}

/** Losing less than this is shown as losing nothing. */
export const LEAST_LOSS = 0.05;
const MOST_ROWS = 5;

/** The name of a placement: `e5`, and for a wild roll the card as well, `nine of hearts on e5`. */
export function placementWords({ square, card }: Pick<PlacementHint, 'square' | 'card'>, isWild: boolean): string {
  return isWild ? hints.on(spoken(card), square) : square;
}

/** Square -> the value of the card there. */
export function heatOf(answer: KingHintAnswer, card: string): ReadonlyMap<string, Heat> {
  return new Map(
    answer.placements
      .filter((placement) => placement.card === card)
      .map(({ square, value, loss }) => [square, { value, loss }]),
  );
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
export function comparison(
  answer: KingHintAnswer,
  square: string | null,
  card: string | null,
  most = MOST_ROWS,
): Comparison | null {
  const [best, second] = answer.placements;
  if (best === undefined) return null;
  const chosen = answer.placements.find((placement) => placement.square === square && placement.card === card);
  const isOther = chosen !== undefined && chosen !== best;
  const other = isOther ? chosen : (second ?? null);
  if (other === null) return { better: best, other: null, rows: [], tenths: 0 };
  // Reasons say what makes their own placement worth more: those of the other one are turned round.
  const reasons = isOther ? chosen.reasons.map((reason) => ({ ...reason, points: -reason.points })) : best.reasons;
  const tenths = tenthsOf(other.loss);
  const shown = reasons.filter(({ points }) => tenthsOf(points) !== 0).slice(0, most);
  const rows: ComparisonRow[] = shown.map(({ kind, hand, points }) => ({
    kind,
    hand: hand ?? null,
    tenths: tenthsOf(points),
  }));
  const rest = tenths - rows.reduce((sum, row) => sum + row.tenths, 0);
  if (rest !== 0) rows.push({ kind: 'rest', hand: null, tenths: rest });
  return { better: best, other, rows, tenths };
}

/** The sheet as read for a card; null until the server has answered. A wild roll compares placements of different cards. */
export type ReadingFor = (card: string) => SheetReading | null;

/** Title and explanation of a row: `Hand 10`, `two pair at once`. The words have the sign of the points beside them. */
export function rowWords(row: ComparisonRow, compared: Comparison, readingFor: ReadingFor): readonly [string, string] {
  if (row.kind !== 'line' || row.hand === null) return hintReasons[row.kind] ?? [row.kind, ''];
  const title = hints.hand(row.hand);
  const better = handAfter(compared.better, row.hand, readingFor);
  const other = compared.other === null ? null : handAfter(compared.other, row.hand, readingFor);
  if (better === null || other === null) return [title, ''];
  return [title, row.tenths > 0 ? advantage(better, other) : drawback(better, other)];
}

/** A hand after a placement: as it is now where the square isn't on it. */
function handAfter(placement: PlacementHint, hand: number, readingFor: ReadingFor): LineReading | null {
  const reading = readingFor(placement.card);
  const now = reading?.lines[hand - 1];
  if (reading === null || now === undefined) return null;
  return squareOf(reading, placement.square)?.lines.find(({ number }) => number === hand) ?? now;
}

/** Why the hand is worth more after the better placement than after the other one. */
function advantage(better: LineReading, other: LineReading): string {
  if (better.points > other.points) return hints.atOnce(handWords(better.made).plain);
  if (better.best === null || other.best === null) return '';
  if (better.best_points > other.best_points) return hints.possible(handWords(better.best).plain);
  return better.best_points > better.points ? hints.moreRoom(handWords(better.best).said) : hints.better;
}

/** Why the hand is worth less after the better placement than after the other one. */
function drawback(better: LineReading, other: LineReading): string {
  if (better.points < other.points) return hints.notYet(handWords(other.made).plain);
  if (better.best === null || other.best === null) return '';
  if (better.best_points < other.best_points) return hints.gone(handWords(other.best).plain);
  return other.best_points > other.points ? hints.lessRoom(handWords(other.best).said) : hints.worse;
}
