/** What sets one rule book apart from the others, in one line. */

import { dollars } from '../../shared/money';
import type { RuleBookSummary } from '../../shared/protocol';
import { HANDS, handWords, listWords, oddsWords } from '../../shared/words';

/** `Antes $5 to $100. Royal flush 500 to 1, full house 12 to 1. Five Card Bonus.` Only odds on which the books differ. */
export function differenceWords(book: RuleBookSummary, books: readonly RuleBookSummary[]): string {
  const odds = HANDS.filter((hand) => books.some((other) => other.main_pays[hand] !== book.main_pays[hand])).map(
    (hand) => `${handWords(hand).toLowerCase()} ${oddsWords(book.main_pays[hand]).toLowerCase()}`,
  );
  const sentences = [
    `Antes ${dollars(book.ante_minimum_cents)} to ${dollars(book.ante_maximum_cents)}`,
    listWords(odds),
    book.bonus_spots.length === 0 ? 'no bonus wager' : listWords(book.bonus_spots),
    book.aggregate_limit_cents === null
      ? 'no limit on what a round wins'
      : `a round wins at most ${dollars(book.aggregate_limit_cents)}`,
    book.progressives === null ? '' : 'progressive wagers with a wheel',
  ];
  return sentences
    .filter((part) => part !== '')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`)
    .join(' ');
}
