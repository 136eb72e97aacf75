/** What the home page says of the tables where people play. */

import type { LobbyEntry } from '../shared/protocol';

/** `2 open, 5 seats free`, of the tables that anybody may go to. */
export function lobbyWords(tables: readonly LobbyEntry[], game?: string): string {
  const open = tables.filter(
    (table) => table.table_kind === 'live' && !table.is_private && (game === undefined || table.game === game),
  );
  if (open.length === 0) return 'none open now: open one';
  const free = open.reduce((sum, table) => sum + table.seat_count - table.seats_taken, 0);
  return `${open.length} open, ${free === 1 ? '1 seat' : `${free} seats`} free`;
}
