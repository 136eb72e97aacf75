import { describe, expect, it } from 'vitest';
import { DECK, isCard, parseCards, rankLabel, spoken } from './cards';

describe('cards', () => {
  it('are 52, each once', () => {
    expect(new Set(DECK).size).toBe(52);
    expect(DECK.every(isCard)).toBe(true);
  });

  it('have spoken names and printed ranks', () => {
    expect(spoken('Th')).toBe('ten of hearts');
    expect(spoken('As')).toBe('ace of spades');
    expect(rankLabel('Tc')).toBe('10');
  });

  it.each([
    ['2c 9d', ['2c', '9d']],
    ['TH, kD', ['Th', 'Kd']],
    ['10h10s', ['Th', 'Ts']],
    ['A♠ K♦', ['As', 'Kd']],
    ['', []],
  ])('are read as people type them: %s', (text, cards) => {
    expect(parseCards(text)).toEqual(cards);
  });

  it.each(['2x', '1h', 'Th9', 'hearts', '0h', '11h'])('are not guessed: %s', (text) => {
    expect(parseCards(text)).toBeNull();
  });
});
