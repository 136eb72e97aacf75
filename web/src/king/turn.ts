/** One moment of a game on one sheet, wherever it is played. */

import type { Card } from '../shared/cards';
import type { Grid } from './squares';

export interface Turn {
  /** Another one for each roll, and while there is nothing to place. */
  readonly key: string;
  readonly grid: Grid;
  readonly rolls: readonly Card[];
  /** How many rolls a game has. */
  readonly of: number;
  /** The rolled card that waits for a square. */
  readonly card: Card | null;
  readonly isOver: boolean;
}

/** What stands in the way of a key: typing, choosing from a list, and dialogs have their own. */
export function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, details[open], [contenteditable]') !== null;
}

/** Whether Enter and Space already do something where the focus is. */
export function hasOwnEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary') !== null;
}
