/** A clock that a test moves. */

import type { Clock } from '../shared/ports';

interface Timer {
  readonly at: number;
  readonly run: () => void;
  readonly every: number | null;
}

export class FakeClock implements Clock {
  #now = 0;
  /** How far the wall clock is ahead: what the machine has slept. */
  #slept = 0;
  #count = 0;
  readonly #timers = new Map<number, Timer>();

  now = (): number => this.#now;
  wall = (): number => this.#now + this.#slept;
  after = (ms: number, run: () => void): (() => void) => this.#add({ at: this.#now + ms, run, every: null });
  every = (ms: number, run: () => void): (() => void) => this.#add({ at: this.#now + ms, run, every: ms });

  /** The machine sleeps: no timer runs, and only the wall clock runs. */
  sleep(ms: number): void {
    this.#slept += ms;
  }

  /** Lets time pass. What was promised is kept before the next timer runs. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let next = this.#next(end); next !== null; next = this.#next(end)) {
      const [id, timer] = next;
      this.#now = timer.at;
      if (timer.every === null) this.#timers.delete(id);
      else this.#timers.set(id, { ...timer, at: timer.at + timer.every });
      timer.run();
      await settled();
    }
    this.#now = end;
  }

  #add(timer: Timer): () => void {
    const id = (this.#count += 1);
    this.#timers.set(id, timer);
    return () => this.#timers.delete(id);
  }

  #next(end: number): [number, Timer] | null {
    const due = [...this.#timers].filter(([, { at }]) => at <= end);
    return due.sort(([id, { at }], [otherId, { at: other }]) => at - other || id - otherId)[0] ?? null;
  }
}

/** Enough turns of the queue for what follows from a message. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}
