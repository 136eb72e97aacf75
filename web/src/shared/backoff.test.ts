import { expect, test } from 'vitest';
import { pauseMs } from './backoff';

test('tries come quickly at first and then rarely', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((attempt) => pauseMs(attempt, 1))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000,
  ]);
});

test('chance takes away up to half', () => {
  expect(pauseMs(1, 0)).toBe(125);
  expect(pauseMs(9, 0.5)).toBe(3750);
});
