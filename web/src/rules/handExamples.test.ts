import { expect, test } from 'vitest';
import { nameHand } from '../criss-cross/hands/hands';
import { rulesDocument } from '../criss-cross/testing';
import { DECK } from '../shared/cards';
import { HANDS } from '../shared/words';
import { EXAMPLES, rankedHands, spokenExample } from './handExamples';

test.each(HANDS)('the example of %s is that hand', (hand) => {
  const cards = EXAMPLES[hand];
  expect(new Set(cards.filter((card) => DECK.includes(card))).size).toBe(5);
  expect(nameHand(cards, false)?.hand).toBe(hand);
});

test('an example can be heard', () => {
  expect(spokenExample(EXAMPLES.royal_flush)).toBe(
    'For example ace of hearts, king of hearts, queen of hearts, jack of hearts, and ten of hearts.',
  );
});

test('each hand has what every pay table of the rule book makes of it, the best hand first', () => {
  const book = rulesDocument();
  const ranked = rankedHands(book);
  expect(ranked.map(({ hand }) => hand)).toEqual(HANDS);
  for (const { hand, pays } of ranked) {
    for (const { title, odds } of pays) {
      expect(odds).toBe(book.pay_tables[title === 'Antes' ? 'antes' : 'main']?.[hand] ?? -1);
    }
  }
  expect(ranked.at(-1)?.pays.map(({ words }) => words)).toEqual(['Loses', 'Loses']);
});
