import { expect, test } from 'vitest';
import { pageTitle } from './pageTitle';
import { linesOfSources } from './testing';

test.each([
  ['Me', undefined, 'Me · Crossfelt'],
  ['Pay tables', 'maryland', 'Pay tables · maryland · Crossfelt'],
  ['', '', 'Crossfelt'],
  [undefined, undefined, 'Crossfelt'],
])('the tab of %j within %j is titled %j', (page, within, title) => {
  expect(pageTitle(page, within)).toBe(title);
});

test('only one component writes the title of a tab', () => {
  const writes = linesOfSources((line) => /<title>|document\.title|<svelte:head>/.test(line));
  expect(writes).toEqual([expect.stringContaining('shared/Title.svelte')]);
});
