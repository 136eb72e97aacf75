/** A table in the list of tables, for tests. */

import type { LobbyEntry } from '../shared/protocol';

const TABLE: LobbyEntry = {
  table: 'oak',
  title: 'Oak',
  game: 'criss-cross',
  rules: 'book',
  rules_title: 'Book',
  mode: null,
  table_kind: 'live',
  minimum_cents: 500,
  maximum_cents: 10_000,
  seat_count: 6,
  seats_taken: 4,
  seats: [],
  bots: 0,
  watchers: 0,
  is_playing: true,
  is_private: false,
  host_rules: false,
  has_floor: false,
  is_yours: false,
  is_in_round: false,
  paused: false,
  out_of_service: false,
};

export function lobbyEntry(changes: Partial<LobbyEntry> = {}): LobbyEntry {
  return { ...TABLE, ...changes };
}
