/** A small rule book, and tables and rounds under it, for tests. */

import type {
  BookDocument,
  ProgressivesEntry,
  SettledWager,
  SpotEntry,
  StageEntry,
  TableInfo,
  TableView,
} from '../shared/protocol';
import { seatInfo } from '../shared/testing';

const MAIN = { royal_flush: 500, flush: 8, two_pair: 2, pair_jacks_or_better: 1, pair_6s_to_10s: 0 };
const ANTES = { royal_flush: 1, flush: 1, two_pair: 1, pair_jacks_or_better: 1, pair_6s_to_10s: 0 };

function ante(hand: 'across' | 'down', minimum: number, maximum: number): SpotEntry {
  return {
    title: `Ante ${hand === 'across' ? 'Across' : 'Down'}`,
    kind: 'ante',
    hand,
    placed: 'betting',
    pays: 'antes',
    required: true,
    minimum_cents: minimum,
    maximum_cents: maximum,
    clause: '7.E(1)',
    ...(hand === 'down' ? { equal_to: 'ante_across' } : {}),
  };
}

function bet(stage: 'across' | 'down' | 'middle'): SpotEntry {
  return {
    title: `${stage.charAt(0).toUpperCase()}${stage.slice(1)} Bet`,
    kind: 'main',
    hand: stage === 'middle' ? 'higher' : stage,
    placed: stage,
    pays: 'main',
    multiple_of: stage === 'down' ? 'ante_down' : 'ante_across',
    multiples: [1, 2, 3],
  };
}

function bonus(title: string, hand: SpotEntry['hand'], extra: Partial<SpotEntry> = {}): SpotEntry {
  return {
    title,
    kind: 'bonus',
    hand,
    placed: 'betting',
    pays: 'bonus',
    needs: ['ante_across', 'ante_down'],
    survives_fold: true,
    minimum_cents: 500,
    maximum_cents: 2500,
    ...extra,
  };
}

function stage(id: StageEntry['id'], ...reveals: string[]): StageEntry {
  return {
    id,
    seats: 'from_left',
    reveals,
    decision_clause: '11.D',
    fold_clause: '11.D(1)',
    reveal_clause: '11.E',
    order_clause: '11.C',
  };
}

/** As the server sends it: sorted by name. */
export function rulesDocument(spots: Record<string, SpotEntry> = {}, minimum = 500, maximum = 10_000): BookDocument {
  return {
    id: 'house',
    version: 1,
    title: 'House rules',
    publisher: 'A house',
    dealing_method: 'hand',
    shuffler: 'none',
    table_unit_cents: 100,
    choices: {},
    seats: { count: 6, one_per_player: true, reading: 'R14' },
    deck: { cards: 52, decks: 1, decks_with_shuffler: 2, rotation_clause: '4.B', clause: '4.A' },
    hands: { ace_low_straight: true, clause: '6.A' },
    spots: {
      across: bet('across'),
      ante_across: ante('across', minimum, maximum),
      ante_down: ante('down', minimum, maximum),
      down: bet('down'),
      middle: bet('middle'),
      ...spots,
    },
    pay_tables: { main: MAIN, antes: ANTES, bonus: { flush: 10 } },
    aggregate_limit: { amount_cents: 0, covers: [], must_cover: [], reading: 'R10' },
    stages: [
      stage('across', 'across_left', 'across_right'),
      stage('down', 'down_far', 'down_near'),
      stage('middle', 'middle'),
    ],
    dealing: {
      hand: {
        order: ['across_left', 'across_right', 'down_far', 'down_near', 'middle', 'seat_round', 'seat_round'],
        clause: '9.A',
      },
    },
    settlement: [{ seats: 'from_right', shows: 'hands', steps: [], clause: '11.H' }],
    irregularities: {},
    abandoned: { outcome: 'fold', reading: 'R15' },
  };
}

