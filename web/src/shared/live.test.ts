import { afterEach, describe, expect, test, vi } from 'vitest';
import { FakeServer, RECORDINGS, refused, requestsOf, updatesOf } from '../testing/fakeServer';
import type { Outcome } from './api';
import { rememberHead } from './heads';
import { isText, keep, savedValue } from './savedValues';
import { LiveTable } from './live.svelte';
import { seedsOf } from './ownSeeds';
import { Release } from './release.svelte';
import type { ReceiptAnswer, TableRequest, Update } from './protocol';
import { ServerKey } from './serverKey.svelte';

const { rounds } = RECORDINGS;
const [sit, place, ready, across] = requestsOf(rounds) as [TableRequest, TableRequest, TableRequest, TableRequest];
const id = rounds.table.info.table;
const PING_MS = 10_000;
const SILENCE_MS = 8_000;
const WAKE_SILENCE_MS = 2_000;

const tables: LiveTable[] = [];
afterEach(() => {
  for (const table of tables.splice(0)) table.close();
});

function tableAt(server: FakeServer, asFloor = false): LiveTable {
  const table = new LiveTable(id, asFloor, server.ports, new ServerKey(server.ports.storage));
  tables.push(table);
  return table;
}

async function opened(server = new FakeServer(rounds)): Promise<{ server: FakeServer; table: LiveTable }> {
  const table = tableAt(server);
  await server.pass(50);
  return { server, table };
}

/** Asks, lets the answer come, and gives it. */
async function asked(server: FakeServer, table: LiveTable, request: TableRequest): Promise<Outcome<ReceiptAnswer>> {
  const answer = table.ask(request);
  await server.pass(50);
  return answer;
}

/** Whether a promise has been kept by now. */
async function isKept(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  return (await Promise.race([promise, Promise.resolve(open)])) !== open;
}

describe('a table that runs', () => {
  test('shows what the server sends, and answers what is asked', async () => {
    const { server, table } = await opened();
    expect([table.connection, table.you, table.update?.seq]).toEqual(['open', null, 1]);
    expect(server.opened).toEqual([{ path: `api/tables/${id}/live`, query: {} }]);
    const updates: Update[] = [];
    const stop = table.listen((update) => updates.push(update));
    expect((await asked(server, table, sit)).ok).toBe(true);
    expect([table.you, table.waiting]).toEqual([1, 0]);
    expect(updates.flatMap(({ happened }) => happened.map(({ event }) => event.kind))).toContain('round_opened');
    stop();
    await asked(server, table, place);
    expect(updates.at(-1)?.seq).toBeLessThan(table.update?.seq ?? 0);
  });

  test('asks as the floor', async () => {
    const server = new FakeServer(rounds);
    tableAt(server, true);
    await server.pass(50);
    expect(server.opened[0]?.query).toEqual({ floor: 'true' });
  });

  test('a refusal is the answer to its request', async () => {
    const { server, table } = await opened();
    server.refuse('seat_taken');
    const outcome = await asked(server, table, sit);
    expect(outcome).toMatchObject({ ok: false, code: 'seat_taken' });
    expect([table.connection, table.waiting]).toEqual(['open', 0]);
  });

  test('an update that is older than what is shown changes nothing', async () => {
    const { server, table } = await opened();
    await asked(server, table, sit);
    const newest = table.update;
    server.say(updatesOf(rounds)[0] as Update);
    await server.pass(50);
    expect(table.update).toBe(newest);
  });

  test('an answer that comes twice, or to nothing, is ignored', async () => {
    const { server, table } = await opened();
    const first = await asked(server, table, sit);
    server.say({ kind: 'done', id: server.asks[0]?.id ?? '', receipt: (first as { answer: ReceiptAnswer }).answer });
    server.say(refused('bad_request'));
    await server.pass(50);
    expect([table.connection, table.refusal]).toEqual(['open', null]);
  });

  test('corrections are kept until they are read', async () => {
    const { server, table } = await opened();
    const notice = { kind: 'correction', round: 'r-1', cents: 500 } as unknown as (typeof table.corrections)[number];
    server.say(notice);
    await server.pass(50);
    expect(table.corrections).toEqual([notice]);
  });
});

