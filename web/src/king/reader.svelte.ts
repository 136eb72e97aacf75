/** Asks the server to read a sheet, once for each sheet and card, and keeps the newest answers. */

import type { Options } from '../shared/api';
import { BROWSER, type KingPorts } from './kingPorts';
import type { SheetReading } from './sheetReading';
import type { Grid } from './squares';

export const MOST_KEPT = 40;

export class Reader {
  /** By sheet and card; a changed map is a new one. */
  #answers = $state.raw<ReadonlyMap<string, SheetReading>>(new Map());
  readonly #asked = new Set<string>();
  readonly #read: KingPorts['read'];

  constructor(read: KingPorts['read'] = BROWSER.read) {
    this.#read = read;
  }

  /** The answer, or null while it is on its way. */
  known(grid: Grid, card: string | null, bonus: boolean): SheetReading | null {
    return this.#answers.get(keyOf(grid, card, bonus)) ?? null;
  }

  /** Asks, unless it is known or asked for already. A question that failed may be asked again. */
  ask(grid: Grid, card: string | null, bonus: boolean, options: Options): void {
    const key = keyOf(grid, card, bonus);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    void this.#read({ grid: grid.map((row) => [...row]), card, bonus, options }).then((read) => {
      if (!read.ok) {
        this.#asked.delete(key);
        return;
      }
      const newest = new Map([...this.#answers, [key, read.answer] as const].slice(-MOST_KEPT));
      // What is forgotten may be asked for again.
      for (const old of this.#answers.keys()) if (!newest.has(old)) this.#asked.delete(old);
      this.#answers = newest;
    });
  }
}

function keyOf(grid: Grid, card: string | null, bonus: boolean): string {
  return `${grid.map((row) => row.map((held) => held ?? '-').join(' ')).join('/')} ${card ?? '-'} ${bonus}`;
}
