import { describe, expect, it } from 'vitest';
import { lobbyEntry } from '../testing/lobby';
import { lobbyWords } from './lobbyWords';

const TABLE = lobbyEntry();

describe('what is said of the tables', () => {
  it('counts those that anybody may go to', () => {
    const tables = [
      TABLE,
      { ...TABLE, seats_taken: 6 },
      { ...TABLE, is_private: true },
      { ...TABLE, table_kind: 'practice' as const },
    ];
    expect(lobbyWords(tables)).toBe('2 open, 2 seats free');
    expect(lobbyWords([{ ...TABLE, seats_taken: 5 }])).toBe('1 open, 1 seat free');
  });

  it('may be about one game', () => {
    expect(lobbyWords([TABLE], 'king-cross')).toBe('none open now: open one');
  });
});
