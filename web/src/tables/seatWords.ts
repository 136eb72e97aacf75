/** Who sits where, who may do what, in words. Knows nothing of the game that is played. */

import type { SeatInfo, TableHappening, TableInfo } from '../shared/protocol';
import { roundNumber, sentence, withPeriod } from '../shared/words';

const PREFIX = /^(Bot|Guest) /;

/** Where there is little room: `Bot random` as `random`. */
export function shortName(name: string): string {
  return name.replace(PREFIX, '') || name;
}

/** The letter in a player's circle. */
export function initialOf(name: string): string {
  return Array.from(shortName(name))[0]?.toUpperCase() ?? '?';
}

/** What somebody is at a table. */
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

/** How somebody on a seat is doing; empty when there is nothing to say. */
export function presenceWords(seat: SeatInfo): string {
  if (seat.is_leaving || seat.is_removed) return 'leaves after this round';
  if (seat.is_out) return 'sits out';
  return seat.is_here ? '' : 'is away';
}

/** Whether somebody may choose the floor managers of a table. Where the host doesn't rule, only the operator of the server may. */
export function mayGrantFloor(info: Pick<TableInfo, 'host_rules'>, roles: Roles): boolean {
  return roles.isHost && info.host_rules;
}

/** Who rules at a table. */
export function rulingWords(info: { readonly host_rules: boolean; readonly has_floor: boolean }): string {
  if (info.host_rules) return 'The host rules here';
  return info.has_floor ? 'A floor manager rules here' : 'No floor: the system rules alone';
}

/** `No spectators`, `3 watching`. */
export function watchersWords(watchers: number): string {
  return watchers === 0 ? 'No spectators' : `${watchers} watching`;
}

/** What a table is, in a few words under its name: `Maryland · live · 3 watching`. */
export function watchedWords(info: TableInfo): string {
  const parts = [info.paused === null ? info.table_kind : 'paused'];
  const rules = rulesWords(info);
  if (rules !== '') parts.unshift(rules);
  if (info.is_private && info.seat_count > 1) parts.push('private');
  if (info.watchers > 0 && info.seat_count > 1) parts.push(`${info.watchers} watching`);
  return parts.join(' · ');
}

/** By which rule book a table plays, where its game has more than one: `maryland-1` as `Maryland`. */
function rulesWords(info: TableInfo): string {
  const id = info.rules.replace(/-\d+$/u, '');
  return id === info.game ? '' : sentence(id);
}

/** Why nobody can sit down now, or null when somebody can. */
export function noSeatWords(info: TableInfo): string | null {
  if (info.is_closed) return 'This table is closed.';
  return freeSeats(info).length === 0 ? 'Every seat is taken. You can watch.' : null;
}

/** What happened at the table apart from its game, as everybody is told; empty for what nobody needs to hear. */
export function tableWords(event: TableHappening, info: TableInfo, you: string | null): string {
  const named = (player: string): string => {
    if (player === you) return 'You';
    return info.seats.find((seat) => seat.player === player)?.name ?? (player === info.host ? 'The host' : 'A player');
  };
  const at = (seat: number): string => {
    const person = playerAt(info, seat);
    return person === null ? `Seat ${seat}` : named(person.player);
  };
  const conjugated = (who: string, one: string, all: string): string => `${who} ${who === 'You' ? all : one}`;
  switch (event.kind) {
    case 'seat_taken':
      return `${conjugated(named(event.player), 'takes', 'take')} seat ${event.seat}.`;
    case 'seat_leaving':
      return `${conjugated(named(event.player), 'leaves', 'leave')} after this round.`;
    case 'seat_left':
      return `${event.player === you ? 'Your seat' : `Seat ${event.seat}`} is free${LEFT[event.reason]}.`;
    case 'sat_out':
      return `${conjugated(at(event.seat), 'sits', 'sit')} out${event.reason === 'idle' ? ' after three rounds without a wager' : ''}.`;
    case 'sat_in':
      return `${conjugated(at(event.seat), 'plays', 'play')} again.`;
    case 'seat_removed':
      return `${conjugated(at(event.seat), 'is', 'are')} removed and ${event.player === you ? 'leave' : 'leaves'} after this round.`;
    case 'table_renamed':
      return `The operator renamed the table to ${withPeriod(event.title)}`;
    case 'floor_granted':
      return `${conjugated(named(event.player), 'is', 'are')} now floor manager.`;
    case 'floor_revoked':
      return `${conjugated(named(event.player), 'is', 'are')} no longer floor manager.`;
    case 'table_paused':
      return event.reason === '' ? 'The table is paused.' : `The table is paused: ${withPeriod(event.reason)}`;
    case 'pause_planned':
      return `The table pauses after this round${event.reason === '' ? '.' : `: ${withPeriod(event.reason)}`}`;
    case 'table_resumed':
      return 'The table continues. Every clock starts again.';
    case 'out_of_service':
      return `The table takes no wagers: ${withPeriod(event.reason)}`;
    case 'back_in_service':
      return 'The table takes wagers again.';
    case 'incident_noted':
      return `${event.by === 'system' ? 'The round stopped without a result' : 'The floor notes'}: ${withPeriod(event.says)}`;
    case 'corrected':
      return `The floor corrects round ${roundNumber(event.round)}: ${withPeriod(event.reason)} Clause ${event.clause}.`;
    case 'table_closed':
      return `The table is closed: ${withPeriod(event.reason)}`;
    default:
      return '';
  }
}

/** Why a table was closed, and by whom. */
export function closedWords(event: { readonly by: string; readonly reason: string }): string {
  const who =
    event.by === 'operator'
      ? 'The operator closed it: '
      : event.by === 'system'
        ? 'It closed: '
        : 'The host closed it: ';
  return `${who}${withPeriod(event.reason)}`;
}

const LEFT = { asked: '', absent: ': its player was away too long', removed: ': its player was removed' };
