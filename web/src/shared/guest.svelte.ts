/**
 * The guest of this browser. No sign-up is needed: a visitor who starts to play becomes a guest.
 *
 * The cookie alone decides who this is, and only the server can read it. So the page always asks, whatever it remembers,
 * and it asks again before it makes a guest: a new one takes the cookie, and the wallet of the one before would be lost.
 */

import { api, type Outcome } from './api';
import { newId } from './ids';
import { browserStorage, isTrue, keep, savedValue, type TextStorage } from './savedValues';
import { browserTabs, type Locks, type Tabs } from './ports';
import type { GuestAnswer, MeAnswer } from './protocol';
import { guestName } from './requests/strings';

/** That the visitor was asked for a name. */
const NAME_ASKED = 'name-asked';
const GIVEN_NAME = new RegExp(`^${guestName(0).replace('0', '\\d{4}')}$`);

type GuestApi = Pick<typeof api, 'me' | 'becomeGuest' | 'recover' | 'newCode' | 'rename' | 'refill' | 'removeMe'>;

export interface GuestPorts {
  readonly api: GuestApi;
  readonly storage: TextStorage;
  /** The other tabs of this browser: they share the cookie. */
  readonly tabs: Tabs;
  /** One tab at a time; undefined where the browser has no locks. */
  readonly locks: Locks | undefined;
}

export class Guest {
  me = $state.raw<MeAnswer | null>(null);
  /** Shown once, when the guest is made or found again; null when it has been put away. */
  recoveryCode = $state<string | null>(null);
  readonly #ports: GuestPorts;
  #asked: Promise<void> | null = null;
  /** The chips that have left the wallet since a round is withheld; null while none is. */
  #held = $state<number | null>(null);
  /** The balance that the server sent while it was withheld. */
  #late: MeAnswer | null = null;
  /** How often a table has said what the wallet holds. */
  #payments = 0;
  #making: Promise<Outcome<MeAnswer>> | null = null;
  #wasNameAsked = false;

  constructor(ports: GuestPorts) {
    this.#ports = ports;
    ports.tabs.listen(() => void this.refresh());
  }

