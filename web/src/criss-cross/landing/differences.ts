/** How one rule book differs from the others, in one line. */

import type { RuleBookSummary } from '../../shared/protocol';
import { capitalized, HANDS, handWords, oddsWords } from '../../shared/words';
import { DIFFERENCES } from './strings';

/** `Antes $5 to $100. Royal flush 500 to 1, full house 12 to 1. Five Card Bonus.` Only odds on which the books differ. */
export function differenceWords(book: RuleBookSummary, books: readonly RuleBookSummary[]): string {
  const odds = HANDS.filter((hand) => books.some((other) => other.main_pays[hand] !== book.main_pays[hand])).map(
    (hand) => DIFFERENCES.odds(handWords(hand).toLowerCase(), oddsWords(book.main_pays[hand]).toLowerCase()),
  );
  const sentences = [
    DIFFERENCES.antes(book.ante_minimum_cents, book.ante_maximum_cents),
    DIFFERENCES.list(odds),
    book.bonus_spots.length === 0 ? DIFFERENCES.noSideBets : DIFFERENCES.list(book.bonus_spots),
    book.aggregate_limit_cents === null ? DIFFERENCES.noLimit : DIFFERENCES.limit(book.aggregate_limit_cents),
    book.progressives === null ? '' : DIFFERENCES.progressives,
  ];
  return sentences
    .filter((part) => part !== '')
    .map((part) => `${capitalized(part)}.`)
    .join(' ');
}
