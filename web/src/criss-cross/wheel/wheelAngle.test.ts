import { expect, test } from 'vitest';
import { easeOut, restingTurn, slicePath, slices } from './wheelAngle';

test('slices are as wide as their weights and close the circle', () => {
  expect(slices([1, 2, 1])).toEqual([
    { from: 0, to: 90 },
    { from: 90, to: 270 },
    { from: 270, to: 360 },
  ]);
  expect(slices([])).toEqual([]);
});

test('the middle of the slice comes to rest at the top', () => {
  const [, second] = slices([1, 2, 1]);
  expect(second).toBeDefined();
  if (second === undefined) return;
  expect((restingTurn(second, 5) + (second.from + second.to) / 2) % 360).toBe(0);
  expect(restingTurn(second, 5)).toBeGreaterThan(360 * 4);
});

test('it begins fast, ends slowly, and neither goes back nor too far', () => {
  const way = [0, 0.1, 0.25, 0.5, 0.75, 1].map(easeOut);
  expect(way[0]).toBe(0);
  expect(way[5]).toBe(1);
  expect([...way].sort((one, other) => one - other)).toEqual(way);
  expect(easeOut(0.5)).toBeGreaterThan(0.8);
  expect(easeOut(2)).toBe(1);
});

test('a wheel of one segment can be drawn', () => {
  expect(slicePath({ from: 0, to: 360 }, 10, 20)).toMatch(/^M0\.00 -20\.00A20 20 0 1 1 /);
});
