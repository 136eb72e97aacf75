import type { LiveTable } from '../shared/live.svelte';
import type { TableAnswer } from '../shared/protocol';

/** What the page of a table gives to the game that is played there. */
export interface GameProps {
  readonly live: LiveTable;
  /** The terms of the table: its rules in full, its clocks, its address. */
  readonly table: TableAnswer;
  /** What stands behind the question mark of the address; `deal=1` when somebody wants to play at once. */
  readonly query: string;
}
