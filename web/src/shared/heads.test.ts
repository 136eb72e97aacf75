import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headOf, rememberHead } from './heads';
import type { Update } from './protocol';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const update = (seq: number, id: string, more: object = {}) =>
  ({
    seq,
    head: `hash ${seq}`,
    signature: `by ${seq}`,
    info: { table: 'oak', round: { id, is_open: true, phase: 'locked', ...more } },
  }) as unknown as Update;

test('the newest entry of each round is kept', () => {
  rememberHead(update(5, 'oak-1'), 'key');
  rememberHead(update(9, 'oak-1'), 'key');
  rememberHead(update(14, 'oak-2'), 'key');
  expect(headOf('oak-1')).toEqual({ table: 'oak', seq: 9, head: 'hash 9', signature: 'by 9', key: 'key' });
  expect(headOf('oak-2')?.seq).toBe(14);
  expect(headOf('oak-3')).toBeNull();
});

test('nothing is kept before chance is fixed, nor after the round', () => {
  rememberHead(update(5, 'oak-1', { phase: 'committing' }), 'key');
  rememberHead(update(6, 'oak-1', { is_open: false }), 'key');
  expect(headOf('oak-1')).toBeNull();
});
