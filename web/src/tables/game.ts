import type { LiveTable } from '../shared/live.svelte';
import type { TableAnswer } from '../shared/protocol';

/** What the page of a table gives to the game that is played there, with rules of its type. */
export interface GameProps<Rules> {
  readonly live: LiveTable;
  /** The terms of the table, such as its clocks and its address. */
  readonly table: TableAnswer;
  /** The resolved rules document of the table. */
  readonly rules: Rules;
  /** What stands behind the question mark of the address; `deal=1` when somebody wants to play at once. */
  readonly query: string;
}
