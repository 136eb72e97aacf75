import { expect, test } from 'vitest';
import { lineRange } from './submissionText';

const TEXT = 'rules = "one"\n\n[choices]\nx = 1';

test.each([
  [1, 'rules = "one"'],
  [2, ''],
  [3, '[choices]'],
  [4, 'x = 1'],
])('line %i is found whole', (line, words) => {
  const range = lineRange(TEXT, line);
  expect(range === null ? null : TEXT.slice(...range)).toBe(words);
});

test('there is no line outside the text', () => {
  expect([lineRange(TEXT, 0), lineRange(TEXT, 5), lineRange('', 2)]).toEqual([null, null, null]);
  expect(lineRange('', 1)).toEqual([0, 0]);
});
