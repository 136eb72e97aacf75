import { describe, expect, it } from 'vitest';
import type { SeatReviewEntry } from '../shared/protocol';
import { equation, gridBefore, heightOf, nextMistake, reasonWords, scaleOf, stepsOf } from './review';

const move = (number: number, luck: number, loss: number): SeatReviewEntry['moves'][number] => ({
  number, rolled: '7d', square: `a${number}`, card: '7d', decided_by: 'player', best_square: 'b1', best_card: '7d', expected: 0, loss, luck, reasons: [],
});
const REVIEW: SeatReviewEntry = {
  seat: 1, total: 903, start: 800.4, luck: 110.2, points_lost: 7.6, moves: [move(1, 100.2, 0), move(2, -20, 7), move(3, 30, 0.6)], best: null,
};

describe('the way to a total', () => {
  it('goes from roll to roll and ends at the total', () => {
    const steps = stepsOf(REVIEW);
    expect(steps.map(({ from, rolled }) => rolled - from)).toEqual([100.2, -20, 30].map((luck) => expect.closeTo(luck, 6) as number));
    expect(steps.at(-1)?.to).toBeCloseTo(REVIEW.total, 6);
    expect(steps[1]?.from).toBe(steps[0]?.to);
  });

  it('adds up in whole numbers', () => {
    const { expected, luck, lost, total } = equation(REVIEW);
    expect([expected, lost, total]).toEqual([800, 8, 903]);
    expect(expected + luck - lost).toBe(total);
  });

  it('has a scale of round figures around every level', () => {
    const scale = scaleOf([1330, 2225, 1212]);
    expect(scale.ticks).toEqual([1200, 1400, 1600, 1800, 2000, 2200, 2400]);
    expect(heightOf(2400, scale)).toBe(0);
    expect(heightOf(1200, scale)).toBe(100);
    expect(scaleOf([800, 800]).ticks.length).toBeGreaterThan(1);
  });

  it('finds the next mistake, also past the end', () => {
    expect(nextMistake(REVIEW.moves, 0)).toBe(1);
    expect(nextMistake(REVIEW.moves, 1)).toBe(1);
    expect(nextMistake([move(1, 0, 0)], 0)).toBeNull();
  });

  it('shows the sheet before a roll', () => {
    expect(gridBefore(REVIEW.moves, 0).flat().filter((card) => card !== null)).toEqual(['K']);
    expect(gridBefore(REVIEW.moves, 1)[0]?.[0]).toBe('7d');
  });

  it('says what made the difference, the greatest first', () => {
    const reasons = [
      { kind: 'line', hand: 9, points: -4.25 }, { kind: 'later_rolls', hand: null, points: -12.5 }, { kind: 'line', hand: 2, points: 3 },
    ];
    expect(reasonWords(reasons)).toEqual(['later rolls by 12.5', 'hand 9 by 4.3']);
  });
});
