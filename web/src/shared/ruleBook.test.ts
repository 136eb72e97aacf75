import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ruleBook as Singleton } from './ruleBook.svelte';
import { stubStorage } from './testing';

const BOOKS = {
  default: 'maryland',
  rule_books: [
    { id: 'maryland', progressives: 'maryland with wheels' },
    { id: 'cardroom', progressives: null },
  ],
};
let stored: Map<string, string>;
let isThere = true;
beforeEach(() => {
  stored = stubStorage();
  isThere = true;
  vi.stubGlobal('fetch', () =>
    isThere ? Promise.resolve(new Response(JSON.stringify(BOOKS))) : Promise.reject(new TypeError('offline')),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function opened(): Promise<typeof Singleton> {
  vi.resetModules();
  return (await import('./ruleBook.svelte')).ruleBook;
}

test('is the one that the server names, once it has', async () => {
  const chosen = await opened();
  expect([chosen.id, chosen.book, chosen.terms]).toEqual(['', null, '']);
  await chosen.load();
  expect([chosen.id, chosen.terms, chosen.faults]).toEqual(['maryland', 'maryland', []]);
});

test('is remembered, also with its progressive wagers', async () => {
  const first = await opened();
  await first.load();
  first.id = 'maryland';
  first.hasProgressives = true;
  const later = await opened();
  expect(later.id).toBe('maryland');
  await later.load();
  expect([later.hasProgressives, later.terms]).toEqual([true, 'maryland with wheels']);
  later.id = 'cardroom';
  expect([later.hasProgressives, later.terms]).toEqual([false, 'cardroom']);
  later.hasProgressives = false;
  expect(stored.has('crossfelt.progressives')).toBe(false);
});

test('that is gone from the server is not used', async () => {
  stored.set('crossfelt.rules', '"nevada"');
  const chosen = await opened();
  await chosen.load();
  expect(chosen.id).toBe('maryland');
});

test('says why when the server does not answer, and asks again', async () => {
  isThere = false;
  const chosen = await opened();
  expect((await chosen.load()).ok).toBe(false);
  expect(chosen.faults).toHaveLength(1);
  isThere = true;
  await chosen.load();
  expect([chosen.faults, chosen.books.length]).toEqual([[], 2]);
});
