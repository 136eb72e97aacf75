import { describe, expect, it } from 'vitest';
import {
  decodeCase,
  emptyForm,
  encodeCase,
  exampleForm,
  faultWords,
  fromRequest,
  hints,
  toRequest,
  wagerField,
  type CaseForm,
} from './caseform';
import type { Fault, FaultParams } from '../../shared/faultWords';
import type { BookDocument } from '../../shared/protocol';

/** Small, but with every rule that hints look at. */
const book = {
  id: 'house',
  dealing_method: 'hand',
  dealing: { hand: { order: ['seat_round', 'seat_round', 'bonus_1', 'bonus_2', 'bonus_3', 'bonus_4', 'middle'] } },
  stages: [{ id: 'across' }, { id: 'down' }, { id: 'middle' }],
  spots: {
    ante_across: {
      title: 'Across Ante',
      kind: 'ante',
      placed: 'betting',
      required: true,
      minimum_cents: 200,
      maximum_cents: 1000,
    },
    ante_down: {
      title: 'Down Ante',
      kind: 'ante',
      placed: 'betting',
      required: true,
      equal_to: 'ante_across',
      minimum_cents: 200,
      maximum_cents: 1000,
    },
    across: { title: 'Across', kind: 'main', placed: 'across', multiple_of: 'ante_across', multiples: [1, 2, 3] },
    down: { title: 'Down', kind: 'main', placed: 'down', multiple_of: 'ante_down', multiples: [1, 2, 3] },
    middle: { title: 'Middle', kind: 'main', placed: 'middle', multiple_of: 'ante_across', multiples: [1, 2, 3] },
    five: {
      title: 'Five',
      kind: 'bonus',
      placed: 'betting',
      hand: 'community',
      needs: ['ante_across'],
      minimum_cents: 200,
      maximum_cents: 1000,
    },
    six: {
      title: 'Six',
      kind: 'bonus',
      placed: 'betting',
      hand: 'hole_and_bonus',
      needs: ['ante_across', 'five'],
      equal_to: 'five',
      minimum_cents: 200,
      maximum_cents: 1000,
    },
    closed: { title: 'Closed', kind: 'bonus', placed: 'betting', hand: 'community', offered: false },
  },
} as unknown as BookDocument;

function wrong(form: CaseForm): string[] {
  return hints(form, book)
    .filter((hint) => hint.level !== 'todo')
    .map((hint) => hint.field);
}

function says(form: CaseForm): string[] {
  return [...new Set(hints(form, book).map((hint) => hint.says))];
}

function put(form: CaseForm, seat: number, spot: string, typed: string): void {
  Object.assign(form.seats[seat]?.wagers ?? {}, { [spot]: typed });
}

function changed(change: (form: CaseForm) => void): CaseForm {
  const form = exampleForm(book);
  change(form);
  return form;
}

describe('the example', () => {
  it('leaves nothing to hint at', () => {
    expect(hints(exampleForm(book), book)).toEqual([]);
  });

  it('bets exact multiples in whole cents', () => {
    expect(toRequest(exampleForm(book)).seats[0]?.wagers).toEqual({
      ante_across: 500,
      ante_down: 500,
      across: 1500,
      down: 1500,
      middle: 1500,
      five: 500,
      six: 500,
    });
  });
});

describe('a case', () => {
  it('goes through JSON and back', () => {
    const form = exampleForm(book);
    expect(fromRequest(JSON.parse(JSON.stringify(toRequest(form))))).toEqual(form);
  });

  it('goes through a link and back, with its options', () => {
    const form = {
      ...exampleForm(book),
      options: { ace_low_straight: false, limit_covers: ['across', 'down'], text: 'a&b=c #%' },
    };
    expect(decodeCase(encodeCase(form))).toEqual(form);
  });

  it('may be half filled in a link', () => {
    const form = emptyForm('house');
    form.cards['down_near'] = 'Th';
    form.cards['hole:1:2'] = '2c';
    expect(decodeCase(encodeCase(form))).toEqual(form);
  });

  it('is shown as JSON with its gaps', () => {
    const request = toRequest(emptyForm('house'));
    expect(request.community).toEqual({ across: [], down: [], middle: '' });
    expect(request.seats).toEqual([{ seat: 1, hole: [], folded_at: null, wagers: {} }]);
  });

  it.each([
    'cross=2c',
    'rules=house&cross=2c9',
    'rules=house&cross=2x',
    'rules=house&s1=AhKc.across',
    'rules=house&o.x=%7B',
  ])('is not guessed from a damaged link: %s', (query) => {
    expect(decodeCase(query)).toBeNull();
  });

  it.each([
    [null, 'The case'],
    [{ rules: 5 }, 'rules'],
    [{ rules: 'house', seats: {} }, 'seats'],
    [{ rules: 'house', seats: [{ seat: 9 }] }, 'seats[1].seat'],
    [{ rules: 'house', seats: [{ seat: 1 }, { seat: 1 }] }, 'appears twice'],
    [{ rules: 'house', seats: [{ seat: 1, hole: ['Ah', 'Kx'] }] }, 'seats[1].hole'],
    [{ rules: 'house', seats: [{ seat: 1, wagers: { across: 1.5 } }] }, 'seats[1].wagers.across'],
    [{ rules: 'house', seats: [{ seat: 1, folded_at: 'river' }] }, 'seats[1].folded_at'],
    [{ rules: 'house', community: { across: ['Ah', 'Kh', 'Qh'] }, seats: [] }, 'community.across'],
  ])('that no form can show says why: %j', (value, where) => {
    expect(() => fromRequest(value)).toThrow(where);
  });
});