export const FIVE_CARD = { five_card_bonus: bonus('Five Card Bonus', 'community') };
export const SIX_CARD = {
  ...FIVE_CARD,
  six_card_bonus: bonus('Six Card Bonus', 'hole_and_bonus', {
    needs: ['ante_across', 'ante_down', 'five_card_bonus'],
    equal_to: 'five_card_bonus',
  }),
};
const METER = { rate_ppm: 150_000, initial_cents: 250_000, reset_cents: 100_000, clause: '12.E(11)' };
export const WHEELS: Required<ProgressivesEntry> = {
  bonus_spin: {
    title: 'Bonus Spin',
    clause: '7.E(2)(b)',
    reading: 'P3',
    sizes_clause: '12.D(9)',
    sizes_cents: [100, 500],
    spins_cents: 500,
    wheel: 'b',
    example: true,
    jackpot_name: 'Harbour',
    meter: METER,
    segments: [
      { symbol: 'jackpot', weight: 1, clause: '12.D(2)(a)' },
      { symbol: '60', weight: 5, cents: 6000, clause: '12.D(2)(b)' },
      { symbol: '25&15', weight: 2, cents: 2500, clause: '12.D(8)' },
      { symbol: '500&100', weight: 0, cents: 50_000, clause: '12.D(8)' },
    ],
    community: 'a',
    community_pays: [{ size_cents: 100, pays: [{ symbol: '25&15', cents: 300, clause: '12.D(8)(i)' }] }],
  },
  xtreme: {
    title: 'Bonus Spin Xtreme',
    clause: '7.E(2)(c)',
    reading: 'P6',
    sizes_clause: '7.E(2)(c)',
    event: 'two_pair',
    jackpot_name: 'Jackpot',
    sizes: [
      { size_cents: 100, wheel: 'a', community: 'a' },
      { size_cents: 200, wheel: 'd', community: 'd' },
    ],
    wheels: {
      a: { example: true, segments: [{ symbol: '40', weight: 4, cents: 4000, clause: '12.E(7)(a)' }], meter: METER },
      d: { example: true, segments: [{ symbol: '200', weight: 4, cents: 20_000, clause: '12.E(7)(b)' }], meter: METER },
    },
    community_lists: {
      a: [
        { symbol: '35', cents: 3500, clause: '12.E(14)(a)' },
        { symbol: '25', cents: 2500, clause: '12.E(14)(b)' },
      ],
      d: [
        { symbol: '40', cents: 4000, clause: '12.E(15)(a)' },
        { symbol: '30', cents: 3000, clause: '12.E(15)(b)' },
      ],
    },
    community_example: true,
    community_weights: [3, 7],
  },
};

/** A round with one seat in it, face down. */
export function tableView(more: Partial<TableView> = {}, hole: readonly (string | null)[] = []): TableView {
  const own = {
    seat: 1,
    wagers: { ante_across: 500, ante_down: 500 },
    status: 'in',
    folded_at: null,
    decided_by: null,
    absent: false,
    hole: [...hole],
  };
  return {
    audience: 'seat',
    seat: 1,
    rules: 'house-1',
    rules_hash: '',
    stage: 'across',
    to_act: 1,
    multiples: [1, 2, 3],
    seats: [own],
    community: {},
    bonus_cards: [],
    set_aside: [],
    rulings: [],
    meters: {},
    spins: [],
    hot_spot: null,
    spin_due: null,
    settled_wagers: [],
    totals: [],
    void: null,
    count: null,
    deck: null,
    placements: [],
    kind: 'table',
    ...more,
  };
}

export function tableInfo(more: Partial<TableInfo> = {}): TableInfo {
  const ada = seatInfo({ has_committed: true, has_revealed: true });
  const bot = { ...ada, seat: 2, player: 'bot', name: 'Bot careful', bot: 'careful' };
  return {
    table: 'oak',
    title: 'Oak',
    game: 'criss-cross',
    rules: 'house-1',
    rules_hash: '',
    table_kind: 'practice',
    is_private: false,
    host_rules: true,
    seat_count: 3,
    host: 'ada',
    floor: [],
    seats: [ada, bot],
    round: null,
    due: [],
    may_act: [],
    paused: null,
    pause_planned: false,
    out_of_service: null,
    is_closed: false,
    watchers: 0,
    ...more,
  };
}

export function settledWager(spot: string, more: Partial<SettledWager> = {}): SettledWager {
  return {
    order: 1,
    seat: 1,
    spot,
    staked: 500,
    result: 'lose',
    hand: 'high_card',
    odds: -1,
    won: 0,
    returned: 0,
    cut: 0,
    clause: '12.A',
    prizes: [],
    ...more,
  };
}
