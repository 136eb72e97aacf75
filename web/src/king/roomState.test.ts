import { afterEach, describe, expect, it } from 'vitest';
import { LiveTable } from '../shared/live.svelte';
import type { KingHintAnswer, MatchDocument, MatchView, SeatScore, TableRequest, Update } from '../shared/protocol';
import { ServerKey } from '../shared/serverKey.svelte';
import { FakeServer, RECORDINGS, requestsOf } from '../testing/fakeServer';
import { RoomState } from './roomState.svelte';
import { matchOf } from './shownMatch';

const { king } = RECORDINGS;
const [sit, , first] = requestsOf(king) as [TableRequest, TableRequest, TableRequest];
const rules = king.table.rules_document as MatchDocument;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function seated(server = new FakeServer(king)) {
  const live = new LiveTable(king.table.info.table, false, server.ports, new ServerKey(server.ports.storage));
  await server.pass(50);
  void live.ask(sit);
  await server.pass(50);
  const [said, shouted, played]: [string[], string[], string[]] = [[], [], []];
  const room = new RoomState(live, king.table, rules, {
    clock: server.clock,
    storage: server.ports.storage,
    read: () => Promise.reject(new Error('a room reads no sheet')),
    advice: () => Promise.resolve({ ok: true, answer: { roll: '3c' } as KingHintAnswer }),
    say: (text) => text !== '' && said.push(text),
    shout: (text) => shouted.push(text),
    play: (sound) => played.push(sound),
  });
  ends.push(() => {
    room.close();
    live.close();
  });
  return { server, live, room, said, shouted, played };
}

async function playing() {
  const table = await seated();
  void table.room.ready();
  await table.server.pass(100);
  return table;
}

/** The newest update with something changed. */
function changed(live: LiveTable, over: Partial<MatchView>, more: Partial<Update> = {}): Update {
  const { update } = live;
  const view = matchOf(update);
  if (update === null || view === null) throw new Error('a match is played');
  return { ...update, seq: update.seq + 1, happened: [], ...more, view: { ...view, ...over } };
}

const score = (total: number): SeatScore => ({
  seat: 1,
  total,
  hands: [],
  achievements: [],
  line_points: total,
  bonus_points: 0,
});

describe('a sheet at a table', () => {
  it('waits for its player, then shows the first roll', async () => {
    const { room, server } = await seated();
    expect([room.view, room.turn.card, room.turn.isOver, room.waits, room.seat]).toEqual([
      null,
      null,
      true,
      null,
      null,
    ]);
    expect([room.rules, room.options, room.best, room.noHint]).toEqual([
      'king-cross',
      rules.score_card.choices,
      null,
      '',
    ]);
    void room.ready();
    expect(room.shown.isBusy).toBe(true);
    await room.ready();
    await server.pass(100);
    expect([room.turn.card, room.turn.isOver, room.waits, room.isOwn, room.hasHints]).toEqual([
      '3c',
      false,
      null,
      true,
      true,
    ]);
    expect(room.known.squares.filter(({ is_open }) => is_open)).toHaveLength(24);
    expect(room.subtitle).toContain('solo');
    expect([room.bonus, room.byTable.size, room.ticking]).toEqual([true, 0, null]);
  });

  it('says why it can’t begin', async () => {
    const { room, server, shouted } = await seated();
    server.refuse('wrong_stage');
    void room.ready();
    await server.pass(50);
    expect([room.shown.isBusy, room.shown.fault === null, shouted.length]).toEqual([false, false, 1]);
  });

  it('places a card, and goes on to the next roll', async () => {
    const { room, server } = await playing();
    const before = room.turn.key;
    const placed = room.place('a1', '3c');
    await server.pass(100);
    expect((await placed).ok).toBe(true);
    expect([room.turn.card, room.turn.key === before, room.sheet.grid[0]?.[0]]).toEqual(['Ts', false, '3c']);
  });

  it('sends a placement again with the same id when the connection was lost, and it counts once', async () => {
    const { room, server } = await playing();
    server.isMute = true;
    const placed = room.place('a1', '3c');
    await server.pass(20);
    server.cut();
    server.isMute = false;
    await server.pass(5);
    expect(room.waits).toBe('Reconnecting…');
    await server.pass(20_000);
    expect((await placed).ok).toBe(true);
    const ids = server.asks.filter(({ request }) => request.kind === 'act').map(({ id }) => id);
    expect([new Set(ids).size, room.turn.card, room.waits]).toEqual([1, 'Ts', null]);
  });

  it('hears a refusal', async () => {
    const { room, server } = await playing();
    server.refuse('wrong_stage');
    const placed = room.place('a1', '3c');
    await server.pass(50);
    expect((await placed).ok).toBe(false);
    expect(room.turn.card).toBe('3c');
  });

  it('follows what another tab places', async () => {
    const { room, server, live } = await playing();
    void live.ask(first);
    await server.pass(100);
    expect(room.turn.card).toBe('Ts');
  });

  it('waits while the table is paused', async () => {
    const { room, server, live } = await playing();
    server.say(changed(live, {}, { info: { ...room.info, paused: 'A break' } }));
    await server.pass(50);
    expect(room.waits).toBe('The table is paused');
  });

  it('has no hints at a live table, and says so', async () => {
    const { room, server, live } = await playing();
    server.say(changed(live, {}, { info: { ...room.info, table_kind: 'live' } }));
    await server.pass(50);
    expect([room.hasHints, room.noHint]).toEqual([false, 'No hints at a live table.']);
  });
});

