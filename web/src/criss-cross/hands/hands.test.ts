import { describe, expect, it } from 'vitest';
import { parseCards } from '../../shared/cards';
import { bestHand, better, compare, makingCards, nameHand, oddsOf, standing } from './hands';

const named = (text: string, aceLow = true) => nameHand(parseCards(text) ?? [], aceLow);

describe('names of hands as they form', () => {
  it.each([
    ['Kh 4h', 'King high', 'high_card'],
    ['Th 4h', '10 high', 'high_card'],
    ['4h 4c', 'Pair of 4s', 'pair_2s_to_5s'],
    ['6h 6c Kd', 'Pair of 6s', 'pair_6s_to_10s'],
    ['Th Tc Kd', 'Pair of 10s', 'pair_6s_to_10s'],
    ['Kh 4h 4c Jd Js', 'Two pair', 'two_pair'],
    ['Jh Jc Kd 2d', 'Pair of jacks', 'pair_jacks_or_better'],
    ['Jh Jc Jd 2d', 'Three jacks', 'three_of_a_kind'],
    ['7h 7c 7d 7s', 'Four 7s', 'four_of_a_kind'],
    ['7h 7c 7d 2s 2c', 'Full house', 'full_house'],
    ['7h 9h 2h Kh 3h', 'Flush', 'flush'],
    ['7h 9h 2h Kh', 'King high', 'high_card'],
    ['7h 8h 9c Th Jh', 'Straight', 'straight'],
    ['Ah 2h 3c 4h 5h', 'Straight', 'straight'],
    ['Ah 2h 3h 4h 5h', 'Straight flush', 'straight_flush'],
    ['Ah Kh Qh Jh Th', 'Royal flush', 'royal_flush'],
  ])('%s is %s', (cards, words, hand) => {
    expect(named(cards)).toMatchObject({ words, hand });
  });

  it('takes an ace below the 2 only where the rules do', () => {
    expect(named('Ah 2h 3c 4h 5h', false)?.words).toBe('Ace high');
  });

  it('has no name for nothing', () => {
    expect(named('')).toBeNull();
  });
});

describe('two hands', () => {
  it('compares hand, then rank, then what is beside it', () => {
    const [kings, queens, kicker] = [named('Kh Kc 2d 3d 4s'), named('Qh Qc Ad 3d 4s'), named('Kd Ks 2c 3c 5s')];
    expect(better(kings, queens)).toBe(kings);
    expect(better(kings, kicker)).toBe(kicker);
    expect(better(null, queens)).toBe(queens);
    if (kings !== null) expect(compare(kings, kings)).toBe(0);
  });

  it('ranks the straight to the five lowest', () => {
    const [wheel, six] = [named('Ah 2h 3c 4h 5h'), named('2h 3h 4c 5h 6s')];
    expect(better(wheel, six)).toBe(six);
  });

  it('finds the best five of six', () => {
    expect(bestHand(parseCards('7h 9h 2h Kh 3h 7c') ?? [], true)?.words).toBe('Flush');
  });
});

it('says what a pay table makes of a hand', () => {
  const pays = { two_pair: 2, pair_6s_to_10s: 0 };
  expect(standing(oddsOf(pays, 'two_pair'))).toBe('pays 2 to 1');
  expect(standing(oddsOf(pays, 'pair_6s_to_10s'))).toBe('pushes');
  expect(standing(oddsOf(pays, 'high_card'))).toBe('loses for now');
  expect(standing(oddsOf(null, 'flush'))).toBe('loses for now');
});

it('marks the cards that make a hand', () => {
  expect(makingCards(['Kh', '4h', '4c', 'Jd'], true)).toEqual(['4h', '4c']);
  expect(makingCards(['Kh', '4h'], true)).toEqual([]);
  expect(makingCards(['7h', '8h', '9c', 'Th', 'Jh'], true)).toHaveLength(5);
});
