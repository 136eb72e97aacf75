import { expect, test } from 'vitest';
import { alarmWords, receiptOf, seedWords } from './seedWords';

test('a key that nothing explains comes before everything else', () => {
  expect(alarmWords('denied', 'unexplained', 'rewritten')).toContain('signing key changed');
  expect(alarmWords('denied', 'known', 'rewritten')).toContain('rewrote its log');
  expect(alarmWords('denied', 'known', 'kept')).toBe(seedWords('denied'));
});

test.each(['none', 'committed', 'outside', 'counted', 'withheld', 'refused', 'elsewhere'] as const)(
  '%s is no alarm',
  (state) => {
    expect(alarmWords(state, 'known', 'kept')).toBe('');
  },
);

test('a receipt is a file that holds the note and its key', () => {
  const { name, href } = receiptOf({ table: 'oak', seq: 7, head: 'ab', signature: 's', key: 'k+i+b' });
  expect(name).toBe('receipt-oak-7.json');
  const text = decodeURIComponent(href.slice(href.indexOf(',') + 1));
  expect(JSON.parse(text)).toEqual({
    format: 'crossfelt-receipt',
    version: 1,
    key: 'k+i+b',
    note: 'crossfelt-head-2\noak\n7\nab\n\n— k s\n',
  });
});
