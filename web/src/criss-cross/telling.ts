/** What happened, in sentences: for the voice of the table, and for those who hear the page. */

import { spoken } from '../shared/cards';
import { dollars, netOf } from '../shared/money';
import type {
  Event,
  Happened,
  KingEvent,
  SeatTotal,
  SettledWager,
  TableHappening,
  TableInfo,
  TableView,
} from '../shared/protocol';
import { listWords, handWords, sentence } from '../shared/words';
import { totalOf } from './chips';
import { inSentence, oddsOf, standing } from './hands';
import type { Layout, Stage } from './layout';
import { seatOf } from './phase';
import { handsOf } from './rowText';

type Anything = Event | KingEvent | TableHappening;

/** What is known of the table when something is told. */
export interface Telling {
  readonly layout: Layout;
  readonly info: TableInfo;
  readonly view: TableView | null;
  readonly you: number | null;
}

/** What is said of each, by its kind; what happens to seeds, meters and the like says nothing. */
export function tell(happened: readonly Happened[], telling: Telling): [string, string][] {
  // Chips that are changed are taken back first: only what lies there in the end is told.
  const placed = new Set(happened.map(({ event }) => (event.kind === 'wagers_placed' ? event.seat : null)));
  return happened
    .filter(({ event }) => event.kind !== 'wagers_withdrawn' || !placed.has(event.seat))
    .map(({ event }): [string, string] => [event.kind, wordsOf(event, telling)])
    .filter(([, text]) => text !== '');
}

function wordsOf(event: Anything, telling: Telling): string {
  const { layout, view, you, info } = telling;
  switch (event.kind) {
    case 'round_opened':
      return 'A new round. Place your bets.';
    case 'wagers_placed':
      // Whoever places chips hears each of them as it lands.
      return event.seat === you
        ? ''
        : `${who(info, you, event.seat)} has ${spokenMoney(totalOf(event.wagers))} on the layout.`;
    case 'wagers_withdrawn':
      return event.seat === you ? '' : `${who(info, you, event.seat)} takes all chips back.`;
    case 'betting_closed':
      return 'No more bets.';
    case 'cards_dealt':
      return dealtWords(view, you);
    case 'community_revealed':
      return revealedWords(event.stage, event.cards, telling);
    case 'bet_placed':
      return `${who(info, you, event.seat)} ${event.seat === you ? 'bet' : 'bets'} ${event.multiple} times the ante on ${title(layout, event.spot)}.`;
    case 'seat_folded':
      return event.decided_by === 'table'
        ? `The table folds for ${event.seat === you ? 'you' : who(info, you, event.seat)}.`
        : `${who(info, you, event.seat)} ${event.seat === you ? 'fold' : 'folds'}.`;
    case 'seat_abandoned':
      return `${who(info, you, event.seat)} ${event.seat === you ? 'are' : 'is'} away; the table decides from here on.`;
    case 'seat_taken_over':
      return `${who(info, you, event.seat)} ${event.seat === you ? 'were' : 'was'} removed; the table folds at the next decision.`;
    case 'seat_forfeited':
      return `${who(info, you, event.seat)} ${event.seat === you ? 'forfeit' : 'forfeits'} every wager of the round, ${event.clause}.`;
    case 'irregularity_ruled':
      return `The floor: ${sentence(event.irregularity).toLowerCase()}; ${sentence(event.outcome).toLowerCase()}, ${event.clause}.`;
    case 'card_set_aside':
      return `Set aside: ${spoken(event.card)}.`;
    case 'hand_shown':
      return event.seat === you
        ? ''
        : `${who(info, you, event.seat)} shows ${listWords((event.cards as readonly string[]).map(spoken))}.`;
    case 'community_pay_taken':
      return `The Community pay of ${event.wager.seat === you ? 'your seat' : who(info, you, event.wager.seat)} goes back: ${dollars(event.wager.won)}.`;
    case 'bonus_cards_revealed':
      return `Bonus cards: ${listWords(event.cards.map(spoken))}.`;
    case 'hot_spot_drawn':
      return `The Hot Spot is seat ${event.seat}${event.seat === you ? ', yours' : ''}.`;
    case 'wager_settled':
      return event.wager.seat === you ? `${wagerWords(layout, event.wager)}.` : '';
    case 'round_settled':
      return [
        totalWords(event.totals.find(({ seat }) => seat === you)?.net ?? null),
        ...othersWords(event.totals, telling),
      ].join(' ');
    case 'round_voided':
      return `The round is void: ${event.reason}${event.clause === '' ? '' : `, ${event.clause}`}. Every wager goes back.`;
    default:
      return '';
  }
}