  /** Finds out who this is, once. */
  load(): Promise<void> {
    this.#asked ??= this.#ask().then((isKnown) => {
      // A server that didn't answer is asked again by the next one who wants to know.
      if (!isKnown) this.#asked = null;
    });
    return this.#asked;
  }

  /** The balance that the page shows: a round that isn't revealed yet doesn't count. */
  get balanceCents(): number | null {
    return this.me === null ? null : this.me.balance_cents - (this.#held ?? 0);
  }

  /** From here on the wallet shows what it held, less what was staked since, until it is released. */
  hold(staked = 0): void {
    this.#held = staked;
  }

  release(): void {
    this.#held = null;
    if (this.#late !== null) this.me = this.#late;
    this.#late = null;
  }

  /** Takes what a table says of the wallet. It follows the update that says why. */
  pay(balanceCents: number): void {
    if (this.me === null) return;
    this.#payments += 1;
    const me = { ...(this.#late ?? this.me), balance_cents: balanceCents };
    if (this.#held === null) this.#is(me);
    else this.#late = me;
  }

  /** Asks for name and wallet again. */
  async refresh(): Promise<void> {
    await this.#ask();
  }

  /** Asks who this is. Returns whether the server answered. */
  async #ask(): Promise<boolean> {
    const wasHeld = this.#held !== null;
    const payments = this.#payments;
    const result = await this.#ports.api.me();
    if (!result.ok) return false;
    // A table may have sent a newer balance in the meantime. Then ask again.
    if (payments !== this.#payments) return this.#ask();
    // An answer that was asked for before the round was withheld says nothing of how it ends.
    if (result.answer === null) this.#forget();
    else if (wasHeld && this.#held !== null && this.me?.player === result.answer.player) this.#late = result.answer;
    else this.#is(result.answer);
    return true;
  }

  /** The guest, made now if this browser has none. */
  async ensure(name?: string): Promise<Outcome<MeAnswer>> {
    if (this.me !== null) return { ok: true, answer: this.me };
    this.#making ??= this.#alone(() => this.#foundOrMade(name ?? givenName()));
    const made = await this.#making;
    this.#making = null;
    return made;
  }

  /** Whether to ask for a name: the page chose the one that others see, and this browser was never asked. */
  get wantsName(): boolean {
    if (this.me === null || !GIVEN_NAME.test(this.me.name)) return false;
    return !this.#wasNameAsked && savedValue(NAME_ASKED, isTrue, this.#ports.storage) === null;
  }

  nameAsked(): void {
    this.#wasNameAsked = true;
    keep(NAME_ASKED, true, this.#ports.storage);
  }

  /** Moves a guest here. Without `replace`, the server refuses if this browser has another one. */
  async recover(code: string, replace = false): Promise<Outcome<GuestAnswer>> {
    const result = this.#welcomed(await this.#ports.api.recover(code, replace));
    if (!result.ok && result.code === 'already_signed_in') await this.refresh();
    return result;
  }

  async newCode(): Promise<Outcome<GuestAnswer>> {
    return this.#welcomed(await this.#ports.api.newCode());
  }

  async rename(name: string): Promise<Outcome<MeAnswer>> {
    const renamed = await this.#ports.api.rename(name);
    if (renamed.ok) this.me = renamed.answer;
    return renamed;
  }

  /** Fills the wallet up again, free. */
  async refill(): Promise<Outcome<unknown>> {
    const refilled = await this.#ports.api.refill(newId());
    if (!refilled.ok) return refilled;
    const result = await this.#ports.api.me();
    if (result.ok && result.answer !== null) {
      // The earlier balance is out of date, whether it is withheld or not.
      this.#late = null;
      this.#is(result.answer);
    }
    return refilled;
  }

  async remove(): Promise<Outcome<null>> {
    const removed = await this.#ports.api.removeMe();
    if (removed.ok) {
      this.#forget();
      this.#ports.tabs.tell();
    }
    return removed;
  }

  /** Two tabs that sit down at once make one guest. */
  async #alone<T>(run: () => Promise<T>): Promise<T> {
    const { locks } = this.#ports;
    if (locks === undefined) return run();
    const results: T[] = [];
    await locks.request('crossfelt.guest', async () => void results.push(await run()));
    return results[0] as T;
  }

  async #foundOrMade(name: string): Promise<Outcome<MeAnswer>> {
    const result = await this.#ports.api.me();
    // Without an answer, there may be a guest to lose.
    if (!result.ok) return result;
    if (result.answer !== null) {
      this.#is(result.answer);
      return { ok: true, answer: result.answer };
    }
    const made = this.#welcomed(await this.#ports.api.becomeGuest(name));
    if (made.ok || made.code !== 'already_signed_in') return made;
    // Another tab made a guest in the meantime.
    await this.refresh();
    return this.me === null ? made : { ok: true, answer: this.me };
  }

  #welcomed(outcome: Outcome<GuestAnswer>): Outcome<GuestAnswer> {
    if (outcome.ok) {
      this.#is(outcome.answer);
      this.recoveryCode = outcome.answer.recovery_code;
      this.#ports.tabs.tell();
    }
    return outcome;
  }

  #is(me: MeAnswer): void {
    if (this.me !== null && this.me.player !== me.player) this.#forget();
    this.me = me;
  }

  /** Clears everything that belonged to the previous guest. */
  #forget(): void {
    this.me = null;
    this.recoveryCode = null;
    this.#late = null;
  }
}

function givenName(): string {
  return guestName(1000 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000));
}

export const guest = new Guest({
  api,
  storage: browserStorage,
  tabs: browserTabs('crossfelt.guest'),
  locks: typeof navigator === 'undefined' ? undefined : navigator.locks,
});
