import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, failure } from '../shared/api';
import { guest } from '../shared/guest.svelte';
import type { MeAnswer } from '../shared/protocol';
import { ruleBook } from '../shared/ruleBook.svelte';
import { RECORDINGS } from '../testing/fakeServer';
import { lobbyEntry } from '../testing/lobby';

const { table } = RECORDINGS.rounds;
const ME: MeAnswer = {
  player: 'p1',
  name: 'Ada',
  balance_cents: 100_000,
  refill_below_cents: 20_000,
  refill_to_cents: 100_000,
  created_ms: 0,
};
const DOWN = failure('The server does not answer.');
const place = { hash: '' };
vi.stubGlobal('window', { location: place, addEventListener: () => undefined });
const { Start } = await import('./quickStart.svelte');

beforeEach(() => {
  place.hash = '';
  ruleBook.id = 'maryland';
  vi.spyOn(guest, 'ensure').mockResolvedValue({ ok: true, answer: ME });
  vi.spyOn(api, 'lobby').mockResolvedValue({ ok: true, answer: { tables: [] } });
  vi.spyOn(api, 'openTable').mockResolvedValue({ ok: true, answer: table });
  vi.spyOn(api, 'askTable').mockResolvedValue({
    ok: true,
    answer: { table: 't', first_seq: 1, last_seq: 1, head: '', signature: '' },
  });
});
afterEach(() => vi.restoreAllMocks());

test('a practice table is opened with a seat, and the cards are dealt', async () => {
  const start = new Start();
  const dealing = start.deal();
  expect(start.isBusy).toBe(true);
  await dealing;
  expect([start.isBusy, start.faults, place.hash]).toEqual([false, [], `#/table/${table.info.table}?deal=1`]);
  expect(api.openTable).toHaveBeenCalledWith(expect.objectContaining({ game: 'criss-cross', rules: 'maryland' }));
  expect(vi.mocked(api.askTable).mock.calls[0]?.[2]).toEqual({ kind: 'sit', seat: 1 });
});

test('a hand in progress is resumed, and nothing is opened', async () => {
  const tables = [lobbyEntry({ table: 'a/b', is_in_round: true })];
  vi.spyOn(api, 'lobby').mockResolvedValue({ ok: true, answer: { tables } });
  await new Start().deal();
  expect(place.hash).toBe('#/table/a%2Fb');
  expect(api.openTable).not.toHaveBeenCalled();
});

test('at a table with progressive wagers the player bets first', async () => {
  await new Start().open('a submission');
  expect(place.hash).toBe(`#/table/${table.info.table}`);
});

test('a sheet of King Cross is rolled at once', async () => {
  await new Start().roll({ bonus: true });
  expect(api.openTable).toHaveBeenCalledWith(expect.objectContaining({ game: 'king-cross', options: { bonus: true } }));
  expect(place.hash).toMatch(/\?deal=1$/);
});

test('whatever fails is said, and the page stays', async () => {
  const start = new Start();
  for (const part of ['openTable', 'askTable'] as const) {
    vi.spyOn(api, part).mockResolvedValueOnce(DOWN);
    await start.deal();
    expect([start.faults, start.isBusy, place.hash], part).toEqual([DOWN.faults, false, '']);
  }
  vi.spyOn(guest, 'ensure').mockResolvedValueOnce(DOWN);
  await start.roll();
  expect([start.faults, place.hash]).toEqual([DOWN.faults, '']);
  ruleBook.id = '';
  vi.spyOn(ruleBook, 'load').mockResolvedValueOnce(DOWN);
  await start.deal();
  expect([start.faults, place.hash]).toEqual([DOWN.faults, '']);
});

test('a second press waits for the first', async () => {
  const start = new Start();
  await Promise.all([start.deal(), start.deal()]);
  expect(api.openTable).toHaveBeenCalledTimes(1);
});
