/** The list of tables in words. */

import { dollars } from '../shared/money';
import type { LobbyEntry } from '../shared/protocol';

export type GameName = 'criss-cross' | 'king-cross';

export const GAMES: readonly { readonly id: GameName; readonly title: string }[] = [
  { id: 'criss-cross', title: 'Criss Cross' },
  { id: 'king-cross', title: 'King Cross' },
];

const MODE_WORDS: Record<string, string> = {
  solo: 'one sheet',
  communal: 'one roll for all',
  own_dice: 'own dice',
};

export function modeWords(mode: string): string {
  return MODE_WORDS[mode] ?? mode;
}

/** What is played for: `Antes $5 to $100`, or how the dice are shared where nothing is wagered. */
export function stakesWords(table: LobbyEntry): string {
  if (table.minimum_cents !== null && table.maximum_cents !== null) {
    return `Antes ${dollars(table.minimum_cents)} to ${dollars(table.maximum_cents)}`;
  }
  return table.mode === null ? 'No wagers' : `No wagers, ${modeWords(table.mode)}`;
}

export function freeSeats(table: LobbyEntry): number {
  return table.seat_count - table.seats_taken;
}

/** `All 6 seats free`, `1 of 6 seats free`, `No seat free`. */
export function seatsWords(table: LobbyEntry): string {
  const free = freeSeats(table);
  if (free <= 0) return 'No seat free';
  if (free === table.seat_count)
    return table.seat_count === 1 ? 'The seat is free' : `All ${table.seat_count} seats free`;
  return `${free} of ${table.seat_count} seats free`;
}

/** What a tap on the table does for the visitor. */
export function wayIn(table: LobbyEntry): string {
  if (table.is_yours) return 'Go to your table';
  return freeSeats(table) > 0 && !table.out_of_service ? 'Take a seat' : 'Watch';
}

/** The state of the table; empty when there is nothing to say. */
export function standing(table: LobbyEntry): string {
  if (table.out_of_service) return 'out of service';
  if (table.paused) return 'paused';
  return table.is_playing && table.seats_taken > 0 ? 'playing' : '';
}

/** Tables of one game or of all: one's own first, then those with people, then those with a free seat. */
export function chosen(tables: readonly LobbyEntry[], game: GameName | null): readonly LobbyEntry[] {
  const rank = (table: LobbyEntry): number =>
    (table.is_yours ? 8 : 0) +
    (table.seats_taken > table.bots ? 4 : 0) +
    (freeSeats(table) > 0 ? 2 : 0) +
    (table.table_kind === 'live' ? 1 : 0);
  return tables
    .filter((table) => game === null || table.game === game)
    .sort((one, other) => rank(other) - rank(one) || one.title.localeCompare(other.title));
}

/** Titles of the tables that were not in the list before. */
export function newcomers(before: readonly LobbyEntry[], now: readonly LobbyEntry[]): readonly string[] {
  const known = new Set(before.map(({ table }) => table));
  return now.filter(({ table }) => !known.has(table)).map(({ title }) => title);
}
