import { expect, test } from 'vitest';
import { progressivesOf, wheelOf } from './progressives';

const OFFERED = progressivesOf({
  progressives: {
    bonus_spin: {
      title: 'Bonus Spin',
      example: true,
      jackpot_name: 'Harbour',
      segments: [
        { symbol: 'jackpot', weight: 1 },
        { symbol: '60', weight: 5, cents: 6000 },
        { symbol: '25&15', weight: 2, cents: 2500 },
        { symbol: '500&100', weight: 0, cents: 50000 },
      ],
    },
    xtreme: {
      title: 'Bonus Spin Xtreme',
      sizes: [{ size_cents: 100, wheel: 'a', community: 'a' }, { size_cents: 500, wheel: 'g', community: 'g' }],
      wheels: { a: { segments: [{ symbol: '40', weight: 4 }] }, g: { segments: [{ symbol: '200', weight: 4 }] } },
      community_lists: { a: [{ symbol: '35', cents: 3500 }, { symbol: '25', cents: 2500 }] },
      community_weights: [3, 7],
    },
  },
});

test('symbols are written as people read them, and what never comes is not drawn', () => {
  const wheel = wheelOf(OFFERED, 'bonus_spin', 500);
  expect(wheel.segments.map(({ label }) => label)).toEqual(['Harbour', '$60', '$25 & $15']);
  expect(wheel.isExample).toBe(true);
});

test('the Hot Spot spins the wheel of its own wager', () => {
  expect(wheelOf(OFFERED, 'hot_spot', 500).segments.map(({ label }) => label)).toEqual(['$200']);
  expect(wheelOf(OFFERED, 'hot_spot', 100).segments.map(({ label }) => label)).toEqual(['$40']);
});

test('positions of the Community list show what they pay', () => {
  const { segments } = wheelOf(OFFERED, 'community', 100);
  expect(segments.map(({ symbol, label, weight }) => [symbol, label, weight])).toEqual([['1', '$35', 3], ['2', '$25', 7]]);
});

test('a table without progressive wagers has no wheels', () => {
  expect(wheelOf(progressivesOf({}), 'community', 100).segments).toEqual([]);
});
