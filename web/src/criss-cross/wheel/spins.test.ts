import { expect, test } from 'vitest';
import type { SettledWager, TableView } from '../../shared/protocol';
import { progressivesOf } from './progressives';
import { toldSpin } from './spins';

const OFFERED = progressivesOf({
  progressives: {
    bonus_spin: {
      title: 'Bonus Spin',
      segments: [{ symbol: 'jackpot', weight: 1 }, { symbol: '25&15', weight: 2, cents: 2500 }],
    },
  },
});
const nameOf = (seat: number) => (seat === 1 ? 'You' : `Seat ${seat}`);

function line(seat: number, kind: 'wheel' | 'community' | 'jackpot', symbol: string, won: number): SettledWager {
  return {
    order: 1, seat, spot: 'bonus_spin', staked: 500, result: 'win', hand: null, odds: null, won, returned: 0, cut: 0,
    clause: '', prizes: [{ kind, symbol, won, clause: '' }],
  };
}

function view(...settled_wagers: SettledWager[]): TableView {
  return { seat: 1, seats: [{ seat: 1, wagers: { bonus_spin: 500 } }], settled_wagers } as unknown as TableView;
}

test('whose spin it is, and what it paid to whom', () => {
  const spin = { wheel: 'bonus_spin', seat: 1, symbol: '25&15' } as const;
  const told = toldSpin(OFFERED, view(line(1, 'wheel', '25&15', 2500), line(3, 'community', '25&15', 1500)), spin, nameOf);
  expect(told.title).toBe('You spin');
  expect(told.result).toBe('$25 & $15');
  expect(told.index).toBe(1);
  expect(told.paid).toEqual(['You win $25.', 'Seat 3 wins $15.']);
});

test('a jackpot names what the meter held', () => {
  const spin = { wheel: 'bonus_spin', seat: 3, symbol: 'jackpot' } as const;
  const told = toldSpin(OFFERED, view(line(3, 'jackpot', 'jackpot', 128437)), spin, nameOf);
  expect(told.title).toBe('Seat 3 spins');
  expect(told.result).toBe('Jackpot $1,284.37');
});

test('a wheel that has not been spun says nothing of its end', () => {
  const told = toldSpin(OFFERED, view(), { wheel: 'bonus_spin', seat: 2, symbol: null }, nameOf);
  expect(told.index).toBe(-1);
  expect(told.result).toBe('');
  expect(told.paid).toEqual([]);
});
