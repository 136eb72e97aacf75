import { describe, expect, it } from 'vitest';
import type { RuleBookSummary } from '../../shared/protocol';
import { differenceWords } from './differences';

const BOOK: RuleBookSummary = {
  id: 'one',
  version: 1,
  title: 'One',
  publisher: 'Somebody',
  hash: '',
  seats: 6,
  main_pays: { royal_flush: 500, flush: 8 },
  bonus_spots: ['Five Card Bonus'],
  ante_minimum_cents: 500,
  ante_maximum_cents: 10_000,
  aggregate_limit_cents: null,
  clauses: 1,
  readings: 1,
  progressives: null,
};
const OTHER: RuleBookSummary = {
  ...BOOK,
  id: 'two',
  main_pays: { royal_flush: 250, flush: 8 },
  bonus_spots: [],
  aggregate_limit_cents: 300_000,
  progressives: 'rules = "two"',
};

describe('what sets a rule book apart', () => {
  it('names only the odds that differ', () => {
    expect(differenceWords(BOOK, [BOOK, OTHER])).toBe(
      'Antes $5 to $100. Royal flush 500 to 1. Five Card Bonus. No limit on wins in a round.',
    );
  });

  it('names limit and progressives', () => {
    expect(differenceWords(OTHER, [BOOK, OTHER])).toBe(
      'Antes $5 to $100. Royal flush 250 to 1. No side bets. At most $3,000 won in a round. Progressive wagers with a wheel.',
    );
  });

  it('has no odds to name where the books agree', () => {
    expect(differenceWords(BOOK, [BOOK])).toBe('Antes $5 to $100. Five Card Bonus. No limit on wins in a round.');
  });
});
