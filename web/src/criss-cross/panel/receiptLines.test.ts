import { expect, test } from 'vitest';
import type { PassEntry, SettledWager } from '../../shared/protocol';
import { rulesDocument, tableView, WHEELS } from '../testing';
import { orderWords, receiptLines, receiptSum } from './receiptLines';

const pass = (clause?: string): PassEntry => ({
  seats: 'from_right',
  shows: 'nothing',
  steps: [],
  ...(clause === undefined ? {} : { clause }),
});
const BOOK = {
  ...rulesDocument(),
  settlement: [pass('11.H'), pass('11.H'), pass('11.I'), pass()],
  progressives: WHEELS,
};
const line = (order: number, spot: string, more: Partial<SettledWager>): SettledWager => ({
  order,
  seat: 1,
  spot,
  staked: 500,
  result: 'win',
  hand: 'two_pair',
  odds: 2,
  won: 1000,
  returned: 500,
  cut: 0,
  clause: '12.A',
  prizes: [],
  ...more,
});
const VIEW = tableView({
  settled_wagers: [
    line(2, 'middle', { clause: '12.A, reading R3' }),
    line(1, 'across', { result: 'lose', hand: 'high_card', odds: -1, won: 0, returned: 0 }),
    line(3, 'bonus_spin', {
      odds: null,
      hand: null,
      won: 6000,
      returned: 0,
      prizes: [{ kind: 'wheel', symbol: '60', won: 6000, clause: '12.D(2)(e), reading P2' }],
      clause: '7.E(2)(b), reading P2',
    }),
    line(4, 'across', { seat: 2, result: 'push', hand: 'pair_6s_to_10s', odds: 0, won: 0 }),
  ],
  totals: [
    { seat: 1, staked: 1500, won: 7000, returned: 500, net: 6000 },
    { seat: 2, staked: 500, won: 0, returned: 500, net: 0 },
  ],
});

test('lines come in the order in which they were settled, with reasons and clauses', () => {
  const lines = receiptLines(BOOK, VIEW, 1);
  expect(lines.map(({ title, net, says }) => [title, net, says])).toEqual([
    ['Across Bet', -500, 'high card'],
    ['Middle Bet', 1000, 'two pair, the better hand, 2 to 1'],
    ['Bonus Spin', 5500, 'the wheel'],
  ]);
  expect(lines.map(({ clause }) => clause)).toEqual(['12.A', '12.A, reading R3', '7.E(2)(b), reading P2, 12.D(2)(e)']);
  expect(receiptLines(BOOK, VIEW, null)).toHaveLength(4);
});

test('sums of a seat and of the table', () => {
  expect(receiptSum(VIEW, 1)).toEqual({ staked: 1500, back: 7500, net: 6000 });
  expect(receiptSum(VIEW, null)).toEqual({ staked: 2000, back: 8000, net: 6000 });
  expect(receiptSum(VIEW, 3)).toBeNull();
});

test('the order names its clauses once', () => {
  expect(orderWords(BOOK)).toBe('in the order of 11.H and 11.I');
  expect(orderWords({ settlement: [] })).toBe('');
});
