import { expect, test } from 'vitest';
import type { SeatEndAnswer } from '../shared/protocol';
import { endWords } from './endWords';

const PLAYED: SeatEndAnswer = {
  cards: ['Kh', '4h'],
  community: ['4c', 'Jd'],
  folded_at: null,
  is_void: false,
  points: null,
  place: null,
  seat_count: 2,
};
const MATCH: SeatEndAnswer = { ...PLAYED, cards: [], community: [], points: 74, place: 1, seat_count: 1 };

test('cards and chips say how a round ended, unless it was folded or void', () => {
  expect(endWords(PLAYED)).toBe('');
  expect(endWords({ ...PLAYED, folded_at: 'down' })).toBe('Folded at Down');
  expect(endWords({ ...PLAYED, folded_at: 'down', is_void: true })).toBe('Void');
});

test('a match has points and a place', () => {
  expect(endWords(MATCH)).toBe('74 points');
  expect(endWords({ ...MATCH, points: 1 })).toBe('1 point');
  const places = [1, 2, 3, 4].map((place) => endWords({ ...MATCH, place, seat_count: 4 }));
  expect(places).toEqual(['74 points, 1st of 4', '74 points, 2nd of 4', '74 points, 3rd of 4', '74 points, 4th of 4']);
  expect(endWords({ ...MATCH, points: null, place: null })).toBe('Not finished');
});
