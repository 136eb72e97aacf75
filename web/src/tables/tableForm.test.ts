import { expect, test } from 'vitest';
import { failure } from '../shared/api';
import { refusal } from '../shared/refusal';
import type { Fault } from '../shared/faultWords';
import type { RuleBookAnswer } from '../shared/protocol';
import { emptyForm, formFaults, refusalFaults, secondsWords, termsOf } from './tableForm';

const FORM = { ...emptyForm('criss-cross', 'Ada'), rules: 'some-book', minimum: '5', maximum: '100' };
const BOOK = {
  choices: [{ name: 'ante_minimum_cents', type: 'cents' }],
  document: { seats: { count: 6 } },
} as unknown as RuleBookAnswer;

test('a form that is whole has no fault', () => {
  expect(formFaults(FORM, BOOK)).toEqual({});
});

test('each fault stands at its field', () => {
  const wrong = { ...FORM, title: ' ', minimum: '5', maximum: '2', seats: 7 };
  expect(Object.keys(formFaults(wrong, BOOK)).sort()).toEqual(['maximum', 'seats', 'title']);
  expect(formFaults({ ...FORM, minimum: 'five' }, BOOK)).toEqual({ minimum: ['Enter an amount such as 5 or 12.50.'] });
  expect(formFaults({ ...FORM, game: 'king-cross', seats: 100, minimum: 'five' }, BOOK)).toEqual({});
});

test('limits are sent as choices of the rule book', () => {
  const terms = termsOf({ ...FORM, options: { ace_low_straight: false } }, null);
  expect(terms).toMatchObject({ title: "Ada's table", rules: 'some-book', seat_count: 6, table_kind: 'live' });
  expect(terms.options).toEqual({ ace_low_straight: false, ante_minimum_cents: 500, ante_maximum_cents: 10000 });
});

test('a table with progressive wagers is opened by their submission alone', () => {
  const terms = termsOf({ ...FORM, hasProgressives: true, options: { abandoned: 'fold' } }, 'rules = "x"');
  expect([terms.rules, terms.options]).toEqual(['rules = "x"', {}]);
});

test('King Cross has a mode and a bonus, and a seat alone is solo', () => {
  const king = { ...emptyForm('king-cross', null), mode: 'own_dice' as const, bonus: true };
  expect(termsOf(king, null).options).toEqual({ mode: 'own_dice', bonus: true });
  expect(termsOf({ ...king, seats: 1 }, null).options).toEqual({ mode: 'solo', bonus: true });
});

test('a refusal goes to its fields, in words', () => {
  const message = 'words of the server';
  const details: Fault[] = [
    { code: 'too_long', field: 'title', params: { most: 40 }, message, clause: '' },
    {
      code: 'out_of_range',
      field: 'choices.ante_minimum_cents',
      params: { least: 100, most: 5000, value: 7 },
      message,
      clause: 'reading R13',
    },
    { code: 'no_such_choice', field: 'choices.other', params: {}, message, clause: '' },
    { code: 'out_of_bounds', field: '', params: {}, message: 'you have 20 tables open; close one first', clause: '' },
  ];
  expect(refusalFaults(refusal({ code: 'bad_request', details }), BOOK)).toEqual({
    title: ['Is too long: use at most 40.'],
    minimum: ['Ante minimum: must be from $1 to $50, not $0.07 (reading R13)'],
    options: ['Other: words of the server.'],
    '': ['You have 20 tables open; close one first.'],
  });
  expect(refusalFaults(failure('The server does not answer.'), BOOK)).toEqual({ '': ['The server does not answer.'] });
});

test('clocks are in words', () => {
  expect([0, 45, 180].map(secondsWords)).toEqual(['No clock', '45 seconds', '3 minutes']);
});

test('the host rules only at a private table', () => {
  expect(termsOf({ ...FORM, hostRules: true, isPrivate: true }, null).host_rules).toBe(true);
  expect(termsOf({ ...FORM, hostRules: true, isPrivate: false }, null).host_rules).toBe(false);
});
