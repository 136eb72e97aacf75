import { describe, expect, it } from 'vitest';
import type { KingHintAnswer } from '../shared/protocol';
import { comparison, heatOf, rowWords } from './hints';
import type { LineReading, SheetReading } from './reading';

const ANSWER: KingHintAnswer = {
  roll: '6s',
  is_wild: false,
  bonus: true,
  best: { square: 'e5', card: '6s', value: 1562.34 },
  placements: [
    { square: 'e5', card: '6s', value: 1562.34, loss: 0, against: 'a4', reasons: [{ kind: 'line', hand: 10, points: 13.11 }] },
    {
      square: 'a4', card: '6s', value: 1549.23, loss: 13.11, against: 'e5',
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
    const found = comparison(ANSWER, 'a4', '6s');
    expect(found?.tenths).toBe(131);
    expect(found?.rows.map(({ kind, tenths }) => [kind, tenths])).toEqual([
      ['achievements', 200], ['line', 65], ['later_rolls', -134],
    ]);
    expect(found?.rows.reduce((sum, { tenths }) => sum + tenths, 0)).toBe(131);
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

  it('tells what is small as a rest', () => {
    const reasons = Array.from({ length: 8 }, (_, at) => ({ kind: 'line', hand: at + 1, points: 1 }));
    const placements = ANSWER.placements.map((placement, at) => ({ ...placement, reasons, loss: 8 * at }));
    const many = { ...ANSWER, placements };
    const found = comparison(many, null, null);
    expect(found?.rows.at(-1)).toEqual({ kind: 'rest', hand: null, tenths: 30 });
  });
});

describe('heat and words', () => {
  it('maps squares to what the card is worth there', () => {
    expect(heatOf(ANSWER, '6s').get('a4')).toEqual({ value: 1549.23, loss: 13.11 });
    expect(heatOf(ANSWER, '6h').size).toBe(0);
  });

  it('says what a square does to a hand', () => {
    const line = (over: Partial<LineReading>): LineReading => ({
      number: 10, made: 'one_pair', points: 25, best: 'three_of_a_kind', best_points: 75, is_complete: false, steps: [], ...over,
    });
    const lines = Array.from({ length: 12 }, (_, at) => line({ number: at + 1 }));
    const after = line({ made: 'two_pair', points: 50 });
    const reading: SheetReading = {
      lines,
      squares: [{ name: 'e5', is_open: true, why: null, twin: null, twin_line: null, lines: [after], gain: 25 }],
      achievements: [], wild: null, secured: 300,
    };
    const compared = comparison(ANSWER, 'a4', '6s');
    if (compared === null) throw new Error('there is something to compare');
    expect(rowWords({ kind: 'line', hand: 10, tenths: 65 }, compared, reading)).toEqual(['Hand 10', 'two pair on e5']);
    expect(rowWords({ kind: 'later_rolls', hand: null, tenths: 1 }, compared, reading)[0]).toBe('Later rolls');
  });
});
