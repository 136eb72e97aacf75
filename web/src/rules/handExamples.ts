/** An example of every hand, for people who don't know them yet. */

import { spoken, type Card } from '../shared/cards';
import type { BookDocument } from '../shared/protocol';
import { HANDS, listWords, oddsWords, type HandName } from '../shared/words';
import { payColumns } from './payColumns';

interface Example {
  readonly says: string;
  readonly cards: readonly Card[];
}

export const EXAMPLES: Readonly<Record<HandName, Example>> = {
  royal_flush: {
    says: 'Ace, king, queen, jack and 10 of one suit.',
    cards: ['Ah', 'Kh', 'Qh', 'Jh', 'Th'],
  },
  straight_flush: {
    says: 'Five cards in a row, all of one suit.',
    cards: ['9s', '8s', '7s', '6s', '5s'],
  },
  four_of_a_kind: { says: 'Four cards of one rank.', cards: ['Qh', 'Qc', 'Qd', 'Qs', '7d'] },
  full_house: {
    says: 'Three cards of one rank and two of another.',
    cards: ['8h', '8c', '8s', 'Kd', 'Kc'],
  },
  flush: { says: 'Five cards of one suit, in any order.', cards: ['Kc', 'Tc', '8c', '6c', '3c'] },
  straight: { says: 'Five cards in a row, of any suits.', cards: ['Jd', 'Th', '9s', '8d', '7c'] },
  three_of_a_kind: { says: 'Three cards of one rank.', cards: ['5h', '5d', '5s', 'Jc', '9h'] },
  two_pair: { says: 'Two cards of one rank and two of another.', cards: ['Ts', 'Td', '4h', '4c', 'Ad'] },
  pair_jacks_or_better: {
    says: 'Two jacks, queens, kings or aces.',
    cards: ['Js', 'Jh', '9c', '6d', '2s'],
  },
  pair_6s_to_10s: { says: 'Two cards of one rank from 6 to 10.', cards: ['8d', '8s', 'Kh', 'Tc', '3d'] },
  pair_2s_to_5s: { says: 'Two cards of one rank from 2 to 5.', cards: ['3h', '3c', 'Qd', '9s', '7h'] },
  high_card: { says: 'None of the hands above.', cards: ['As', 'Jd', '9h', '6c', '4s'] },
};

/** The cards of an example as a sentence, for people who hear the page. */
export function spokenExample({ cards }: Example): string {
  return `For example ${listWords(cards.map(spoken))}.`;
}

export interface RankedHand {
  readonly hand: HandName;
  readonly pays: readonly { readonly title: string; readonly odds: number; readonly words: string }[];
}

/** Every hand, the best first, with what each pay table of the rule book makes of it. */
export function rankedHands(book: BookDocument): RankedHand[] {
  const columns = payColumns(book);
  return HANDS.map((hand) => ({
    hand,
    pays: columns.map(({ title, table }) => {
      const odds = table[hand] ?? -1;
      return { title, odds, words: oddsWords(odds) };
    }),
  }));
}
