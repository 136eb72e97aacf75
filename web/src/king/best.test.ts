import { describe, expect, it } from 'vitest';
import { isBests, keyOf, noted, type Scored } from './best';

const game = (over: Partial<Scored> = {}): Scored => ({
  rules: 'abc', bonus: true, mode: 'solo', hinted: false, total: 900, round: 'r-1', at_ms: 1, ...over,
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
    expect(Object.values(bests).map(({ total }) => total).sort()).toEqual([100, 2000, 900]);
  });

  it('knows what was kept from what was not', () => {
    expect(isBests({})).toBe(true);
    expect(isBests(noted({}, game()))).toBe(true);
    expect(isBests({ a: { total: 'many' } })).toBe(false);
    expect(isBests([])).toBe(false);
    expect(isBests(null)).toBe(false);
  });
});
