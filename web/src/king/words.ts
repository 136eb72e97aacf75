/** The sheet in words: names of hands, and what a screen reader says. */

import { type Card, rankLabel, spoken } from '../shared/cards';
import { capitalized } from '../shared/words';
import { type LineReading, type SheetReading, type SquareReading, STEPS } from './sheetReading';
import { game, hands, type HandText, reading as text, sheet } from './strings';

/** The highest hand first, as a score card lists them. */
export const HAND_ORDER: readonly string[] = [...[...STEPS].reverse(), 'everything_else'];

const UNKNOWN: HandText = { title: '', short: '', said: '', plain: '' };

export function handWords(hand: string): HandText {
  return hands[hand] ?? UNKNOWN;
}

export function isNothing(line: LineReading): boolean {
  return line.points === 0;
}

/** `9 of spades`, `Queen of hearts`: beside a picture of the card, where there is little room. */
export function cardWords(card: Card): string {
  const [rank = '', ...rest] = spoken(card).split(' ');
  return [/^[2-9T]/u.test(card) ? rankLabel(card) : capitalized(rank), ...rest].join(' ');
}

/** A hand and the best it can become: `Hand 4: a pair, 25 points, up to four of a kind, 250.` */
export function lineWords(line: LineReading): string {
  const { number, made, points, best, best_points } = line;
  if (line.is_complete)
    return text.spokenComplete(
      number,
      isNothing(line) ? handWords(made).said : text.made(handWords(made).said, points),
    );
  const is = isNothing(line) ? text.nothing : text.made(handWords(made).said, points);
  if (best === null || best_points <= points) return text.spoken(number, is);
  return text.spokenUpTo(number, is, handWords(best).plain, best_points);
}

export function allLinesWords(lines: readonly LineReading[], secured: number): string {
  return text.all(lines.map(lineWords), secured);
}

/** `Hand 8 becomes a flush, +150.`; empty where neither the hand nor its best changes. */
export function changeWords(before: LineReading | undefined, after: LineReading): string {
  if (before === undefined) return '';
  if (after.made !== before.made)
    return sheet.becomes(after.number, handWords(after.made).said, after.points - before.points);
  if (after.best !== null && before.best !== null && after.best_points < before.best_points) {
    return after.best_points > after.points
      ? sheet.atMost(after.number, handWords(after.best).said)
      : sheet.stays(after.number);
  }
  return '';
}

/** A square for a screen reader: its name, its card, and what would change. */
export function squareWords(
  name: string,
  held: Card | null,
  square: SquareReading | undefined,
  reading: SheetReading,
  hasCard: boolean,
): string {
  if (held === 'K') return sheet.king(name);
  if (held !== null) return sheet.card(name, spoken(held));
  if (square === undefined || !hasCard) return sheet.empty(name);
  if (!square.is_open) return square.why === null ? sheet.closed(name) : sheet.closedBecause(name, square.why);
  const changes = square.lines
    .map((after) => changeWords(reading.lines[after.number - 1], after))
    .filter((change) => change !== '');
  return sheet.open(name, changes.join(' '));
}

/** `Mara`, `Mara and Jonas`, `Mara, Jonas, and 3 more`. */
export function someNames(names: readonly string[], most = 3): string {
  return names.length <= most ? game.names(names, 0) : game.names(names.slice(0, most - 1), names.length - most + 1);
}
