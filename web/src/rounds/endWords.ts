/** How a round ended, in the few words that a row of a list has room for. */

import type { SeatEndAnswer } from '../shared/protocol';
import { sentence } from '../shared/words';

/** `Folded at Down`, `74 points, 2nd of 3`; empty where cards and chips say it all. */
export function endWords({ is_void, folded_at, points, place, seat_count, cards }: SeatEndAnswer): string {
  if (is_void) return 'Void';
  if (folded_at !== null) return `Folded at ${sentence(folded_at)}`;
  if (points === null) return cards.length === 0 ? 'Not finished' : '';
  const rank = place === null || seat_count === 1 ? '' : `, ${ordinal(place)} of ${seat_count}`;
  return `${points} ${points === 1 ? 'point' : 'points'}${rank}`;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
};

function ordinal(place: number): string {
  return `${place}${ENDINGS[ORDINALS.select(place)]}`;
}
