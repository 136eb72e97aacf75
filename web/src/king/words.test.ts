import { describe, expect, it } from 'vitest';
import { figure, signed } from './figures';
import type { LineReading, SheetReading } from './sheetReading';
import { sheet, tray } from './strings';
import { cardWords, changeWords, HAND_ORDER, lineWords, someNames, squareWords } from './words';

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

describe('the sheet in words', () => {
  it('names a roll', () => {
    expect(tray.roll(15, 'nine of spades', 7)).toBe('Roll 15: nine of spades. 7 squares open.');
    expect(['9s', 'Tc', 'Qh', 'Ad'].map(cardWords)).toEqual([
      '9 of spades',
      '10 of clubs',
      'Queen of hearts',
      'Ace of diamonds',
    ]);
    expect(tray.open(1)).toBe('1 square open');
    expect(tray.wildRoll(20, 'nine of clubs')).toBe(
      'Roll 20 is wild: nine of clubs fits nowhere. Change its suit or its value.',
    );
    expect(sheet.placed('d3', 1400)).toBe('Placed on d3. 1,400 secured.');
  });

  it('names a hand', () => {
    expect(lineWords(line())).toBe('Hand 4: a pair, 25 points, up to four of a kind, 250.');
    expect(lineWords(line({ made: 'everything_else', points: 0 }))).toBe(
      'Hand 4: nothing yet, up to four of a kind, 250.',
    );
    expect(lineWords(line({ is_complete: true }))).toBe('Hand 4: a pair, 25 points, complete.');
    expect(lineWords(line({ made: 'everything_else', points: 0, is_complete: true }))).toBe(
      'Hand 4: high card, complete.',
    );
    expect([HAND_ORDER[0], HAND_ORDER.at(-1)]).toEqual(['royal_flush', 'everything_else']);
    expect(lineWords(line({ best: 'one_pair', best_points: 25 }))).toBe('Hand 4: a pair, 25 points.');
  });

  it('names the changes that a card makes', () => {
    expect(changeWords(line(), line({ made: 'three_of_a_kind', points: 75 }))).toBe(
      'Hand 4 becomes three of a kind, +50.',
    );
    expect(changeWords(line(), line({ best: 'full_house', best_points: 200 }))).toBe(
      'Hand 4 can then reach a full house at most.',
    );
    expect(changeWords(line(), line({ best: 'one_pair', best_points: 25 }))).toBe('Hand 4 can’t improve.');
    expect(changeWords(line(), line())).toBe('');
  });

  it('names a square', () => {
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
    expect(squareWords('d3', null, square, reading, true)).toBe('d3, open. Hand 4 becomes three of a kind, +50.');
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
    expect(someNames(['Mara', 'Jonas', 'Priya'])).toBe('Mara, Jonas, and Priya');
    expect(someNames(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, and 3 more');
  });
});
