import { expect, test } from 'vitest';
import type { AdviseAnswer, BookDocument } from '../../shared/protocol';
import { FIVE_CARD, rulesDocument, settledWager, tableView } from '../testing';
import {
  accuracy,
  actionWords,
  centsOf,
  costOf,
  exactCost,
  isBest,
  isTally,
  lineSummary,
  luckOf,
  NO_TALLY,
  percent,
  signedAntes,
  whyWords,
  withDecision,
} from './decisionCosts';
import { mainNet, situationKey, situationOf } from './situation';

/** The Middle decision of the pictures: king and four of hearts, nine ways to a flush. */
const ADVICE: AdviseAnswer = {
  rules: 'maryland',
  decision: 'middle',
  best: '3x',
  ev: { fold: -4, '1x': 45 / 46, '2x': 109 / 46, '3x': 173 / 46 },
  cost: { fold: 357 / 46, '1x': 128 / 46, '2x': 64 / 46, '3x': 0 },
  numerators: { fold: -184, '1x': 45, '2x': 109, '3x': 173 },
  denominator: 46,
  chances: {},
  middle_cards: { higher: { '2h': { hand: 'flush', bet: 'pays' }, '2c': { hand: 'high_card', bet: 'loses' } } },
  explained: [],
};

test('the cost in antes, exactly and in money', () => {
  expect(costOf(ADVICE, '1x').toFixed(2)).toBe('2.78');
  expect(exactCost(ADVICE, '1x')).toBe('64/23');
  expect(exactCost(ADVICE, '3x')).toBe('0');
  expect(centsOf(costOf(ADVICE, '1x'), 500)).toBe(1391);
  expect([isBest(ADVICE, '3x'), isBest(ADVICE, '2x')]).toEqual([true, false]);
});

test('figures and actions as people read them', () => {
  expect([0.978, -4, 0, -0.001].map(signedAntes)).toEqual(['+0.98', '−4.00', '0.00', '0.00']);
  expect(['fold', '2x'].map(actionWords)).toEqual(['Fold', '2×']);
  expect([0.2369, 0.0612, 0, 1].map(percent)).toEqual(['24%', '6.1%', '0%', '100%']);
});

test('why the best is the best', () => {
  expect(whyWords(ADVICE)).toBe(
    'Each extra ante on Middle earns 1.39 antes because 1 of 2 cards pays, so bet the most.',
  );
  const small = {
    ...ADVICE,
    decision: 'down',
    best: '1x',
    ev: { fold: -2, '1x': -0.46, '2x': -0.78 },
    middle_cards: {},
  } as const;
  expect(whyWords(small, 'fold')).toMatch(/^Folding loses \d+\.\d\d antes\. 1× (wins|loses only) /);
  expect(whyWords(small)).toBe('Each extra ante on Down loses 0.32 antes, so bet the least.');
  const bad = { ...ADVICE, best: 'fold', ev: { fold: -2, '1x': -2.4, '2x': -3 } };
  expect(whyWords(bad)).toBe('Playing on loses 2.40 antes on average. Folding loses only 2.00.');
});

test('how a line may end, in words of the page', () => {
  expect(lineSummary(ADVICE, 'higher')).toBe('Of 2 middle cards, 1 pays, 0 push, and 1 loses.');
  expect(lineSummary(ADVICE, 'down')).toBe('');
  const open = { pays: 0.25, pushes: 0, loses: 0.75, hands: { two_pair: 0.25, high_card: 0.75 } };
  expect(lineSummary({ ...ADVICE, chances: { down: open } }, 'down')).toBe('Chances: two pair 25% and high card 75%.');
});

test('a tally counts decisions, rounds and what was given away', () => {
  expect(accuracy(NO_TALLY)).toBeNull();
  const once = withDecision(NO_TALLY, ADVICE, '3x', true);
  const twice = withDecision(once, ADVICE, '2x', false);
  expect(twice).toMatchObject({ decisions: 2, best: 1, rounds: 1 });
  expect(accuracy(twice)?.best).toBe(0.5);
  expect(accuracy(twice)?.lostPerHundred).toBeCloseTo(6400 / 46);
  expect(twice.last.map((cost) => cost.toFixed(2))).toEqual(['0.00', '1.39']);
  expect(isTally(JSON.parse(JSON.stringify(twice)))).toBe(true);
  expect([isTally({}), isTally(null), isTally({ ...twice, last: ['a'] })]).toEqual([false, false, false]);
});

test('luck is the result against what the cards were worth, mistakes left out', () => {
  // Worth 3.76 antes of $5 with the best play; 1x gave away 2.78, so $4.89 were to be expected.
  expect(luckOf(2000, ADVICE, [128 / 46], 500)).toBe(2000 - 489);
});

const BOOK: BookDocument = {
  ...rulesDocument(FIVE_CARD),
  choices: { ace_low_straight: true, ante_pays: 'antes', bonus_spin: { wheel: 'b', weights: { jackpot: 1 } } },
};
const VIEW = tableView({
  stage: 'down',
  seats: [
    {
      seat: 1,
      hole: ['Kh', '4h'],
      wagers: { ante_across: 500, ante_down: 500, across: 1500 },
      status: 'in',
      folded_at: null,
      decided_by: null,
      absent: false,
    },
  ],
  community: { across_left: '4c', across_right: 'Jd', down_far: null, down_near: null, middle: null },
});

test('a situation is what the player knows, under the rules of the table', () => {
  expect(situationOf(BOOK, VIEW, 1)).toEqual({
    rules: 'house',
    options: { ace_low_straight: true, ante_pays: 'antes' },
    hole: ['Kh', '4h'],
    across: ['4c', 'Jd'],
    down: null,
    bets: [3],
  });
  expect(situationOf(BOOK, { ...VIEW, to_act: 2 }, 1)).toBeNull();
  expect(situationOf(BOOK, { ...VIEW, stage: 'settling' }, 1)).toBeNull();
  expect(situationOf(BOOK, VIEW, null)).toBeNull();
});

test('situations that differ in any part have different names', () => {
  const one = { rules: 'a', hole: ['Kh', '4h'], bets: [1] };
  expect(situationKey(one)).toBe(situationKey({ ...one, options: {}, across: null }));
  expect(situationKey(one)).not.toBe(situationKey({ ...one, bets: [2] }));
});

test('bonus wagers are left out of the result that advice is about', () => {
  const line = (spot: string, won: number, returned: number) => settledWager(spot, { won, returned });
  const settled = {
    ...VIEW,
    stage: 'settled',
    settled_wagers: [line('across', 1000, 500), line('ante_across', 0, 0), line('five_card_bonus', 9000, 500)],
  };
  expect(mainNet(BOOK, settled, 1)).toBe(500);
  expect(mainNet(BOOK, VIEW, 1)).toBeNull();
});
