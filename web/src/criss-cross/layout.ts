/** The betting layout of a table, read from its rules document: four rows, and the spots for chips in each. */

import type {
  BonusSpinEntry,
  BookDocument,
  PayTableEntry,
  ProgressivesEntry,
  SpotEntry,
  XtremeEntry,
} from '../shared/protocol';
import type { Card } from '../shared/cards';
import { ROWS } from './strings';

export type Stage = 'across' | 'down' | 'middle';
export type RowId = Stage | 'bonus';
/** The cards that decide a spot; a player's own two decide some progressive wagers. */
export type Source = SpotEntry['hand'] | 'hole';
/** Spot -> cents; only spots that hold chips. */
export type Wagers = Readonly<Record<string, number>>;

export interface Spot {
  readonly id: string;
  readonly title: string;
  /** The word inside the circle. */
  readonly short: string;
  readonly kind: SpotEntry['kind'] | 'progressive';
  readonly source: Source;
  readonly row: RowId;
  /** Whether chips are placed before the first card. */
  readonly isBetting: boolean;
  readonly isRequired: boolean;
  readonly survivesFold: boolean;
  readonly equalTo: string | null;
  readonly needs: readonly string[];
  readonly minimum: number;
  readonly maximum: number;
  /** The only amounts it accepts, where the rules name them. */
  readonly sizes: readonly number[] | null;
  readonly multipleOf: string | null;
  readonly multiples: readonly number[];
  /** The event that spins its wheel; empty where a pay table decides. */
  readonly trigger: string;
  /** The pay table of its hands; null where a wheel decides. */
  readonly pays: PayTableEntry | null;
  readonly limitsClause: string;
  readonly limitsReading: string;
}

export interface Row {
  readonly id: RowId;
  readonly title: string;
  readonly spots: readonly Spot[];
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly spots: Readonly<Record<string, Spot>>;
  readonly stages: readonly Stage[];
  readonly unit: number;
  readonly aceLow: boolean;
  /** Whether four cards are dealt beside the cross. */
  readonly hasBonusCards: boolean;
  readonly chips: readonly number[];
  readonly progressives: ProgressivesEntry;
}

/** In a row an ante comes before its bet, and a wager with a pay table before one with a wheel. */
const KINDS: readonly Spot['kind'][] = ['ante', 'main', 'bonus', 'progressive'];
const HOLE_PAIR = 'hole_pair';
const USUAL_CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000, 500_000];
const MOST_CHIPS = 4;

export function layoutOf(document: BookDocument): Layout {
  const progressives = document.progressives ?? {};
  const spots = [
    ...Object.entries(document.spots)
      .filter(([, entry]) => entry.offered !== false)
      .map(([id, entry]) => spotOf(id, entry, document)),
    ...progressiveSpots(progressives),
  ];
  const rows = (['across', 'down', 'middle', 'bonus'] as const).map((id) => ({
    id,
    title: ROWS.rows[id],
    spots: spots
      .filter((spot) => spot.row === id)
      .sort((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind)),
  }));
  return {
    rows,
    spots: Object.fromEntries(spots.map((spot) => [spot.id, spot])),
    stages: document.stages.map(({ id }) => id),
    unit: document.table_unit_cents,
    aceLow: document.hands.ace_low_straight,
    hasBonusCards: spots.some(({ source }) => source === 'hole_and_bonus'),
    chips: chipsFor(spots, document.table_unit_cents),
    progressives,
  };
}

function spotOf(id: string, entry: SpotEntry, document: BookDocument): Spot {
  return {
    id,
    title: entry.title,
    short: shortOf(entry),
    kind: entry.kind,
    source: entry.hand,
    row: rowOf(entry.hand),
    isBetting: entry.placed === 'betting',
    isRequired: entry.required ?? false,
    survivesFold: entry.survives_fold ?? false,
    equalTo: entry.equal_to ?? null,
    needs: entry.needs ?? [],
    minimum: entry.minimum_cents ?? 0,
    maximum: entry.maximum_cents ?? 0,
    sizes: null,
    multipleOf: entry.multiple_of ?? null,
    multiples: entry.multiples ?? [],
    trigger: '',
    pays: document.pay_tables[entry.pays] ?? null,
    limitsClause: entry.limits_clause ?? entry.clause ?? '',
    limitsReading: entry.limits_reading ?? '',
  };
}

