/** The open tables, in words for the home page. */

import type { LobbyEntry } from '../shared/protocol';
import { tiles } from './strings';

/** `2 open, 5 seats free`: counts the live tables that every visitor can join. */
export function lobbyWords(tables: readonly LobbyEntry[]): string {
  const open = tables.filter((table) => table.table_kind === 'live' && !table.is_private);
  if (open.length === 0) return tiles.noTables;
  const free = open.reduce((sum, table) => sum + table.seat_count - table.seats_taken, 0);
  return tiles.openTables(open.length, free);
}
