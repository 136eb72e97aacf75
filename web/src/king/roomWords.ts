/** A room in words: the players the table waits for, the leader, and the kind of table. */

import type { Happened, MatchDocument, MatchView, SheetView, TableInfo } from '../shared/protocol';
import { game, progress, room } from './strings';
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
  return room.subtitle(mode, bonus);
}

/** Rows of empty squares around the printed King: a sheet before the first roll. */
export const BLANK_GRID: readonly (readonly (string | null)[])[] = Array.from({ length: 5 }, (_, row) =>
  Array.from({ length: 5 }, (__, column) => (row === 2 && column === 2 ? 'K' : null)),
);

export function nameOf(info: TableInfo, seat: number): string {
  return info.seats.find((result) => result.seat === seat)?.name ?? room.seat(seat);
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
  return room.placedCount(placed, view.seats.length);
}

/** In a larger room a screen reader would never finish reading the placements. */
const MOST_HEARD = 6;

/** The placements of the others, and players who left: `Placed: Otto on b3, Bert on c1.` */
export function othersPlacedWords(event: Happened['event'], info: TableInfo, you: number | null): string {
  if (event.kind === 'sheet_abandoned') return event.seat === you ? '' : progress.left(nameOf(info, event.seat));
  const placements =
    event.kind === 'card_placed' ? [event.placement] : event.kind === 'placements_shown' ? event.placements : [];
  const others = placements.filter(({ seat }) => seat !== you);
  if (others.length === 0 || info.seats.length > MOST_HEARD) return '';
  return progress.placedBy(others.map(({ seat, square }) => [nameOf(info, seat), square]));
}

/** The text of the button while this seat has nothing to place. */
export function waitWords(view: MatchView, info: TableInfo, you: number | null): string {
  const others = view.to_place.filter((seat) => seat !== you);
  if (view.stage === 'finished') return game.over;
  if (others.length === 0 || view.stage === 'rolling') return progress.rolling;
  return progress.waitingFor(
    someNames(
      others.map((seat) => nameOf(info, seat)),
      2,
    ),
  );
}

/** `You lead with 600 secured.`, `You’re 2nd of 5 with 575 secured.` Equal points share a place. */
export function placeWords(seats: readonly SheetView[], you: number): string {
  const mine = seats.find(({ seat }) => seat === you);
  if (mine === undefined) return '';
  const ahead = seats.filter(({ points_made }) => points_made > mine.points_made).length;
  const level = seats.some(({ seat, points_made }) => seat !== you && points_made === mine.points_made);
  if (ahead === 0) return level ? progress.sharedLead(mine.points_made) : progress.lead(mine.points_made);
  return progress.place(ahead + 1, seats.length, mine.points_made);
}

/** The winner or winners, in a sentence. */
export function winnerWords(view: MatchView, info: TableInfo, you: number | null): string {
  if (view.seats.length < 2) return '';
  const isWinner = you !== null && view.winners.includes(you);
  const names = view.winners.filter((seat) => seat !== you).map((seat) => nameOf(info, seat));
  if (view.winners.length > 1)
    return isWinner ? progress.youTied(someNames(names)) : progress.tied(someNames(names, 4));
  if (isWinner) return progress.youWon;
  return names[0] === undefined ? progress.noWinner : progress.won(names[0]);
}
