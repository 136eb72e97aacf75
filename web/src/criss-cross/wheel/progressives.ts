/** The progressive wagers of a table, as its rules document has them: wheels, lists and meters. */

import { dollars } from '../../shared/money';
import type { WheelSpun } from '../../shared/protocol';

export interface Segment {
  readonly symbol: string;
  readonly weight: number;
  /** What it pays; a jackpot pays its meter. */
  readonly cents?: number;
  readonly clause?: string;
}

interface Pay {
  readonly symbol: string;
  readonly cents: number;
  readonly clause: string;
}

interface BonusSpin {
  readonly title: string;
  readonly wheel: string;
  /** Whether the weights are the ones that come with Crossfelt, and no house's. */
  readonly example?: boolean;
  readonly segments: readonly Segment[];
  readonly community_pays: readonly { readonly size_cents: number; readonly pays: readonly Pay[] }[];
  readonly jackpot_name?: string;
}

interface Xtreme {
  readonly title: string;
  readonly event: string;
  readonly sizes: readonly { readonly size_cents: number; readonly wheel: string; readonly community: string }[];
  readonly wheels: Readonly<Record<string, { readonly example?: boolean; readonly segments: readonly Segment[] }>>;
  readonly community_lists: Readonly<Record<string, readonly Pay[]>>;
  readonly community_weights: readonly number[];
  readonly community_example?: boolean;
  readonly jackpot_name?: string;
}

export interface Progressives {
  readonly bonus_spin?: BonusSpin;
  readonly xtreme?: Xtreme;
}

export function progressivesOf(document: Readonly<Record<string, unknown>>): Progressives {
  return (document['progressives'] ?? {}) as Progressives;
}

/** One wheel to draw: its segments in their order, of which each is as wide as its weight. */
export interface DrawnWheel {
  readonly title: string;
  readonly isExample: boolean;
  readonly segments: readonly DrawnSegment[];
}

export interface DrawnSegment extends Segment {
  /** As printed on the wheel: `$60`, `Jackpot`, `$25 & $15`. */
  readonly label: string;
  readonly isJackpot: boolean;
}

/** The wheel that was spun, for somebody who wagered so much on it; without segments where the table has none. */
export function wheelOf(progressives: Progressives, wheel: WheelSpun['wheel'], wagered: number): DrawnWheel {
  const { bonus_spin: spin, xtreme } = progressives;
  const size = xtreme?.sizes.find(({ size_cents }) => size_cents === wagered) ?? xtreme?.sizes[0];
  if (wheel === 'bonus_spin') {
    const segments = drawn(spin?.segments ?? [], spin?.jackpot_name);
    return { title: spin?.title ?? 'Bonus Spin', isExample: spin?.example === true, segments };
  }
  if (wheel === 'hot_spot') {
    const own = xtreme?.wheels[size?.wheel ?? ''];
    const segments = drawn(own?.segments ?? [], xtreme?.jackpot_name);
    return { title: `${xtreme?.title ?? 'Xtreme'}: Hot Spot`, isExample: own?.example === true, segments };
  }
  const list = xtreme?.community_lists[size?.community ?? ''] ?? [];
  const positions = (xtreme?.community_weights ?? []).map((weight, index): Segment => ({
    symbol: String(index + 1),
    weight,
    ...(list[index] === undefined ? {} : { cents: list[index].cents }),
  }));
  const segments = positions.map((segment) => ({
    ...segment,
    label: segment.cents === undefined ? segment.symbol : dollars(segment.cents),
    isJackpot: false,
  }));
  return {
    title: `${xtreme?.title ?? 'Xtreme'}: Community`,
    isExample: xtreme?.community_example === true,
    segments: segments.filter(({ weight }) => weight > 0),
  };
}

function drawn(segments: readonly Segment[], jackpotName: string | undefined): DrawnSegment[] {
  return segments
    .filter(({ weight }) => weight > 0)
    .map((segment) => {
      const isJackpot = !/^\d/.test(segment.symbol);
      return { ...segment, isJackpot, label: isJackpot ? (jackpotName ?? 'Jackpot') : amounts(segment.symbol) };
    });
}

/** `60` as `$60`, `25&15` as `$25 & $15`. */
function amounts(symbol: string): string {
  return symbol
    .split('&')
    .map((amount) => dollars(Number(amount) * 100))
    .join(' & ');
}
