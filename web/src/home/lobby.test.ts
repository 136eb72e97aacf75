import { describe, expect, it } from 'vitest';
import type { LobbyEntry } from '../shared/protocol';
import { lobbyWords } from './lobby';

const TABLE: LobbyEntry = {
  table: 'oak', title: 'Oak', game: 'criss-cross', rules: 'book', rules_title: 'Book', mode: null,
  table_kind: 'live', minimum_cents: 500, maximum_cents: 10_000, seat_count: 6, seats_taken: 4, seats: [], bots: 0,
  watchers: 0, is_playing: true, is_private: false, host_rules: false, has_floor: false, is_yours: false, paused: false, out_of_service: false,
};

describe('what is said of the tables', () => {
  it('counts those that anybody may go to', () => {
    const tables = [TABLE, { ...TABLE, seats_taken: 6 }, { ...TABLE, is_private: true }, { ...TABLE, table_kind: 'practice' as const }];
    expect(lobbyWords(tables)).toBe('2 open, 2 seats free');
    expect(lobbyWords([{ ...TABLE, seats_taken: 5 }])).toBe('1 open, 1 seat free');
  });

  it('may be about one game', () => {
    expect(lobbyWords([TABLE], 'king-cross')).toBe('none open now: open one');
  });
});
