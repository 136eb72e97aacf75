import { describe, expect, it } from 'vitest';
import type { SeatReviewEntry } from '../shared/protocol';
import {
  equation,
  gridBefore,
  heightOf,
  marksOf,
  nextMistake,
  notable,
  reasonWords,
  scaleOf,
  shareWords,
  stepsOf,
} from './reviewSteps';

const move = (number: number, luck: number, loss: number): SeatReviewEntry['moves'][number] => ({
  number,
  rolled: '7d',
  square: `a${number}`,
  card: '7d',
  decided_by: 'player',
  best_square: 'b1',
  best_card: '7d',
  expected: 0,
  loss,
  luck,
  reasons: [],
});
const REVIEW: SeatReviewEntry = {
  seat: 1,
  total: 903,
  start: 800.4,
  luck: 110.2,
  points_lost: 7.6,
  moves: [move(1, 100.2, 0), move(2, -20, 7), move(3, 30, 0.6)],
  best: null,
};

describe('the way to a total', () => {
  it('goes from roll to roll and ends at the total', () => {
    const steps = stepsOf(REVIEW);
    expect(steps.map(({ from, rolled }) => rolled - from)).toEqual(
      [100.2, -20, 30].map((luck) => expect.closeTo(luck, 6) as number),
    );
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
    expect(
      gridBefore(REVIEW.moves, 0)
        .flat()
        .filter((card) => card !== null),
    ).toEqual(['K']);
    expect(gridBefore(REVIEW.moves, 1)[0]?.[0]).toBe('7d');
  });

  it('lists the reasons, the greatest first', () => {
    const reasons = [
      { kind: 'line', hand: 9, points: -4.25 },
      { kind: 'later_rolls', hand: null, points: -12.5 },
      { kind: 'line', hand: 2, points: 3 },
    ];
    expect(reasonWords(reasons)).toEqual(['later rolls (+12.5)', 'hand 9 (+4.3)']);
  });
});

it('leaves out points that would be shown as nothing', () => {
  expect([0.04, -0.04, 0.05, -3].map(notable)).toEqual([null, null, 0.05, -3]);
});

describe('marks', () => {
  const LOST = { ...move(2, 0, 7), best_square: 'b1' };

  it('paints what lost points, and the best square', () => {
    expect([...marksOf(LOST)]).toEqual([
      ['b1', 'best'],
      ['a2', 'taken'],
    ]);
  });

  it('paints every square that is worth as much as the best as best, the taken one too', () => {
    const losses = new Map([
      ['a2', 0],
      ['c1', 0.01],
      ['d1', 4],
    ]);
    const marks = marksOf({ ...LOST, loss: 0.02 }, losses);
    expect(['a2', 'b1', 'c1', 'd1'].map((square) => marks.get(square))).toEqual(['best', 'best', 'best', undefined]);
  });

  it('paints the square of a wild roll that should have been another card there as taken', () => {
    expect(marksOf({ ...LOST, square: 'b1', card: '8d' }).get('b1')).toBe('taken');
  });
});

describe('the text to share', () => {
  it('has the strength of each hand and where the points came from, and no card', () => {
    const made = ['everything_else', 'one_pair', 'two_pair', 'straight', 'flush', 'full_house'];
    const lines = [...made, 'four_of_a_kind', 'straight_flush', 'royal_flush', ...made.slice(0, 3)].map((hand) => ({
      made: hand,
    }));
    expect(shareWords(REVIEW, lines, true).split('\n')).toEqual([
      'King Cross with bonus points: 903',
      'columns ·▁▂▄▅  rows ▆▇█★·  diagonals ▁▂',
      '800 expected, luck +111, 8 lost on placements',
    ]);
    expect(shareWords(REVIEW, lines, false)).toMatch(/^King Cross: 903/);
  });
});
