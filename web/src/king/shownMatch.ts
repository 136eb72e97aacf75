/**
 * The state of a room besides the view of its table: the sheet that is shown, and the cards that the table placed. Pure.
 *
 * - `looksAt` is null (the own sheet, or the first one for a spectator) or a seat that the player chose to look at.
 * - `byTable` has squares of the match that is shown. Another match empties it, and ends looking at another sheet.
 * - `isBusy` from a request until its answer; `fault` is the last refusal.
 */

import type { CardPlacement, Happened, MatchView, Update } from '../shared/protocol';
import { shownRound } from './roomWords';

export interface ShownMatch {
  /** The round whose sheets are shown; null before the first. */
  readonly round: string | null;
  readonly looksAt: number | null;
  /** Seat -> squares that the table filled. */
  readonly byTable: ReadonlyMap<number, ReadonlySet<string>>;
  readonly isBusy: boolean;
  readonly fault: string | null;
}

export type MatchEvent =
  | { readonly kind: 'came'; readonly update: Update }
  /** The player looks at a sheet, or no longer does. */
  | { readonly kind: 'looked'; readonly seat: number }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly fault: string | null };

export const NO_MATCH: ShownMatch = { round: null, looksAt: null, byTable: new Map(), isBusy: false, fault: null };

export function reduceMatch(shown: ShownMatch, event: MatchEvent): ShownMatch {
  switch (event.kind) {
    case 'came':
      return came(shown, event.update);
    case 'looked':
      return { ...shown, looksAt: shown.looksAt === event.seat ? null : event.seat };
    case 'asking':
      return { ...shown, isBusy: true };
    case 'answered':
      return { ...shown, isBusy: false, fault: event.fault };
  }
}

export function matchOf(update: Update | null): MatchView | null {
  return update?.view?.kind === 'match' ? update.view : null;
}

/** The seat whose sheet is on the felt: the own one, unless the player looks at another. */
export function shownSeat({ looksAt }: Pick<ShownMatch, 'looksAt'>, update: Update | null): number | null {
  const seats = matchOf(update)?.seats.map(({ seat }) => seat) ?? [];
  const you = update?.you ?? null;
  if (looksAt !== null && seats.includes(looksAt)) return looksAt;
  return you !== null && seats.includes(you) ? you : (seats[0] ?? null);
}

/** Placements by the table, for players who were late or had left. */
export function placedByTable(happened: readonly Happened[]): CardPlacement[] {
  return happened
    .flatMap(({ event }) =>
      event.kind === 'card_placed' ? [event.placement] : event.kind === 'placements_shown' ? event.placements : [],
    )
    .filter(({ decided_by }) => decided_by === 'table');
}

function came(shown: ShownMatch, update: Update): ShownMatch {
  const round = shownRound(update.info);
  const next = round === shown.round ? shown : { ...shown, round, looksAt: null, byTable: NO_MATCH.byTable };
  const late = placedByTable(update.happened);
  if (late.length === 0) return next;
  const byTable = new Map(next.byTable);
  for (const { seat, square } of late) byTable.set(seat, new Set([...(byTable.get(seat) ?? []), square]));
  return { ...next, byTable };
}
