import { describe, expect, it } from 'vitest';
import { choiceFaultWords, choiceOf } from './choices';
import type { Fault, FaultParams } from './faultWords';
import type { RuleBookAnswer } from './protocol';

const book = {
  choices: [
    { name: 'ante_minimum_cents', type: 'cents' },
    { name: 'limit_covers', type: 'spots' },
  ],
  document: { spots: { five_card_bonus: { title: 'Five Card Bonus' } } },
} as unknown as RuleBookAnswer;

describe('faults of house choices', () => {
  it.each<[Fault['code'], string, FaultParams, string, string]>([
    [
      'out_of_range',
      'choices.ante_minimum_cents',
      { least: 200, most: 1000, value: 150 },
      '',
      'Ante minimum: must be from $2 to $10, not $1.50',
    ],
    [
      'out_of_range',
      'choices.ante_minimum_cents',
      { least: 1, most: 1000, value: 0 },
      '7.E(1), reading R13',
      'Ante minimum: must be from $0.01 to $10, not $0 (7.E(1), reading R13)',
    ],
    [
      'covers_too_little',
      'choices.limit_covers',
      { missing: ['five_card_bonus'] },
      '',
      'Limit covers: must also cover Five Card Bonus',
    ],
    ['no_such_choice', 'choices.unheard_of', {}, '', 'Unheard of: words of the server.'],
    ['not_together', '', {}, '', 'Words of the server.'],
  ])('speak as the page does: %s at %s', (code, field, params, clause, words) => {
    expect(choiceFaultWords({ code, field, params, message: 'words of the server', clause }, book)).toBe(words);
  });

  it('belong to the choice that the field names', () => {
    expect(choiceOf('choices.bonus_spin.weights')).toBe('bonus_spin');
    expect([choiceOf('choices'), choiceOf('title'), choiceOf('')]).toEqual([null, null, null]);
  });
});
