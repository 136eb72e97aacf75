import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headOf, rememberHead } from './heads';
import type { Update } from './protocol';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) },
  });
});
afterEach(() => vi.unstubAllGlobals());

const update = (seq: number, id: string, more: object = {}) =>
  ({ seq, head: `hash ${seq}`, info: { table: 'oak', round: { id, is_open: true, phase: 'locked', ...more } } }) as unknown as Update;

test('the newest entry of each round is kept', () => {
  rememberHead(update(5, 'oak-1'));
  rememberHead(update(9, 'oak-1'));
  rememberHead(update(14, 'oak-2'));
  expect(headOf('oak-1')).toEqual({ table: 'oak', last_seq: 9, head: 'hash 9' });
  expect(headOf('oak-2')?.last_seq).toBe(14);
  expect(headOf('oak-3')).toBeNull();
});

test('nothing is kept before chance is fixed, nor after the round', () => {
  rememberHead(update(5, 'oak-1', { phase: 'committing' }));
  rememberHead(update(6, 'oak-1', { is_open: false }));
  expect(headOf('oak-1')).toBeNull();
});
