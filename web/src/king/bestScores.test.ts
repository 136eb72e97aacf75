import { describe, expect, it } from 'vitest';
import { isBests, keyOf, noted, scoreWords, type Scored } from './bestScores';

const game = (over: Partial<Scored> = {}): Scored => ({
  rules: 'abc',
  bonus: true,
  mode: 'solo',
  hinted: false,
  total: 900,
  round: 'r-1',
  at_ms: 1,
  ...over,
});

describe('best scores', () => {
  it('keeps the higher one, and the first of equals', () => {
    const first = noted({}, game());
    expect(noted(first, game({ total: 800 }))).toBe(first);
    expect(noted(first, game({ round: 'r-2' }))[keyOf(game())]?.round).toBe('r-1');
    expect(noted(first, game({ total: 901 }))[keyOf(game())]?.total).toBe(901);
  });

  it('keeps games with hints and other rules apart', () => {
    const bests = [game({ hinted: true, total: 2000 }), game({ rules: 'def', total: 100 }), game()].reduce(noted, {});
    expect(
      Object.values(bests)
        .map(({ total }) => total)
        .sort(),
    ).toEqual([100, 2000, 900]);
  });

  it('knows what was kept from what was not', () => {
    expect(isBests({})).toBe(true);
    expect(isBests(noted({}, game()))).toBe(true);
    for (const name of ['rules', 'total', 'hinted', 'bonus'])
      expect(isBests({ a: { ...game(), [name]: null } })).toBe(false);
    expect(isBests({ a: null })).toBe(false);
    expect(isBests([])).toBe(false);
    expect(isBests(null)).toBe(false);
  });
});

describe('a score in words', () => {
  it('compares with the best before, and keeps hints apart', () => {
    expect([scoreWords(700, null, false), scoreWords(700, null, true)]).toEqual([
      'Your first score.',
      'Your first score with hints.',
    ]);
    expect(scoreWords(1_700, 1_650, false)).toBe('A new best! Your previous best was 1,650.');
    expect(scoreWords(700, 650, true)).toBe('A new best with hints! Your previous best was 650.');
    expect(scoreWords(600, 650, false)).toBe('Your best is 650.');
    expect(scoreWords(600, 650, true)).toBe('Your best with hints is 650.');
  });
});
