/** How a round ended, in the few words that a row of a list has room for. */

import type { SeatEndAnswer } from '../shared/protocol';
import { sentence } from '../shared/words';
import { ROW } from './strings';

/** `Folded at Down`, `74 points, 2nd of 3`; empty where cards and chips say it all. */
export function endWords({ is_void, folded_at, points, place, seat_count, cards }: SeatEndAnswer): string {
  if (is_void) return ROW.void;
  if (folded_at !== null) return ROW.folded(sentence(folded_at));
  if (points === null) return cards.length === 0 ? ROW.notFinished : '';
  return place === null || seat_count === 1 ? ROW.points(points) : ROW.ranked(points, place, seat_count);
}