test('the balance of the wallet is passed on as the table says it', async () => {
  const { server, table } = await opened();
  const balances: number[] = [];
  table.onWallet = (cents) => balances.push(cents);
  for (const request of [sit, place, ready]) await asked(server, table, request);
  expect(balances[0]).toBe(100_000 - 1_500);
});

describe('a table that cannot be shown', () => {
  test('is refused before anything was shown', async () => {
    const server = new FakeServer({ ...rounds, entries: [{ connected: null }, { heard: refused('no_such_table') }] });
    const { table } = await opened(server);
    expect(table.connection).toBe('refused');
    expect(table.refusal).toContain('table');
    // What is asked of it is refused at once, and nobody tries again.
    expect((await table.ask(sit)).ok).toBe(false);
    server.wake();
    await server.pass(60_000);
    expect(server.opened).toHaveLength(1);
  });

  test('is gone in the middle: what was asked fails', async () => {
    const { server, table } = await opened();
    server.delay();
    const answer = table.ask(sit);
    await server.pass(50);
    server.say(refused('no_such_table'));
    await server.arrive();
    await server.pass(50);
    expect((await answer).ok).toBe(true);
    expect(table.connection).toBe('refused');
  });

  test('what waits when it is gone is answered with why', async () => {
    const { server, table } = await opened();
    server.isMute = true;
    const answer = table.ask(sit);
    await server.pass(10);
    server.isMute = false;
    server.say(refused('no_such_table'));
    await server.pass(50);
    expect((await answer).ok).toBe(false);
    expect(table.waiting).toBe(0);
  });
});

describe('a server of another version', () => {
  /** What was recorded, as a server of these numbers would have said it. */
  const recordedBy = (protocol: number, version: string): typeof rounds => ({
    ...rounds,
    entries: rounds.entries.map((entry) =>
      'heard' in entry && entry.heard.kind === 'welcome'
        ? { heard: { ...entry.heard, protocol: protocol as 1, version } }
        : entry,
    ),
  });
  const page = (): Release =>
    new Release({ version: '0.1.0', fetchDocument: () => Promise.resolve(null), script: () => null });

  function upgraded(server: FakeServer): { table: LiveTable; release: Release } {
    const release = page();
    const table = new LiveTable(id, false, server.ports, new ServerKey(server.ports.storage), release);
    tables.push(table);
    return { table, release };
  }

  test('is played on when it speaks the same protocol', async () => {
    const server = new FakeServer(recordedBy(1, '0.2.0'));
    const { table, release } = upgraded(server);
    await server.pass(50);
    expect([release.state, table.connection]).toEqual(['replaced', 'open']);
    expect((await asked(server, table, sit)).ok).toBe(true);
  });

  test('with another protocol is not read, and nobody tries again', async () => {
    const server = new FakeServer(recordedBy(2, '0.1.0'));
    const { table, release } = upgraded(server);
    const early = table.ask(sit);
    await server.pass(50);
    expect([release.state, table.connection, table.update]).toEqual(['unreadable', 'outdated', null]);
    expect(await early).toMatchObject({ ok: false, faults: [expect.stringContaining('Reload')] });
    expect((await table.ask(sit)).ok).toBe(false);
    server.wake();
    await server.pass(60_000);
    expect([server.opened.length, server.asks, server.isOpen]).toEqual([1, [], false]);
  });

  test('keeps on show what was there before the upgrade', async () => {
    const server = new FakeServer(rounds);
    const { table, release } = upgraded(server);
    await server.pass(50);
    await asked(server, table, sit);
    const shown = table.update;
    server.upgrade(2, '0.2.0');
    server.cut();
    await server.pass(500);
    expect([release.state, table.connection, table.refusal]).toEqual(['unreadable', 'outdated', null]);
    expect(table.update).toBe(shown);
  });
});

