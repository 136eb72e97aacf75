/** A room in words: who is waited for, who leads, and what a table of this kind is called. */

import type { Happened, MatchDocument, MatchView, SheetView, TableInfo } from '../shared/protocol';
import { capitalized, ordinal } from '../shared/words';
import { someNames } from './words';

export type Mode = MatchView['mode'];

export interface Terms {
  readonly mode: Mode;
  readonly bonus: boolean;
  readonly rolls: number;
}

/** Mode, bonus and number of rolls, from the rules of a table. */
export function termsOf({ mode, bonus, score_card }: MatchDocument): Terms {
  return { mode, bonus, rolls: score_card.dice.rolls };
}

export function subtitleOf({ mode, bonus }: Terms): string {
  const company = { solo: 'solo', communal: 'one roll for all', own_dice: 'own dice' }[mode];
  return bonus ? `${company}, bonus points` : company;
}

/** Rows of empty squares around the printed King: a sheet before the first roll. */
export const BLANK_GRID: readonly (readonly (string | null)[])[] = Array.from({ length: 5 }, (_, row) =>
  Array.from({ length: 5 }, (__, column) => (row === 2 && column === 2 ? 'K' : null)),
);

export function nameOf(info: TableInfo, seat: number): string {
  return info.seats.find((result) => result.seat === seat)?.name ?? `Seat ${seat}`;
}

/** The round whose sheets are on the table: once it is over, the next one is committed to before it begins. */
export function shownRound({ round }: Pick<TableInfo, 'round'>): string | null {
  if (round === null) return null;
  const [, table, number] = /^(.*)-(\d+)$/.exec(round.id) ?? [];
  if (!round.is_open || round.is_playing || table === undefined) return round.id;
  return Number(number) > 1 ? `${table}-${Number(number) - 1}` : null;
}

/** `3 of 5 have placed`. */
export function placedCountWords(view: MatchView): string {
  const placed = view.seats.length - view.to_place.length;
  return `${placed} of ${view.seats.length} ${placed === 1 ? 'has' : 'have'} placed`;
}

/** In a larger room nobody could listen to where everybody places. */
const MOST_HEARD = 6;

/** Where the others have placed their cards, and who has left: `Placed: Otto on b3, Bert on c1.` */
export function othersPlacedWords(event: Happened['event'], info: TableInfo, you: number | null): string {
  if (event.kind === 'sheet_abandoned')
    return event.seat === you ? '' : `${nameOf(info, event.seat)} has left: the table places from here on.`;
  const placements =
    event.kind === 'card_placed' ? [event.placement] : event.kind === 'placements_shown' ? event.placements : [];
  const others = placements.filter(({ seat }) => seat !== you);
  if (others.length === 0 || info.seats.length > MOST_HEARD) return '';
  return `Placed: ${others.map(({ seat, square }) => `${nameOf(info, seat)} on ${square}`).join(', ')}.`;
}

/** What the button says while this seat has nothing to place. */
export function waitWords(view: MatchView, info: TableInfo, you: number | null): string {
  const others = view.to_place.filter((seat) => seat !== you);
  if (view.stage === 'finished') return 'The game is over';
  if (others.length === 0 || view.stage === 'rolling') return 'The dice roll';
  return `Waiting for ${someNames(
    others.map((seat) => nameOf(info, seat)),
    2,
  )}`;
}

/** `You lead with 600 secured.`, `You are second of 5 with 575 secured.` Equal points share a place. */
export function placeWords(seats: readonly SheetView[], you: number): string {
  const mine = seats.find(({ seat }) => seat === you);
  if (mine === undefined) return '';
  const ahead = seats.filter(({ points_made }) => points_made > mine.points_made).length;
  const level = seats.some(({ seat, points_made }) => seat !== you && points_made === mine.points_made);
  const points = `with ${mine.points_made.toLocaleString('en')} secured.`;
  if (ahead === 0) return `${level ? 'You share the lead' : 'You lead'} ${points}`;
  return `You are ${ordinal(ahead + 1)} of ${seats.length} ${points}`;
}

/** Who has won, in a sentence. */
export function winnerWords(view: MatchView, info: TableInfo, you: number | null): string {
  if (view.seats.length < 2) return '';
  const names = view.winners.map((seat) => (seat === you ? 'you' : nameOf(info, seat)));
  if (names.length > 1) return `${capitalized(someNames(names, 4))} share the first place.`;
  return names[0] === 'you' ? 'You have won.' : `${names[0] ?? 'Nobody'} has won.`;
}
