/** The steps of a replay in words, for both games. */

import { spoken } from '../../shared/cards';
import type { BookDocument, Event, KingEvent, ReplayStep, SettledWager } from '../../shared/protocol';
import { handWords, sentence } from '../../shared/words';
import { wagerTitle } from '../../criss-cross/panel/receiptLines';
import { STEPS } from './strings';

export interface Telling {
  /** The rule book; null for a game without wagers. */
  readonly book: BookDocument | null;
  readonly nameOf: (seat: number) => string;
}

/** One step: who acted, and everything that followed. */
export function stepWords(step: ReplayStep, telling: Telling): { title: string; says: readonly string[] } {
  const says = step.events.map((event) => eventWords(event, telling)).filter((words) => words !== '');
  return { title: actorWords(step.actor, telling), says: says.length === 0 ? [quietWords(step.actor)] : says };
}

function quietWords(actor: string): string {
  if (actor === 'chance') return STEPS.shuffled;
  return actor.startsWith('seat:') ? STEPS.sealed : STEPS.nothing;
}

function actorWords(actor: string, { nameOf }: Telling): string {
  if (actor.startsWith('seat:')) return nameOf(Number(actor.slice(5)));
  const names: Readonly<Record<string, string>> = STEPS.actors;
  return names[actor] ?? sentence(actor);
}

function eventWords(event: Event | KingEvent, telling: Telling): string {
  const { nameOf } = telling;
  switch (event.kind) {
    case 'wagers_placed':
      return STEPS.placed(
        nameOf(event.seat),
        Object.entries(event.wagers).map(([spot, cents]) => STEPS.wager(cents, titleOf(spot, telling))),
      );
    case 'wagers_withdrawn':
      return STEPS.withdrawn(nameOf(event.seat));
    case 'betting_closed':
      return STEPS.noMoreBets;
    case 'deck_withdrawn':
      return STEPS.deckWithdrawn;
    case 'cards_dealt':
      return STEPS.dealt(event.placements.length);
    case 'bet_placed':
      return STEPS.bet(nameOf(event.seat), event.multiple, event.cents, titleOf(event.spot, telling));
    case 'seat_folded':
      return (event.decided_by === 'table' ? STEPS.foldedByTable : STEPS.folded)(nameOf(event.seat));
    case 'seat_abandoned':
      return STEPS.away(nameOf(event.seat));
    case 'seat_taken_over':
      return STEPS.removed(nameOf(event.seat));
    case 'seat_forfeited':
      return STEPS.forfeited(nameOf(event.seat), lower(event.reason), event.clause);
    case 'community_revealed':
      return STEPS.revealed(sentence(event.stage), Object.values(event.cards).map(spoken));
    case 'irregularity_ruled':
      return STEPS.ruled(sentence(event.irregularity), lower(event.outcome), event.clause);
    case 'card_set_aside':
      return STEPS.setAside(spoken(event.card));
    case 'hand_shown':
      return STEPS.shown(nameOf(event.seat), (event.cards as string[]).map(spoken));
    case 'bonus_cards_revealed':
      return STEPS.bonusCards(event.cards.map(spoken));
    case 'meters_grew':
      return STEPS.metersGrew(event.growth.length);
    case 'wheel_spun':
      return STEPS.spun(sentence(event.wheel), symbol(event.symbol), event.seat === null ? null : nameOf(event.seat));
    case 'hot_spot_drawn':
      return STEPS.hotSpot(nameOf(event.seat));
    case 'wager_settled':
      return settledWords(event.wager, telling);
    case 'community_pay_taken':
      return STEPS.communityPayTaken(nameOf(event.wager.seat));
    case 'round_settled':
      return event.totals.map(({ seat, net }) => STEPS.net(nameOf(seat), net)).join(' ');
    case 'round_voided':
      return STEPS.voided(lower(event.reason));
    case 'shuffled':
    case 'placement_sealed':
      return '';
    case 'rolled':
      return STEPS.rolled(event.seat === null ? null : nameOf(event.seat), spoken(event.card));
    case 'card_placed':
      return placed(event.placement, telling);
    case 'placements_shown':
      return event.placements.map((placement) => placed(placement, telling)).join(' ');
    case 'sheet_abandoned':
      return STEPS.sheetAway(nameOf(event.seat));
    case 'match_finished':
      return STEPS.scores(event.scores.map(({ seat, total }) => [nameOf(seat), total]));
  }
}

function settledWords({ seat, spot, result, hand, won, staked }: SettledWager, telling: Telling): string {
  const [name, title] = [telling.nameOf(seat), titleOf(spot, telling)];
  const shown = hand === null ? null : handWords(hand).toLowerCase();
  if (result === 'win') return STEPS.wins(name, title, won, shown);
  return result === 'push' ? STEPS.pushes(name, title, shown) : STEPS.loses(name, title, staked, shown);
}

function placed(
  { seat, square, card, is_wild }: { seat: number; square: string; card: string; is_wild: boolean },
  { nameOf }: Telling,
): string {
  return STEPS.cardPlaced(nameOf(seat), spoken(card), square, is_wild);
}

function titleOf(spot: string, { book }: Telling): string {
  return book === null ? sentence(spot) : wagerTitle(book, spot);
}

function symbol(text: string): string {
  return /^\d/.test(text) ? STEPS.amounts(text.split('&')) : STEPS.segment(text);
}

const lower = (name: string): string => sentence(name).toLowerCase();
