/** Seats, roles and events of a table, for both games. */

import type { SeatInfo, TableHappening, TableInfo } from '../shared/protocol';
import { roundNumber, sentence, withPeriod } from '../shared/words';
import * as text from './strings';

const PREFIX = /^(Bot|Guest) /;

/** Where there is little room: `Bot random` as `random`. */
export function shortName(name: string): string {
  return name.replace(PREFIX, '') || name;
}

/** The letter in a player's circle. */
export function initialOf(name: string): string {
  return Array.from(shortName(name))[0]?.toUpperCase() ?? '?';
}

/** A guest's roles at a table. */
export interface Roles {
  readonly seat: number | null;
  readonly isHost: boolean;
  readonly isFloor: boolean;
}

export function rolesOf(info: TableInfo, player: string | null): Roles {
  return {
    seat: player === null ? null : (info.seats.find((seat) => seat.player === player)?.seat ?? null),
    isHost: player !== null && info.host === player,
    isFloor: player !== null && info.floor.includes(player),
  };
}

export function freeSeats(info: TableInfo): readonly number[] {
  const taken = new Set(info.seats.map(({ seat }) => seat));
  return Array.from({ length: info.seat_count }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

export function playerAt(info: TableInfo, seat: number | null): SeatInfo | null {
  return info.seats.find((person) => person.seat === seat) ?? null;
}

/** Whether a player is away, sitting out or leaving; empty otherwise. */
export function presenceWords(seat: SeatInfo): string {
  if (seat.is_leaving || seat.is_removed) return text.presence.leaving;
  if (seat.is_out) return text.presence.out;
  return seat.is_here ? '' : text.presence.away;
}

/** Whether a guest can choose the floor managers of a table. Where the host doesn't rule, only the operator of the server may. */
export function mayGrantFloor(info: Pick<TableInfo, 'host_rules'>, roles: Roles): boolean {
  return roles.isHost && info.host_rules;
}

/** Who rules at a table. */
export function rulingWords(info: { readonly host_rules: boolean; readonly has_floor: boolean }): string {
  if (info.host_rules) return text.rulings.host;
  return info.has_floor ? text.rulings.floor : text.rulings.system;
}

/** `No spectators`, `3 watching`. */
export function watchersWords(watchers: number): string {
  return watchers === 0 ? text.noSpectators : text.watching(watchers);
}

/** A short description under the name of a table: `Maryland · live · 3 watching`. */
export function watchedWords(info: TableInfo): string {
  const parts: string[] = [info.paused === null ? text.kinds[info.table_kind] : text.paused];
  const rules = rulesWords(info);
  if (rules !== '') parts.unshift(rules);
  if (info.is_private && info.seat_count > 1) parts.push(text.isPrivate);
  if (info.watchers > 0 && info.seat_count > 1) parts.push(text.watching(info.watchers));
  return parts.join(' · ');
}

/** The rule book of a table, if its game has more than one: `maryland-1` as `Maryland`. */
function rulesWords(info: TableInfo): string {
  const id = info.rules.replace(/-\d+$/u, '');
  return id === info.game ? '' : sentence(id);
}

/** Why no one can sit down now, or null. */
export function noSeatWords(info: TableInfo): string | null {
  if (info.is_closed) return text.tableClosed;
  return freeSeats(info).length === 0 ? text.seatsTaken : null;
}

/** The announcement of an event at the table apart from its game; empty for events that need none. */
export function tableWords(event: TableHappening, info: TableInfo, you: string | null): string {
  const { happenings } = text;
  /** Null is the reader. */
  const named = (player: string): string | null => {
    if (player === you) return null;
    const name = info.seats.find((seat) => seat.player === player)?.name;
    return name ?? (player === info.host ? happenings.theHost : happenings.aPlayer);
  };
  const at = (seat: number): string | null => {
    const person = playerAt(info, seat);
    return person === null ? happenings.atSeat(seat) : named(person.player);
  };
  switch (event.kind) {
    case 'seat_taken':
      return happenings.seatTaken(named(event.player), event.seat);
    case 'seat_leaving':
      return happenings.seatLeaving(named(event.player));
    case 'seat_left':
      return happenings.seatLeft(event.player === you ? null : event.seat, event.reason);
    case 'sat_out':
      return (event.reason === 'idle' ? happenings.satOutIdle : happenings.satOut)(at(event.seat));
    case 'sat_in':
      return happenings.satIn(at(event.seat));
    case 'seat_removed':
      return happenings.seatRemoved(at(event.seat));
    case 'table_renamed':
      return happenings.renamed(withPeriod(event.title));
    case 'floor_granted':
      return happenings.floorGranted(named(event.player));
    case 'floor_revoked':
      return happenings.floorRevoked(named(event.player));
    case 'table_paused':
      return event.reason === '' ? happenings.paused : happenings.pausedBecause(withPeriod(event.reason));
    case 'pause_planned':
      return event.reason === '' ? happenings.pausePlanned : happenings.pausePlannedBecause(withPeriod(event.reason));
    case 'table_resumed':
      return happenings.resumed;
    case 'out_of_service':
      return happenings.outOfService(withPeriod(event.reason));
    case 'back_in_service':
      return happenings.backInService;
    case 'incident_noted':
      return (event.by === 'system' ? happenings.stopped : happenings.noted)(withPeriod(event.says));
    case 'corrected':
      return happenings.corrected(roundNumber(event.round), withPeriod(event.reason), event.clause);
    case 'table_closed':
      return happenings.closed(withPeriod(event.reason));
    default:
      return '';
  }
}

/** Why a table was closed, and by whom. */
export function closedWords(event: { readonly by: string; readonly reason: string }): string {
  const { operator, system, host } = text.closedBy;
  const say = event.by === 'operator' ? operator : event.by === 'system' ? system : host;
  return say(withPeriod(event.reason));
}
