/** The sheet in words: names of hands, and what is said aloud. */

import { type Card, rankLabel, spoken } from '../shared/cards';
import { capitalized, listWords, numberWord } from '../shared/words';
import type { LineReading, SheetReading, SquareReading } from './sheetReading';

interface HandWords {
  readonly title: string;
  /** Where there is little room. */
  readonly short: string;
  /** In the middle of a sentence. */
  readonly said: string;
}

const HANDS: Readonly<Record<string, HandWords>> = {
  royal_flush: { title: 'Royal flush', short: 'Royal', said: 'a royal flush' },
  straight_flush: { title: 'Straight flush', short: 'Str. flush', said: 'a straight flush' },
  four_of_a_kind: { title: 'Four of a kind', short: 'Four', said: 'four of a kind' },
  full_house: { title: 'Full house', short: 'Full', said: 'a full house' },
  flush: { title: 'Flush', short: 'Flush', said: 'a flush' },
  straight: { title: 'Straight', short: 'Straight', said: 'a straight' },
  three_of_a_kind: { title: 'Three of a kind', short: 'Three', said: 'three of a kind' },
  two_pair: { title: 'Two pair', short: 'Two pair', said: 'two pair' },
  one_pair: { title: 'One pair', short: 'Pair', said: 'a pair' },
  everything_else: { title: 'Everything else', short: 'Nothing', said: 'nothing' },
};
export const HAND_ORDER: readonly string[] = Object.keys(HANDS);

const UNKNOWN: HandWords = { title: '', short: '', said: 'something' };

export function handWords(hand: string): HandWords {
  return HANDS[hand] ?? UNKNOWN;
}

/** `four of a kind` as in `up to four of a kind 250`. */
export function plainHand(hand: string): string {
  return handWords(hand).title.toLowerCase();
}

export function isNothing(line: LineReading): boolean {
  return line.points === 0;
}

/** `9 of spades`, `Queen of hearts`: beside a picture of the card, where there is little room. */
export function cardWords(card: Card): string {
  const [rank = '', ...rest] = spoken(card).split(' ');
  return [/^[2-9T]/u.test(card) ? rankLabel(card) : capitalized(rank), ...rest].join(' ');
}

/** `Seven squares open`, `One square open`. */
export function openWords(count: number): string {
  return `${capitalized(numberWord(count))} ${count === 1 ? 'square is' : 'squares are'} open`;
}

export function rollWords(roll: number, card: Card, open: number): string {
  return `Roll ${roll}: ${spoken(card)}. ${openWords(open)}.`;
}

export function wildWords(roll: number, card: Card): string {
  return `Roll ${roll} is wild: ${spoken(card)} fits nowhere. Change its suit or its value.`;
}

/** What a hand is, and can become: `Hand 4: a pair, 25 points, up to four of a kind, 250.` */
export function lineWords(line: LineReading): string {
  const is = isNothing(line) ? 'nothing yet' : `${handWords(line.made).said}, ${line.points} points`;
  if (line.is_complete) return `Hand ${line.number}: ${isNothing(line) ? 'nothing' : is}, complete.`;
  if (line.best === null || line.best_points <= line.points) return `Hand ${line.number}: ${is}.`;
  return `Hand ${line.number}: ${is}, up to ${plainHand(line.best)}, ${line.best_points}.`;
}

export function allLinesWords(lines: readonly LineReading[], secured: number): string {
  return `${lines.map(lineWords).join(' ')} ${secured} secured.`;
}

/** `Hand 8 becomes a flush, plus 150.`; empty where neither the hand nor its best changes. */
export function changeWords(before: LineReading | undefined, after: LineReading): string {
  if (before === undefined) return '';
  if (after.made !== before.made)
    return `Hand ${after.number} becomes ${handWords(after.made).said}, plus ${after.points - before.points}.`;
  if (after.best !== null && before.best !== null && after.best_points < before.best_points) {
    return after.best_points > after.points
      ? `Hand ${after.number} can then be ${plainHand(after.best)} at most.`
      : `Hand ${after.number} stays as it is.`;
  }
  return '';
}

/** A square as it is heard: where it is, what lies there, what would happen. */
export function squareWords(
  name: string,
  held: Card | null,
  square: SquareReading | undefined,
  reading: SheetReading,
  hasCard: boolean,
): string {
  if (held === 'K') return `${name}, the printed King, of any suit in each of its hands`;
  if (held !== null) return `${name}, ${spoken(held)}`;
  if (square === undefined || !hasCard) return `${name}, empty`;
  if (!square.is_open) return `${name}, closed${square.why === null ? '' : `. ${square.why}`}`;
  const changes = square.lines
    .map((after) => changeWords(reading.lines[after.number - 1], after))
    .filter((text) => text !== '');
  return `${name}, open. ${changes.join(' ')}`.trim();
}

export function placedWords(square: string, secured: number): string {
  return `Placed on ${square}. ${secured.toLocaleString('en')} secured.`;
}

/** `+150`, `−13.1`: a real minus sign, since figures stand in columns. */
export function signed(points: number, digits = 0): string {
  const text = Math.abs(points).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (Number(text.replaceAll(',', '')) === 0) return digits === 0 ? '0' : text;
  return `${points < 0 ? '−' : '+'}${text}`;
}

export function figure(points: number, digits = 0): string {
  return points.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `Mara`, `Mara and Jonas`, `Mara, Jonas and 3 more`. */
export function someNames(names: readonly string[], most = 3): string {
  return names.length <= most
    ? listWords(names)
    : `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`;
}
