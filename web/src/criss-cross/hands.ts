/** Poker hands of two to five cards by name, as they form; and what a pay table makes of them. */

import type { Card } from '../shared/cards';
import type { PayTableEntry } from '../shared/protocol';
import { HANDS, type HandName } from '../shared/words';

export interface Named {
  readonly hand: HandName;
  /** `Pair of 4s`, `King high`, `Flush`. */
  readonly words: string;
  /** Compares with others, first number first. */
  readonly strength: readonly number[];
}

const ORDER = '23456789TJQKA';
const SINGLE: Readonly<Record<string, string>> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: '10' };

/** The name of the cards that are there; null for none. Straights and flushes need all five. */
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

/** `loses as it stands`, `pushes`, `pays 2 to 1`. */
export function standing(odds: number): string {
  if (odds < 0) return 'loses as it stands';
  return odds === 0 ? 'pushes' : `pays ${odds} to 1`;
}

/** `2:1`, `push`, `loses`: for narrow places. */
export function shortOdds(odds: number | null): string {
  if (odds === null || odds < 0) return 'loses';
  return odds === 0 ? 'push' : `${odds}:1`;
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
  const single = SINGLE[rank] ?? rank;
  switch (hand) {
    case 'high_card':
      return `${single.charAt(0).toUpperCase()}${single.slice(1)} high`;
    case 'pair_jacks_or_better':
      return `Pair of ${single}s`;
    case 'pair_6s_to_10s':
    case 'pair_2s_to_5s':
      return `Pair of ${single}s`;
    case 'three_of_a_kind':
      return `Three ${single}s`;
    case 'four_of_a_kind':
      return `Four ${single}s`;
    case 'royal_flush':
      return 'Royal flush';
    case 'straight_flush':
      return 'Straight flush';
    case 'full_house':
      return 'Full house';
    case 'flush':
      return 'Flush';
    case 'straight':
      return 'Straight';
    case 'two_pair':
      return 'Two pair';
  }
}

/** The cards that make the hand what it is: the pair, or all five of a straight; none of a high card. */
export function makingCards(cards: readonly Card[], aceLow: boolean): Card[] {
  const named = nameHand(cards, aceLow);
  if (named === null || named.hand === 'high_card') return [];
  const grouped = cards.filter((card) => cards.filter((other) => other[0] === card[0]).length > 1);
  return grouped.length > 0 ? grouped : [...cards];
}
