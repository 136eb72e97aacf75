/** The text of each row of the layout: its wager, the hand as it forms, and the result. */

import type { Card } from '../shared/cards';
import { netOf } from '../shared/money';
import type { SettledWager, TableView } from '../shared/protocol';
import { bestHand, better, inSentence, nameHand, oddsOf, shortOdds, standing, type Named } from './hands/hands';
import { crossCards, lineCards, type Row, type Spot } from './layout';
import { seatOf } from './phase';
import { ROWS } from './strings';

export type Tone = 'plain' | 'win' | 'lose' | 'push';

export interface Line {
  /** Stands out before the rest: the name of a wager in the bonus row. */
  readonly strong: string;
  readonly text: string;
  readonly tone: Tone;
}

export interface RowText {
  readonly lines: readonly [Line, Line?];
  /** The row's net result, once all of it is settled. */
  readonly net: number | null;
}

/** The hands that a seat has so far; null where no card can be seen. */
export interface HandsSoFar {
  readonly across: Named | null;
  readonly down: Named | null;
  readonly cross: Named | null;
  readonly six: Named | null;
  readonly hole: readonly Card[];
}

export function handsOf(view: TableView | null, seat: number | null, aceLow: boolean): HandsSoFar {
  const hole = (seatOf(view, seat)?.hole ?? []).filter((card) => card !== null);
  const community = view?.community ?? {};
  const bonus = (view?.bonus_cards ?? []).filter((card) => card !== null);
  const line = (name: 'across' | 'down') =>
    hole.length === 0 ? null : nameHand([...hole, ...lineCards(community, name)], aceLow);
  return {
    across: line('across'),
    down: line('down'),
    cross: nameHand(crossCards(community), aceLow),
    six: bonus.length === 0 || hole.length === 0 ? null : bestHand([...hole, ...bonus], aceLow),
    hole,
  };
}

/** The hand that decides a spot, as far as its cards can be seen. */
export function spotHand(hands: HandsSoFar, spot: Spot): Named | null {
  switch (spot.source) {
    case 'across':
      return hands.across;
    case 'down':
      return hands.down;
    case 'higher':
      return better(hands.across, hands.down);
    case 'community':
      return hands.cross;
    case 'hole_and_bonus':
      return hands.six;
    case 'hole':
      return null;
  }
}

/** Before any card can be seen. */
export function openingText(row: Row): RowText {
  if (row.id === 'bonus')
    return bonusText(row, (spot, isTight) => ({ text: bonusWords(spot, isTight), tone: 'plain' }));
  const [head, rest] = ROWS.before[row.id];
  return { lines: [plain(head), plain(rest)], net: null };
}

/** While hands form. */
export function formingText(row: Row, hands: HandsSoFar, isFolded: boolean): RowText {
  if (row.id === 'bonus') return bonusText(row, (spot, isTight) => formingBonus(spot, hands, isTight));
  const spot = row.spots.at(-1);
  const named = spot === undefined ? null : spotHand(hands, spot);
  if (named === null || spot === undefined) return openingText(row);
  if (isFolded) return { lines: [plain(named.words), { strong: '', text: ROWS.folded, tone: 'lose' }], net: null };
  if (row.id === 'middle') return { lines: [plain(named.words), plain(ROWS.betterHand)], net: null };
  const odds = oddsOf(spot.pays, named.hand);
  const sign = odds < 0 ? '− ' : odds === 0 ? '= ' : '+ ';
  return { lines: [plain(named.words), { strong: '', text: sign + standing(odds), tone: toneOf(odds) }], net: null };
}

/** Once wagers of the row are settled; `settled` are those shown so far. */
export function settledText(row: Row, hands: HandsSoFar, settled: readonly SettledWager[], stakes: number): RowText {
  const own = settled.filter(({ spot }) => row.spots.some(({ id }) => id === spot));
  const isTold = own.length > 0 && own.length === stakes;
  const net = isTold ? own.reduce((sum, wager) => sum + netOf(wager), 0) : null;
  if (row.id === 'bonus') {
    return {
      ...bonusText(row, (spot, isTight) =>
        settledBonus(
          spot,
          hands,
          own.find((wager) => wager.spot === spot.id),
          isTight,
        ),
      ),
      net,
    };
  }
  const named = row.spots[0] === undefined ? null : spotHand(hands, row.spots.at(-1) ?? row.spots[0]);
  const head = plain(named?.words ?? '');
  // A line that isn't shown yet keeps its place.
  if (own.length === 0) return { lines: [head, plain('…')], net };
  return { lines: [head, { strong: '', text: resultWords(row, own, hands), tone: netTone(own) }], net };
}

