/** The tables of the lobby: their order and their descriptions. */

import { dollars } from '../shared/money';
import type { LobbyEntry } from '../shared/protocol';
import { crissCross, kingCross } from '../shared/strings';
import * as text from './lobby/strings';
import { paused } from './strings';

export type GameName = 'criss-cross' | 'king-cross';

export const GAMES: readonly { readonly id: GameName; readonly title: string }[] = [
  { id: 'criss-cross', title: crissCross },
  { id: 'king-cross', title: kingCross },
];

export function modeWords(mode: string): string {
  return text.modes[mode] ?? mode;
}

/** The stakes: `Antes $5 to $100`, or how the dice are shared where nothing is wagered. */
export function stakesWords(table: LobbyEntry): string {
  if (table.minimum_cents !== null && table.maximum_cents !== null) {
    return text.antes(dollars(table.minimum_cents), dollars(table.maximum_cents));
  }
  return table.mode === null ? text.noWagers : text.noWagersMode(modeWords(table.mode));
}

export function freeSeats(table: LobbyEntry): number {
  return table.seat_count - table.seats_taken;
}

/** `All 6 seats free`, `1 of 6 seats free`, `No free seats`. */
export function seatsWords(table: LobbyEntry): string {
  const free = freeSeats(table);
  if (free <= 0) return text.noFreeSeats;
  return free === table.seat_count ? text.allFree(free) : text.someFree(free, table.seat_count);
}

/** The action that a tap on the table offers. */
export function wayIn(table: LobbyEntry): string {
  if (table.is_yours) return text.goToTable;
  return freeSeats(table) > 0 && !table.out_of_service ? text.takeSeat : text.watch;
}

/** The state of the table; empty when there is nothing to say. */
export function standing(table: LobbyEntry): string {
  if (table.out_of_service) return text.outOfService;
  if (table.paused) return paused;
  return table.is_playing && table.seats_taken > 0 ? text.playing : '';
}

/** Tables of one game or of all: own tables first, then those with people, then those with a free seat. */
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
