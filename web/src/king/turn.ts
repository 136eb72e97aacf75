/** One moment of a game on one sheet, wherever it is played. */

import type { Options, Outcome } from '../shared/api';
import type { Card } from '../shared/cards';
import type { KingHintAnswer } from '../shared/protocol';
import type { Points, SheetReading } from './sheetReading';
import type { Grid } from './squares';

/** The card of the tray while it is carried, in pixels. */
export interface HeldCard {
  readonly width: number;
  readonly height: number;
}

export interface Turn {
  /** Another one for each roll, and while there is nothing to place. */
  readonly key: string;
  readonly grid: Grid;
  readonly rolls: readonly Card[];
  /** The number of rolls in a game. */
  readonly of: number;
  /** The rolled card that waits for a square. */
  readonly card: Card | null;
  readonly isOver: boolean;
}

/** A game on one sheet: at a table, of a day, or beside real dice. */
export interface SheetGame {
  readonly turn: Turn;
  readonly bonus: boolean;
  /** Choices of the score card, as the server expects them. */
  readonly options: Options;
  readonly points: Points;
  /** The score card that is played by, without its version. */
  readonly rules: string;
  /** The reading until the server has read the sheet. */
  readonly known: SheetReading;
  /** The text of the button while there is nothing to place; null when a card waits. */
  readonly waits: string | null;
  readonly hasHints: boolean;
  /** Why there is no hint; empty where no reason is needed. */
  readonly noHint: string;
  /** Squares that the table filled. */
  readonly byTable: ReadonlySet<string>;
  place(square: string, card: Card): Promise<Outcome<unknown>>;
  hint(): Promise<Outcome<KingHintAnswer>>;
}

/** Whether the focus is on something with keys of its own: fields, lists, and dialogs. */
export function hasOwnKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, dialog, details[open], [contenteditable]') !== null
  );
}

/** Whether Enter and Space already do something where the focus is. */
export function hasOwnEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary') !== null;
}
