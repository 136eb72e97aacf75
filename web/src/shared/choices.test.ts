import { describe, expect, it } from 'vitest';
import { choiceFaultWords } from './choices';
import type { RuleBookAnswer } from './protocol';

const book = {
  choices: [
    { name: 'ante_minimum_cents', type: 'cents' },
    { name: 'bet_multiples', type: 'integers' },
  ],
} as unknown as RuleBookAnswer;

describe('faults of house choices', () => {
  it.each([
    ['choices.ante_minimum_cents: must be from 200 to 1000, not 150', 'Ante minimum: must be from $2 to $10, not $1.50'],
    [
      'choices.ante_minimum_cents: must be from 1 to 1000, not 0 (7.E(1), reading R13)',
      'Ante minimum: must be from $0.01 to $10, not $0 (7.E(1), reading R13)',
    ],
    ['choices.ante_minimum_cents: is above the maximum', 'Ante minimum: is above the maximum'],
    ['choices.bet_multiples: must be from 1 to 3, not 5', 'Bet multiples: must be from 1 to 3, not 5'],
    ['choices.unheard_of: must be from 1 to 3, not 5', 'choices.unheard_of: must be from 1 to 3, not 5'],
    ['these choices are at odds', 'these choices are at odds'],
  ])('speak as the page does: %s', (fault, words) => {
    expect(choiceFaultWords(fault, book)).toBe(words);
  });
});