function dealtWords(view: TableView | null, you: number | null): string {
  const hole = (seatOf(view, you)?.hole ?? []).filter((card) => card !== null);
  return hole.length === 2 ? `Your cards: ${hole.map(spoken).join(', ')}.` : 'The cards are dealt.';
}

function revealedWords(stage: Stage, cards: Readonly<Record<string, string>>, { layout, view, you }: Telling): string {
  const turned = `${sentence(stage)}: ${Object.values(cards).map(spoken).join(', ')}.`;
  const hands = handsOf(view, you, layout.aceLow);
  const lines = stage === 'middle' ? (['across', 'down'] as const) : [stage];
  const named = lines.map((line) => {
    const hand = hands[line];
    const spot = layout.spots[line];
    if (hand === null || spot === undefined) return '';
    const stands = standing(oddsOf(spot.pays, hand.hand));
    return ` ${sentence(line)} hand: ${inSentence(hand.words)}, ${stage === 'middle' ? stands.replace(' as it stands', '') : stands}.`;
  });
  return turned + named.join('');
}

/** `Across Bet wins 10 dollars, two pair, 2 to 1`. */
export function wagerWords(layout: Layout, wager: SettledWager): string {
  const name = title(layout, wager.spot);
  const hand = wager.hand === null ? '' : `, ${inSentence(handWords(wager.hand))}`;
  if (wager.result === 'push') return `${name} pushes${hand}`;
  if (wager.result !== 'win')
    return `${name} loses ${spokenMoney(wager.staked)}${wager.result === 'forfeit' ? ', folded' : hand}`;
  return `${name} wins ${spokenMoney(wager.won)}${hand}${wager.odds === null ? '' : `, ${wager.odds} to 1`}`;
}

export function totalWords(net: number | null): string {
  if (net === null) return 'The round is over.';
  if (net === 0) return 'Round: even.';
  return `Round: ${net > 0 ? 'plus' : 'minus'} ${spokenMoney(Math.abs(net))}.`;
}

/** `Ada: plus 15 dollars.`, for everybody but the one who hears it. */
function othersWords(totals: readonly SeatTotal[], { info, you }: Telling): string[] {
  return totals
    .filter(({ seat }) => seat !== you)
    .map(({ seat, net }) => totalWords(net).replace('Round', who(info, you, seat)));
}

function spokenMoney(cents: number): string {
  return cents % 100 === 0 ? `${cents / 100} dollars` : dollars(cents);
}

function title(layout: Layout, spot: string): string {
  return layout.spots[spot]?.title ?? sentence(spot);
}

/** `You`, or the name of somebody else. */
export function who(info: TableInfo, you: number | null, seat: number): string {
  if (seat === you) return 'You';
  return info.seats.find((one) => one.seat === seat)?.name ?? `Seat ${seat}`;
}

/** Why a wager came to what it came to: one or two sentences. */
export function whyWords(layout: Layout, wager: SettledWager, handsWords: string): string {
  const spot = layout.spots[wager.spot];
  if (wager.result === 'forfeit') return 'You folded, so it is lost.';
  if (spot?.kind === 'progressive') {
    if (wager.prizes.length > 0) return `The wheel pays ${dollars(wager.won)}.`;
    return spot.source === 'hole'
      ? 'No pair in your hand, so no wheel turns for you.'
      : 'The cross did not set the wheel off.';
  }
  const hand = handsWords === '' ? (wager.hand === null ? '' : handWords(wager.hand)) : handsWords;
  const of = spot?.source === 'higher' ? ' is the better of your two hands' : '';
  if (wager.result === 'push') return `${hand}${of}: the wager comes back.`;
  if (wager.result === 'lose') return `${hand}${of}: that pays nothing.`;
  const cut = wager.cut > 0 ? ` The limit of the table keeps ${dollars(wager.cut)}.` : '';
  return `${hand}${of}: ${dollars(wager.staked)} wins ${dollars(netOf(wager))}.${cut}`;
}
