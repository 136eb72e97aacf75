import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcer } from '../shared/announcer.svelte';
import { api, failure } from '../shared/api';
import { guest } from '../shared/guest.svelte';
import { LiveTable } from '../shared/live.svelte';
import type { BotEntry, MeAnswer, TableInfo } from '../shared/protocol';
import { ServerKey } from '../shared/serverKey.svelte';
import { FakeServer, RECORDINGS, type Recording, updatesOf } from '../testing/fakeServer';
import { SeatActions, seatActionsOf } from './seatActions.svelte';

/** The recorded table, with a second seat. */
const ROUNDS = JSON.parse(
  JSON.stringify(RECORDINGS.rounds).replaceAll('"seat_count":1', '"seat_count":2'),
) as Recording;
const { info } = ROUNDS.table;
const ME: MeAnswer = {
  player: info.host,
  name: 'Guest 1234',
  balance_cents: 100_000,
  refill_below_cents: 20_000,
  refill_to_cents: 100_000,
  created_ms: 0,
};
const BOT: BotEntry = { game: 'criss-cross', policy: 'random', title: 'Random', says: 'Bets anything.' };

let server: FakeServer;
let live: LiveTable;
let seatActions: SeatActions;

beforeEach(async () => {
  guest.me = null;
  vi.spyOn(guest, 'ensure').mockImplementation(() => {
    guest.me = ME;
    return Promise.resolve({ ok: true, answer: ME });
  });
  server = new FakeServer(ROUNDS);
  live = new LiveTable(info.table, false, server.ports, new ServerKey(server.ports.storage));
  seatActions = new SeatActions(live, ROUNDS.table);
  await server.pass(50);
});
afterEach(() => {
  live.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function done(asked: Promise<boolean>): Promise<boolean> {
  await server.pass(2_000);
  return asked;
}

/** The newest update, with other information about the table. */
function change(changes: Partial<TableInfo>, withView = false): Promise<void> {
  const [newest] = updatesOf(ROUNDS).slice(withView ? 4 : 0);
  if (newest === undefined) throw new Error('nothing was recorded');
  server.say({ ...newest, seq: (live.update?.seq ?? 0) + 1, you: live.you, info: { ...seatActions.info, ...changes } });
  return server.pass(50);
}

test('a visitor who sits down becomes a guest first, and is asked for a name once', async () => {
  expect([seatActions.maySit, seatActions.own, seatActions.free]).toEqual([true, null, [1, 2]]);
  expect(await done(seatActions.sit())).toBe(true);
  // The first connection was that of a spectator.
  expect(server.opened).toHaveLength(2);
  expect([seatActions.own?.seat, seatActions.maySit, seatActions.asksName]).toEqual([1, false, true]);
  expect(guest.wantsName).toBe(false);
});

test('a guest sits down on the connection that is there', async () => {
  guest.me = { ...ME, name: 'Ada' };
  expect(await done(seatActions.sit(1))).toBe(true);
  expect([server.opened.length, seatActions.asksName]).toEqual([1, false]);
});

test('without a guest, nothing is asked of the table', async () => {
  vi.spyOn(guest, 'ensure').mockResolvedValue(failure('The server does not answer.'));
  expect(await done(seatActions.sit())).toBe(false);
  expect([seatActions.faults, server.asks, seatActions.isBusy]).toEqual([['The server does not answer.'], [], false]);
});

test('a refusal is shown and announced, and gone after the next success', async () => {
  guest.me = ME;
  server.refuse('seat_taken');
  expect(await done(seatActions.sit(1))).toBe(false);
  expect(seatActions.faults).toHaveLength(1);
  expect(announcer.polite.at(-1)?.text).toContain(seatActions.faults[0]);
  expect(await done(seatActions.sit(1))).toBe(true);
  expect(seatActions.faults).toEqual([]);
});

test('a full table and a busy one are not asked', async () => {
  await change({ seat_count: 0 });
  expect([await done(seatActions.sit()), seatActions.maySit]).toEqual([false, false]);
  await change({ seat_count: 2 });
  seatActions.isBusy = true;
  expect(await done(seatActions.sit(1))).toBe(false);
  expect(server.asks).toEqual([]);
});

test('every other request names what it asks for', async () => {
  const ask = vi.spyOn(live, 'ask').mockResolvedValue(failure('no'));
  await seatActions.leave();
  await seatActions.sitOut();
  await seatActions.sitIn();
  await seatActions.addBot(2, 'random');
  await seatActions.removeBot(2);
  expect(ask.mock.calls.map(([request]) => request)).toEqual([
    { kind: 'leave' },
    { kind: 'sit_out' },
    { kind: 'sit_in' },
    { kind: 'add_bot', seat: 2, policy: 'random' },
    { kind: 'remove_bot', seat: 2 },
  ]);
});

test('only bots of this game are offered', async () => {
  vi.spyOn(api, 'bots').mockResolvedValueOnce({ ok: true, answer: { bots: [BOT, { ...BOT, game: 'king-cross' }] } });
  await seatActions.loadBots();
  expect(seatActions.bots).toEqual([BOT]);
  vi.spyOn(api, 'bots').mockResolvedValueOnce(failure('no answer'));
  await seatActions.loadBots();
  expect(seatActions.faults).toEqual(['no answer']);
});

test('no one rules on a round they play in at a live table, unless the host rules there', async () => {
  guest.me = ME;
  await done(seatActions.sit(1));
  const round: TableInfo['round'] = info.round === null ? null : { ...info.round, is_playing: true };
  const cases: [Partial<TableInfo>, boolean][] = [
    [{ table_kind: 'practice' }, true],
    [{ table_kind: 'live', host_rules: false }, false],
    [{ table_kind: 'live', host_rules: true }, true],
    [{ table_kind: 'live', host_rules: true, host: 'another' }, false],
    [{ table_kind: 'practice', floor: [] }, false],
  ];
  for (const [changes, may] of cases) {
    await change({ ...info, floor: [ME.player], round, ...changes }, true);
    expect([seatActions.isRoundOpen, seatActions.mayRule], JSON.stringify(changes)).toEqual([true, may]);
  }
  await change({ ...info, floor: [ME.player], table_kind: 'live', host_rules: false, round: null });
  expect([seatActions.isRoundOpen, seatActions.mayRule]).toEqual([false, true]);
});

test('spectators are counted until the next update says more', async () => {
  vi.spyOn(api, 'table').mockResolvedValue({
    ok: true,
    answer: { ...ROUNDS.table, info: { ...info, watchers: 3 } },
  });
  expect(seatActions.watchers).toBe(1);
  await seatActions.count();
  expect(seatActions.watchers).toBe(3);
  await change({ watchers: 2 });
  expect(seatActions.watchers).toBe(2);
});

test('a table has one seatActions, and a link that others can open', () => {
  vi.stubGlobal('document', { baseURI: 'https://cards.example/play/' });
  expect(seatActionsOf(live, ROUNDS.table)).toBe(seatActionsOf(live, ROUNDS.table));
  expect(seatActions.link).toMatch(/^https:\/\/cards\.example\/play\/#\/table\//);
});
