import { expect, test } from 'vitest';
import { lobbyEntry } from '../testing/lobby';
import { chosen, newcomers, seatsWords, stakesWords, standing, wayIn } from './lobbyWords';

const TABLE = lobbyEntry({
  table: 'a',
  title: 'Friday',
  rules: 'maryland-1',
  rules_title: 'Maryland',
  seats_taken: 0,
  is_playing: false,
});

test('seats that are free are counted', () => {
  expect(seatsWords(TABLE)).toBe('All 6 seats free');
  expect(seatsWords({ ...TABLE, seats_taken: 5 })).toBe('1 of 6 seats free');
  expect(seatsWords({ ...TABLE, seats_taken: 6 })).toBe('No free seats');
  expect(seatsWords({ ...TABLE, seat_count: 1 })).toBe('The seat is free');
});

test('stakes are the antes, or how the dice are shared', () => {
  expect(stakesWords(TABLE)).toBe('Antes $5 to $100');
  expect(stakesWords({ ...TABLE, minimum_cents: null, maximum_cents: null, mode: 'own_dice' })).toBe(
    'No wagers, own dice',
  );
});

test('the way in says what it leads to', () => {
  expect(wayIn(TABLE)).toBe('Take a seat');
  expect(wayIn({ ...TABLE, seats_taken: 6 })).toBe('Watch');
  expect(wayIn({ ...TABLE, out_of_service: true })).toBe('Watch');
  expect(wayIn({ ...TABLE, is_yours: true, seats_taken: 6 })).toBe('Go to your table');
});

test('a table that stands still says why', () => {
  expect(standing(TABLE)).toBe('');
  expect(standing({ ...TABLE, is_playing: true, seats_taken: 1 })).toBe('playing');
  expect(standing({ ...TABLE, is_playing: true, paused: true })).toBe('paused');
  expect(standing({ ...TABLE, paused: true, out_of_service: true })).toBe('out of service');
});

test('tables are those of the game, own ones and those with people first', () => {
  const king = { ...TABLE, table: 'k', game: 'king-cross' };
  const people = { ...TABLE, table: 'p', seats_taken: 2, bots: 1 };
  const mine = { ...TABLE, table: 'm', is_yours: true };
  expect(chosen([TABLE, king, people, mine], 'criss-cross').map(({ table }) => table)).toEqual(['m', 'p', 'a']);
  expect(chosen([TABLE, king], null)).toHaveLength(2);
});

test('tables that were not there before are named', () => {
  expect(newcomers([TABLE], [TABLE, { ...TABLE, table: 'b', title: 'Saturday' }])).toEqual(['Saturday']);
});
