import { expect, test } from 'vitest';
import { linesOfSources } from './shared/testing';

/** A cast through `unknown` tells the compiler nothing: `protocol.ts` has the types of everything that the server sends. */
const castsThroughUnknown = (line: string): boolean => /\bas\s+unknown\s+as\b/.test(line);

test('no file of the page casts through unknown', () => {
  expect(linesOfSources(castsThroughUnknown)).toEqual([]);
});

test.each([
  'const book = rules as unknown as BookDocument;',
  'let book = $derived(rules as  unknown as BookDocument);',
])('a cast is reported: %s', (line) => {
  expect(castsThroughUnknown(line)).toBe(true);
});

test.each(['function verify(found: unknown): Verdict', "import type * as Read from './protocol';"])(
  'a line without one is not: %s',
  (line) => {
    expect(castsThroughUnknown(line)).toBe(false);
  },
);
