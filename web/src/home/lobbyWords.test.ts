import { describe, expect, it } from 'vitest';
import { lobbyEntry } from '../testing/lobby';
import { lobbyWords } from './lobbyWords';

const TABLE = lobbyEntry();

describe('open tables in words', () => {
  it('counts the live tables that every visitor can join', () => {
    const tables = [
      TABLE,
      { ...TABLE, seats_taken: 6 },
      { ...TABLE, is_private: true },
      { ...TABLE, table_kind: 'practice' as const },
    ];
    expect(lobbyWords(tables)).toBe('2 open, 2 seats free');
    expect(lobbyWords([{ ...TABLE, seats_taken: 5 }])).toBe('1 open, 1 seat free');
  });

  it('offers to start one where none is open', () => {
    expect(lobbyWords([{ ...TABLE, is_private: true }])).toBe('None open now. Start one.');
  });
});
