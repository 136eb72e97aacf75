import { beforeEach, expect, test } from 'vitest';
import { failure, type Outcome } from './api';
import { Guest, type GuestPorts } from './guest.svelte';
import type { GuestAnswer, MeAnswer } from './protocol';

const DOWN = failure('The server does not answer.');
const TAKEN: Outcome<never> = { ...failure('This browser already has a guest.'), code: 'already_signed_in' };

/** A browser: one cookie and one storage for all of its tabs, and a server that makes guests. */
class Browser {
  cookie: string | null = null;
  isDown = false;
  isStorageBlocked = false;
  readonly stored = new Map<string, string>();
  readonly guests = new Map<string, MeAnswer>();
  /** Called between the question who is here and the request for a guest. */
  meanwhile: () => void = () => undefined;
  /** Guests whose cookie was taken by another: nothing but their code brings them back. */
  readonly replaced: string[] = [];
  #lock: Promise<unknown> = Promise.resolve();
  readonly #tabs: (() => void)[] = [];

  tab(hasLocks = true): Guest {
    const storage = {
      getItem: (key: string) => this.#open().get(key) ?? null,
      setItem: (key: string, value: string) => void this.#open().set(key, value),
      removeItem: (key: string) => void this.#open().delete(key),
    };
    const own = this.#tabs.length;
    const ports: GuestPorts = {
      api: {
        me: () => this.#answer(() => (this.cookie === null ? null : (this.guests.get(this.cookie) ?? null))),
        becomeGuest: (name) => {
          this.meanwhile();
          return this.#welcomed({ ...ADA, name, player: `p${this.guests.size + 1}` }, false);
        },
        recover: (code, replace) => this.#welcomed(this.guests.get(code.slice('code of '.length)) ?? ADA, replace),
        newCode: () => this.#answer(() => this.#welcome(this.guests.get(this.cookie ?? '') ?? ADA)),
        rename: (name) => this.#answer(() => this.#changed({ name })),
        refill: () => this.#answer(() => (this.#changed({ balance_cents: 100_000 }), RECEIPT)),
        removeMe: () => this.#answer(() => ((this.cookie = null), null)),
      },
      storage,
      tabs: {
        tell: () => this.#tabs.filter((_, index) => index !== own).forEach((run) => run()),
        listen: (run) => (this.#tabs[own] = run),
      },
      locks: hasLocks ? { request: (_, run) => (this.#lock = this.#lock.then(run)) } : undefined,
    };
    return new Guest(ports);
  }

  #open(): Map<string, string> {
    if (this.isStorageBlocked) throw new Error('SecurityError');
    return this.stored;
  }

  async #answer<T>(answer: () => T): Promise<Outcome<T>> {
    await Promise.resolve();
    return this.isDown ? DOWN : { ok: true, answer: answer() };
  }

  #welcomed(me: MeAnswer, replace: boolean): Promise<Outcome<GuestAnswer>> {
    const isAnother = this.cookie !== null && this.cookie !== me.player;
    return isAnother && !replace ? Promise.resolve(TAKEN) : this.#answer(() => this.#welcome(me));
  }

  #welcome(me: MeAnswer): GuestAnswer {
    if (this.cookie !== null && this.cookie !== me.player) this.replaced.push(this.cookie);
    this.guests.set(me.player, me);
    this.cookie = me.player;
    return { ...me, recovery_code: `code of ${me.player}`, token: '' };
  }

  #changed(change: Partial<MeAnswer>): MeAnswer {
    const me = { ...(this.guests.get(this.cookie ?? '') ?? ADA), ...change };
    this.guests.set(me.player, me);
    return me;
  }
}

const ADA: MeAnswer = {
  player: 'p0',
  name: 'Ada',
  balance_cents: 100_000,
  refill_below_cents: 10_000,
  refill_to_cents: 100_000,
  created_ms: 0,
};
const RECEIPT = { table: '', first_seq: 1, last_seq: 1, head: '', signature: '' };

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test('the cookie decides who this is, with nothing in the storage', async () => {
  await browser.tab().ensure('Ada');
  browser.stored.clear();
  const later = browser.tab();
  await later.load();
  expect(later.me?.name).toBe('Ada');
  expect((await later.ensure('Bob')).ok && later.me?.name).toBe('Ada');
  expect(browser.replaced).toEqual([]);
});

test('a browser that blocks its storage keeps its guest', async () => {
  browser.isStorageBlocked = true;
  const one = browser.tab();
  await one.ensure('Ada');
  await one.ensure('Bob');
  const later = browser.tab();
  expect(await later.ensure('Cleo')).toMatchObject({ ok: true, answer: { name: 'Ada' } });
  expect([...browser.guests.keys()]).toEqual(['p1']);
});

test('a second tab that loaded before anybody was here takes the guest of the first', async () => {
  const [first, second] = [browser.tab(), browser.tab()];
  await Promise.all([first.load(), second.load()]);
  await first.ensure('Ada');
  await settled();
  expect(second.me?.name, 'the other tab is told').toBe('Ada');
  await second.ensure('Bob');
  expect([...browser.guests.keys()]).toEqual(['p1']);
});

test('two tabs that become a guest at once are one guest', async () => {
  const [first, second] = [browser.tab(), browser.tab()];
  await Promise.all([first.ensure('Ada'), second.ensure('Bob'), first.ensure('Cleo')]);
  expect([...browser.guests.values()].map(({ name }) => name)).toEqual(['Ada']);
  expect(second.me?.name).toBe('Ada');
});