/** A pair in the hand always triggers Bonus Spin; the rules name the event that triggers Xtreme. */
function progressiveSpots({ bonus_spin: spin, xtreme }: ProgressivesEntry): Spot[] {
  return [
    ...(spin === undefined ? [] : [progressiveSpot('bonus_spin', spin, spin.sizes_cents, HOLE_PAIR)]),
    ...(xtreme === undefined
      ? []
      : [
          progressiveSpot(
            'bonus_spin_xtreme',
            xtreme,
            xtreme.sizes.map(({ size_cents }) => size_cents),
            xtreme.event,
          ),
        ]),
  ];
}

function progressiveSpot(
  id: string,
  entry: BonusSpinEntry | XtremeEntry,
  sizes: readonly number[],
  event: XtremeEntry['event'],
): Spot {
  return {
    id,
    title: entry.title,
    short: entry.title.split(' ').at(-1) ?? entry.title,
    kind: 'progressive',
    source: event === HOLE_PAIR ? 'hole' : 'community',
    row: 'bonus',
    isBetting: true,
    isRequired: false,
    survivesFold: true,
    equalTo: null,
    needs: [],
    minimum: Math.min(...sizes),
    maximum: Math.max(...sizes),
    sizes,
    multipleOf: null,
    multiples: [],
    trigger: event === HOLE_PAIR ? ROWS.pairTrigger : ROWS.crossTrigger(event.replaceAll('_', ' ')),
    pays: null,
    limitsClause: entry.sizes_clause,
    limitsReading: '',
  };
}

function rowOf(source: SpotEntry['hand']): RowId {
  if (source === 'higher') return 'middle';
  return source === 'across' || source === 'down' ? source : 'bonus';
}

function shortOf({ title, kind }: SpotEntry): string {
  if (kind === 'ante') return ROWS.ante;
  if (kind === 'main') return ROWS.bet;
  return title.split(' ')[0] ?? title;
}

/** The chips of the rack: the usual ones this table accepts, the smallest ante, and the sizes the rules print. */
function chipsFor(spots: readonly Spot[], unit: number): number[] {
  const betting = spots.filter(({ isBetting }) => isBetting);
  const most = Math.max(...betting.map(({ maximum }) => maximum));
  const ante = Math.max(...betting.filter(({ isRequired }) => isRequired).map(({ minimum }) => minimum));
  const denominations = new Set([...USUAL_CHIPS, Math.ceil(ante / unit) * unit]);
  const whole = [...denominations]
    .filter((chip) => chip <= most && chip % unit === 0)
    .sort((one, other) => one - other)
    .slice(-MOST_CHIPS);
  // The unit of the table doesn't apply to a wager whose sizes the rules print (reading R13).
  const printed = betting.flatMap(({ sizes }) => sizes ?? []).filter((size) => USUAL_CHIPS.includes(size));
  return [...new Set([...printed, ...whole])].sort((one, other) => one - other);
}

/** The sign of a row. */
export function markOf(row: RowId): 'across' | 'down' | 'middle' | 'cross' {
  return row === 'bonus' ? 'cross' : row;
}

/** The spot of a decision. */
export function stageSpot(layout: Layout, stage: Stage): Spot | undefined {
  return Object.values(layout.spots).find(({ kind, row }) => kind === 'main' && row === stage);
}

/** The cards of a line that are face up, in the order of the rules. */
export function lineCards(community: Readonly<Record<string, string | null>>, line: 'across' | 'down'): Card[] {
  const ends = line === 'across' ? ['across_left', 'across_right'] : ['down_far', 'down_near'];
  return open(community, [...ends, 'middle']);
}

export function crossCards(community: Readonly<Record<string, string | null>>): Card[] {
  return open(community, ['across_left', 'across_right', 'down_far', 'down_near', 'middle']);
}

function open(community: Readonly<Record<string, string | null>>, places: readonly string[]): Card[] {
  return places.map((place) => community[place] ?? null).filter((card) => card !== null);
}
