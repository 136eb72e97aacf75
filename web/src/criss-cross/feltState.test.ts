import { afterEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../shared/api';
import { LiveTable } from '../shared/live.svelte';
import type { BookDocument, MeAnswer, TableRequest, Update } from '../shared/protocol';
import { ServerKey } from '../shared/serverKey.svelte';
import { FakeServer, RECORDINGS, requestsOf, updatesOf, type Recording } from '../testing/fakeServer';
import type { Wallet } from './feltPorts';
import { FeltState } from './feltState.svelte';
import { viewOf } from './shownRound';
import type { Trainer } from './trainer.svelte';

const { rounds, wheel } = RECORDINGS;
const sit = requestsOf(rounds)[0] as TableRequest;
const SYNC_MS = 450;

/** A wallet that a test fills, and that records its calls. */
class FakeWallet implements Wallet {
  me: MeAnswer | null = { balance_cents: 100_000, refill_below_cents: 10_000 } as MeAnswer;
  readonly heard: string[] = [];
  staked: number | null = null;
  mayRefill = true;
  get balanceCents(): number | null {
    return this.me === null ? null : this.me.balance_cents - (this.staked ?? 0);
  }
  refill = (): Promise<Outcome<unknown>> => {
    this.heard.push('refill');
    if (!this.mayRefill) return Promise.resolve({ ok: false, faults: ['Not now'], code: null, details: [] });
    this.me = { ...(this.me as MeAnswer), balance_cents: 100_000 };
    return Promise.resolve({ ok: true, answer: null });
  };
  hold = (staked = 0): void => {
    if (this.staked === null) this.heard.push('hold');
    this.staked = staked;
  };
  release = (): void => {
    if (this.staked !== null) this.heard.push('release');
    this.staked = null;
  };
}

/** A coach that only records its calls. */
class FakeCoach {
  holding = false;
  readonly heard: string[] = [];
  deciding = (): void => void this.heard.push('deciding');
  undecided = (): void => void this.heard.push('undecided');
  decided = (_: string, __: unknown, action: string, anteCents: number): void =>
    void this.heard.push(`${action} ${anteCents}`);
  roundShown = (): void => void this.heard.push('told');
}

const bookOf = ({ table }: Recording): BookDocument => table.rules_document as BookDocument;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

interface Start {
  recording?: Recording;
  wallet?: FakeWallet;
  coach?: FakeCoach | null;
  isStill?: boolean;
  server?: FakeServer;
  atRest?: (run: () => void) => () => void;
}

const atOnce = (run: () => void): (() => void) => {
  run();
  return () => undefined;
};

async function seated({
  recording = rounds,
  wallet = new FakeWallet(),
  coach = null,
  isStill = false,
  server = new FakeServer(recording),
  atRest = atOnce,
}: Start = {}) {
  const live = new LiveTable(recording.table.info.table, false, server.ports, new ServerKey(server.ports.storage));
  await server.pass(50);
  if (live.you === null) void live.ask(sit);
  await server.pass(50);
  const [said, played]: [string[], string[]] = [[], []];
  const left = new Map<string, Update>();
  const open = (): FeltState =>
    new FeltState(live, recording.table, bookOf(recording), coach as unknown as Trainer | null, {
      clock: server.clock,
      atRest,
      storage: server.ports.storage,
      wallet,
      isStill: () => isStill,
      say: (text) => said.push(text),
      play: (sound) => played.push(sound),
      left,
    });
  const felt = open();
  ends.push(() => {
    felt.close();
    live.close();
  });
  return { server, live, felt, wallet, said, played, open };
}

type Table = Awaited<ReturnType<typeof seated>>;

/** Bets and is dealt in, as it was recorded. */
async function dealt({ server, felt }: Table, spots = ['ante_across', 'five_card_bonus']): Promise<void> {
  for (const spot of spots) felt.add(spot, 500);
  void felt.deal();
  await server.pass(100);
  expect(felt.phase).toBe('decision');
}

async function decided({ server, felt }: Table, ...multiples: number[]): Promise<void> {
  for (const multiple of multiples) {
    felt.decide(multiple);
    await server.pass(100);
    expect(felt.note).toBeNull();
    if (felt.phase === 'decision') await server.pass(700);
  }
}

describe('betting', () => {
  test('chips are sent when they have been left alone for a moment', async () => {
    const { server, felt, said } = await seated();
    felt.add('ante_across', 500);
    felt.add('five_card_bonus', 500);
    await server.pass(SYNC_MS - 50);
    expect(server.asks).toHaveLength(1);
    await server.pass(100);
    expect(server.asks.at(-1)?.request).toMatchObject({
      action: { kind: 'place_wagers', wagers: { ante_across: 500, ante_down: 500, five_card_bonus: 500 } },
    });
    expect(said).toContain('On the felt: $15.');
    expect(felt.funds).toBe(101_500);
  });

  test('a limit is said, and the chip is not placed', async () => {
    const { felt } = await seated();
    felt.add('ante_across', 50_000);
    expect(felt.note).toMatchObject({ title: 'Not placed' });
    felt.hush();
    expect([felt.note, felt.draft]).toEqual([null, {}]);
    felt.add('across', 500);
    expect(felt.note?.says).toContain('after you see your cards');
  });

  test('chips are taken, moved, cleared and brought back', async () => {
    const { felt } = await seated();
    felt.add('ante_across', 500);
    felt.add('five_card_bonus', 500);
    felt.take('five_card_bonus', 500);
    expect(felt.draft).toEqual({ ante_across: 500, ante_down: 500 });
    felt.undo();
    felt.move('five_card_bonus', null);
    felt.undo();
    felt.clear();
    expect([felt.draft, felt.missing]).toEqual([{}, expect.stringContaining('Place chips on')]);
    felt.undo();
    felt.move('ante_across', 'ante_across');
    expect(felt.draft).toMatchObject({ five_card_bonus: 500 });
    for (let step = 0; step < 9; step += 1) felt.undo();
    expect(felt.canUndo).toBe(false);
  });

  test('nothing is dealt without antes', async () => {
    const { server, felt } = await seated();
    await felt.deal();
    expect([felt.note?.eyebrow, server.asks.length]).toEqual(['Not yet', 1]);
  });

  test('chips that the table refuses go back', async () => {
    const { server, felt, said } = await seated();
    server.refuse('insufficient_funds');
    felt.add('ante_across', 500);
    void felt.deal();
    await server.pass(100);
    expect([felt.draft, felt.phase, felt.isReadying]).toEqual([{}, 'betting', false]);
    expect(said.at(-1)).toMatch(/^Nothing changed\./);
  });

  test('the chip of the rack goes up and down and no further', async () => {
    const { felt } = await seated();
    const { chips } = felt.layout;
    for (let step = 0; step < 9; step += 1) felt.chooseChip(1);
    expect(felt.chip).toBe(chips.at(-1));
    for (let step = 0; step < 9; step += 1) felt.chooseChip(-1);
    expect(felt.chip).toBe(chips[0]);
  });

  test('somebody who wants to play at once is dealt in with the smallest antes', async () => {
    const table = await seated({ recording: { ...rounds, entries: withoutBonus(rounds) } });
    table.felt.dealMeIn();
    await table.server.pass(100);
    expect(table.felt.phase).toBe('decision');
    // With a hand in progress, the hand continues.
    table.felt.dealMeIn();
    await table.server.pass(1_000);
    expect(table.server.asks).toHaveLength(3);
  });
});

/** The second round of the recording has no bonus: its wagers in the place of the first ones. */
function withoutBonus({ entries }: Recording): Recording['entries'] {
  return entries.map((entry) => {
    if (!('asked' in entry) || entry.asked.request.kind !== 'act' || entry.asked.request.action.kind !== 'place_wagers')
      return entry;
    const action = { kind: 'place_wagers' as const, wagers: { ante_across: 500, ante_down: 500 } };
    return { asked: { ...entry.asked, request: { ...entry.asked.request, action } } };
  });
}

describe('a round', () => {
  test('is told after its cards, and the wallet waits for it', async () => {
    const table = await seated();
    const { server, felt, wallet, said, played } = table;
    await dealt(table);
    expect(wallet.heard).toContain('hold');
    await decided(table, 1, 2);
    felt.decide(3);
    expect(wallet.staked).toBe(3_000);
    await server.pass(50);
    // The middle card turns: texts, totals and the wallet are those of before.
    expect([felt.phase, felt.pace, felt.settled, felt.isTold]).toEqual(['settling', 'turning', [], false]);
    expect(felt.readView?.community['middle']).toBeNull();
    expect(felt.seatView?.totals).toEqual([]);
    expect(said.some((text) => /^You (?:won|lost|broke even)/.test(text))).toBe(false);
    await server.pass(650);
    expect([felt.phase, felt.isTelling]).toEqual(['settled', true]);
    expect(wallet.heard).not.toContain('release');
    await server.pass(2_500);
    expect([felt.isTold, felt.settled.length, felt.seatView?.totals.length]).toEqual([true, 6, 1]);
    expect(wallet.heard).toContain('release');
    expect(said.some((text) => /^You (?:won|lost|broke even)/.test(text))).toBe(true);
    expect(played).toContain('turn');
    expect(felt.last).toEqual({ ante_across: 500, ante_down: 500, five_card_bonus: 500 });
  });

  test('a player who decides at once reads no card before it has turned', async () => {
    const table = await seated();
    const { server, felt } = table;
    await dealt(table);
    await server.pass(700);
    felt.decide(1);
    await server.pass(400);
    // The cards across are still turning when those down begin to.
    felt.decide(2);
    await server.pass(200);
    expect([felt.pace, felt.view?.stage, felt.readView?.stage]).toEqual(['turning', 'middle', 'across']);
    await server.pass(500);
    expect([felt.pace, felt.readView?.stage]).toEqual(['rest', 'middle']);
  });

  test('a card that is drawn late is read late', async () => {
    let rest = (): void => undefined;
    const atRest = (run: () => void): (() => void) => {
      rest = run;
      return () => (rest = () => undefined);
    };
    const table = await seated({ atRest });
    await dealt(table);
    await table.server.pass(2_000);
    expect([table.felt.pace, table.felt.readView?.stage]).toEqual(['turning', 'dealing']);
    rest();
    expect([table.felt.pace, table.felt.readView?.stage]).toEqual(['rest', 'across']);
  });

  test('a key or a tap finishes the telling', async () => {
    const table = await seated();
    await dealt(table);
    await decided(table, 1, 2, 3);
    table.felt.finishTelling();
    expect([table.felt.isTold, table.wallet.staked]).toEqual([true, null]);
    table.felt.finishTelling();
    table.felt.explain();
    expect(table.felt.why).toBe(table.felt.settled[0]?.spot);
    table.felt.explain('down');
    expect(table.felt.why).toBe('down');
  });

  test('without movement all of it is there at once', async () => {
    const table = await seated({ isStill: true });
    await dealt(table);
    await decided(table, 1, 2, 3);
    expect(table.felt.isTold).toBe(true);
  });

  test('nothing is explained before it is told', async () => {
    const { felt } = await seated();
    felt.explain();
    expect(felt.why).toBeNull();
    felt.moveOn();
    expect(felt.phase).toBe('betting');
  });

  test('a bet that the table refuses was not decided, and cost nothing', async () => {
    const coach = new FakeCoach();
    const table = await seated({ coach });
    await dealt(table);
    const { server, felt, wallet } = table;
    server.refuse('insufficient_funds');
    felt.decide(3);
    expect([felt.choice?.multiple, felt.wagers['across'], wallet.staked]).toEqual([3, 1_500, 1_500]);
    await server.pass(50);
    expect([felt.choice, wallet.staked, felt.phase]).toEqual([null, 0, 'decision']);
    expect(coach.heard).toEqual(['deciding', 'undecided']);
    await decided(table, 1);
    expect(coach.heard.slice(2)).toEqual(['deciding', '1x 500']);
  });

  test('a refusal that comes after the next decision takes nothing back', async () => {
    const table = await seated();
    await dealt(table);
    const { server, felt, live } = table;
    server.refuse('wrong_stage');
    server.delay();
    felt.decide(1);
    await server.pass(50);
    // Meanwhile the table went on, and the player decided again.
    live.update = { ...(live.update as Update) };
    felt.choice = { round: felt.round, stage: 'down', multiple: 2 };
    await server.arrive();
    await server.pass(50);
    expect(felt.choice).toEqual({ round: felt.round, stage: 'down', multiple: 2 });
  });

  test('a sent choice stays until it is confirmed, whatever the connection does', async () => {
    const table = await seated();
    await dealt(table);
    const { server, felt } = table;
    server.isMute = true;
    felt.decide(1);
    await server.pass(50);
    server.cut();
    expect(felt.choice?.multiple).toBe(1);
    server.isMute = false;
    await server.pass(1_200);
    expect([felt.choice, felt.stage]).toEqual([null, 'down']);
  });

  test('a choice that is none is not sent', async () => {
    const table = await seated();
    await dealt(table);
    table.felt.decide(7);
    expect(table.felt.choice).toBeNull();
    await decided(table, 1, 2, 3);
    table.felt.decide(1);
    expect(table.felt.choice).toBeNull();
  });

  test('a wheel turns before anything is told', async () => {
    const table = await seated({ recording: wheel });
    await dealt(table, ['ante_across', 'bonus_spin']);
    await decided(table, 1, 1, 1);
    const { server, felt, wallet, said } = table;
    expect(felt.isSpinning).toBe(false);
    await server.pass(700);
    expect([felt.isSpinning, felt.phase, felt.settled, felt.spun]).toEqual([true, 'settling', [], 0]);
    felt.finishTelling();
    expect(said.some((text) => /^You (?:won|lost|broke even)/.test(text))).toBe(false);
    expect(wallet.heard).not.toContain('release');
    felt.wheelsDone(1);
    expect(said.some((text) => /^You (?:won|lost|broke even)/.test(text))).toBe(true);
    await server.pass(2_500);
    expect(felt.isTold).toBe(true);
  });
});

describe('from round to round', () => {
  async function settled(start: Start = {}): Promise<Table> {
    const table = await seated({
      isStill: true,
      recording: { ...rounds, entries: rounds.entries.filter((entry) => !isStray(entry)) },
      ...start,
    });
    await dealt(table);
    await decided(table, 1, 2, 3);
    return table;
  }

  test('the bets of before can be changed', async () => {
    const { felt } = await settled();
    felt.moveOn();
    expect([felt.phase, felt.draft]).toEqual(['betting', { ante_across: 500, ante_down: 500, five_card_bonus: 500 }]);
    felt.clear();
    felt.rebet();
    expect(felt.draft).toMatchObject({ five_card_bonus: 500 });
  });

  test('the same again is dealt as soon as the table takes wagers', async () => {
    const table = await settled();
    const { server, felt, wallet } = table;
    // Only what the wallet holds is offered.
    wallet.me = { ...(wallet.me as MeAnswer), balance_cents: 1_200 };
    expect(felt.offer).toEqual({ ante_across: 500, ante_down: 500 });
    felt.sameAgain();
    await server.pass(200);
    expect([felt.phase, felt.wantsDeal]).toEqual(['decision', false]);
    await decided(table, 0);
    expect(felt.settled.map(({ result }) => result)).toEqual(['forfeit', 'forfeit']);
  });

  test('without money there is no same again, but a refill', async () => {
    const { felt, wallet, said } = await settled();
    wallet.me = { ...(wallet.me as MeAnswer), balance_cents: 900 };
    expect([felt.offer, felt.isBroke]).toEqual([null, true]);
    felt.sameAgain();
    expect(felt.wantsDeal).toBe(false);
    wallet.mayRefill = false;
    await felt.refill();
    expect(felt.note?.says).toBe('Not now.');
    wallet.mayRefill = true;
    await felt.refill();
    expect([felt.isBroke, said.at(-1)]).toEqual([false, 'Your wallet has $1,000 again.']);
  });

  test('a settled round is there again after a look at the rules', async () => {
    const { felt, open } = await settled();
    const { round } = felt;
    felt.close();
    const again = open();
    ends.push(() => again.close());
    expect([again.round, again.isTold, again.phase]).toEqual([round, true, 'settled']);
    again.moveOn();
    expect(again.round).not.toBe(round);
    again.close();
    expect(open().round).not.toBe(round);
  });

  test('a new page knows the bets of before', async () => {
    const { live, felt, server } = await settled();
    const stored = [...server.stored.keys()].find((key) => key.startsWith('crossfelt.rebet.'));
    expect(stored).toBeDefined();
    felt.close();
    live.close();
    server.stored.set(stored as string, JSON.stringify({ ante_across: 500, ante_down: 500 }));
    const { felt: next } = await seated({ server });
    expect(next.last).toEqual({ ante_across: 500, ante_down: 500 });
    server.stored.set(stored as string, JSON.stringify({ elsewhere: 500 }));
    const { felt: other } = await seated({ server });
    expect(other.last).toBeNull();
  });
});

/** What the recording asks for only to be refused. */
function isStray(entry: Recording['entries'][number]): boolean {
  if ('heard' in entry) return entry.heard.kind === 'refused';
  if (!('asked' in entry) || entry.asked.request.kind !== 'act') return false;
  const { action } = entry.asked.request;
  return (
    (action.kind === 'place_wagers' && action.wagers['ante_across'] === 100) ||
    (action.kind === 'bet' && action.stage === 'down' && action.multiple === 1)
  );
}

describe('short of money in mid-round', () => {
  test('a bet beyond the wallet is not sent, and what is lacking is said', async () => {
    const coach = new FakeCoach();
    const table = await seated({ coach });
    await dealt(table);
    const { felt, wallet, server } = table;
    wallet.me = { ...(wallet.me as MeAnswer), balance_cents: 900 };
    expect([1, 2, 3].map((multiple) => felt.shortFor(multiple))).toEqual([0, 100, 600]);
    const asks = server.asks.length;
    felt.decide(3);
    expect([felt.note?.says, server.asks.length, coach.heard]).toEqual(['You’re $6 short for 3×.', asks, []]);
    expect([felt.canRefill, felt.isBroke]).toEqual([true, true]);
    // The same for a page that was loaded again in the middle of the round.
    const again = table.open();
    ends.push(() => again.close());
    expect(again.shortFor(3)).toBe(600);
    await felt.refill();
    expect(felt.shortFor(3)).toBe(0);
  });

  test('while nothing is known of the wallet, the server alone refuses', async () => {
    const wallet = new FakeWallet();
    wallet.me = null;
    const { felt } = await seated({ wallet });
    expect([felt.funds, felt.canRefill]).toEqual([Number.MAX_SAFE_INTEGER, false]);
  });
});

describe('a coach who holds the next card', () => {
  test('nothing new is shown, and the wallet says nothing, until it is released', async () => {
    const coach = new FakeCoach();
    const table = await seated({ coach });
    await dealt(table);
    await decided(table, 1, 2);
    const { server, felt, wallet } = table;
    coach.holding = true;
    felt.decide(3);
    await server.pass(5_000);
    expect([viewOf(felt.live.update)?.stage !== 'middle', felt.stage, wallet.heard.includes('release')]).toEqual([
      true,
      'middle',
      false,
    ]);
    coach.holding = false;
    felt.release();
    expect(felt.pace).toBe('turning');
    await server.pass(4_000);
    expect([felt.isTold, coach.heard.at(-1)]).toEqual([true, 'told']);
  });
});

describe('lost and late', () => {
  test('after a gap the felt shows how things are, and tells none of it', async () => {
    const table = await seated();
    await dealt(table);
    const { server, felt, said } = table;
    server.say({
      ...(updatesOf(rounds).find((update) => viewOf(update)?.stage === 'settled') as Update),
      is_gap: true,
    });
    const before = said.length;
    await server.pass(50);
    expect([felt.isTold, said.length]).toEqual([true, before]);
  });

  test('blocked storage costs nothing but the bets of before', async () => {
    const server = new FakeServer(rounds);
    server.isStorageBlocked = true;
    const table = await seated({ server });
    await dealt(table);
    await decided(table, 1);
    expect(table.felt.stage).toBe('down');
  });

  test('somebody without a seat watches, and may take one', async () => {
    const server = new FakeServer(rounds);
    const live = new LiveTable(rounds.table.info.table, false, server.ports, new ServerKey(server.ports.storage));
    await server.pass(50);
    const felt = new FeltState(live, rounds.table, bookOf(rounds), null, {
      clock: server.clock,
      atRest: atOnce,
      storage: server.ports.storage,
      wallet: new FakeWallet(),
      isStill: () => true,
      say: () => undefined,
      play: () => undefined,
      left: new Map(),
    });
    ends.push(() => {
      felt.close();
      live.close();
    });
    expect([felt.phase, felt.isAlone, felt.isPractice, felt.wagers, felt.ante, felt.commitment]).toEqual([
      'watching',
      true,
      true,
      {},
      0,
      '',
    ]);
    expect([felt.isReady, felt.view, felt.offer]).toEqual([false, null, null]);
  });
});

describe('what cannot be done now', () => {
  test('nothing is bet or dealt once the cards are there', async () => {
    const table = await seated();
    await dealt(table);
    const { felt, server } = table;
    const asks = server.asks.length;
    felt.add('ante_across', 500);
    felt.undo();
    await felt.deal();
    expect([felt.draft, server.asks.length]).toEqual([{}, asks]);
  });

  test('chips that are placed as betting closes are not sent', async () => {
    const { felt, server } = await seated();
    felt.add('ante_across', 500);
    server.say(updatesOf(rounds).find((update) => viewOf(update)?.stage === 'across') as Update);
    await server.pass(SYNC_MS + 100);
    expect(server.asks).toHaveLength(1);
  });

  test('without bets of before there is nothing to repeat', async () => {
    const { felt } = await seated();
    felt.rebet();
    felt.move('five_card_bonus', null);
    expect(felt.draft).toEqual({});
  });

  test('chips that cannot be dealt any more are withdrawn', async () => {
    const { felt, server } = await seated();
    felt.add('ante_across', 500);
    felt.add('five_card_bonus', 500);
    await server.pass(SYNC_MS + 50);
    server.refuse('already_so');
    felt.clear();
    await server.pass(SYNC_MS + 50);
    expect(server.asks.at(-1)?.request).toMatchObject({ action: { kind: 'withdraw_wagers' } });
    // That it is so already is nothing to complain about.
    expect(felt.note).toBeNull();
    expect(felt.draft).toMatchObject({ five_card_bonus: 500 });
  });

  test('a seat that cannot be taken, and a way back that is refused', async () => {
    const { felt, server } = await seated();
    await felt.takeSeat();
    expect(felt.note?.title).toBe('Nothing changed');
    server.refuse('wrong_stage');
    felt.hush();
    const back = felt.sitIn();
    await server.pass(50);
    await back;
    expect(felt.note?.title).toBe('Nothing changed');
  });

  test('a poor player who moves on has no chips put down', async () => {
    const table = await seated({ isStill: true });
    await dealt(table);
    await decided(table, 1, 2, 3);
    table.wallet.me = { ...(table.wallet.me as MeAnswer), balance_cents: 0 };
    table.felt.moveOn();
    expect([table.felt.phase, table.felt.draft]).toEqual(['betting', {}]);
  });

  test('somebody who has chips down is dealt in with those', async () => {
    const table = await seated();
    table.felt.add('ante_across', 500);
    table.felt.add('five_card_bonus', 500);
    table.felt.dealMeIn();
    await table.server.pass(100);
    expect([table.felt.phase, table.felt.wagers['five_card_bonus']]).toEqual(['decision', 500]);
  });

  test('a table that has not said anything yet is empty', () => {
    const server = new FakeServer(rounds);
    const live = new LiveTable(rounds.table.info.table, false, server.ports, new ServerKey(server.ports.storage));
    const felt = new FeltState(live, rounds.table, bookOf(rounds), null, {
      clock: server.clock,
      atRest: atOnce,
      storage: server.ports.storage,
      wallet: new FakeWallet(),
      isStill: () => true,
      say: () => undefined,
      play: () => undefined,
      left: new Map(),
    });
    expect([felt.phase, felt.info.title, felt.round, felt.seatView]).toEqual([
      'watching',
      rounds.table.info.title,
      '',
      null,
    ]);
    felt.release();
    felt.close();
    live.close();
  });
});
