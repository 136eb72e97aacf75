/** Text for people who hear the cards. */

const RANKS: Readonly<Record<string, string>> = {
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  T: 'ten',
  '9': 'nine',
  '8': 'eight',
  '7': 'seven',
  '6': 'six',
  '5': 'five',
  '4': 'four',
  '3': 'three',
  '2': 'two',
};
const SUITS: Readonly<Record<string, string>> = { h: 'hearts', c: 'clubs', d: 'diamonds', s: 'spades' };

/** `ten of hearts` for `Th`. */
export const cardName = (card: string): string => `${RANKS[card[0] ?? '']} of ${SUITS[card[1] ?? '']}`;
