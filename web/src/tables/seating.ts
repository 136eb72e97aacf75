/** Who sits where, who may do what, in words. Knows nothing of the game that is played. */

import type { SeatInfo, TableHappening, TableInfo } from '../shared/protocol';
import { sentence } from '../shared/words';

const PREFIX = /^(Bot|Guest) /;

/** Where there is little room: `Bot random` as `random`. */
export function shortName(name: string): string {
  return name.replace(PREFIX, '') || name;
}

/** The letter in a player's circle. */
export function initialOf(name: string): string {
  return [...shortName(name)][0]?.toUpperCase() ?? '?';
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

export function seatOf(info: TableInfo, seat: number | null): SeatInfo | null {
  return info.seats.find((found) => found.seat === seat) ?? null;
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

/** `Nobody looks on`, `1 person looks on`, `3 people look on`. */
export function watchersWords(watchers: number): string {
  if (watchers === 0) return 'Nobody looks on';
  return watchers === 1 ? '1 person looks on' : `${watchers} people look on`;
}

/** What a table is, in a few words under its name: `Maryland · live · 3 look on`. */
export function watchedWords(info: TableInfo): string {
  const parts = [info.paused === null ? info.table_kind : 'paused'];
  const rules = rulesWords(info);
  if (rules !== '') parts.unshift(rules);
  if (info.is_private && info.seat_count > 1) parts.push('private');
  if (info.watchers > 0 && info.seat_count > 1) parts.push(info.watchers === 1 ? '1 looks on' : `${info.watchers} look on`);
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
  return freeSeats(info).length === 0 ? 'Every seat is taken. You may look on.' : null;
}

/** What happened at the table apart from its game, as everybody is told; empty for what nobody needs to hear. */
export function tableWords(event: TableHappening, info: TableInfo, you: string | null): string {
  const named = (player: string): string => {
    if (player === you) return 'You';
    return info.seats.find((seat) => seat.player === player)?.name ?? (player === info.host ? 'The host' : 'A player');
  };
  const at = (seat: number): string => {
    const found = seatOf(info, seat);
    return found === null ? `Seat ${seat}` : named(found.player);
  };
  const does = (who: string, one: string, all: string): string => `${who} ${who === 'You' ? all : one}`;
  switch (event.kind) {
    case 'seat_taken':
      return `${does(named(event.player), 'takes', 'take')} seat ${event.seat}.`;
    case 'seat_leaving':
      return `${does(named(event.player), 'leaves', 'leave')} after this round.`;
    case 'seat_left':
      return `${event.player === you ? 'Your seat' : `Seat ${event.seat}`} is free${LEFT[event.reason]}.`;
    case 'sat_out':
      return `${does(at(event.seat), 'sits', 'sit')} out${event.reason === 'idle' ? ' after three rounds without a wager' : ''}.`;
    case 'sat_in':
      return `${does(at(event.seat), 'plays', 'play')} again.`;
    case 'seat_removed':
      return `${does(at(event.seat), 'is', 'are')} removed and ${event.player === you ? 'leave' : 'leaves'} after this round.`;
    case 'table_renamed':
      return `The operator renamed the table to ${ended(event.title)}`;
    case 'floor_granted':
      return `${does(named(event.player), 'is', 'are')} now floor manager.`;
    case 'floor_revoked':
      return `${does(named(event.player), 'is', 'are')} no longer floor manager.`;
    case 'table_paused':
      return `The table is paused: ${ended(event.reason)}`;
    case 'pause_planned':
      return `The table pauses after this round: ${ended(event.reason)}`;
    case 'table_resumed':
      return 'The table goes on. Every clock starts anew.';
    case 'out_of_service':
      return `The table takes no wagers: ${ended(event.reason)}`;
    case 'back_in_service':
      return 'The table takes wagers again.';
    case 'incident_noted':
      return `${event.by === 'system' ? 'The round stopped without a result' : 'The floor notes'}: ${ended(event.says)}`;
    case 'corrected':
      return `The floor corrects round ${roundNumber(event.round)}: ${ended(event.reason)} Clause ${event.clause}.`;
    case 'table_closed':
      return `The table is closed: ${ended(event.reason)}`;
    default:
      return '';
  }
}

/** Why a table was closed, and by whom. */
export function closedWords(event: { readonly by: string; readonly reason: string }): string {
  const who = event.by === 'operator' ? 'The operator closed it: ' : event.by === 'system' ? 'It closed: ' : 'The host closed it: ';
  return `${who}${ended(event.reason)}`;
}

const LEFT = { asked: '', absent: ': its player was away too long', removed: ': its player was removed' };

/** `3fzjokoaahydpbes-12` as `12`. */
export function roundNumber(round: string): string {
  return round.split('-').pop() ?? round;
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
