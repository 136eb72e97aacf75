/** The steps of a replay in words, for both games. */

import { spoken } from '../shared/cards';
import { dollars } from '../shared/money';
import type { BookDocument, Event, KingEvent, ReplayStep } from '../shared/protocol';
import { handWords, listWords, sentence } from '../shared/words';
import { wagerTitle } from '../criss-cross/panel/receiptLines';

export interface Telling {
  /** The rule book; null for a game without wagers. */
  readonly book: BookDocument | null;
  readonly nameOf: (seat: number) => string;
}

const QUIET = 'The cards are shuffled, as secret and seeds make it.';

/** One step: what it is about in a few words, and everything that followed. */
export function stepWords(step: ReplayStep, telling: Telling): { title: string; says: readonly string[] } {
  const says = step.events.map((event) => eventWords(event, telling)).filter((words) => words !== '');
  if (says.length === 0)
    says.push(
      step.actor === 'chance'
        ? QUIET
        : step.actor.startsWith('seat:')
          ? 'A card was placed, face down.'
          : 'Nothing that shows.',
    );
  return { title: actorWords(step.actor, telling), says };
}

function actorWords(actor: string, { nameOf }: Telling): string {
  if (actor.startsWith('seat:')) return nameOf(Number(actor.slice(5)));
  return { chance: 'Chance', floor: 'The floor', system: 'The dealer' }[actor] ?? sentence(actor);
}

const verb = (name: string, one: string, many: string): string => `${name} ${name === 'You' ? one : many}`;

function eventWords(event: Event | KingEvent, telling: Telling): string {
  const { nameOf } = telling;
  switch (event.kind) {
    case 'wagers_placed':
      return `${verb(nameOf(event.seat), 'place', 'places')} ${wagers(event.wagers, telling)}.`;
    case 'wagers_withdrawn':
      return `${verb(nameOf(event.seat), 'take', 'takes')} the chips back.`;
    case 'betting_closed':
      return 'No more bets.';
    case 'deck_withdrawn':
      return 'The deck is withdrawn; another is shuffled.';
    case 'cards_dealt':
      return `${event.placements.length} cards are dealt.`;
    case 'bet_placed':
      return `${verb(nameOf(event.seat), 'bet', 'bets')} ${event.multiple}×, ${dollars(event.cents)}, on ${titleOf(event.spot, telling)}.`;
    case 'seat_folded':
      return `${verb(nameOf(event.seat), 'fold', 'folds')}${event.decided_by === 'table' ? ', as the table decides' : ''}.`;
    case 'seat_abandoned':
      return `${verb(nameOf(event.seat), 'are', 'is')} away: the table decides from here on.`;
    case 'seat_taken_over':
      return `${verb(nameOf(event.seat), 'were', 'was')} removed: the table folds at the next decision.`;
    case 'seat_forfeited':
      return `${verb(nameOf(event.seat), 'forfeit', 'forfeits')} every wager: ${sentence(event.reason).toLowerCase()}, ${event.clause}.`;
    case 'community_revealed':
      return `${sentence(event.stage)}: ${listWords(Object.values(event.cards).map(spoken))}.`;
    case 'irregularity_ruled':
      return `${sentence(event.irregularity)}: ${sentence(event.outcome).toLowerCase()}, ${event.clause}.`;
    case 'card_set_aside':
      return `The ${spoken(event.card)} is set aside.`;
    case 'hand_shown':
      return `${verb(nameOf(event.seat), 'show', 'shows')} ${listWords((event.cards as string[]).map(spoken))}.`;
    case 'bonus_cards_revealed':
      return `Bonus cards: ${listWords(event.cards.map(spoken))}.`;
    case 'meters_grew':
      return event.growth.length === 1 ? 'The meter grows.' : 'The meters grow.';
    case 'wheel_spun':
      return `The ${sentence(event.wheel)} wheel rests on ${symbol(event.symbol)}${event.seat === null ? '' : ` for ${inside(nameOf(event.seat))}`}.`;
    case 'hot_spot_drawn':
      return `${verb(nameOf(event.seat), 'are', 'is')} the Hot Spot.`;
    case 'wager_settled': {
      const { wager } = event;
      const title = `${whose(nameOf(wager.seat))} ${titleOf(wager.spot, telling)}`;
      if (wager.result === 'win')
        return `${title} wins ${dollars(wager.won)}${wager.hand === null ? '' : `, ${handWords(wager.hand).toLowerCase()}`}.`;
      if (wager.result === 'push') return `${title} comes back, ${handWords(wager.hand).toLowerCase()}.`;
      return `${title} loses ${dollars(wager.staked)}${wager.hand === null ? '' : `, ${handWords(wager.hand).toLowerCase()}`}.`;
    }
    case 'community_pay_taken':
      return `${whose(nameOf(event.wager.seat))} Community pay goes back.`;
    case 'round_settled':
      return (
        listWords(
          event.totals.map(
            ({ seat, net }) => `${nameOf(seat)}: ${net < 0 ? 'minus' : 'plus'} ${dollars(Math.abs(net))}`,
          ),
        ) + '.'
      );
    case 'round_voided':
      return `The round is void: ${sentence(event.reason).toLowerCase()}. Every wager goes back.`;
    case 'shuffled':
    case 'placement_sealed':
      return '';
    case 'rolled':
      return `${event.seat === null ? 'The dice show' : verb(nameOf(event.seat), 'roll', 'rolls')} the ${spoken(event.card)}.`;
    case 'card_placed':
      return placed(event.placement, telling);
    case 'placements_shown':
      return event.placements.map((placement) => placed(placement, telling)).join(' ');
    case 'sheet_abandoned':
      return `${verb(nameOf(event.seat), 'are', 'is')} away: the table places from here on.`;
    case 'match_finished':
      return listWords(event.scores.map(({ seat, total }) => `${nameOf(seat)}: ${total} points`)) + '.';
  }
}

function placed(
  { seat, square, card, is_wild }: { seat: number; square: string; card: string; is_wild: boolean },
  { nameOf }: Telling,
): string {
  return `${verb(nameOf(seat), 'put', 'puts')} the ${spoken(card)} on ${square}${is_wild ? ', a wild card' : ''}.`;
}

function wagers(chips: Readonly<Record<string, number>>, telling: Telling): string {
  return listWords(Object.entries(chips).map(([spot, cents]) => `${dollars(cents)} on ${titleOf(spot, telling)}`));
}

function titleOf(spot: string, { book }: Telling): string {
  return book === null ? sentence(spot) : wagerTitle(book, spot);
}

function symbol(text: string): string {
  return /^\d/.test(text)
    ? text
        .split('&')
        .map((amount) => `$${amount}`)
        .join(' and ')
    : `the ${text}`;
}

const whose = (name: string): string => (name === 'You' ? 'Your' : `${name}’s`);
const inside = (name: string): string => (name === 'You' ? 'you' : name);
