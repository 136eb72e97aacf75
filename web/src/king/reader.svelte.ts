/** Asks the server what a sheet is and can become, once for each sheet and card, and keeps the newest answers. */

import { api, type Options } from '../shared/api';
import type { SheetReading } from './reading';
import type { Grid } from './squares';

const MOST_KEPT = 40;

export class Reader {
  /** By what was asked; a changed map is a new one. */
  #answers = $state.raw<ReadonlyMap<string, SheetReading>>(new Map());
  readonly #asked = new Set<string>();

  /** The answer, or null while it is on its way. */
  known(grid: Grid, card: string | null, bonus: boolean): SheetReading | null {
    return this.#answers.get(keyOf(grid, card, bonus)) ?? null;
  }

  /** Asks, unless it is known or asked for already. A question that failed may be asked again. */
  ask(grid: Grid, card: string | null, bonus: boolean, options: Options): void {
    const key = keyOf(grid, card, bonus);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    void api.kingRead({ grid: grid.map((row) => [...row]), card, bonus, options }).then((read) => {
      if (!read.ok) {
        this.#asked.delete(key);
        return;
      }
      const kept = [...this.#answers, [key, read.answer] as const].slice(-MOST_KEPT);
      this.#answers = new Map(kept);
      for (const old of [...this.#asked].slice(0, -2 * MOST_KEPT)) this.#asked.delete(old);
    });
  }
}

function keyOf(grid: Grid, card: string | null, bonus: boolean): string {
  return `${grid.map((row) => row.map((held) => held ?? '-').join(' ')).join('/')} ${card ?? '-'} ${bonus}`;
}