describe('hints', () => {
  it('ask for what is missing and call nothing wrong', () => {
    const result = hints(emptyForm('house'), book);
    expect(result.every((hint) => hint.level === 'todo')).toBe(true);
    expect(result.map((hint) => hint.field)).toEqual([
      'across_left',
      'across_right',
      'down_far',
      'down_near',
      'middle',
      'hole:1:1',
      'hole:1:2',
      ...['ante_across', 'ante_down', 'across', 'down', 'middle'].map((spot) => wagerField(1, spot)),
    ]);
  });

  it.each<[string, (form: CaseForm) => void, string]>([
    ['a card twice', (form) => (form.cards['hole:1:1'] = 'Kd'), 'hole:1:1'],
    ['unequal antes', (form) => put(form, 0, 'ante_down', '4'), '1:ante_down'],
    ['an ante beyond the limit', (form) => put(form, 1, 'ante_across', '10.01'), '3:ante_across'],
    ['a bet that is no multiple', (form) => put(form, 0, 'across', '7.50'), '1:across'],
    ['a bet beyond the fold', (form) => put(form, 2, 'middle', '5'), '5:middle'],
    ['a bonus without its companion', (form) => put(form, 0, 'five', ''), '1:six'],
    ['an amount that is none', (form) => put(form, 0, 'across', 'five'), '1:across'],
    ['a wager that is not offered', (form) => put(form, 0, 'closed', '5'), '1:closed'],
  ])('see %s', (_, change, field) => {
    expect(wrong(changed(change))).toContain(field);
  });

  it('ask for cards by the name of their line and in numbers that fit', () => {
    expect(says(emptyForm('house')).slice(0, 4)).toEqual([
      'Choose two across cards.',
      'Choose two down cards.',
      'Choose the middle card.',
      'Choose two cards for seat 1.',
    ]);
    const begun = changed((form) => {
      for (const place of ['across_left', 'bonus_1', 'bonus_3', 'hole:3:2']) delete form.cards[place];
    });
    expect(says(begun)).toEqual([
      'Choose one more across card.',
      'Choose two more bonus cards.',
      'Choose one more card for seat 3.',
    ]);
  });

  it('ask for a seat where there is none', () => {
    expect(says(changed((form) => (form.seats = [])))).toEqual(['Choose at least one seat.']);
  });

  it('call only an amount unreadable that is none', () => {
    const form = changed((changing) => {
      put(changing, 0, 'across', '5,00');
      put(changing, 1, 'across', '7');
    });
    expect(hints(form, book).map((hint) => [hint.field, hint.level])).toEqual([
      ['1:across', 'unreadable'],
      ['3:across', 'wrong'],
    ]);
  });

  it('want bonus cards only when someone bets on them', () => {
    const without = changed((form) => {
      for (const place of ['bonus_1', 'bonus_2', 'bonus_3', 'bonus_4']) delete form.cards[place];
      for (const seat of form.seats) delete seat.wagers['six'];
    });
    expect(hints(without, book)).toEqual([]);
    without.cards['bonus_2'] = '7s';
    expect(hints(without, book).map((hint) => hint.field)).toEqual(['bonus_1', 'bonus_3', 'bonus_4']);
    delete without.cards['bonus_2'];
    put(without, 0, 'six', '5');
    expect(hints(without, book).map((hint) => hint.field)).toEqual(['bonus_1', 'bonus_2', 'bonus_3', 'bonus_4']);
  });
});

describe('faults', () => {
  it.each<[Fault['code'], string, FaultParams, string]>([
    [
      'wrong_multiple',
      'seats[2].wagers.across',
      { cents: 750, ante_cents: 500, multiples: [1] },
      'Seat 3, Across: must be 1x the ante of $5, not $7.50',
    ],
    [
      'wagers_unequal',
      'seats[1].wagers.down',
      { cents: 400, other: 'across', other_cents: 500 },
      'Seat 1, Down: must equal Across ($5), not $4',
    ],
    ['wrong_count', 'seats[3].hole', { least: 2, most: 2, count: 1 }, 'Seat 5, own cards: needs 2, not 1'],
    ['missing', 'seats[3].folded_at', {}, 'Seat 5, folded at: is missing'],
    ['not_a_card', 'community.across', { value: '2x' }, 'Across cards: 2x isn’t a card'],
    ['wrong_count', 'bonus_cards', { least: 4, most: 4, count: 3 }, 'Bonus cards: needs 4, not 3'],
    ['wrong_count', 'seats', { least: 1, most: 6, count: 0 }, 'Seats: needs 1 to 6, not 0'],
    ['missing', 'seats[9].hole', {}, 'Hole: is missing.'],
    ['card_twice', '', { card: '2c' }, 'The two of clubs appears twice.'],
    ['spin_missing', 'progressive.spins', {}, 'Spins: words of the server.'],
  ])('name the seat as the form does: %s at %s', (code, field, params, words) => {
    expect(
      faultWords({ code, field, params, message: 'words of the server', clause: '' }, exampleForm(book), book),
    ).toBe(words);
  });
});
