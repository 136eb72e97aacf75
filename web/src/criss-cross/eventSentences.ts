/** Events in sentences, for the note on the table and for people who hear the page. */

import { spoken } from '../shared/cards';
import { netOf } from '../shared/money';
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
import { handWords, sentence } from '../shared/words';
import { totalOf } from './chips';
import { inSentence, oddsOf, standing } from './hands/hands';
import type { Layout, Stage } from './layout';
import { seatOf } from './phase';
import { handsOf } from './rowText';
import { PLAYERS, SPOKEN, WHY, type Player } from './strings';

type Anything = Event | KingEvent | TableHappening;

/** The table at the time of an event. */
export interface Telling {
  readonly layout: Layout;
  readonly info: TableInfo;
  readonly view: TableView | null;
  readonly you: number | null;
}

/** A sentence for each event, with the event's kind; none for seeds, meters and the like. */
export function tell(happened: readonly Happened[], telling: Telling): [string, string][] {
  // Changed chips are taken back first: only the final wagers are announced.
  const placed = new Set(happened.map(({ event }) => (event.kind === 'wagers_placed' ? event.seat : null)));
  return happened
    .filter(({ event }) => event.kind !== 'wagers_withdrawn' || !placed.has(event.seat))
    .map(({ event }): [string, string] => [event.kind, wordsOf(event, telling)])
    .filter(([, text]) => text !== '');
}

function wordsOf(event: Anything, telling: Telling): string {
  const { layout, view, you, info } = telling;
  const player = (seat: number): Player => ({ name: who(info, you, seat), isYou: seat === you });
  switch (event.kind) {
    case 'round_opened':
      return SPOKEN.newRound;
    case 'wagers_placed':
      // Players hear their own chips one by one as they place them.
      return event.seat === you ? '' : SPOKEN.placed(who(info, you, event.seat), totalOf(event.wagers));
    case 'wagers_withdrawn':
      return event.seat === you ? '' : SPOKEN.withdrawn(who(info, you, event.seat));
    case 'betting_closed':
      return SPOKEN.noMoreBets;
    case 'cards_dealt':
      return dealtWords(view, you);
    case 'community_revealed':
      return revealedWords(event.stage, event.cards, telling);
    case 'bet_placed':
      return SPOKEN.bet(player(event.seat), event.multiple, title(layout, event.spot));
    case 'seat_folded':
      return (event.decided_by === 'table' ? SPOKEN.foldedByTable : SPOKEN.folded)(player(event.seat));
    case 'seat_abandoned':
      return SPOKEN.away(player(event.seat));
    case 'seat_taken_over':
      return SPOKEN.removed(player(event.seat));
    case 'seat_forfeited':
      return SPOKEN.forfeited(player(event.seat), event.clause);
    case 'irregularity_ruled':
      return SPOKEN.ruled(
        sentence(event.irregularity).toLowerCase(),
        sentence(event.outcome).toLowerCase(),
        event.clause,
      );
    case 'card_set_aside':
      return SPOKEN.setAside(spoken(event.card));
    case 'hand_shown':
      return event.seat === you
        ? ''
        : SPOKEN.shown(who(info, you, event.seat), (event.cards as readonly string[]).map(spoken));
    case 'community_pay_taken':
      return SPOKEN.communityPayTaken(player(event.wager.seat), event.wager.won);
    case 'bonus_cards_revealed':
      return SPOKEN.bonusCards(event.cards.map(spoken));
    case 'hot_spot_drawn':
      return SPOKEN.hotSpot(player(event.seat));
    case 'wager_settled':
      return event.wager.seat === you ? wagerWords(layout, event.wager) : '';
    case 'round_settled':
      return totalWords(event.totals, telling);
    case 'round_voided':
      return SPOKEN.voided(event.reason, event.clause);
    default:
      return '';
  }
}

function dealtWords(view: TableView | null, you: number | null): string {
  const hole = (seatOf(view, you)?.hole ?? []).filter((card) => card !== null);
  return hole.length === 2 ? SPOKEN.ownCards(hole.map(spoken)) : SPOKEN.dealt;
}

function revealedWords(stage: Stage, cards: Readonly<Record<string, string>>, { layout, view, you }: Telling): string {
  const turned = SPOKEN.revealed(sentence(stage), Object.values(cards).map(spoken));
  const hands = handsOf(view, you, layout.aceLow);
  const lines = stage === 'middle' ? (['across', 'down'] as const) : [stage];
  const named = lines.flatMap((line) => {
    const hand = hands[line];
    const spot = layout.spots[line];
    if (hand === null || spot === undefined) return [];
    const odds = standing(oddsOf(spot.pays, hand.hand), stage === 'middle');
    return [SPOKEN.hand(sentence(line), inSentence(hand.words), odds)];
  });
  return [turned, ...named].join(' ');
}

/** `Across Bet wins 10 dollars, two pair, 2 to 1.` */
export function wagerWords(layout: Layout, wager: SettledWager): string {
  const name = title(layout, wager.spot);
  const hand = wager.hand === null ? null : inSentence(handWords(wager.hand));
  if (wager.result === 'push') return SPOKEN.pushes(name, hand);
  if (wager.result === 'win') return SPOKEN.wins(name, wager.won, hand, wager.odds);
  return SPOKEN.loses(name, wager.staked, wager.result === 'forfeit' ? SPOKEN.foldedHand : hand);
}

/** The net results of a round, the listener's own first. */
function totalWords(totals: readonly SeatTotal[], { info, you }: Telling): string {
  const own = totals.find(({ seat }) => seat === you);
  const others = totals.filter(({ seat }) => seat !== you);
  return [
    own === undefined ? SPOKEN.over : SPOKEN.net({ name: PLAYERS.you, isYou: true }, own.net),
    ...others.map(({ seat, net }) => SPOKEN.net({ name: who(info, you, seat), isYou: false }, net)),
  ].join(' ');
}

function title(layout: Layout, spot: string): string {
  return layout.spots[spot]?.title ?? sentence(spot);
}

/** `You`, or the name of another player. */
export function who(info: TableInfo, you: number | null, seat: number): string {
  if (seat === you) return PLAYERS.you;
  return info.seats.find((one) => one.seat === seat)?.name ?? PLAYERS.seat(seat);
}

/** Why a wager won or lost: one or two sentences. */
export function whyWords(layout: Layout, wager: SettledWager, handsWords: string): string {
  const spot = layout.spots[wager.spot];
  if (wager.result === 'forfeit') return WHY.folded;
  if (spot?.kind === 'progressive') {
    if (wager.prizes.length > 0) return WHY.wheelPays(wager.won);
    return spot.source === 'hole' ? WHY.noPair : WHY.noTrigger;
  }
  const words = handsWords === '' ? (wager.hand === null ? '' : handWords(wager.hand)) : handsWords;
  const hand = spot?.source === 'higher' ? WHY.better(words) : words;
  if (wager.result === 'push') return WHY.pushes(hand);
  if (wager.result === 'lose') return WHY.loses(hand);
  const wins = WHY.wins(hand, wager.staked, netOf(wager));
  return wager.cut > 0 ? `${wins} ${WHY.cut(wager.cut)}` : wins;
}
