/** The clock of the table, counting down between updates. */

import { announcer } from '../announcer.svelte';
import type { LiveTable } from '../live.svelte';
import { browserClock, type Clock } from '../ports';
import type { TableView } from '../protocol';
import { CLOCK } from './strings';

const TICK_MS = 250;
const SHOUT_S = 10;

export class Countdown {
  #now = $state(0);
  readonly #live: Pick<LiveTable, 'update' | 'updatedAt' | 'you'>;
  readonly #clock: Clock;
  readonly #shout: (text: string) => void;
  /** The turn that had more than ten seconds left at the last tick. */
  #armed = '';

  constructor(
    live: Pick<LiveTable, 'update' | 'updatedAt' | 'you'>,
    clock = browserClock,
    shout = (text: string) => announcer.shout(text),
  ) {
    this.#live = live;
    this.#clock = clock;
    this.#shout = shout;
    this.#now = clock.now();
  }

  /** Runs until the returned function is called. */
  start(): () => void {
    return this.#clock.every(TICK_MS, () => {
      if ((this.#live.update?.clocks.length ?? 0) === 0) return;
      this.#now = this.#clock.now();
      this.#warn();
    });
  }

  /** The time left of a seat's clock, or of the table's: as a part from 1 down to 0, and in seconds. */
  left(seat: number | null): { readonly part: number; readonly seconds: number } | null {
    const clock = this.#live.update?.clocks.find((one) => one.seat === seat);
    if (clock === undefined) return null;
    const left = Math.max(0, clock.left_ms - Math.max(0, this.#now - this.#live.updatedAt));
    return { part: clock.of_ms === 0 ? 0 : Math.min(1, left / clock.of_ms), seconds: Math.ceil(left / 1000) };
  }

  /** Announces once in a turn that ten seconds are left; not in a turn that begins with less. */
  #warn(): void {
    const { you, update } = this.#live;
    const left = you === null ? null : this.left(you);
    if (left === null || update === null) return;
    const turn = `${update.info.round?.id ?? ''} ${(update.view as TableView | null)?.stage ?? ''}`;
    if (left.seconds > SHOUT_S) this.#armed = turn;
    else if (this.#armed === turn) {
      this.#armed = '';
      this.#shout(CLOCK.tenSeconds);
    }
  }
}
