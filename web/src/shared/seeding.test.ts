import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure, type Outcome } from './api';
import { MOST_ROUNDS, newSeed, pendingAfter, saveSeed, seedFault, seedsOf } from './ownSeeds';
import type { ReceiptAnswer, TableRequest, Update } from './protocol';
import { ALARMS, Seeding } from './seeding.svelte';
import { ServerKey } from './serverKey.svelte';
import { signatures } from './signatures';
import { headText } from './signedHeads';
import { signer, stubStorage } from './testing';

await signatures();

const server = signer(1);
const HEAD = 'ab'.repeat(32);
const place = { table: 'oak', round: 'oak-1', seat: 2, player: 'ada' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

interface Told {
  seq?: number;
  phase?: 'committing' | 'revealing' | 'locked';
  happened?: object[];
  has_committed?: boolean;
  has_revealed?: boolean;
  wagers?: Record<string, number>;
  by?: typeof server;
  round?: string;
}

function update({
  seq = 5,
  phase = 'committing',
  happened = [],
  by = server,
  round = 'oak-1',
  ...more
}: Told = {}): Update {
  const text = headText({ table: 'oak', seq, head: HEAD });
  return {
    kind: 'update',
    seq,
    head: HEAD,
    signature: by.sign(text),
    you: 2,
    is_gap: false,
    clocks: [],
    happened: happened.map((event) => ({ seq, event })),
    view: { kind: 'table', seats: [{ seat: 2, wagers: more.wagers ?? { ante_across: 500 } }] },
    info: {
      table: 'oak',
      round: { id: round, commitment: '', is_open: true, is_playing: phase !== 'committing', phase },
      seats: [
        {
          seat: 2,
          player: 'ada',
          has_committed: more.has_committed ?? false,
          has_revealed: more.has_revealed ?? false,
        },
      ],
    },
  } as unknown as Update;
}

/** A table that accepts whatever is asked, and remembers it. */
function tableOf(refuses: (request: TableRequest) => boolean = () => false) {
  const asked: TableRequest[] = [];
  const ask = (request: TableRequest): Promise<Outcome<ReceiptAnswer>> => {
    asked.push(request);
    // What is sent is stored before.
    if (request.kind === 'commit_seed')
      expect(seedsOf(request.round).map(({ commitment }) => commitment)).toContain(request.commitment);
    if (refuses(request)) return Promise.resolve(failure('no'));
    const receipt = { table: 'oak', first_seq: 6, last_seq: 6, head: HEAD };
    return Promise.resolve({
      ok: true,
      answer: { ...receipt, signature: server.sign(headText({ table: 'oak', seq: 6, head: HEAD })) },
    });
  };
  return { asked, ask };
}

/** One lock for all tabs, as browsers have it. */
function locksOf() {
  let last: Promise<unknown> = Promise.resolve();
  return { request: (_: string, run: () => Promise<void>) => (last = last.then(run)) };
}

function tab(ask: ReturnType<typeof tableOf>['ask'], locks = locksOf(), key = keyOf()): Seeding {
  return new Seeding('oak', ask, key, locks);
}

function keyOf(): ServerKey {
  const key = new ServerKey();
  void key.meet(server.key, () => Promise.resolve([]));
  return key;
}

const locked = (commitment: string | undefined, seat = 2, player = 'ada') => ({
  kind: 'commitments_locked',
  round: 'oak-1',
  commitments: commitment === undefined ? [] : [{ seat, player, commitment }],
});
const drawn = (state: 'revealed' | 'withheld') => {
  const { commitment, nonce, seed } = own();
  const opened = state === 'revealed' ? { nonce, seed } : { nonce: '', seed: '' };
  return { kind: 'seeds_locked', round: 'oak-1', seeds: [{ seat: 2, commitment, state, ...opened }] };
};
const own = () => {
  const result = seedsOf('oak-1').at(-1);
  if (result === undefined) throw new Error('no seed was made');
  return result;
};

test('a round: stored, committed, seen locked under a signed head, revealed, counted', async () => {
  const { asked, ask } = tableOf();
  const seeding = tab(ask);
  await seeding.follow(update());
  expect(seeding.state).toBe('committed');
  expect(own()).toMatchObject({ nonce: expect.stringMatching(/^[0-9a-f]{64}$/) as string, isTyped: false, after: 5 });
  await seeding.follow(
    update({ seq: 9, phase: 'revealing', happened: [locked(own().commitment)], has_committed: true }),
  );
  expect(seeding.state).toBe('revealed');
  expect(asked.map(({ kind }) => kind)).toEqual(['commit_seed', 'reveal_seed']);
  expect(asked[1]).toMatchObject({ nonce: own().nonce, seed: own().seed });
  expect([own().committed?.seq, own().locked?.seq, own().revealed?.seq]).toEqual([6, 9, 6]);
  await seeding.follow(update({ seq: 10, phase: 'locked', happened: [drawn('revealed')] }));
  expect(seeding.state).toBe('counted');
  expect(pendingAfter('oak')).toBeNull();
});

test('the round that was closed last can be checked after the next one has begun', async () => {
  const seeding = tab(tableOf().ask);
  await seeding.follow(update());
  expect(seeding.closed).toBeNull();
  await seeding.follow(
    update({ seq: 30, round: 'oak-2', happened: [{ kind: 'round_closed', round: 'oak-1', secret: '' }] }),
  );
  expect(seeding.closed).toBe('oak-1');
});

test('nothing is revealed before the lock, nor for a lock of another round', async () => {
  const { asked, ask } = tableOf();
  const seeding = tab(ask);
  await seeding.follow(update());
  await seeding.follow(update({ seq: 8, phase: 'revealing', has_committed: true }));
  await seeding.follow(
    update({ seq: 9, phase: 'revealing', happened: [{ ...locked(own().commitment), round: 'oak-0' }] }),
  );
  expect(asked.map(({ kind }) => kind)).toEqual(['commit_seed']);
});

describe('a lock that is not as it should be keeps the seed secret', () => {
  const after = async (event: () => object, extra: Told = {}, key = keyOf()) => {
    const { asked, ask } = tableOf();
    const seeding = tab(ask, locksOf(), key);
    await seeding.follow(update());
    await seeding.follow(update({ seq: 9, phase: 'revealing', happened: [event()], has_committed: true, ...extra }));
    expect(asked.map(({ kind }) => kind)).toEqual(['commit_seed']);
    return seeding.state;
  };

  test('the commitment is missing', async () => {
    const state = await after(() => locked(undefined));
    expect(state).toBe('missing');
    expect(ALARMS).toContain(state);
  });

  test('the commitment is another', async () => {
    expect(await after(() => locked('00'.repeat(32)))).toBe('changed');
  });

  test('the commitment is named for another player', async () => {
    expect(await after(() => locked(own().commitment, 2, 'bob'))).toBe('missing');
  });

  test('the head is signed by another key, or by none', async () => {
    expect(await after(() => locked(own().commitment), { by: signer(2) })).toBe('unsigned');
  });

  test('the key of the server has changed, and nothing explains it', async () => {
    const key = keyOf();
    const { asked, ask } = tableOf();
    const seeding = tab(ask, locksOf(), key);
    await seeding.follow(update());
    void key.meet(signer(2).key, () => Promise.resolve([]));
    await seeding.follow(update({ seq: 9, phase: 'revealing', happened: [locked(own().commitment)], by: signer(2) }));
    expect([key.state, seeding.state, asked.length]).toEqual(['unexplained', 'unsigned', 1]);
  });

  test('the alarm stays until the player dismisses it', async () => {
    const seeding = tab(tableOf().ask);
    await seeding.follow(update());
    await seeding.follow(update({ seq: 9, phase: 'revealing', happened: [locked('00'.repeat(32))] }));
    await seeding.follow(update({ seq: 10, phase: 'locked', happened: [drawn('withheld')] }));
    await seeding.follow(update({ seq: 20, round: 'oak-2' }));
    expect(seeding.alarm).toEqual({ state: 'changed', round: 'oak-1' });
    seeding.dismiss();
    expect(seeding.alarm).toBeNull();
  });

  test('a seat without a wager is not named, and that is right', async () => {
    expect(await after(() => locked(undefined), { wagers: {} })).toBe('outside');
  });
});

describe('a seed that is not in the draw', () => {
  test('was acknowledged: the server is caught', async () => {
    const seeding = tab(tableOf().ask);
    await seeding.follow(update());
    await seeding.follow(update({ seq: 9, phase: 'revealing', happened: [locked(own().commitment)] }));
    await seeding.follow(update({ seq: 10, phase: 'locked', happened: [drawn('withheld')] }));
    expect(seeding.state).toBe('denied');
    expect(ALARMS).toContain(seeding.state);
  });

  test('was never acknowledged: the connection may have been lost', async () => {
    const seeding = tab(tableOf(({ kind }) => kind === 'reveal_seed').ask);
    await seeding.follow(update());
    await seeding.follow(update({ seq: 9, phase: 'revealing', happened: [locked(own().commitment)] }));
    expect(seeding.state).toBe('refused');
    await seeding.follow(update({ seq: 10, phase: 'locked', happened: [drawn('withheld')] }));
    expect(seeding.state).toBe('withheld');
    expect(ALARMS).not.toContain(seeding.state);
  });
});

describe('tabs and reloads', () => {
  test('a second tab does not commit again', async () => {
    const { asked, ask } = tableOf();
    const locks = locksOf();
    const tabs = [tab(ask, locks), tab(ask, locks)];
    await Promise.all(tabs.map((one) => one.follow(update())));
    await Promise.all(tabs.map((one) => one.follow(update({ seq: 7, has_committed: true }))));
    expect(asked).toHaveLength(1);
    expect(tabs.map(({ state }) => state)).toEqual(['committed', 'committed']);
  });

  test('without locks, whichever commitment the server keeps is revealed', async () => {
    const { asked, ask } = tableOf();
    const first = new Seeding('oak', ask, keyOf(), undefined);
    await first.follow(update());
    const firstSeed = own();
    saveSeed(newSeed(place, '', 5));
    await first.follow(update({ seq: 9, phase: 'revealing', happened: [locked(firstSeed.commitment)] }));
    expect(asked.at(-1)).toMatchObject({ kind: 'reveal_seed', nonce: firstSeed.nonce, seed: firstSeed.seed });
  });

  test('after a reload the same seed is revealed, and the missed entries are asked for', async () => {
    const { asked, ask } = tableOf();
    await tab(ask).follow(update());
    const { commitment, nonce } = own();
    expect(pendingAfter('oak')).toBe(5);
    expect(pendingAfter('elm')).toBeNull();
    const again = tab(ask);
    await again.follow(update({ seq: 9, phase: 'revealing', happened: [locked(commitment)], has_committed: true }));
    expect(asked.at(-1)).toMatchObject({ kind: 'reveal_seed', nonce });
  });

  test('a commitment that was stored and never sent is sent after a reload', async () => {
    saveSeed(newSeed(place, '', 5));
    const { commitment } = own();
    const { asked, ask } = tableOf();
    await tab(ask).follow(update());
    expect(asked).toEqual([{ kind: 'commit_seed', round: 'oak-1', commitment }]);
  });

  test('a commitment of another browser is left alone', async () => {
    const { asked, ask } = tableOf();
    const seeding = tab(ask);
    await seeding.follow(update({ has_committed: true }));
    await seeding.follow(update({ seq: 9, phase: 'revealing', happened: [locked('00'.repeat(32))] }));
    expect([seeding.state, asked.length]).toEqual(['elsewhere', 0]);
  });
});

describe('a typed seed', () => {
  test('replaces the random one until the lock, with a nonce of its own, and stays for the next round', async () => {
    const { asked, ask } = tableOf();
    const seeding = tab(ask);
    await seeding.follow(update());
    const random = own();
    await seeding.type('  my lucky seed ');
    expect(own()).toMatchObject({ seed: 'my lucky seed', isTyped: true });
    expect(own().nonce).not.toBe(random.nonce);
    expect(asked).toHaveLength(2);
    await tab(ask).follow(update({ seq: 20, round: 'oak-2' }));
    expect(seedsOf('oak-2').at(-1)?.seed).toBe('my lucky seed');
    await seeding.type('');
    expect(own().isTyped).toBe(false);
  });

  test.each(['', ' ', 'é', 'a\tb', 'x'.repeat(65)])('what is no seed is refused: %j', (text) => {
    expect(seedFault(text)).not.toBe('');
  });

  test.each(['a', 'my seed', ' spaces around ', 'x'.repeat(64)])('what is one is not: %j', (text) => {
    expect(seedFault(text)).toBe('');
  });
});

test('what is kept is bounded', () => {
  for (let number = 0; number < MOST_ROUNDS + 5; number += 1)
    saveSeed(newSeed({ ...place, round: `oak-${number}` }, '', number));
  for (let number = 0; number < 20; number += 1) saveSeed(newSeed({ ...place, round: 'last' }, '', number));
  const result = JSON.parse(stored.get('crossfelt.seeds') ?? '{}') as Record<string, unknown[]>;
  expect(Object.keys(result)).toHaveLength(MOST_ROUNDS);
  expect(result['last']).toHaveLength(8);
});

test('a seed that is typed before anything came is used for the first round', async () => {
  const { asked, ask } = tableOf();
  const seeding = tab(ask);
  await seeding.type(' mine ');
  expect([asked, seeding.typed]).toEqual([[], 'mine']);
  await seeding.follow(update());
  expect(seeding.seed).toMatchObject({ seed: 'mine', isTyped: true });
});

test('between rounds, and for a spectator, there is no seed', async () => {
  const { asked, ask } = tableOf();
  const seeding = tab(ask);
  const idle = update();
  await seeding.follow({ ...idle, info: { ...idle.info, round: null } });
  expect([seeding.state, seeding.round]).toEqual(['none', '']);
  await seeding.follow({ ...idle, you: null });
  expect([seeding.state, seeding.round, asked]).toEqual(['none', 'oak-1', []]);
  await seeding.follow({ ...idle, you: null });
  expect(seeding.round).toBe('oak-1');
});

test('somebody without a seed learns at the lock whether another browser of theirs has one', async () => {
  const { ask } = tableOf();
  const without = tab(ask);
  await without.follow(update({ phase: 'locked', happened: [locked(undefined)] }));
  expect(without.state).toBe('outside');
  const elsewhere = tab(ask);
  await elsewhere.follow(update({ phase: 'locked', happened: [locked('cd'.repeat(32))] }));
  expect(elsewhere.state).toBe('elsewhere');
});
