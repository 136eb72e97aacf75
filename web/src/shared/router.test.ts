import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { parseHash as Parse, router as Singleton } from './router.svelte';

const location = { hash: '' };
const history = { replaceState: (_: null, __: string, hash: string): void => void (location.hash = hash) };
let changed: () => void = () => undefined;
let router: typeof Singleton;
let parseHash: typeof Parse;

beforeEach(async () => {
  vi.resetModules();
  location.hash = '#/rules/maryland?find=12.A';
  vi.stubGlobal('window', { location, history, addEventListener: (_: string, run: () => void) => (changed = run) });
  ({ parseHash, router } = await import('./router.svelte'));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['', [], ''],
  ['#/', [], ''],
  ['#/table/abc?deal=1', ['table', 'abc'], 'deal=1'],
  ['#rules//a%20b', ['rules', 'a b'], ''],
  ['#/rules/100%', ['rules', '100%'], ''],
])('reads %j', (hash, path, query) => {
  expect(parseHash(hash)).toEqual({ path, query });
});

test('starts where the address is, and follows it', () => {
  expect(router.current).toEqual({ path: ['rules', 'maryland'], query: 'find=12.A' });
  router.go('tables');
  changed();
  expect([location.hash, router.current.path]).toEqual(['#/tables', ['tables']]);
});

test('changes the query without a step in the history', () => {
  router.replaceQuery('settle', 'rules=maryland');
  expect(location.hash).toBe('#/settle?rules=maryland');
  router.replaceQuery('settle', '');
  expect(location.hash).toBe('#/settle');
  const replace = vi.spyOn(history, 'replaceState');
  router.replaceQuery('settle', '');
  expect(replace).not.toHaveBeenCalled();
});
