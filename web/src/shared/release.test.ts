import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserOrigin, PROTOCOL, Release, type Origin } from './release.svelte';
import { linesOfSources } from './testing';

const SCRIPT = './assets/index-old.js';
const documentOf = (script: string): string => `<script type="module" crossorigin src="${script}"></script>`;

function pageOf(origin: Partial<Origin> = {}): Release {
  return new Release({
    version: '0.1.0',
    fetchDocument: () => Promise.resolve(documentOf(SCRIPT)),
    script: () => SCRIPT,
    ...origin,
  });
}

describe('the version of the server', () => {
  test('that is the own one, or is not named, changes nothing', () => {
    const page = pageOf();
    page.meet('0.1.0');
    page.meet(null);
    expect([page.greet({ protocol: PROTOCOL, version: '0.1.0' }), page.state]).toEqual([true, 'current']);
  });

  test('that is another one is noticed, and stays noticed', () => {
    const page = pageOf();
    page.meet('0.2.0');
    page.meet('0.1.0');
    expect(page.state).toBe('replaced');
  });

  test('is not compared while the page is developed', () => {
    const page = pageOf({ version: '' });
    page.meet('0.2.0');
    expect(page.state).toBe('current');
  });

  test('with another protocol cannot be read, and that is what is said', () => {
    const page = pageOf();
    expect(page.greet({ protocol: 2, version: '0.2.0' })).toBe(false);
    page.meet('0.3.0');
    expect(page.state).toBe('unreadable');
  });
});

describe('a part of the page that does not load', () => {
  test.each([
    ['the server has another page', documentOf('./assets/index-new.js'), SCRIPT, 'replaced'],
    ['the server has this page', documentOf(SCRIPT), SCRIPT, 'current'],
    ['the server does not answer', null, SCRIPT, 'current'],
    ['the page is not built', documentOf('/src/main.ts'), null, 'current'],
  ])('when %s', async (_, result, script, state) => {
    const page = pageOf({ fetchDocument: () => Promise.resolve(result), script: () => script });
    await page.check();
    expect(page.state).toBe(state);
  });
});

describe('what the browser says', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['the document', () => Promise.resolve(new Response('<html>')), '<html>'],
    ['nothing of an error', () => Promise.resolve(new Response('', { status: 503 })), null],
    ['nothing without a server', () => Promise.reject(new TypeError('offline')), null],
  ])('of the server: %s', async (_, answer, result) => {
    const asked = vi.fn(answer);
    vi.stubGlobal('fetch', asked);
    expect(await browserOrigin.fetchDocument()).toBe(result);
    // A cached document would hide the new one.
    expect(asked).toHaveBeenCalledWith('./', { cache: 'no-cache' });
  });

  test('of the own script', () => {
    vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => SCRIPT }) });
    expect(browserOrigin.script()).toBe(SCRIPT);
    vi.stubGlobal('document', { querySelector: () => null });
    expect(browserOrigin.script()).toBeNull();
  });
});

test('every part that is fetched later says so when it is gone', () => {
  const result = linesOfSources((line) => /\bimport\(/.test(line) && !/^\s*type /.test(line));
  // Shown through `Fetched`, given to it by a room, or fetched ahead and left to what shows it.
  const isCaught = (line: string): boolean => /<Fetched from=|room\(|catch\(|^tables[\\/]gameRooms\.ts:/.test(line);
  expect(result.filter((line) => !isCaught(line))).toEqual([]);
  expect(result.length).toBeGreaterThan(15);
});
