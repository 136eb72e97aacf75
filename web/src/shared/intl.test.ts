import { expect, test } from 'vitest';
import { date, list, number, placed, plural } from './intl';

test('a count takes its form', () => {
  const seats = { one: '# seat is free', other: '# seats are free' };
  expect([0, 1, 2, 1200].map((count) => plural(count, seats))).toEqual([
    '0 seats are free',
    '1 seat is free',
    '2 seats are free',
    '1,200 seats are free',
  ]);
});

test('a place takes its ending', () => {
  const forms = { one: '#st', two: '#nd', few: '#rd', other: '#th' };
  expect([1, 2, 3, 4, 11, 12, 13, 21, 111].map((place) => placed(place, forms))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '111th',
  ]);
});

test('lists, numbers and dates are American', () => {
  expect([list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])]).toEqual(['a', 'a and b', 'a, b, and c']);
  expect(list(['a', 'b', 'c'], 'disjunction')).toBe('a, b, or c');
  expect([number(1234.5), number(2, 1), number(1_000_000)]).toEqual(['1,234.5', '2.0', '1,000,000']);
  const day = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  expect(date(Date.UTC(2026, 10, 8), day)).toBe('November 8, 2026');
});
