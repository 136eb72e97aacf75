/**
 * The state of one turn as the player sees it. Pure: values in, values out.
 *
 * A turn is in one of these states:
 *
 * - waiting: no card waits (`hasCard` is false). Nothing is chosen, sent or hinted at.
 * - choosing: a card waits. `chosen` is an open square or null. Nothing has been sent.
 * - placing: `isPlacing`, and `chosen` is the square that was sent. It can't be changed until the table answers.
 *
 * `hint` is of the turn that is shown, and `hints` says whether it is hidden, on its way or shown. An answer carries
 * the key of the turn that it is about: a refusal or a hint that arrives after the next roll changes nothing.
 */

import type { Card } from '../shared/cards';
import type { KingHintAnswer } from '../shared/protocol';
import { cardAt, CENTRE } from './squares';
import type { Turn } from './turn';

export interface ShownTurn {
  /** The turn that this is about. */
  readonly key: string;
  readonly hasCard: boolean;
  /** The square that the keyboard is on. */
  readonly at: string;
  readonly chosen: string | null;
  /** A closed square that the player asks about. */
  readonly asked: string | null;
  /** The hand that is pointed out. */
  readonly lit: number | null;
  /** The card that a wild roll becomes. */
  readonly change: Card | null;
  readonly isPlacing: boolean;
  /** The square of the card that this player placed last. */
  readonly latest: string | null;
  readonly hint: KingHintAnswer | null;
  readonly hints: 'hidden' | 'asking' | 'shown';
  readonly fault: string | null;
}

export type TurnEvent =
  /** The game shows another moment. */
  | { readonly kind: 'turned'; readonly turn: Pick<Turn, 'key' | 'card' | 'grid'> }
  /** The player is on a square, which takes the card or doesn't. */
  | { readonly kind: 'went'; readonly square: string; readonly isOpen: boolean }
  /** The player asks why a square is closed. */
  | { readonly kind: 'asked'; readonly square: string }
  /** The wild roll becomes a card that these squares take. */
  | { readonly kind: 'changed'; readonly card: Card; readonly squares: readonly string[] }
  | { readonly kind: 'lit'; readonly hand: number }
  | { readonly kind: 'escaped' }
  | { readonly kind: 'placing' }
  | { readonly kind: 'refused'; readonly key: string; readonly fault: string }
  | { readonly kind: 'asking_hint' }
  | { readonly kind: 'hinted'; readonly key: string; readonly hint: KingHintAnswer }
  | { readonly kind: 'not_hinted'; readonly key: string; readonly fault: string }
  | { readonly kind: 'hint_hidden' };

export const NO_TURN: ShownTurn = {
  key: '',
  hasCard: false,
  at: CENTRE,
  chosen: null,
  asked: null,
  lit: null,
  change: null,
  isPlacing: false,
  latest: null,
  hint: null,
  hints: 'hidden',
  fault: null,
};

export function reduceTurn(shown: ShownTurn, event: TurnEvent): ShownTurn {
  switch (event.kind) {
    case 'turned':
      return turned(shown, event.turn);
    case 'went':
      return went(shown, event.square, event.isOpen);
    case 'asked':
      return shown.hasCard && !shown.isPlacing ? { ...shown, asked: event.square, chosen: null } : shown;
    case 'changed':
      if (!shown.hasCard || shown.isPlacing) return shown;
      return {
        ...shown,
        change: event.card,
        chosen: shown.chosen !== null && event.squares.includes(shown.chosen) ? shown.chosen : null,
        asked: null,
      };
    case 'lit':
      return { ...shown, lit: shown.lit === event.hand ? null : event.hand };
    case 'escaped':
      return { ...shown, chosen: shown.isPlacing ? shown.chosen : null, asked: null, lit: null };
    case 'placing':
      return shown.chosen === null ? shown : { ...shown, isPlacing: true, fault: null };
    case 'refused':
      return event.key === shown.key ? { ...shown, isPlacing: false, fault: event.fault } : shown;
    case 'asking_hint':
      return shown.hasCard ? { ...shown, hints: 'asking' } : shown;
    case 'hinted':
      return isAsked(shown, event.key) ? { ...shown, hints: 'shown', hint: event.hint } : shown;
    case 'not_hinted':
      return isAsked(shown, event.key) ? { ...shown, hints: 'hidden', fault: event.fault } : shown;
    case 'hint_hidden':
      return { ...shown, hints: 'hidden', hint: null };
  }
}

/** Whether the sent placement is on the sheet now: the table may have placed the card elsewhere meanwhile. */
export function hasPlaced(shown: ShownTurn, { grid }: Pick<Turn, 'grid'>): boolean {
  return shown.isPlacing && shown.chosen !== null && cardAt(grid, shown.chosen) !== null;
}

function isAsked(shown: ShownTurn, key: string): boolean {
  return shown.key === key && shown.hints === 'asking';
}

function turned(shown: ShownTurn, turn: Pick<Turn, 'key' | 'card' | 'grid'>): ShownTurn {
  if (turn.key === shown.key) return shown;
  const latest = hasPlaced(shown, turn) ? shown.chosen : shown.latest;
  const isOnSheet = latest !== null && cardAt(turn.grid, latest) !== null;
  return {
    ...NO_TURN,
    key: turn.key,
    hasCard: turn.card !== null,
    at: shown.at,
    lit: shown.lit,
    latest: isOnSheet ? latest : null,
  };
}

function went(shown: ShownTurn, square: string, isOpen: boolean): ShownTurn {
  if (shown.isPlacing) return { ...shown, at: square };
  return { ...shown, at: square, chosen: shown.hasCard && isOpen ? square : null, asked: null, fault: null };
}
