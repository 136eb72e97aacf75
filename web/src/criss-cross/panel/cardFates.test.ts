import { expect, test } from 'vitest';
import type { AdviseAnswer } from '../../shared/protocol';
import { deckMap, fateRows, lineOf } from './cardFates';

const SITUATION = { rules: 'book', hole: ['Kh', '4h'], across: ['4c', 'Jd'], bets: [1] };
const CARDS = {
  '4d': { hand: 'three_of_a_kind', bet: 'pays' },
  Kc: { hand: 'two_pair', bet: 'pays' },
  '9c': { hand: 'pair_6s_to_10s', bet: 'pushes' },
  '2c': { hand: 'pair_2s_to_5s', bet: 'loses' },
};
const ADVICE = { decision: 'down', middle_cards: { across: CARDS } } as unknown as AdviseAnswer;

test('each card has its fate, and those in sight are seen', () => {
  const map = deckMap(ADVICE, SITUATION, 'across', { three_of_a_kind: 3, two_pair: 2 });
  expect(map?.rows.map(({ suit, cells }) => [suit, cells.length])).toEqual([
    ['h', 13],
    ['c', 13],
    ['d', 13],
    ['s', 13],
  ]);
  const cell = (card: string) => map?.rows.flatMap(({ cells }) => cells).find((one) => one.card === card);
  expect(cell('4d')).toMatchObject({ fate: 'pays', odds: 3 });
  expect(cell('9c')).toMatchObject({ fate: 'pushes', odds: null });
  expect(cell('Kh')?.fate).toBe('seen');
  expect(map?.counts).toEqual({ pays: 2, pushes: 1, loses: 1, seen: 48 });
});

test('where two cards of the line are open no single card decides', () => {
  expect(deckMap(ADVICE, SITUATION, 'down', {})).toBeNull();
  expect(lineOf('middle')).toBe('higher');
});

test('the map in words, the best odds first', () => {
  const map = deckMap(ADVICE, SITUATION, 'across', { three_of_a_kind: 3, two_pair: 2 });
  expect(map).not.toBeNull();
  if (map === null) return;
  expect(fateRows(map).map(({ title }) => title)).toEqual([
    'Pays 3 to 1',
    'Pays 2 to 1',
    'Pushes',
    'Loses',
    'Already seen',
  ]);
  expect(fateRows(map)[0]?.cards).toBe('four of diamonds');
});
