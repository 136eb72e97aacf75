import { describe, expect, test } from 'vitest';
import type { AdviseRequest } from '../../shared/protocol';
import { situationOfQuery, situationQuery } from './situationLink';

const SITUATION: AdviseRequest = {
  rules: 'maryland',
  options: { ante_pays: 'antes', ace_low_straight: false },
  hole: ['Kh', '4h'],
  across: ['9c', '9d'],
  down: ['2h', 'Th'],
  bets: [1, 3],
};
const DEFAULTS = { ante_pays: 'antes', ace_low_straight: true };

describe('a decision as an address', () => {
  test('is read as it was written', () => {
    const first = { rules: 'cardroom', options: {}, hole: ['As', 'Ad'], across: null, down: null, bets: [] };
    for (const situation of [SITUATION, first]) {
      expect(situationOfQuery(situationQuery(situation))).toEqual(situation);
    }
  });

  test('leaves out what the rule book chooses by default', () => {
    const query = situationQuery(SITUATION, DEFAULTS);
    expect(query).toBe(
      'rules=maryland&hole=Kh4h&across=9c9d&down=2hTh&bets=1-3&options=%7B%22ace_low_straight%22%3Afalse%7D',
    );
    expect(situationOfQuery(query)?.options).toEqual({ ace_low_straight: false });
  });

  test.each([
    ['', 'nothing'],
    ['hole=Kh4h', 'no rule book'],
    ['rules=maryland&hole=Kh', 'one card'],
    ['rules=maryland&hole=Kh4x', 'no such card'],
    ['rules=maryland&hole=KhKh', 'the same card twice'],
    ['rules=maryland&hole=Kh4h&across=9c9d', 'cards that turn after a bet'],
    ['rules=maryland&hole=Kh4h&bets=1', 'a bet without the cards that follow'],
    ['rules=maryland&hole=Kh4h&across=9c9d&down=2hTh&bets=1-2-3', 'nothing left to decide'],
    ['rules=maryland&hole=Kh4h&across=9c9d&bets=x', 'a bet that is no number'],
    ['rules=maryland&hole=Kh4h&options=[1]', 'options without names'],
    ['rules=maryland&hole=Kh4h&options={', 'damaged options'],
  ])('%s is refused: %s', (query) => {
    expect(situationOfQuery(query)).toBeNull();
  });
});
