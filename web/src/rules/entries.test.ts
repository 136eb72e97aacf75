import { describe, expect, it } from 'vitest';
import type { BookDocument, RuleBookAnswer } from '../shared/protocol';
import { differences, entriesOf } from './entries';

const DOCUMENT: BookDocument = {
  id: 'one',
  version: 1,
  title: 'One',
  publisher: 'Somebody',
  dealing_method: 'hand',
  shuffler: 'none',
  table_unit_cents: 100,
  choices: {},
  seats: { count: 6, one_per_player: true, clause: '1' },
  deck: { cards: 52, decks: 1, decks_with_shuffler: 2, rotation_clause: '2', clause: '3' },
  hands: { ace_low_straight: true, reading: 'R1' },
  spots: {
    across: {
      title: 'Across Bet',
      kind: 'main',
      hand: 'across',
      placed: 'across',
      pays: 'main',
      multiple_of: 'ante_across',
      multiples: [1, 2, 3],
      clause: '6',
    },
  },
  pay_tables: { main: { royal_flush: 500, flush: 8, clause: '8' } },
  aggregate_limit: { amount_cents: 0, covers: ['across'], must_cover: [], clause: '10' },
  stages: [],
  dealing: {},
  settlement: [],
  irregularities: {},
  abandoned: { outcome: 'fold', reading: 'R15' },
};
const ONE: RuleBookAnswer = {
  id: 'one',
  version: 1,
  title: 'One',
  hash: '',
  document: DOCUMENT,
  choices: [],
  aggregate_limit_cents: null,
  arising: [],
  community_lists: [],
  warnings: [],
};
const TWO: RuleBookAnswer = {
  ...ONE,
  id: 'two',
  aggregate_limit_cents: 300_000,
  document: {
    ...DOCUMENT,
    pay_tables: { main: { royal_flush: 250, flush: 8, clause: 'A' }, extra: { royal_flush: 1000, clause: 'B' } },
  },
};

describe('two rule books side by side', () => {
  it('are the same as themselves', () => {
    expect(differences(ONE, ONE)).toEqual([]);
    expect(new Set(entriesOf(ONE).map((entry) => entry.key)).size).toBe(entriesOf(ONE).length);
  });

  it('show what differs, each with its own clause, and nothing else', () => {
    const result = differences(ONE, TWO).map(({ name, first, second }) => [
      name,
      first?.value,
      first?.clause,
      second?.value,
      second?.clause,
    ]);
    expect(result).toEqual([
      ['Most that one player can win in a round', 'no limit', '10', '$3,000', '10'],
      ['Royal flush', '500 to 1', '8', '250 to 1', 'A'],
      ['Royal flush', undefined, undefined, '1000 to 1', 'B'],
    ]);
  });
});
