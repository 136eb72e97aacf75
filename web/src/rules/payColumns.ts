/** The pay tables of a rule book as columns, the way the page shows them side by side. */

import { offeredSpots } from '../criss-cross/settle/spots';
import { list } from '../shared/intl';
import type { BookDocument, PayTableEntry } from '../shared/protocol';
import { sentence } from '../shared/words';
import { paysText } from './strings';

export interface PayColumn {
  readonly id: string;
  readonly title: string;
  readonly table: PayTableEntry;
}

/** One column for each pay table that a spot on offer uses, headed by those spots. */
export function payColumns(book: BookDocument): PayColumn[] {
  return Object.entries(book.pay_tables).flatMap(([id, table]) => {
    const users = offeredSpots(book).filter((spot) => spot.pays === id);
    if (users.length === 0) return [];
    const title = users.every((spot) => spot.kind === 'ante')
      ? paysText.antes
      : users.every((spot) => spot.kind === 'main')
        ? paysText.bets
        : list(users.map((spot) => spot.title));
    return [{ id, title: users.length > 3 ? sentence(id) : title, table }];
  });
}
