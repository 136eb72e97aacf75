import { describe, expect, it } from 'vitest';
import type { KingHintAnswer } from '../shared/protocol';
import { comparison, heatOf, placementWords, rowWords } from './hints';
import type { LineReading, SheetReading } from './sheetReading';

const ANSWER: KingHintAnswer = {
  roll: '6s',
  is_wild: false,
  bonus: true,
  best: { square: 'e5', card: '6s', value: 1562.34 },
  placements: [
    {
      square: 'e5',
      card: '6s',
      value: 1562.34,
      loss: 0,
      against: 'a4',
      reasons: [{ kind: 'line', hand: 10, points: 13.11 }],
    },
    {
      square: 'a4',
      card: '6s',
      value: 1549.23,
      loss: 13.11,
      against: 'e5',
      reasons: [
        { kind: 'achievements', points: -20.04 },
        { kind: 'line', hand: 10, points: -6.52 },
        { kind: 'later_rolls', points: 13.45 },
      ],
    },
  ],
  score_card: 'king-cross-1',
  score_card_hash: '',
};

describe('comparison', () => {
  it('turns the reasons of the chosen square round, and adds up in tenths', () => {
    const result = comparison(ANSWER, 'a4', '6s');
    expect(result?.tenths).toBe(131);
    expect(result?.rows.map(({ kind, tenths }) => [kind, tenths])).toEqual([
      ['achievements', 200],
      ['line', 65],
      ['later_rolls', -134],
    ]);
    expect(result?.rows.reduce((sum, { tenths }) => sum + tenths, 0)).toBe(131);
  });

  it('compares the best with the second where nothing else is chosen', () => {
    expect(comparison(ANSWER, null, null)?.other?.square).toBe('a4');
    expect(comparison(ANSWER, 'e5', '6s')?.rows).toEqual([{ kind: 'line', hand: 10, tenths: 131 }]);
  });

  it('has nothing to compare with a single placement', () => {
    const alone = { ...ANSWER, placements: ANSWER.placements.slice(0, 1) };
    expect(comparison(alone, null, null)).toMatchObject({ other: null, rows: [], tenths: 0 });
    expect(comparison({ ...ANSWER, placements: [] }, null, null)).toBeNull();
  });

  it('sums up small reasons', () => {
    const reasons = Array.from({ length: 8 }, (_, at) => ({ kind: 'line', hand: at + 1, points: 1 }));
    const placements = ANSWER.placements.map((placement, at) => ({ ...placement, reasons, loss: 8 * at }));
    const many = { ...ANSWER, placements };
    const result = comparison(many, null, null);
    expect(result?.rows.at(-1)).toEqual({ kind: 'rest', hand: null, tenths: 30 });
  });
});

describe('heat and words', () => {
  it('maps squares to what the card is worth there', () => {
    expect(heatOf(ANSWER, '6s').get('a4')).toEqual({ value: 1549.23, loss: 13.11 });
    expect(heatOf(ANSWER, '6h').size).toBe(0);
  });

  it('names the card of a wild roll', () => {
    expect(placementWords({ square: 'e5', card: '6s' }, false)).toBe('e5');
    expect(placementWords({ square: 'e5', card: '6s' }, true)).toBe('six of spades on e5');
  });
});

describe('reasons', () => {
  const line = (over: Partial<LineReading>): LineReading => ({
    number: 10,
    made: 'one_pair',
    points: 25,
    best: 'straight_flush',
    best_points: 350,
    is_complete: false,
    steps: [],
    ...over,
  });
  /** A sheet on which the squares change hand 10 like this. */
  const sheet = (squares: Readonly<Record<string, Partial<LineReading>>>): SheetReading => ({
    lines: Array.from({ length: 12 }, (_, at) => line({ number: at + 1 })),
    squares: Object.entries(squares).map(([name, after]) => ({
      name,
      is_open: true,
      why: null,
      twin: null,
      twin_line: null,
      lines: [line(after)],
      gain: 0,
    })),
    achievements: [],
    wild: null,
    secured: 300,
  });
  const compared = comparison(ANSWER, 'a4', '6s');
  if (compared === null) throw new Error('there is something to compare');
  const says = (tenths: number, reading: SheetReading | null): string =>
    rowWords({ kind: 'line', hand: 10, tenths }, compared, () => reading)[1];

  const GONE = { best: 'flush', best_points: 150 };
  const MADE = { made: 'two_pair', points: 50 };
  it.each([
    // What the better square does.
    [65, { e5: MADE }, 'two pair at once'],
    [-65, { e5: GONE }, 'straight flush is gone'],
    [65, { e5: {} }, 'more ways to a straight flush'],
    [-65, { e5: {} }, 'fewer ways to a straight flush'],
    // What the other square would have done: the better one leaves the hand alone.
    [30, { a4: GONE }, 'straight flush stays possible'],
    [-30, { a4: MADE }, 'no two pair yet'],
    // Both squares are on the hand.
    [10, { e5: MADE, a4: GONE }, 'two pair at once'],
    [-10, { e5: GONE, a4: MADE }, 'no two pair yet'],
    // The hand is worth less although it makes more at once.
    [-10, { e5: MADE }, 'fewer ways to a straight flush'],
    // Nothing is left to become.
    [
      10,
      { e5: { best: 'one_pair', best_points: 25 }, a4: { best: 'one_pair', best_points: 25 } },
      'worth more this way',
    ],
    [
      -10,
      { e5: { best: 'one_pair', best_points: 25 }, a4: { best: 'one_pair', best_points: 25 } },
      'worth less this way',
    ],
    // The server hasn't answered yet.
    [10, { e5: { best: null } }, ''],
    [-10, { e5: { best: null } }, ''],
  ])('has the sign of its points: %d, %o', (tenths, squares, words) => {
    expect(says(tenths, sheet(squares))).toBe(words);
  });

  it('says nothing of a sheet that is not read yet, and names other reasons', () => {
    expect(says(65, null)).toBe('');
    const reading = sheet({});
    expect(rowWords({ kind: 'later_rolls', hand: null, tenths: 1 }, compared, () => reading)[0]).toBe('Later rolls');
    const alone = { ...compared, other: null };
    expect(rowWords({ kind: 'line', hand: 10, tenths: 65 }, alone, () => reading)).toEqual(['Hand 10', '']);
  });

  it('reads each card of a wild roll for itself', () => {
    const wild = comparison(
      {
        ...ANSWER,
        is_wild: true,
        placements: ANSWER.placements.map((placement, at) => ({ ...placement, card: at === 0 ? '6s' : '7s' })),
      },
      'a4',
      '7s',
    );
    if (wild === null) throw new Error('there is something to compare');
    const row = { kind: 'line', hand: 10, tenths: 65 };
    const made = sheet({ e5: MADE });
    expect(rowWords(row, wild, (card) => (card === '6s' ? made : sheet({ e5: GONE })))[1]).toBe('two pair at once');
  });
});
