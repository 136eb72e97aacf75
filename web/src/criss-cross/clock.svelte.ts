/** The clock of the table, counting down between updates. */

import type { LiveTable } from '../shared/live.svelte';
import { announcer } from '../shared/announcer.svelte';

const TICK_MS = 250;
const SHOUT_S = 10;

export class Countdown {
  #now = $state(performance.now());
  readonly #live: LiveTable;
  #timer = 0;
  #shouted = '';

  constructor(live: LiveTable) {
    this.#live = live;
  }

  /** Runs while it is on the page. */
  start(): () => void {
    this.#timer = window.setInterval(() => {
      if ((this.#live.update?.clocks.length ?? 0) === 0) return;
      this.#now = performance.now();
      this.#shout();
    }, TICK_MS);
    return () => window.clearInterval(this.#timer);
  }

  /** What is left of a seat's clock, or of the table's: from 1 down to 0, and in seconds. */
  left(seat: number | null): { readonly part: number; readonly seconds: number } | null {
    const clock = this.#live.update?.clocks.find((one) => one.seat === seat);
    if (clock === undefined) return null;
    const left = Math.max(0, clock.left_ms - Math.max(0, this.#now - this.#live.updatedAt));
    return { part: clock.of_ms === 0 ? 0 : Math.min(1, left / clock.of_ms), seconds: Math.ceil(left / 1000) };
  }

  #shout(): void {
    const you = this.#live.you;
    const left = you === null ? null : this.left(you);
    if (left === null || left.seconds > SHOUT_S || left.seconds === 0) return;
    const turn = `${this.#live.update?.seq ?? 0}`;
    if (turn === this.#shouted) return;
    this.#shouted = turn;
    announcer.shout('Ten seconds left.');
  }
}

/** `0:18`. */
export function clockWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
