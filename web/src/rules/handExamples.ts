/** An example of every hand, for people who don't know them yet. */

import { spoken, type Card } from '../shared/cards';
import type { BookDocument } from '../shared/protocol';
import { HANDS, oddsWords, type HandName } from '../shared/words';
import { payColumns } from './payColumns';
import { handsText } from './strings';

export const EXAMPLES: Readonly<Record<HandName, readonly Card[]>> = {
  royal_flush: ['Ah', 'Kh', 'Qh', 'Jh', 'Th'],
  straight_flush: ['9s', '8s', '7s', '6s', '5s'],
  four_of_a_kind: ['Qh', 'Qc', 'Qd', 'Qs', '7d'],
  full_house: ['8h', '8c', '8s', 'Kd', 'Kc'],
  flush: ['Kc', 'Tc', '8c', '6c', '3c'],
  straight: ['Jd', 'Th', '9s', '8d', '7c'],
  three_of_a_kind: ['5h', '5d', '5s', 'Jc', '9h'],
  two_pair: ['Ts', 'Td', '4h', '4c', 'Ad'],
  pair_jacks_or_better: ['Js', 'Jh', '9c', '6d', '2s'],
  pair_6s_to_10s: ['8d', '8s', 'Kh', 'Tc', '3d'],
  pair_2s_to_5s: ['3h', '3c', 'Qd', '9s', '7h'],
  high_card: ['As', 'Jd', '9h', '6c', '4s'],
};

/** The cards of an example as a sentence, for screen readers. */
export function spokenExample(cards: readonly Card[]): string {
  return handsText.example(cards.map(spoken));
}

export interface RankedHand {
  readonly hand: HandName;
  readonly pays: readonly { readonly title: string; readonly odds: number; readonly words: string }[];
}

/** Every hand, the best first, with its odds in each pay table of the rule book. */
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
