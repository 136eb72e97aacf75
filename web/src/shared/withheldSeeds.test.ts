import { expect, test } from 'vitest';
import { notRevealed } from './withheldSeeds';

test.each([
  [0, ''],
  [1, '1 seed not revealed (possibly offline)'],
  [3, '3 seeds not revealed (possibly offline)'],
])('%i seeds', (seeds, words) => {
  expect(notRevealed(seeds)).toBe(words);
});
