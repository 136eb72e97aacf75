import { describe, expect, test } from 'vitest';
import { centsValue } from './faults/strings';
import { faultPhrase, faultSentence, titledFault, type Fault, type FaultParams } from './faultWords';
import { refusal } from './refusal';

const MESSAGE = 'words of the server';

function fault(code: Fault['code'], params: FaultParams = {}, field = '', clause = ''): Fault {
  return { code, field, params, message: MESSAGE, clause };
}

describe('words of the page', () => {
  test.each<[Fault['code'], FaultParams, string]>([
    ['missing', {}, 'is missing'],
    ['out_of_range', { least: 1, most: 3, value: 5 }, 'must be from 1 to 3, not 5'],
    ['out_of_range', { least: 1, most: null, value: 0 }, 'must be at least 1, not 0'],
    ['out_of_range', { most: 3, value: 5 }, 'must be at most 3, not 5'],
    ['out_of_range', { least: null, most: null, above: 0, value: 0 }, 'must be above 0, not 0'],
    ['name_reserved', { value: 'Dealer' }, 'is reserved for the house and its bots; choose another one'],
    ['not_one_of', { choices: ['manual_shoe', 'hand'], value: 'x' }, 'must be Manual shoe or Hand, not x'],
    ['repeated', { value: 2 }, '2 appears twice'],
    ['wrong_count', { least: 2, most: 2, count: 1 }, 'needs 2, not 1'],
    ['wrong_count', { least: 1, most: null, count: 0 }, 'needs at least 1, not 0'],
    ['too_long', { most: 40, count: 41 }, 'is too long: use at most 40'],
    ['wrong_type', { expected: 'whole_number', value: 'a' }, 'must be a whole number'],
    ['above_our_bound', { least: 1, most: 100, value: 200 }, 'must be at most 100 (a limit by Crossfelt), not 200'],
    [
      'unit_out_of_reach',
      { unit_cents: 700, minimum_cents: 500, maximum_cents: 600 },
      'no ante from $5 to $6 is a multiple of $7',
    ],
    [
      'minimum_above_maximum',
      { minimum_cents: 2000, maximum_cents: 1000 },
      'the minimum of $20 is above the maximum of $10',
    ],
    [
      'wager_outside_limits',
      { cents: 1, minimum_cents: 200, maximum_cents: 1000 },
      'must be from $2 to $10, not $0.01',
    ],
    [
      'wrong_multiple',
      { cents: 750, ante_cents: 500, multiples: [1, 2] },
      'must be 1x or 2x the ante of $5, not $7.50',
    ],
    [
      'player_edge',
      { choice: 'ante_pays', value: 'main', ev: '9846901/50896300' },
      'optimal play wins 0.19 antes per round on average',
    ],
    ['card_twice', { card: '2c' }, 'The two of clubs appears twice.'],
    ['too_many', { seconds: 1 }, 'Too many requests. Try again in 1 second.'],
  ])('are chosen by code: %s', (code, params, words) => {
    expect(faultPhrase(fault(code, params))).toBe(words);
  });

  test('give way to the message where the page has none, or not enough to go by', () => {
    expect(faultPhrase(fault('not_your_role'))).toBe(MESSAGE);
    expect(faultPhrase(fault('too_many'))).toBe(MESSAGE);
    expect(faultPhrase(fault('out_of_range', { least: null, most: null, above: null, value: 0 }))).toBe(MESSAGE);
    expect(faultPhrase(fault('wrong_type', { expected: 'a_later_type' }))).toBe(MESSAGE);
  });

  test('follow the naming of a form', () => {
    const range = fault('out_of_range', { least: 200, most: 1000, value: 150 });
    expect(faultPhrase(range, { shown: centsValue })).toBe('must be from $2 to $10, not $1.50');
    const unequal = fault('wagers_unequal', { cents: 400, other: 'ante_across', other_cents: 500 });
    expect(faultPhrase(unequal, { titleOf: () => 'Across Ante' })).toBe('must equal Across Ante ($5), not $4');
    expect(titledFault('Ante', fault('missing', {}, 'x', '7.E(1)'))).toBe('Ante: is missing (7.E(1))');
  });
});

test('a refusal without a form names the field in its sentence', () => {
  expect(faultSentence(fault('too_long', { most: 40 }, 'guest.name'))).toBe('Name: is too long: use at most 40.');
  expect(faultSentence(fault('seat_taken'))).toBe('This seat is taken. Choose another one.');
  expect(
    refusal({ code: 'bad_request', details: [fault('missing', {}, 'name'), fault('not_your_role')] }),
  ).toMatchObject({
    ok: false,
    code: 'bad_request',
    faults: ['Name: is missing.', 'Words of the server.'],
  });
});
