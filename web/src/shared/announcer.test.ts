import { beforeEach, expect, test, vi } from 'vitest';
import type { announcer as Singleton } from './announcer.svelte';

let announcer: typeof Singleton;
beforeEach(async () => {
  vi.resetModules();
  ({ announcer } = await import('./announcer.svelte'));
});

const texts = (said: readonly { readonly text: string }[]): string[] => said.map(({ text }) => text);

test('keeps the last dozen, in order, and nothing that is empty', () => {
  announcer.say('');
  for (let number = 1; number <= 14; number += 1) announcer.say(`${number}`);
  expect(texts(announcer.polite)).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14']);
});

test('says the same again as something new', () => {
  announcer.say('Your turn.');
  announcer.say('Your turn.');
  expect(new Set(announcer.polite.map(({ id }) => id)).size).toBe(2);
});

test('only the last urgent word counts', () => {
  announcer.shout('Ten seconds left.');
  announcer.shout('You’re offline.');
  expect([texts(announcer.urgent), announcer.polite]).toEqual([['You’re offline.'], []]);
});
