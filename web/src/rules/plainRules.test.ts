import { describe, expect, it } from 'vitest';
import type { BookDocument, RuleBookAnswer } from '../shared/protocol';
import { payWords, plainRules } from './plainRules';

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
    ante_across: {
      title: 'Ante Across',
      kind: 'ante',
      hand: 'across',
      placed: 'betting',
      pays: 'antes',
      required: true,
      minimum_cents: 500,
      maximum_cents: 10_000,
      clause: '4',
    },
    ante_down: {
      title: 'Ante Down',
      kind: 'ante',
      hand: 'down',
      placed: 'betting',
      pays: 'antes',
      equal_to: 'ante_across',
      clause: '5',
    },
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
    extra: {
      title: 'Extra',
      kind: 'bonus',
      hand: 'community',
      placed: 'betting',
      pays: 'main',
      offered: false,
      survives_fold: true,
      clause: '7',
    },
  },
  pay_tables: {
    main: { royal_flush: 500, pair_jacks_or_better: 1, pair_6s_to_10s: 0, clause: '8' },
    antes: { royal_flush: 1, pair_jacks_or_better: 1, pair_6s_to_10s: 0, clause: '9' },
  },
  aggregate_limit: { amount_cents: 0, covers: ['across'], must_cover: [], clause: '10' },
  stages: [
    {
      id: 'across',
      seats: 'from_left',
      reveals: ['across_left', 'across_right'],
      decision_clause: '11',
      fold_clause: '12',
      reveal_clause: '13',
    },
  ],
  dealing: { hand: { order: ['middle', 'seat_round', 'seat_round'], clause: '14' } },
  settlement: [
    { seats: 'from_right', shows: 'hands', steps: [{ results: ['win'], spots: ['across', 'extra'] }], clause: '15' },
  ],
  irregularities: {
    jam: { outcomes: ['reshuffle', 'void'], says: 'The machine jams.', clause: '16' },
    never: { outcomes: ['void'], says: 'It cannot happen.', clause: '17' },
  },
  abandoned: { outcome: 'fold', reading: 'R15' },
};
const ANSWER: RuleBookAnswer = {
  id: 'one',
  version: 1,
  title: 'One',
  hash: '',
  document: DOCUMENT,
  choices: [],
  aggregate_limit_cents: null,
  arising: ['jam'],
  community_lists: [],
  warnings: [],
};

const parts = plainRules(ANSWER, []);
const sentencesOf = (id: string): string[] =>
  parts.find((part) => part.id === id)?.sentences.map((sentence) => sentence.says) ?? [];

describe('a rule book in plain words', () => {
  it('gives a source for every sentence', () => {
    for (const part of parts) {
      for (const sentence of part.sentences) expect(sentence.clause ?? sentence.reading, sentence.says).toBeTruthy();
    }
  });

  it('tells the wagers that are offered, with their sizes', () => {
    expect(sentencesOf('wagers')).toEqual([
      'Bet on Ante Across and Ante Down. You need both to be dealt in.',
      'Each ante is $5 to $100.',
      'Ante Down must equal Ante Across.',
    ]);
    expect(sentencesOf('bonus')).toEqual([]);
  });

  it('tells decisions, and what a fold costs', () => {
    expect(sentencesOf('decisions')).toEqual([
      'First, starting at the dealer’s left, each player makes the Across bet (one, two, or three times their Ante Across) or folds.',
      'When everyone has decided, the dealer turns the across left and across right cards.',
      'A player who folds loses the antes and every bet made so far, and makes no further decisions.',
    ]);
  });

  it('tells only what can go wrong as the house plays', () => {
    expect(sentencesOf('irregularities')).toEqual([
      'The machine jams. The deck is shuffled again, and the round counts. The next time: the round is void, and every wager is returned.',
    ]);
  });

  it('sums a pay table up', () => {
    expect(payWords({ royal_flush: 500, pair_jacks_or_better: 1 })).toBe(
      'from 1 to 1 (pair, jacks or better) to 500 to 1 (royal flush)',
    );
    expect(payWords({ royal_flush: 1, two_pair: 1 })).toBe('1 to 1 for every hand from two pair up');
  });
});