test('a browser without locks still asks before it makes a guest', async () => {
  await browser.tab(false).ensure('Ada');
  await browser.tab(false).ensure('Bob');
  expect(browser.replaced).toEqual([]);
});

test('a guest that another tab makes in the meantime is not replaced', async () => {
  const one = browser.tab(false);
  browser.meanwhile = () => {
    browser.guests.set('p9', { ...ADA, player: 'p9', name: 'Bob' });
    browser.cookie = 'p9';
  };
  expect(await one.ensure('Ada')).toMatchObject({ ok: true, answer: { name: 'Bob' } });
  expect([one.me?.name, browser.replaced]).toEqual(['Bob', []]);
});

test('a tab that does not know of a guest learns who would be replaced', async () => {
  const one = browser.tab();
  await one.load();
  browser.guests.set('p1', { ...ADA, player: 'p1' }).set('p9', { ...ADA, player: 'p9', name: 'Bob' });
  browser.cookie = 'p1';
  expect(await one.recover('code of p9')).toEqual(TAKEN);
  expect(one.me?.name).toBe('Ada');
});

test('a server that does not answer makes no guest and forgets none', async () => {
  const one = browser.tab();
  browser.isDown = true;
  await one.load();
  expect(await one.ensure('Ada')).toEqual(DOWN);
  browser.isDown = false;
  await one.load();
  await one.ensure('Ada');
  browser.isDown = true;
  await one.refresh();
  expect(one.me?.name).toBe('Ada');
});

test('the code of a guest goes when another one comes or this one is deleted', async () => {
  const one = browser.tab();
  await one.ensure('Ada');
  expect(one.recoveryCode).toBe('code of p1');
  browser.guests.set('p9', { ...ADA, player: 'p9', name: 'Bob' });
  expect(await one.recover('code of p9'), 'not without a confirmation').toEqual(TAKEN);
  expect([one.me?.name, one.recoveryCode]).toEqual(['Ada', 'code of p1']);
  await one.recover('code of p9', true);
  expect([one.me?.name, one.recoveryCode]).toEqual(['Bob', 'code of p9']);
  await one.remove();
  expect([one.me, one.recoveryCode]).toEqual([null, null]);
  // Nobody is signed in any more, and the server says so to every tab.
  expect((await one.refresh(), one.me)).toBeNull();
});

test('a tab learns that another guest is here now, and drops the code of the one before', async () => {
  const [first, second] = [browser.tab(), browser.tab()];
  await first.ensure('Ada');
  browser.guests.set('p9', { ...ADA, player: 'p9', name: 'Bob' });
  await second.recover('code of p9', true);
  await settled();
  expect([first.me?.name, first.recoveryCode]).toEqual(['Bob', null]);
});

test('a name is asked for once, and only where the page chose one', async () => {
  const one = browser.tab();
  expect(one.wantsName).toBe(false);
  await one.ensure();
  expect(one.me?.name).toMatch(/^Guest \d{4}$/);
  expect(one.wantsName).toBe(true);
  one.nameAsked();
  expect(one.wantsName).toBe(false);
  const later = browser.tab();
  await later.load();
  expect(later.wantsName, 'asked in an earlier visit').toBe(false);
  browser.isStorageBlocked = true;
  expect(later.wantsName, 'nothing says so without storage').toBe(true);
  later.nameAsked();
  expect(later.wantsName, 'but once in a visit').toBe(false);
  await later.rename('Ada');
  browser.stored.clear();
  const named = browser.tab();
  await named.load();
  expect(named.wantsName).toBe(false);
});

test('a withheld round changes the wallet when it is released', async () => {
  const one = browser.tab();
  await one.ensure('Ada');
  one.hold(1_000);
  expect(one.balanceCents).toBe(99_000);
  browser.guests.set('p1', { ...ADA, player: 'p1', balance_cents: 120_000 });
  await one.refresh();
  expect(one.balanceCents).toBe(99_000);
  one.release();
  expect(one.balanceCents).toBe(120_000);
  await one.refill();
  expect(one.balanceCents).toBe(100_000);
});

test('the wallet shows what a table says, and nothing of a round before it is told', async () => {
  const tab = browser.tab();
  tab.pay(5);
  expect(tab.balanceCents).toBeNull();
  await tab.ensure('Ada');
  tab.pay(99_000);
  expect(tab.balanceCents).toBe(99_000);
  tab.hold(500);
  tab.pay(98_500);
  // The round is won, and the wheel still turns.
  tab.pay(150_000);
  expect(tab.balanceCents).toBe(98_500);
  tab.release();
  expect(tab.balanceCents).toBe(150_000);
});

test('the wallet is asked for again when a table spoke meanwhile', async () => {
  const tab = browser.tab();
  await tab.ensure('Ada');
  const asked = tab.refresh();
  tab.pay(70_000);
  browser.guests.set('p1', { ...ADA, player: 'p1', balance_cents: 70_000 });
  await asked;
  expect(tab.balanceCents).toBe(70_000);
});

test('a refill forgets what tables said before', async () => {
  const tab = browser.tab();
  await tab.ensure('Ada');
  tab.hold();
  tab.pay(9_000);
  await tab.refill();
  expect(tab.balanceCents).toBe(100_000);
  tab.release();
  expect(tab.balanceCents).toBe(100_000);
});