describe('company', () => {
  /** A second sheet, with its player still to place. */
  async function together() {
    const table = await playing();
    const { server, live, room } = table;
    const mine = room.sheet;
    const other = { ...mine, seat: 2, in_hand: null };
    const third = { ...other, seat: 3 };
    server.say(changed(live, { seats: [mine, other, third], to_place: [1, 2, 3] }));
    await server.pass(50);
    return { ...table, other };
  }

  it('can be looked at, and the own sheet comes back', async () => {
    const { room } = await together();
    room.look(2);
    expect([room.isOwn, room.turn.card, room.subtitle, room.waits, room.known.wild]).toEqual([
      false,
      null,
      'Seat 2’s sheet',
      'You’re watching Seat 2',
      null,
    ]);
    room.look(2);
    expect([room.isOwn, room.turn.card]).toEqual([true, '3c']);
  });

  it('says who is waited for, once only one is left', async () => {
    const { room, server, live, said } = await together();
    const mine = { ...room.sheet, in_hand: null };
    server.say(changed(live, { to_place: [3], seats: [mine, ...(room.view?.seats.slice(1) ?? [])] }));
    await server.pass(50);
    expect([room.waits, said.at(-1)]).toEqual(['Waiting for Seat 3', 'Waiting for Seat 3']);
  });

  it('marks and says what the table placed', async () => {
    const { room, server, live, said } = await together();
    const placement = { seat: 1, square: 'd4', card: '3c', is_wild: false, decided_by: 'table' } as const;
    const seq = (live.update?.seq ?? 0) + 1;
    server.say(changed(live, {}, { seq, happened: [{ seq, event: { kind: 'card_placed', roll: 1, placement } }] }));
    await server.pass(50);
    expect([[...room.byTable], said.at(-1)]).toEqual([['d4'], 'The table placed your card on d4.']);
  });
});

describe('the end', () => {
  it('compares the score with the best, and remembers it', async () => {
    const { room, server, live, said, played } = await playing();
    server.say(changed(live, { stage: 'finished', scores: [score(700)], winners: [1] }));
    await server.pass(50);
    expect([room.isOver, room.turn.isOver, room.compared, room.best, played]).toEqual([
      true,
      true,
      'Your first score.',
      700,
      ['win'],
    ]);
    expect(said.at(-1)).toContain('700 points');
  });

  it('keeps scores with hints apart', async () => {
    const { room, server, live } = await playing();
    await room.hint();
    server.say(changed(live, { stage: 'finished', scores: [score(700)], winners: [1] }));
    await server.pass(50);
    expect([room.compared, room.best]).toEqual(['Your first score with hints.', null]);
  });

  it('is told to a spectator without a score of their own', async () => {
    const { room, server, live, said } = await playing();
    server.say(changed(live, { stage: 'finished', scores: [score(700)], winners: [1] }, { you: null }));
    await server.pass(50);
    expect([said.at(-1)?.startsWith('Game over.'), room.compared]).toEqual([true, '']);
  });

  it('is played and compared where nothing can be kept', async () => {
    const server = new FakeServer(king);
    const table = await seated(server);
    void table.room.ready();
    await server.pass(100);
    server.isStorageBlocked = true;
    await table.room.hint();
    server.say(changed(table.live, { stage: 'finished', scores: [score(700)], winners: [1] }));
    await server.pass(50);
    expect([table.room.compared, table.room.best]).toEqual(['Your first score.', null]);
  });

  it('is forgotten when the next match begins', async () => {
    const { room, server, live } = await playing();
    server.say(changed(live, { stage: 'finished', scores: [score(700)], winners: [1] }));
    await server.pass(50);
    const { round } = room.info;
    if (round === null) throw new Error('a round is played');
    const info = { ...room.info, round: { ...round, id: `${room.info.table}-2` } };
    server.say(changed(live, { stage: 'rolling', scores: [], winners: [] }, { info }));
    await server.pass(50);
    expect(room.compared).toBe('');
  });
});
