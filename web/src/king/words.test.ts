import { describe, expect, it } from 'vitest';
import type { LineReading, SheetReading } from './sheetReading';
import {
  cardWords,
  changeWords,
  figure,
  lineWords,
  openWords,
  placedWords,
  rollWords,
  signed,
  someNames,
  squareWords,
  wildWords,
} from './words';

const line = (over: Partial<LineReading> = {}): LineReading => ({
  number: 4,
  made: 'one_pair',
  points: 25,
  best: 'four_of_a_kind',
  best_points: 250,
  is_complete: false,
  steps: [],
  ...over,
});

describe('what is said', () => {
  it('tells a roll', () => {
    expect(rollWords(15, '9s', 7)).toBe('Roll 15: nine of spades. Seven squares are open.');
    expect(['9s', 'Tc', 'Qh', 'Ad'].map(cardWords)).toEqual([
      '9 of spades',
      '10 of clubs',
      'Queen of hearts',
      'Ace of diamonds',
    ]);
    expect(openWords(1)).toBe('One square is open');
    expect(openWords(24)).toBe('24 squares are open');
    expect(wildWords(20, '9c')).toBe('Roll 20 is wild: nine of clubs fits nowhere. Change its suit or its value.');
    expect(placedWords('d3', 1400)).toBe('Placed on d3. 1,400 secured.');
  });

  it('tells a hand', () => {
    expect(lineWords(line())).toBe('Hand 4: a pair, 25 points, up to four of a kind, 250.');
    expect(lineWords(line({ made: 'everything_else', points: 0 }))).toBe(
      'Hand 4: nothing yet, up to four of a kind, 250.',
    );
    expect(lineWords(line({ is_complete: true }))).toBe('Hand 4: a pair, 25 points, complete.');
    expect(lineWords(line({ best: 'one_pair', best_points: 25 }))).toBe('Hand 4: a pair, 25 points.');
  });

  it('tells what a card changes', () => {
    expect(changeWords(line(), line({ made: 'three_of_a_kind', points: 75 }))).toBe(
      'Hand 4 becomes three of a kind, plus 50.',
    );
    expect(changeWords(line(), line({ best: 'full_house', best_points: 200 }))).toBe(
      'Hand 4 can then be full house at most.',
    );
    expect(changeWords(line(), line())).toBe('');
  });

  it('tells a square', () => {
    const reading: SheetReading = {
      lines: Array.from({ length: 12 }, (_, at) => line({ number: at + 1 })),
      squares: [],
      achievements: [],
      wild: null,
      secured: 0,
    };
    const square = {
      name: 'd3',
      is_open: true,
      why: null,
      twin: null,
      twin_line: null,
      lines: [line({ made: 'three_of_a_kind', points: 75 })],
      gain: 50,
    };
    expect(squareWords('d3', null, square, reading, true)).toBe('d3, open. Hand 4 becomes three of a kind, plus 50.');
    expect(squareWords('d3', null, { ...square, is_open: false, why: 'Hand 12 holds it.' }, reading, true)).toBe(
      'd3, closed. Hand 12 holds it.',
    );
    expect(squareWords('d3', null, square, reading, false)).toBe('d3, empty');
    expect(squareWords('d3', 'Th', square, reading, true)).toBe('d3, ten of hearts');
    expect(squareWords('c3', 'K', square, reading, true)).toContain('printed King');
  });
});

describe('figures and names', () => {
  it('signs with a real minus', () => {
    expect(signed(150)).toBe('+150');
    expect(signed(-13.11, 1)).toBe('−13.1');
    expect(signed(0.01, 1)).toBe('0.0');
    expect(figure(1562.3, 1)).toBe('1,562.3');
  });

  it('lists a few names', () => {
    expect(someNames(['Mara'])).toBe('Mara');
    expect(someNames(['Mara', 'Jonas', 'Priya'])).toBe('Mara, Jonas and Priya');
    expect(someNames(['a', 'b', 'c', 'd', 'e'])).toBe('a, b and 3 more');
  });
});