describe('a connection that is lost', () => {
  test('what was asked is sent again with the same id, and done once', async () => {
    const { server, table } = await opened();
    await asked(server, table, sit);
    server.isMute = true;
    const answer = table.ask(place);
    await server.pass(50);
    server.cut();
    expect(table.connection).toBe('lost');
    server.isMute = false;
    await server.pass(500);
    expect(table.connection).toBe('open');
    expect((await answer).ok).toBe(true);
    const [, first, second] = server.asks;
    expect(second).toEqual(first);
    expect(server.opened[1]?.query).toEqual({ after: '5' });
    // What was missed comes with the update.
    expect(table.update?.happened.map(({ event }) => event.kind)).toEqual(['wagers_placed']);
  });

  test('a refusal that comes after the next roll is the answer to its own request', async () => {
    const { king } = RECORDINGS;
    const server = new FakeServer(king);
    const table = new LiveTable(king.table.info.table, false, server.ports, new ServerKey(server.ports.storage));
    tables.push(table);
    await server.pass(50);
    const [first, second, placed] = requestsOf(king) as [TableRequest, TableRequest, TableRequest];
    for (const request of [first, second]) await asked(server, table, request);
    server.isMute = true;
    server.refuse('wrong_stage');
    const late = table.ask(placed);
    await server.pass(50);
    server.isMute = false;
    const next = updatesOf(king).find(({ seq }) => seq > (table.update?.seq ?? 0)) as Update;
    server.say(next);
    await server.pass(50);
    expect([await isKept(late), table.update?.seq]).toEqual([false, next.seq]);
    server.cut();
    server.refuse('wrong_stage');
    await server.pass(500);
    expect(await late).toMatchObject({ ok: false, code: 'wrong_stage' });
    const [sent, again] = server.asks.slice(-2);
    expect(again).toEqual(sent);
    expect([table.connection, table.update?.seq, table.waiting]).toEqual(['open', next.seq, 0]);
  });

  test('what is asked meanwhile waits for the next connection', async () => {
    const { server, table } = await opened();
    server.isDown = true;
    server.cut();
    const answer = table.ask(sit);
    await server.pass(100);
    expect([await isKept(answer), table.waiting, server.asks.length]).toEqual([false, 1, 0]);
    server.isDown = false;
    await server.pass(SILENCE_MS + 5_000);
    expect([await isKept(answer), server.asks.length]).toEqual([true, 1]);
  });

  test('each try waits longer, and a connection that never comes about is given up', async () => {
    const server = new FakeServer(rounds);
    server.isDown = true;
    const table = tableAt(server);
    await server.pass(SILENCE_MS + 130);
    expect([table.connection, server.opened.length]).toEqual(['connecting', 2]);
    await server.pass(SILENCE_MS + 260);
    expect(server.opened).toHaveLength(3);
    server.isDown = false;
    await server.pass(SILENCE_MS + 5_000);
    expect(table.connection).toBe('open');
  });

  test('a gap is passed on, so that nobody is told half a story', async () => {
    const { server, table } = await opened();
    await asked(server, table, sit);
    const updates: Update[] = [];
    table.listen((update) => updates.push(update));
    server.forget();
    server.cut();
    await server.pass(500);
    expect(updates.at(-1)).toMatchObject({ is_gap: true, happened: [] });
    // The end of a story without its beginning is not told either.
    const newest = updatesOf(rounds).findLast(({ happened }) => happened.length > 0) as Update;
    server.say({ ...newest, is_gap: true });
    await server.pass(50);
    expect(updates.at(-1)).toMatchObject({ seq: newest.seq, is_gap: true, happened: [] });
    expect(table.update?.view).toEqual(newest.view);
  });

  test('what an old line says late is not heard', async () => {
    const { server, table } = await opened();
    let late: (text: string) => void = () => undefined;
    const connect = server.ports.connect;
    const other = new LiveTable(
      id,
      false,
      {
        ...server.ports,
        connect: (path, query, events) => {
          late = events.heard;
          return connect(path, query, events);
        },
      },
      new ServerKey(server.ports.storage),
    );
    tables.push(other);
    await server.pass(50);
    const old = late;
    other.reconnect();
    await server.pass(50);
    old(JSON.stringify(refused('no_such_table')));
    expect([other.connection, table.refusal]).toEqual(['open', null]);
  });

  test('an old line that ends late ends nothing', async () => {
    const server = new FakeServer(rounds);
    const ended: (() => void)[] = [];
    const { connect } = server.ports;
    const ports = {
      ...server.ports,
      connect: (...[path, query, events]: Parameters<typeof connect>) => (
        ended.push(events.ended),
        connect(path, query, events)
      ),
    };
    const table = new LiveTable(id, false, ports, new ServerKey(server.ports.storage));
    tables.push(table);
    await server.pass(50);
    table.reconnect();
    await server.pass(50);
    ended[0]?.();
    expect([table.connection, server.opened.length]).toEqual(['open', 2]);
    table.close();
    ended[1]?.();
    await server.pass(60_000);
    expect(server.opened).toHaveLength(2);
  });

  test('closing ends it for good', async () => {
    const { server, table } = await opened();
    table.close();
    server.wake();
    await server.pass(60_000);
    expect([server.isOpen, server.opened.length, server.pings]).toEqual([false, 1, 0]);
  });

  test('a guest who was just made connects again, and what they ask waits for it', async () => {
    const { server, table } = await opened();
    table.reconnect();
    expect(table.connection).toBe('connecting');
    const answer = table.ask(sit);
    await server.pass(50);
    expect([table.connection, await isKept(answer)]).toEqual(['open', true]);
    expect(server.asks).toHaveLength(1);
  });

  test('a reconnection while it is lost does not wait', async () => {
    const { server, table } = await opened();
    server.cut();
    table.reconnect();
    await server.pass(20);
    expect([table.connection, server.opened.length]).toEqual(['open', 2]);
  });
});

