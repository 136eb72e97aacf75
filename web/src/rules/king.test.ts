import { expect, test } from 'vitest';
import { achievementWords } from './king';

const DATA = { title: '', points: 100, lines: null, hands: [], squares: [], cards: [], clause: '', reading: null };

test('achievements are worded from their data', () => {
  expect(achievementWords({ ...DATA, id: 'boat_captain', lines: 4 })).toBe('At least four full houses.');
  expect(achievementWords({ ...DATA, id: 'bottom_feeder', hands: ['two_pair', 'everything_else'] })).toBe(
    'Each of these at least once: two pair and high card.',
  );
  expect(achievementWords({ ...DATA, id: 'a_later_one', hands: ['full_house'], squares: ['a1'] })).toBe(
    'Full house and a1.',
  );
});
