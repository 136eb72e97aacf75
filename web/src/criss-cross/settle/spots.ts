/** The spots of a table, in the order of its rule book. */

import type { BookDocument, SpotEntry } from '../../shared/protocol';

export interface Spot extends SpotEntry {
  id: string;
}

/** The spots that a table under this book offers. */
export function offeredSpots(book: BookDocument): Spot[] {
  return Object.entries(book.spots)
    .filter(([, spot]) => spot.offered !== false)
    .map(([id, spot]) => ({ id, ...spot }));
}
