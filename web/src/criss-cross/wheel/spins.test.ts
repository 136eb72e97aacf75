import { expect, test } from 'vitest';
import type { SettledWager, TableView } from '../../shared/protocol';
import { tableView, WHEELS } from '../testing';
import { toldSpin } from './spins';

const nameOf = (seat: number) => (seat === 1 ? 'You' : `Seat ${seat}`);

function line(seat: number, kind: 'wheel' | 'community' | 'jackpot', symbol: string, won: number): SettledWager {
  return {
    order: 1,
    seat,
    spot: 'bonus_spin',
    staked: 500,
    result: 'win',
    hand: null,
    odds: null,
    won,
    returned: 0,
    cut: 0,
    clause: '',
    prizes: [{ kind, symbol, won, clause: '' }],
  };
}

function view(...settled_wagers: SettledWager[]): TableView {
  return tableView({ settled_wagers });
}

test('whose spin it is, and what it paid to whom', () => {
  const spin = { wheel: 'bonus_spin', seat: 1, symbol: '25&15' } as const;
  const spinText = toldSpin(
    WHEELS,
    view(line(1, 'wheel', '25&15', 2500), line(3, 'community', '25&15', 1500)),
    spin,
    nameOf,
  );
  expect(spinText.title).toBe('You spin');
  expect(spinText.result).toBe('$25 & $15');
  expect(spinText.index).toBe(2);
  expect(spinText.paid).toEqual(['You win $25.', 'Seat 3 wins $15.']);
});

test('a jackpot names what the meter held', () => {
  const spin = { wheel: 'bonus_spin', seat: 3, symbol: 'jackpot' } as const;
  const spinText = toldSpin(WHEELS, view(line(3, 'jackpot', 'jackpot', 128437)), spin, nameOf);
  expect(spinText.title).toBe('Seat 3 spins');
  expect(spinText.result).toBe('Harbour $1,284.37');
});

test('a wheel that has not been spun says nothing of its end', () => {
  const spinText = toldSpin(WHEELS, view(), { wheel: 'bonus_spin', seat: 2, symbol: null }, nameOf);
  expect(spinText.index).toBe(-1);
  expect(spinText.result).toBe('');
  expect(spinText.paid).toEqual([]);
});
