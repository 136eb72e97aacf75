/** The guest of this browser. Nobody needs an account: whoever wants to play becomes a guest on the way. */

import { api, type Outcome } from './api';
import { newId } from './ids';
import { isTrue, keep, kept } from './kept';
import type { GuestAnswer, MeAnswer } from './protocol';

/** That there is a guest; asking the server without one would only earn a refusal. */
const KNOWN = 'guest';

class Guest {
  me = $state.raw<MeAnswer | null>(null);
  /** Shown once, when the guest is made or found again; null when it has been put away. */
  recoveryCode = $state<string | null>(null);
  #asked: Promise<void> | null = null;
  #making: Promise<Outcome<MeAnswer>> | null = null;

  /** Finds out who this is, once. */
  load(): Promise<void> {
    this.#asked ??= kept(KNOWN, isTrue) === null ? Promise.resolve() : this.refresh();
    return this.#asked;
  }

  /** Asks for name and wallet again; whoever only looks on has neither. */
  async refresh(): Promise<void> {
    if (this.me === null && kept(KNOWN, isTrue) === null) return;
    const found = await api.me();
    if (found.ok) this.#is(found.answer);
    else if (found.code === 'not_signed_in') this.forget();
  }

  /** The guest, made now if there is none yet. */
  async ensure(): Promise<Outcome<MeAnswer>> {
    await this.load();
    if (this.me !== null) return { ok: true, answer: this.me };
    this.#making ??= this.#make(`Guest ${1000 + (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 9000}`);
    const made = await this.#making;
    this.#making = null;
    return made;
  }

  async recover(code: string): Promise<Outcome<GuestAnswer>> {
    return this.#welcomed(await api.recover(code));
  }

  async newCode(): Promise<Outcome<GuestAnswer>> {
    return this.#welcomed(await api.newCode());
  }

  async rename(name: string): Promise<Outcome<MeAnswer>> {
    const renamed = await api.rename(name);
    if (renamed.ok) this.#is(renamed.answer);
    return renamed;
  }

  /** Fills the wallet up again, free. */
  async refill(): Promise<Outcome<unknown>> {
    const refilled = await api.refill(newId());
    if (refilled.ok) await this.refresh();
    return refilled;
  }

  async remove(): Promise<Outcome<null>> {
    const removed = await api.removeMe();
    if (removed.ok) this.forget();
    return removed;
  }

  forget(): void {
    this.me = null;
    this.recoveryCode = null;
    keep(KNOWN, null);
  }

  async #make(name: string): Promise<Outcome<MeAnswer>> {
    return this.#welcomed(await api.becomeGuest(name));
  }

  #welcomed(outcome: Outcome<GuestAnswer>): Outcome<GuestAnswer> {
    if (outcome.ok) {
      this.#is(outcome.answer);
      this.recoveryCode = outcome.answer.recovery_code;
    }
    return outcome;
  }

  #is(me: MeAnswer): void {
    this.me = me;
    keep(KNOWN, true);
  }
}

export const guest = new Guest();
