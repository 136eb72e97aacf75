import { expect, test } from 'vitest';
import type { StatementEntry } from '../shared/protocol';
import { movementWords, roundOf, sums } from './statement';

const line = (cents: number, balance: number, other: string, table = 'abc'): StatementEntry => ({
  number: 1, table, seq: 1, stamped_ms: 0, other, cents, balance_cents: balance,
});
const PAID = line(2000, 101000, 'escrow:abc-1');
const FIRST = line(100000, 100000, 'mint', 'player:g');
const LINES = [PAID, line(-1000, 99000, 'escrow:abc-1'), FIRST];

test('opening and movements make the balance', () => {
  expect(sums(LINES, 101000)).toEqual({ openingCents: 0, movedCents: 101000, closingCents: 101000, isWhole: true });
  expect(sums(LINES.slice(0, 2), 101000)).toMatchObject({ openingCents: 100000, movedCents: 1000, isWhole: true });
  expect(sums([], 5)).toEqual({ openingCents: 5, movedCents: 0, closingCents: 5, isWhole: true });
});

test('a line that does not follow is found', () => {
  expect(sums([PAID, line(-900, 99000, 'escrow:abc-1'), FIRST], 101000).isWhole).toBe(false);
  expect(sums(LINES, 100000).isWhole).toBe(false);
});

test('movements are named by the other side', () => {
  expect(LINES.map(movementWords)).toEqual(['Paid and returned', 'Wagered', 'First chips, free']);
  expect(movementWords(line(90000, 100000, 'mint', 'player:g'))).toBe('Refill, free');
  expect(movementWords(line(-5, 0, 'house:abc'))).toBe('Taken back by the floor');
  expect(movementWords(line(5, 10, 'meter:abc:bonus_spin'))).toBe('Jackpot');
  expect([roundOf(PAID), roundOf(FIRST)]).toEqual(['abc-1', null]);
});
