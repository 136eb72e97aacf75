import { expect, test } from 'vitest';
import type { StatementEntry } from '../shared/protocol';
import { correctionWords, movements, sums } from './movements';

const line = (cents: number, balance: number, other: string, table = 'abc'): StatementEntry => ({
  number: 1,
  table,
  seq: 1,
  stamped_ms: 0,
  other,
  cents,
  balance_cents: balance,
  correction: null,
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

test('what one entry moved is one movement, named by the other side', () => {
  const of = (...lines: StatementEntry[]) => movements(lines).map(({ words, cents, round }) => [words, cents, round]);
  expect(of(line(1000, 3000, 'house:abc'), line(500, 2000, 'escrow:abc-1'))).toEqual([
    ['Winnings and wagers returned', 1500, 'abc-1'],
  ]);
  expect(of({ ...PAID, seq: 9 }, line(-1000, 99000, 'escrow:abc-1'))).toEqual([
    ['Wagers returned', 2000, 'abc-1'],
    ['Wagered', -1000, 'abc-1'],
  ]);
  const correction = { round: 'abc-3', seat: 2, clause: '12.A', reason: 'A flush was misread.' };
  const corrected = (cents: number) => ({ ...line(cents, 600, 'house:abc'), correction });
  expect(of(corrected(500))).toEqual([['Correction by the floor manager: A flush was misread.', 500, 'abc-3']]);
  expect(of(corrected(-5))).toEqual([['Taken back by the floor manager: A flush was misread.', -5, 'abc-3']]);
  expect(of(line(900, 999, 'meter:abc:x'), line(5, 99, 'escrow:abc-2'))).toEqual([
    ['Jackpot, winnings and wagers returned', 905, 'abc-2'],
  ]);
  // A wheel pays from the house alone, and its round is the one that the player had staked in.
  expect(
    of(
      { ...line(700, 1700, 'house:abc'), seq: 7 },
      { ...line(-5, 1000, 'house:abc'), seq: 6, correction },
      { ...line(-1000, 1000, 'escrow:abc-4'), seq: 5 },
    ),
  ).toEqual([
    ['Won', 700, 'abc-4'],
    ['Taken back by the floor manager: A flush was misread.', -5, 'abc-3'],
    ['Wagered', -1000, 'abc-4'],
  ]);
  expect(of(line(700, 1700, 'house:abc'))).toEqual([['Won', 700, null]]);
  expect(movements([corrected(500), PAID]).map((movement) => movement.correction)).toEqual([
    { table: 'abc', clause: '12.A' },
  ]);
  expect(of(FIRST)).toEqual([['Starting chips, free', 100000, null]]);
  expect(of(line(90000, 100000, 'mint', 'player:g'))).toEqual([['Free refill', 90000, null]]);
});

test('a player reads at once what was corrected', () => {
  const notice = {
    kind: 'correction',
    table: 'abc',
    title: 'Friday',
    round: 'abc-3',
    seat: 2,
    clause: '12.A',
    reason: 'A flush was misread.',
  } as const;
  expect(correctionWords({ ...notice, cents: 700 })).toBe(
    'Round 3 at Friday was corrected: $7 was paid to you. A flush was misread.',
  );
  expect(correctionWords({ ...notice, cents: -50 })).toContain('$0.50 was taken back');
});
