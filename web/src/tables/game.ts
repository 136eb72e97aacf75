import type { LiveTable } from '../shared/live.svelte';
import type { TableAnswer } from '../shared/protocol';

/** The properties that the page of a table passes to its game, with rules of its type. */
export interface GameProps<Rules> {
  readonly live: LiveTable;
  /** The terms of the table, such as its clocks and its address. */
  readonly table: TableAnswer;
  /** The resolved rules document of the table. */
  readonly rules: Rules;
  /** The query of the address; `deal=1` starts the first round at once. */
  readonly query: string;
}
