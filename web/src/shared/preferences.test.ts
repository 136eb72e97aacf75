import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { preferences as Singleton } from './preferences.svelte';
import { stubStorage } from './testing';

let stored: Map<string, string>;
const attributes = new Map<string, string>();
beforeEach(() => {
  stored = stubStorage();
  attributes.clear();
  vi.stubGlobal('document', {
    documentElement: {
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      removeAttribute: (name: string) => attributes.delete(name),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

async function opened(): Promise<typeof Singleton> {
  vi.resetModules();
  return (await import('./preferences.svelte')).preferences;
}

test('are those of the system at first, silent, with keys', async () => {
  const { theme, fourColors, sound, letterKeys, motion } = await opened();
  expect([theme, fourColors, sound, letterKeys, motion]).toEqual(['system', false, false, true, 'system']);
});

test('are remembered and shown', async () => {
  const first = await opened();
  Object.assign(first, { theme: 'dark', fourColors: true, sound: true, letterKeys: false, motion: 'less' });
  first.apply();
  expect(Object.fromEntries(attributes)).toEqual({
    'data-theme': 'dark',
    'data-motion': 'less',
    'data-suits': 'four',
  });
  const { theme, fourColors, sound, letterKeys, motion, isStill } = await opened();
  expect([theme, fourColors, sound, letterKeys, motion, isStill]).toEqual(['dark', true, true, false, 'less', true]);
  first.theme = 'system';
  first.apply();
  expect([...attributes.keys()]).toEqual(['data-motion', 'data-suits']);
});

test.each(['{', 'null', '5', '{"theme":"pink","motion":3,"letterKeys":1}'])(
  'that are damaged (%s) are not used',
  async (text) => {
    stored.set('crossfelt.display', text);
    const { theme, motion, letterKeys } = await opened();
    expect([theme, motion, letterKeys]).toEqual(['system', 'system', true]);
  },
);

test('follow the system where movement is not chosen', async () => {
  const preferences = await opened();
  const window = globalThis.window as unknown as Record<string, unknown>;
  window['matchMedia'] = () => ({ matches: true });
  expect(preferences.isStill).toBe(true);
  window['matchMedia'] = () => ({ matches: false });
  expect(preferences.isStill).toBe(false);
});
