import { expect, test } from 'vitest';
import { layoutOf } from './layout';
import { litLine, litRow, markedCards } from './highlights';
import { handsOf } from './rowText';
import { FIVE_CARD, rulesDocument, settledWager } from './testing';
import type { TableView } from '../shared/protocol';

const layout = layoutOf(rulesDocument(FIVE_CARD));
const community = { across_left: '2c', across_right: '3d', down_far: 'Kd', down_near: '9s', middle: '9h' };
const view = { community, bonus_cards: [], seats: [{ seat: 1, hole: ['Kh', '4h'] }] } as unknown as TableView;
const hands = handsOf(view, 1, true);

test('the line to bet on is lit, and nothing while others decide', () => {
  const felt = { stage: 'down', why: null, isTelling: false, settled: [], layout } as const;
  expect(litRow({ ...felt, phase: 'decision' })).toBe('down');
  expect(litRow({ ...felt, phase: 'others' })).toBeNull();
});

test('once all is settled, the wager that is told or explained is lit', () => {
  const settled = [settledWager('across'), settledWager('five_card_bonus')];
  const felt = { stage: null, phase: 'settled', settled, layout } as const;
  expect(litRow({ ...felt, why: null, isTelling: true })).toBe('bonus');
  expect(litRow({ ...felt, why: 'across', isTelling: true })).toBe('across');
  expect(litRow({ ...felt, why: null, isTelling: false })).toBeNull();
});

test('the Middle bet lights the better line once it is known', () => {
  expect(litLine('middle', hands, true)).toBe('down');
  expect(litLine('middle', hands, false)).toBe('middle');
  expect(litLine('across', hands, true)).toBe('across');
});

test('cards that make the hand of the line are marked', () => {
  expect([...markedCards('down', hands, community, true)].sort()).toEqual(['9h', '9s', 'Kd', 'Kh']);
  expect([...markedCards(null, hands, community, true)].sort()).toEqual(['9h', '9s', 'Kd', 'Kh']);
  expect([...markedCards('bonus', hands, community, true)].sort()).toEqual(['9h', '9s']);
});
