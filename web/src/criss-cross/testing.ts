/** Rules documents cut down to what a layout is read from, for tests. */

import type { SettledWager, SpotEntry, TableInfo, TableView } from '../shared/protocol';
import type { RulesDocument } from './layout';

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

/** As the server sends it: sorted by name. */
export function rulesDocument(spots: Record<string, SpotEntry> = {}, minimum = 500, maximum = 10_000): RulesDocument {
  const all = {
    across: bet('across'),
    ante_across: ante('across', minimum, maximum),
    ante_down: ante('down', minimum, maximum),
    down: bet('down'),
    middle: bet('middle'),
    ...spots,
  };
  const stages = (['across', 'down', 'middle'] as const).map((id) => ({ id }));
  const document = { spots: all, pay_tables: { main: MAIN, antes: ANTES, bonus: { flush: 10 } }, stages, table_unit_cents: 100, hands: { ace_low_straight: true } };
  return document as unknown as RulesDocument;
}

export const FIVE_CARD = { five_card_bonus: bonus('Five Card Bonus', 'community') };
export const SIX_CARD = {
  ...FIVE_CARD,
  six_card_bonus: bonus('Six Card Bonus', 'hole_and_bonus', {
    needs: ['ante_across', 'ante_down', 'five_card_bonus'],
    equal_to: 'five_card_bonus',
  }),
};
export const WHEELS = {
  bonus_spin: { title: 'Bonus Spin', clause: '7.E(2)(b)', sizes_clause: '12.D(9)', sizes_cents: [100, 500] },
  xtreme: {
    title: 'Bonus Spin Xtreme',
    clause: '7.E(2)(c)',
    sizes_clause: '7.E(2)(c)',
    event: 'two_pair',
    sizes: [
      { size_cents: 100, wheel: 'a' },
      { size_cents: 200, wheel: 'd' },
    ],
  },
};

/** A round with one seat in it, face down. */
export function tableView(more: Partial<TableView> = {}, hole: readonly (string | null)[] = []): TableView {
  const own = { seat: 1, wagers: { ante_across: 500, ante_down: 500 }, status: 'in', folded_at: null, decided_by: null, absent: false, hole: [...hole] };
  const view = {
    audience: 'seat', seat: 1, stage: 'across', to_act: 1, multiples: [1, 2, 3], seats: [own], community: {}, bonus_cards: [],
    meters: {}, spins: [], spin_due: null, settled_wagers: [], totals: [], void: null, kind: 'table', ...more,
  };
  return view as unknown as TableView;
}

export function tableInfo(more: Partial<TableInfo> = {}): TableInfo {
  const ada = { seat: 1, player: 'ada', name: 'Ada', bot: null, is_here: true, is_out: false, is_leaving: false, is_ready: false, has_committed: true, has_revealed: true };
  const bot = { ...ada, seat: 2, player: 'bot', name: 'Bot careful', bot: 'careful' };
  return { seat_count: 3, seats: [ada, bot], is_closed: false, paused: null, out_of_service: null, ...more } as unknown as TableInfo;
}

export function settledWager(spot: string, more: Partial<SettledWager> = {}): SettledWager {
  return {
    order: 1, seat: 1, spot, staked: 500, result: 'lose', hand: 'high_card', odds: -1, won: 0, returned: 0, cut: 0,
    clause: '12.A', prizes: [], ...more,
  };
}
