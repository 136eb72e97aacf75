import { expect, test } from 'vitest';
import { pointsOf } from './sheetReading';
import { MATCH_RULES } from './testing';

test('points of the rules are those of hands, without their clause', () => {
  expect(Object.keys(pointsOf(MATCH_RULES))).toHaveLength(10);
  expect(pointsOf(MATCH_RULES)).toMatchObject({ everything_else: 0, straight: 100, royal_flush: 500 });
});
