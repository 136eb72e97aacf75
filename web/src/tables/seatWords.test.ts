import { expect, test } from 'vitest';
import type { TableHappening, TableInfo } from '../shared/protocol';
import { seatInfo } from '../shared/testing';
import {
  freeSeats,
  initialOf,
  mayGrantFloor,
  noSeatWords,
  presenceWords,
  rolesOf,
  shortName,
  rulingWords,
  tableWords,
  watchedWords,
  watchersWords,
} from './seatWords';

const ADA = seatInfo({ seat: 2 });
const INFO: TableInfo = {
  table: 't',
  title: 'Friday',
  game: 'criss-cross',
  rules: 'maryland-1',
  rules_hash: '',
  table_kind: 'live',
  is_private: false,
  host_rules: false,
  seat_count: 3,
  host: 'ada',
  floor: ['ada', 'eve'],
  seats: [ADA, { ...ADA, seat: 3, player: 'bob', name: 'Bob' }],
  round: null,
  due: [],
  may_act: [],
  paused: null,
  pause_planned: false,
  out_of_service: null,
  is_closed: false,
  watchers: 0,
};

test('roles go by who somebody is', () => {
  expect(rolesOf(INFO, 'ada')).toEqual({ seat: 2, isHost: true, isFloor: true });
  expect(rolesOf(INFO, 'eve')).toEqual({ seat: null, isHost: false, isFloor: true });
  expect(rolesOf(INFO, 'bob')).toEqual({ seat: 3, isHost: false, isFloor: false });
  expect(rolesOf(INFO, null)).toEqual({ seat: null, isHost: false, isFloor: false });
});

test('free seats are the others', () => {
  expect(freeSeats(INFO)).toEqual([1]);
  expect(noSeatWords(INFO)).toBeNull();
  expect(noSeatWords({ ...INFO, seat_count: 0 })).toContain('Every seat is taken');
  expect(noSeatWords({ ...INFO, is_closed: true })).toContain('closed');
});

test('names are short where room is short', () => {
  expect([shortName('Bot random'), shortName('Guest 1234'), shortName('Ada')]).toEqual(['random', '1234', 'Ada']);
  expect([initialOf('Bot random'), initialOf('ödön'), initialOf('')]).toEqual(['R', 'Ö', '?']);
});

test('a player who is away, out or leaving is marked', () => {
  expect(presenceWords(ADA)).toBe('');
  expect(presenceWords({ ...ADA, is_here: false })).toBe('away');
  expect(presenceWords({ ...ADA, is_here: false, is_out: true })).toBe('sitting out');
  expect(presenceWords({ ...ADA, is_out: true, is_leaving: true })).toBe('leaving after this round');
});

test('spectators are counted', () => {
  expect([0, 1, 3].map(watchersWords)).toEqual(['No spectators', '1 watching', '3 watching']);
});

test('a table says in a few words what it is', () => {
  expect(watchedWords(INFO)).toBe('Maryland · live');
  expect(watchedWords({ ...INFO, is_private: true, watchers: 2 })).toBe('Maryland · live · private · 2 watching');
  expect(watchedWords({ ...INFO, paused: 'a card fell', watchers: 1 })).toBe('Maryland · paused · 1 watching');
  expect(watchedWords({ ...INFO, game: 'king-cross', rules: 'king-cross-1' })).toBe('live');
});

test('what happens at the table is told to everybody, and to you as you', () => {
  const sentence = (event: TableHappening, you: string | null = null) => tableWords(event, INFO, you);
  expect(sentence({ kind: 'seat_taken', seat: 2, player: 'ada', bot: null })).toBe('Ada takes seat 2.');
  expect(sentence({ kind: 'seat_taken', seat: 2, player: 'ada', bot: null }, 'ada')).toBe('You take seat 2.');
  expect(sentence({ kind: 'seat_left', seat: 1, player: 'x', reason: 'absent' })).toBe(
    'Seat 1 is free: the player was away too long.',
  );
  expect(sentence({ kind: 'sat_out', seat: 3, reason: 'idle' })).toBe(
    'Bob sits out after three rounds without a wager.',
  );
  expect(sentence({ kind: 'table_paused', by: 'ada', reason: 'a card fell' })).toBe(
    'The table is paused: a card fell.',
  );
  expect(sentence({ kind: 'table_paused', by: 'ada', reason: '' })).toBe('The table is paused.');
  expect(sentence({ kind: 'pause_planned', by: 'ada', reason: '' })).toBe('The table pauses after this round.');
  expect(sentence({ kind: 'incident_noted', by: 'ada', round: null, says: 'a card fell' })).toBe(
    'Note by the floor manager: a card fell.',
  );
  expect(
    sentence({ kind: 'incident_noted', by: 'system', round: 'a-1', says: 'No player of the round was connected.' }),
  ).toBe('The round stopped without a result: No player of the round was connected.');
  expect(
    sentence({
      kind: 'corrected',
      by: 'ada',
      round: 't-12',
      seat: 3,
      player: 'bob',
      cents: 5,
      clause: '12.A',
      reason: 'It was a flush.',
    }),
  ).toBe('The floor manager corrected round 12: It was a flush. Clause 12.A.');
  expect(sentence({ kind: 'seat_ready', seat: 1 })).toBe('');
});

test('a table says who rules there', () => {
  expect(rulingWords({ host_rules: true, has_floor: true })).toBe('The host rules here');
  expect(rulingWords({ host_rules: false, has_floor: true })).toBe('A floor manager rules here');
  expect(rulingWords({ host_rules: false, has_floor: false })).toBe('No floor manager: the system rules alone');
});

test('only a host who rules chooses floor managers', () => {
  const tables = [INFO, { ...INFO, is_private: true }, { ...INFO, is_private: true, host_rules: true }];
  expect(tables.map((info) => mayGrantFloor(info, rolesOf(info, 'ada')))).toEqual([false, false, true]);
  expect(tables.map((info) => mayGrantFloor(info, rolesOf(info, 'eve')))).toEqual([false, false, false]);
});

test('a planned pause, a removal and another title are told', () => {
  expect(tableWords({ kind: 'pause_planned', by: 'ada', reason: 'Short break.' }, INFO, null)).toBe(
    'The table pauses after this round: Short break.',
  );
  expect(tableWords({ kind: 'seat_removed', seat: 3, player: 'bob', by: 'eve' }, INFO, null)).toBe(
    'Bob is removed and leaves after this round.',
  );
  expect(tableWords({ kind: 'seat_removed', seat: 3, player: 'bob', by: 'eve' }, INFO, 'bob')).toBe(
    'You are removed and leave after this round.',
  );
  expect(tableWords({ kind: 'table_renamed', title: 'Table 7', by: 'operator' }, INFO, null)).toBe(
    'The operator renamed the table to Table 7.',
  );
});
