/** The runout of a folded round, from its record, which the server gives once the round is over. */

import type { Card } from '../../shared/cards';
import type { BookDocument, RecordAnswer } from '../../shared/protocol';
import { better, inSentence, nameHand, oddsOf, standing, type Named } from '../hands/hands';
import { lineCards } from '../layout';
import { FIGURES, RUNOUT } from './strings';

export interface RunoutLine {
  readonly line: 'across' | 'down' | 'middle';
  /** `Across: pair of kings, pays 1 to 1.` */
  readonly says: string;
  readonly odds: number;
}

const PLACES = ['across_left', 'across_right', 'down_far', 'down_near', 'middle'];

/** Place of the cross -> card, for every card that was dealt there. */
export function dealtCross({ steps }: Pick<RecordAnswer, 'steps'>): Readonly<Record<string, Card>> {
  let deck: readonly Card[] = [];
  const cross: Record<string, Card> = {};
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.kind === 'shuffled') deck = event.deck;
    if (event.kind !== 'cards_dealt') continue;
    for (const { place, position } of event.placements) {
      const card = deck[position];
      if (PLACES.includes(place) && card !== undefined) cross[place] = card;
    }
  }
  return cross;
}

/** The result that each bet would have had. */
export function runoutLines(
  { pay_tables, spots, hands }: Pick<BookDocument, 'pay_tables' | 'spots' | 'hands'>,
  hole: readonly Card[],
  cross: Readonly<Record<string, Card>>,
): readonly RunoutLine[] {
  const main = Object.values(spots).find(({ kind }) => kind === 'main');
  const pays = pay_tables[main?.pays ?? ''] ?? null;
  const made = (line: 'across' | 'down'): Named | null =>
    nameHand([...hole, ...lineCards(cross, line)], hands.ace_low_straight);
  const [across, down] = [made('across'), made('down')];
  const rows = { across, down, middle: better(across, down) };
  return Object.entries(rows).flatMap(([line, hand]) => {
    if (hand === null) return [];
    const odds = oddsOf(pays, hand.hand);
    const says = RUNOUT.line(FIGURES.line(line), inSentence(hand.words), standing(odds, true));
    return [{ line: line as RunoutLine['line'], says, odds }];
  });
}
