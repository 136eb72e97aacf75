/** Playing cards by their two-character names, `Th` to `As`, as every file of the project writes them. */

import { cardName } from './cards/strings';

export const RANKS = 'AKQJT98765432';
export const SUITS = 'hcds';

export type Card = string;
export type Suit = 'h' | 'c' | 'd' | 's';

export const SUIT_SYMBOLS: Readonly<Record<Suit, string>> = { h: '♥', c: '♣', d: '♦', s: '♠' };
const SUITS_BY_SYMBOL: Record<string, Suit> = {
  '♥': 'h',
  '♡': 'h',
  '♣': 'c',
  '♧': 'c',
  '♦': 'd',
  '♢': 'd',
  '♠': 's',
  '♤': 's',
};

/** The 52 cards, suit by suit, ace first: the order of the picker. */
export const DECK: readonly Card[] = Array.from(SUITS).flatMap((suit) => Array.from(RANKS).map((rank) => rank + suit));
const KNOWN = new Set(DECK);

export function isCard(text: unknown): text is Card {
  return typeof text === 'string' && KNOWN.has(text);
}

export function suitOf(card: Card): Suit {
  return card[1] as Suit;
}

/** The corner index as printed: `10`, not `T`. */
export function rankLabel(card: Card): string {
  return card[0] === 'T' ? '10' : (card[0] ?? '');
}

/** `ten of hearts`. */
export function spoken(card: Card): string {
  return cardName(card);
}

/**
 * Cards as people type them: `2c 9d`, `2C,9D`, `10h`, `K♦`, or run together as `2c9dTh`.
 * Returns null when any part is not a card, so that nothing is silently dropped.
 */
export function parseCards(text: string): Card[] | null {
  const result: Card[] = [];
  const rest = text.replace(/[\s,;.]+/gu, '');
  const pattern = /(10|[2-9tjqka])([hcds♥♡♣♧♦♢♠♤])/giuy;
  while (pattern.lastIndex < rest.length) {
    const match = pattern.exec(rest);
    if (match === null) return null;
    const [, rank = '', suit = ''] = match;
    result.push((rank === '10' ? 'T' : rank.toUpperCase()) + (SUITS_BY_SYMBOL[suit] ?? suit.toLowerCase()));
  }
  return result;
}
