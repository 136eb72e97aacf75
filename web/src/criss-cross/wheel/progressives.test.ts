import { expect, test } from 'vitest';
import { WHEELS } from '../testing';
import { explainedWagers, wheelOf } from './progressives';

test('symbols are written as people read them, and what never comes is not drawn', () => {
  const wheel = wheelOf(WHEELS, 'bonus_spin', 500);
  expect(wheel.segments.map(({ label }) => label)).toEqual(['Harbour', '$60', '$25 & $15']);
  expect(wheel.isExample).toBe(true);
});

test('the Hot Spot spins the wheel of its own wager', () => {
  expect(wheelOf(WHEELS, 'hot_spot', 200).segments.map(({ label }) => label)).toEqual(['$200']);
  expect(wheelOf(WHEELS, 'hot_spot', 100).segments.map(({ label }) => label)).toEqual(['$40']);
});

test('positions of the Community list show what they pay', () => {
  const { segments } = wheelOf(WHEELS, 'community', 100);
  expect(segments.map(({ symbol, label, weight }) => [symbol, label, weight])).toEqual([
    ['1', '$35', 3],
    ['2', '$25', 7],
  ]);
});

test('a table without progressive wagers has no wheels', () => {
  expect(wheelOf({}, 'community', 100).segments).toEqual([]);
});

test('a progressive wager says what sets it off and what that pays', () => {
  const [spin, xtreme] = explainedWagers(WHEELS);
  expect(spin?.trigger).toBe('A pair in your hand spins the wheel.');
  expect(spin?.wheels).toEqual([{ title: 'The wheel', pays: ['Harbour: the meter', '$60', '$25 & $15'] }]);
  expect(xtreme?.trigger).toBe('Two pair or better on the cross spins the wheels.');
  expect(xtreme?.wheels.map(({ title }) => title)).toContain('$2, Hot Spot');
  const byPair = explainedWagers({ ...WHEELS, xtreme: { ...WHEELS.xtreme, event: 'hole_pair' } });
  expect(byPair[1]?.trigger).toBe('A pair in any hand spins the wheels.');
  expect(explainedWagers({})).toEqual([]);
});
