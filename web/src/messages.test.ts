import { expect, test } from 'vitest';
import { linesOfSources } from './shared/testing';

/** Text that the server wrote for people. The page shows it and goes by codes, fields and parameters. */
const TEXTS = '(?:message|error|explained|says|faults?(?:\\[\\w+\\])?)';
const METHODS =
  '(?:match|matchAll|search|startsWith|endsWith|includes|indexOf|lastIndexOf|split|slice|substring|replace|replaceAll)';
const READS = [
  new RegExp(`\\b${TEXTS}[?!]?\\.${METHODS}\\(`),
  new RegExp(`\\.(?:test|exec)\\((?:[\\w.?]+\\.)?${TEXTS}[,)]`),
];

const readsMessage = (line: string): boolean => READS.some((pattern) => pattern.test(line));

test('no file of the page looks for words in a message', () => {
  expect(linesOfSources(readsMessage)).toEqual([]);
});

test.each([
  "const [place = ''] = fault.split(': ', 1);",
  'const match = /^seats: (.*)$/s.exec(fault);',
  'if (/above/.test(outcome.error)) return;',
  "card.says.some((line) => line.says.includes('card points'))",
  'advice.explained.find((says) => says.startsWith(name))',
  "outcome.faults[0]?.startsWith('title')",
])('a line that does is reported: %s', (line) => {
  expect(readsMessage(line)).toBe(true);
});

test.each([
  "fault.field.split('.')",
  "faults.join(' ')",
  'trouble = error.message;',
  'faults.map(sentenceOf)',
  'found.faults.length > 0',
])('a line that only shows it, or reads its parts, is not: %s', (line) => {
  expect(readsMessage(line)).toBe(false);
});