describe('sleep and wake', () => {
  test('pings every ten seconds, and is lost when nothing comes back', async () => {
    const { server, table } = await opened();
    await server.pass(3 * PING_MS);
    expect([server.pings, table.connection]).toEqual([3, 'open']);
    server.isMute = true;
    await server.pass(PING_MS + SILENCE_MS);
    expect(table.connection).toBe('lost');
  });

  test('any message after a ping is a sign of life', async () => {
    const { server, table } = await opened();
    await server.pass(PING_MS - 100);
    server.isMute = true;
    await server.pass(200);
    server.isMute = false;
    server.say(updatesOf(rounds)[0] as Update);
    await server.pass(SILENCE_MS);
    expect(table.connection).toBe('open');
  });

  test('asks at once when the page is looked at again', async () => {
    const { server, table } = await opened();
    server.wake();
    expect(server.pings).toBe(1);
    await server.pass(WAKE_SILENCE_MS + 10);
    expect(table.connection).toBe('open');
    server.isMute = true;
    server.wake();
    await server.pass(WAKE_SILENCE_MS + 10);
    expect(table.connection).toBe('lost');
  });

  test('asks at once after a sleep that nothing announced', async () => {
    const { server, table } = await opened();
    server.isMute = true;
    server.clock.sleep(3_600_000);
    await server.pass(1_000);
    expect(server.pings).toBe(1);
    await server.pass(WAKE_SILENCE_MS);
    expect(table.connection).toBe('lost');
  });

  test('tries at once when the network is back, however long the pause', async () => {
    const { server, table } = await opened();
    server.isDown = true;
    server.cut();
    await server.pass(3 * SILENCE_MS);
    server.isDown = false;
    // While a try is under way, no second one starts.
    const tries = server.opened.length;
    server.wake();
    await server.pass(10);
    expect(server.opened.length).toBeLessThanOrEqual(tries + 1);
    await server.pass(SILENCE_MS + 5_000);
    expect(table.connection).toBe('open');
  });

  test('does not wait out the pause after a loss', async () => {
    const { server, table } = await opened();
    server.cut();
    server.wake();
    await server.pass(10);
    expect([table.connection, server.opened.length]).toEqual(['open', 2]);
  });
});

