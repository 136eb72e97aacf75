import { expect, test } from 'vitest';
import { lobbyEntry } from '../testing/lobby';
import { unfinished } from './unfinishedGames';

test('the newest hand in progress is the one to resume', () => {
  const tables = [
    lobbyEntry({ table: 'old', is_in_round: true }),
    lobbyEntry({ table: 'new', is_in_round: true }),
    lobbyEntry({ table: 'seat', is_yours: true, is_playing: true }),
    lobbyEntry({ table: 'sheet', game: 'king-cross', is_in_round: true }),
  ];
  expect(unfinished(tables, 'criss-cross')?.table).toBe('new');
  expect(unfinished(tables, 'king-cross')?.table).toBe('sheet');
  expect(unfinished([lobbyEntry({ is_yours: true })], 'criss-cross')).toBeNull();
});
