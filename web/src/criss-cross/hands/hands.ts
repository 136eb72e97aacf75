/** Names poker hands of one to five cards as they form, and reads their odds from a pay table. */

import type { Card } from '../../shared/cards';
import type { PayTableEntry } from '../../shared/protocol';
import { HANDS, type HandName } from '../../shared/words';
import { HAND_NAMES, ODDS } from './strings';

export interface Named {
  readonly hand: HandName;
  /** `Pair of 4s`, `King high`, `Flush`. */
  readonly words: string;
  /** Compares with others, first number first. */
  readonly strength: readonly number[];
}

const ORDER = '23456789TJQKA';

/** The hand that the cards make so far; null without cards. Straights and flushes need all five. */
export function nameHand(cards: readonly Card[], aceLow: boolean): Named | null {
  if (cards.length === 0) return null;
  const ranks = cards.map((card) => ORDER.indexOf(card[0] ?? ''));
  const groups = [...new Set(ranks)]
    .map((rank) => ({ rank, count: ranks.filter((other) => other === rank).length }))
    .sort((one, other) => other.count - one.count || other.rank - one.rank);
  const counts = groups.map(({ count }) => count);
  const first = groups[0]?.rank ?? 0;
  const isFlush = cards.length === 5 && new Set(cards.map((card) => card[1])).size === 1;
  const top = straightTop(ranks, aceLow);
  const hand = handOf(counts, first, isFlush, top);
  const order = top === null ? groups.map(({ rank }) => rank) : [top];
  return { hand, words: wordsOf(hand, first), strength: [HANDS.length - HANDS.indexOf(hand), ...order] };
}

/** The best five of more cards. */
export function bestHand(cards: readonly Card[], aceLow: boolean): Named | null {
  if (cards.length <= 5) return nameHand(cards, aceLow);
  return cards
    .map((_, left) =>
      bestHand(
        cards.filter((_, index) => index !== left),
        aceLow,
      ),
    )
    .reduce(better);
}

export function better(one: Named | null, other: Named | null): Named | null {
  if (one === null || other === null) return one ?? other;
  return compare(one, other) >= 0 ? one : other;
}

export function compare(one: Named, other: Named): number {
  for (const [index, strength] of one.strength.entries()) {
    const difference = strength - (other.strength[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The odds to 1 of a hand: 0 pushes, below that it loses. */
export function oddsOf(pays: PayTableEntry | null, hand: HandName): number {
  return pays?.[hand] ?? -1;
}

/** `loses for now`, `pushes`, `pays 2 to 1`; `loses` once all cards are face up. */
export function standing(odds: number, isFinal = false): string {
  if (odds < 0) return isFinal ? ODDS.loses : ODDS.losesForNow;
  return odds === 0 ? ODDS.pushes : ODDS.pays(odds);
}

/** `2:1`, `push`, `loses`: for narrow places. */
export function shortOdds(odds: number | null): string {
  if (odds === null || odds < 0) return ODDS.loses;
  return odds === 0 ? ODDS.shortPush : ODDS.short(odds);
}

/** Within a sentence: `pair of 4s`, `king high`. */
export function inSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function straightTop(ranks: readonly number[], aceLow: boolean): number | null {
  const sorted = [...new Set(ranks)].sort((one, other) => one - other);
  if (ranks.length !== 5 || sorted.length !== 5) return null;
  const [low = 0, , , fourth = 0, high = 0] = sorted;
  if (high - low === 4) return high;
  return aceLow && high === ORDER.length - 1 && fourth === 3 ? fourth : null;
}

function handOf(counts: readonly number[], first: number, isFlush: boolean, top: number | null): HandName {
  if (isFlush && top !== null) return top === ORDER.length - 1 ? 'royal_flush' : 'straight_flush';
  if (counts[0] === 4) return 'four_of_a_kind';
  if (counts[0] === 3 && counts[1] === 2) return 'full_house';
  if (isFlush) return 'flush';
  if (top !== null) return 'straight';
  if (counts[0] === 3) return 'three_of_a_kind';
  if (counts[0] === 2 && counts[1] === 2) return 'two_pair';
  if (counts[0] !== 2) return 'high_card';
  if (first >= ORDER.indexOf('J')) return 'pair_jacks_or_better';
  return first >= ORDER.indexOf('6') ? 'pair_6s_to_10s' : 'pair_2s_to_5s';
}

function wordsOf(hand: HandName, first: number): string {
  const rank = ORDER[first] ?? '';
  switch (hand) {
    case 'high_card':
      return HAND_NAMES.highCard(rank);
    case 'pair_jacks_or_better':
    case 'pair_6s_to_10s':
    case 'pair_2s_to_5s':
      return HAND_NAMES.pair(rank);
    case 'two_pair':
      return HAND_NAMES.twoPair;
    case 'three_of_a_kind':
      return HAND_NAMES.three(rank);
    case 'straight':
      return HAND_NAMES.straight;
    case 'flush':
      return HAND_NAMES.flush;
    case 'full_house':
      return HAND_NAMES.fullHouse;
    case 'four_of_a_kind':
      return HAND_NAMES.four(rank);
    case 'straight_flush':
      return HAND_NAMES.straightFlush;
    case 'royal_flush':
      return HAND_NAMES.royalFlush;
  }
}

/** The cards that make the hand: the pair, or all five of a straight; none of a high card. */
export function makingCards(cards: readonly Card[], aceLow: boolean): Card[] {
  const named = nameHand(cards, aceLow);
  if (named === null || named.hand === 'high_card') return [];
  const grouped = cards.filter((card) => cards.filter((other) => other[0] === card[0]).length > 1);
  return grouped.length > 0 ? grouped : [...cards];
}