function resultWords(row: Row, own: readonly SettledWager[], hands: HandsSoFar): string {
  if (own.every(({ result }) => result === 'forfeit')) return ROWS.folded;
  if (row.id === 'middle') {
    const isAcross = hands.across !== null && better(hands.across, hands.down) === hands.across;
    return ROWS.by(shortOdds(own[0]?.odds ?? null), isAcross ? 'across' : 'down');
  }
  if (own.length > 1 && own.every(({ result }) => result === 'lose')) return ROWS.bothLose;
  if (own.length > 1 && own.every(({ result }) => result === 'push')) return ROWS.bothPush;
  return own
    .map(({ spot, odds }) => (row.spots[0]?.id === spot ? ROWS.anteOdds : ROWS.betOdds)(shortOdds(odds)))
    .join(', ');
}

/** The text of one wager in the bonus row; shorter where four wagers share two lines. */
type Say = (spot: Spot, isTight: boolean) => { readonly text: string; readonly tone: Tone };

function bonusText(row: Row, say: Say): RowText {
  const isTight = row.spots.length > 2;
  const [first, second, ...rest] = row.spots.map((spot): Line => ({
    strong: bonusName(spot, row),
    ...say(spot, isTight),
  }));
  const [none, atTable] = ROWS.noSideBets;
  if (first === undefined) return { lines: [plain(none), plain(atTable)], net: null };
  if (second === undefined) return { lines: [plain(first.strong), { ...first, strong: '' }], net: null };
  if (rest.length === 0) return { lines: [first, second], net: null };
  const others = [second.text, ...rest.map(({ strong, text }) => `· ${strong} ${text}`.trim())];
  return { lines: [first, { ...second, tone: 'plain', text: others.join(' ').trim() }], net: null };
}

/** `Five Card`, `Spin`: its title without the word Bonus, which is the title of the row. */
export function bonusName(spot: Spot, row: Row): string {
  const short = spot.title.replace(/ ?Bonus ?/, ' ').trim();
  return row.spots.length > 2 ? (short.split(' ').at(spot.kind === 'progressive' ? -1 : 0) ?? short) : short;
}

function bonusWords({ source, trigger }: Spot, isTight: boolean): string {
  if (trigger !== '') return isTight ? '' : trigger;
  if (source === 'hole_and_bonus') return isTight ? ROWS.sixCardsShort : ROWS.sixCards;
  return ROWS.crossCards;
}

function formingBonus(spot: Spot, hands: HandsSoFar, isTight: boolean): { text: string; tone: Tone } {
  if (spot.kind === 'progressive') return { text: progressiveWords(spot, hands, isTight), tone: 'plain' };
  const named = spotHand(hands, spot);
  return { text: named === null ? bonusWords(spot, isTight) : inSentence(named.words), tone: 'plain' };
}

function progressiveWords(spot: Spot, hands: HandsSoFar, isTight: boolean): string {
  if (spot.source !== 'hole' || hands.hole.length < 2) return bonusWords(spot, isTight);
  const isPair = hands.hole[0]?.[0] === hands.hole[1]?.[0];
  if (isTight) return isPair ? ROWS.pair : ROWS.noPair;
  return isPair ? ROWS.pairInHand : ROWS.noPairInHand;
}

function settledBonus(
  spot: Spot,
  hands: HandsSoFar,
  wager: SettledWager | undefined,
  isTight: boolean,
): { text: string; tone: Tone } {
  const forming = formingBonus(spot, hands, isTight);
  if (wager === undefined) return forming;
  const tone = netTone([wager]);
  if (wager.prizes.length > 0) return { text: isTight ? ROWS.pays : ROWS.wheelPays, tone };
  if (wager.odds === null) return { text: spot.source === 'hole' ? ROWS.noPair : isTight ? '' : ROWS.noSpin, tone };
  return { text: `${forming.text} ${shortOdds(wager.odds)}`, tone };
}

function netTone(wagers: readonly SettledWager[]): Tone {
  const net = wagers.reduce((sum, wager) => sum + netOf(wager), 0);
  if (net !== 0) return net > 0 ? 'win' : 'lose';
  return wagers.every(({ result }) => result === 'push') ? 'push' : 'plain';
}

function toneOf(odds: number): Tone {
  if (odds < 0) return 'lose';
  return odds === 0 ? 'push' : 'win';
}

function plain(text: string): Line {
  return { strong: '', text, tone: 'plain' };
}
