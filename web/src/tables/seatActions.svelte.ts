/** Sitting down, leaving, bots and the link of a table. Both games use it. */

import { announcer } from '../shared/announcer.svelte';
import { api, type Outcome } from '../shared/api';
import { guest } from '../shared/guest.svelte';
import type { LiveTable } from '../shared/live.svelte';
import { takesPart } from '../shared/participation';
import type { BotEntry, TableAnswer, TableInfo, TableRequest } from '../shared/protocol';
import { freeSeats, noSeatWords, playerAt, rolesOf } from './seatWords';
import { refused } from './strings';

export class SeatActions {
  readonly live: LiveTable;
  readonly table: TableAnswer;
  isBusy = $state(false);
  /** Why the last request was refused. */
  faults = $state.raw<readonly string[]>([]);
  bots = $state.raw<readonly BotEntry[]>([]);

  /** Whether the player has just sat down among others and is asked for a name. */
  asksName = $state(false);

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
    return playerAt(this.info, this.live.you ?? this.roles.seat);
  }

  /** Whether a spectator can take a seat. */
  get maySit(): boolean {
    return this.own === null && noSeatWords(this.info) === null;
  }

  get isRoundOpen(): boolean {
    return this.info.round?.is_playing === true;
  }

  /**
   * Whether this guest may rule on the round in progress. At a live table no one rules on a contest they are in, unless
   * the host rules there.
   */
  get mayRule(): boolean {
    const { isFloor, isHost } = this.roles;
    const isIn = this.isRoundOpen && takesPart(this.live.update?.view ?? null, this.own?.seat ?? null);
    const { table_kind, host_rules } = this.info;
    return isFloor && (!isIn || table_kind === 'practice' || (host_rules && isHost));
  }

  /** The number of spectators. Updates don't report each one who comes or goes, so `count` asks the server. */
  get watchers(): number {
    return this.#counted?.seq === this.live.update?.seq
      ? (this.#counted?.watchers ?? this.info.watchers)
      : this.info.watchers;
  }

  async count(): Promise<void> {
    const seq = this.live.update?.seq ?? null;
    const result = await api.table(this.info.table);
    if (result.ok && seq !== null) this.#counted = { seq, watchers: result.answer.info.watchers };
  }

  /** The address of the table. */
  get link(): string {
    return new URL(this.table.path.replace(/^\//, ''), document.baseURI).href;
  }

  /** Takes a seat, by default the first free one. A visitor becomes a guest first. */
  async sit(seat = this.free[0]): Promise<boolean> {
    if (seat === undefined || this.isBusy) return false;
    const wasGuest = guest.me !== null;
    this.isBusy = true;
    const me = await guest.ensure();
    this.isBusy = false;
    if (!me.ok) return this.#report(me);
    // The old connection is that of a spectator.
    if (!wasGuest) this.live.reconnect();
    const isSeated = await this.ask({ kind: 'sit', seat });
    this.asksName = isSeated && this.info.seat_count > 1 && guest.wantsName;
    if (this.asksName) guest.nameAsked();
    return isSeated;
  }

  leave = (): Promise<boolean> => this.ask({ kind: 'leave' });
  sitOut = (): Promise<boolean> => this.ask({ kind: 'sit_out' });
  sitIn = (): Promise<boolean> => this.ask({ kind: 'sit_in' });
  addBot = (seat: number, policy: string): Promise<boolean> => this.ask({ kind: 'add_bot', seat, policy });
  removeBot = (seat: number): Promise<boolean> => this.ask({ kind: 'remove_bot', seat });

  /** Loads the bots that can play here. */
  async loadBots(): Promise<void> {
    const result = await api.bots();
    if (result.ok) this.bots = result.answer.bots.filter(({ game }) => game === this.info.game);
    else this.faults = result.faults;
  }

  async ask(request: TableRequest): Promise<boolean> {
    this.isBusy = true;
    const outcome = await this.live.ask(request);
    this.isBusy = false;
    return this.#report(outcome);
  }

  #report(outcome: Outcome<unknown>): boolean {
    this.faults = outcome.ok ? [] : outcome.faults;
    if (!outcome.ok) announcer.say(refused(outcome.faults));
    return outcome.ok;
  }
}

const known = new WeakMap<LiveTable, SeatActions>();

/** The one seatActions of a table. Everything that uses it shares its state, such as why the last request was refused. */
export function seatActionsOf(live: LiveTable, table: TableAnswer): SeatActions {
  let seatActions = known.get(live);
  if (seatActions === undefined) known.set(live, (seatActions = new SeatActions(live, table)));
  return seatActions;
}
