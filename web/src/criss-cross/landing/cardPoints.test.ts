import { expect, test } from 'vitest';
import { usesCardPoints } from './cardPoints';

test('card points are explained where a rule counts them', () => {
  expect(
    usesCardPoints({ rules: { across: ['made >= pair_2s_to_5s: 3x'], middle: ['card_points >= 12: 1x', 'fold'] } }),
  ).toBe(true);
  expect(usesCardPoints({ rules: { across: ['made >= pair_2s_to_5s: 3x', 'fold'], middle: [] } })).toBe(false);
});
