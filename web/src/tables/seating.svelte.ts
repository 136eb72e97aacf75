/** Sitting down, leaving, computers and the link of a table, for whoever looks at it; both games use it. */

import { announcer } from '../shared/announcer.svelte';
import { api, type Outcome } from '../shared/api';
import { guest } from '../shared/guest.svelte';
import type { LiveTable } from '../shared/live.svelte';
import type { BotEntry, ReceiptAnswer, TableAnswer, TableInfo, TableRequest } from '../shared/protocol';
import { freeSeats, noSeatWords, rolesOf, seatOf } from './seating';

export class Seating {
  readonly live: LiveTable;
  readonly table: TableAnswer;
  isBusy = $state(false);
  /** Why the last thing that was asked for did not happen. */
  faults = $state.raw<readonly string[]>([]);
  bots = $state.raw<readonly BotEntry[]>([]);

  #counted = $state.raw<{ readonly seq: number; readonly watchers: number } | null>(null);

  constructor(live: LiveTable, table: TableAnswer) {
    this.live = live;
    this.table = table;
  }

  get info(): TableInfo {
    return this.live.update?.info ?? this.table.info;
  }

  get player(): string | null {
    return guest.me?.player ?? null;
  }

  get roles() {
    return rolesOf(this.info, this.player);
  }

  get free(): readonly number[] {
    return freeSeats(this.info);
  }

  get own() {
    return seatOf(this.info, this.live.you ?? this.roles.seat);
  }

  /** Whether a seat can be taken by whoever looks on. */
  get maySit(): boolean {
    return this.own === null && noSeatWords(this.info) === null;
  }

  /** How many look on: nobody is told of each who comes and goes, so that somebody who wants to know asks. */
  get watchers(): number {
    return this.#counted?.seq === this.live.update?.seq ? (this.#counted?.watchers ?? this.info.watchers) : this.info.watchers;
  }

  async count(): Promise<void> {
    const seq = this.live.update?.seq ?? null;
    const found = await api.table(this.info.table);
    if (found.ok && seq !== null) this.#counted = { seq, watchers: found.answer.info.watchers };
  }

  /** The address that brings others here. */
  get link(): string {
    return new URL(this.table.path.replace(/^\//, ''), document.baseURI).href;
  }

  /** Takes a seat, the first free one unless it is said which. Whoever is nobody yet becomes a guest. */
  async sit(seat = this.free[0]): Promise<boolean> {
    if (seat === undefined || this.isBusy) return false;
    const wasSomebody = guest.me !== null;
    this.isBusy = true;
    const me = await guest.ensure();
    this.isBusy = false;
    if (!me.ok) return this.#told(me);
    // The connection of before is that of a spectator.
    if (!wasSomebody) this.live.reconnect();
    return this.ask({ kind: 'sit', seat });
  }

  leave = (): Promise<boolean> => this.ask({ kind: 'leave' });
  sitOut = (): Promise<boolean> => this.ask({ kind: 'sit_out' });
  sitIn = (): Promise<boolean> => this.ask({ kind: 'sit_in' });
  addBot = (seat: number, policy: string): Promise<boolean> => this.ask({ kind: 'add_bot', seat, policy });
  removeBot = (seat: number): Promise<boolean> => this.ask({ kind: 'remove_bot', seat });

  /** Fetches which computers may be seated here. */
  async loadBots(): Promise<void> {
    const found = await api.bots();
    if (found.ok) this.bots = found.answer.bots.filter(({ game }) => game === this.info.game);
    else this.faults = found.faults;
  }

  async ask(request: TableRequest): Promise<boolean> {
    this.isBusy = true;
    const outcome = await this.live.ask(request);
    this.isBusy = false;
    return this.#told(outcome);
  }

  #told(outcome: Outcome<ReceiptAnswer | unknown>): boolean {
    this.faults = outcome.ok ? [] : outcome.faults;
    if (!outcome.ok) announcer.say(`Refused: ${outcome.faults.join(' ')}`);
    return outcome.ok;
  }
}