describe('another key of the server', () => {
  test.each([
    ['no statement explains it', () => Promise.resolve(new Response(JSON.stringify({ key: 'x', statements: [] })))],
    ['the server does not answer', () => Promise.reject(new Error('offline'))],
  ])('is not trusted when %s', async (_, answer) => {
    vi.stubGlobal('fetch', vi.fn(answer));
    const server = new FakeServer(rounds);
    server.stored.set('crossfelt.key', JSON.stringify('crossfelt/1+ab+cd'));
    const key = new ServerKey(server.ports.storage);
    const table = new LiveTable(id, false, server.ports, key);
    tables.push(table);
    await server.pass(50);
    await vi.waitFor(() => expect(key.state).toBe('unexplained'));
    key.accept();
    expect([key.state, key.known]).toEqual(['known', key.current]);
    vi.unstubAllGlobals();
  });

  test('nothing is accepted before any key is met', () => {
    const key = new ServerKey(new FakeServer(rounds).ports.storage);
    key.accept();
    expect([key.state, key.known]).toEqual(['none', null]);
  });
});

describe('storage', () => {
  test('a table plays where storage is blocked', async () => {
    const server = new FakeServer(rounds);
    server.isStorageBlocked = true;
    const { table } = await opened(server);
    for (const request of [sit, place, ready, across]) expect((await asked(server, table, request)).ok).toBe(true);
    expect(server.stored.size).toBe(0);
    // The seed is kept for as long as the tab lives.
    expect(table.seeding.seed).not.toBeNull();
  });

  test('a page that was loaded again asks what happened to its seed', async () => {
    const { server, table } = await opened();
    await asked(server, table, sit);
    table.close();
    tableAt(server);
    await server.pass(50);
    expect(server.opened[1]?.query).toEqual({ after: '5' });
  });

  test('two tabs show the same and share what is stored', async () => {
    const server = new FakeServer(rounds);
    const { table } = await opened(server);
    await asked(server, table, sit);
    const other = new FakeServer(rounds);
    const tab = new LiveTable(
      id,
      false,
      { ...other.ports, storage: server.ports.storage },
      new ServerKey(server.ports.storage),
    );
    tables.push(tab);
    await other.pass(50);
    await asked(other, tab, sit);
    expect(tab.seeding.seed?.commitment).toBe(table.seeding.seed?.commitment);
  });

  test('the head of a locked round is remembered', async () => {
    const { server, table } = await opened();
    for (const request of [sit, place, ready]) await asked(server, table, request);
    expect(server.stored.get('crossfelt.heads')).toContain(`${id}-1`);
    expect(server.stored.get('crossfelt.key')).toBeDefined();
  });
});

test('what is forgotten is gone, and damage is nothing', () => {
  const { ports, stored } = new FakeServer(rounds);
  keep('name', 'Ada', ports.storage);
  expect(savedValue('name', isText, ports.storage)).toBe('Ada');
  keep('name', null, ports.storage);
  expect([...stored]).toEqual([]);
  stored.set('crossfelt.name', '{');
  expect(savedValue('name', isText, ports.storage)).toBeNull();
  stored.set('crossfelt.heads', '{"oak-1":null}');
  stored.set('crossfelt.seeds', '{"oak-1":[null]}');
  expect(seedsOf('oak-1', ports.storage)).toEqual([]);
  rememberHead(updatesOf(rounds).find(({ info }) => info.round?.phase === 'locked') as Update, 'key', ports.storage);
  expect(stored.get('crossfelt.heads')).toContain('"key":"key"');
});
