/** The progressive wagers of a table, as its rules document has them: wheels, lists and meters. */

import { dollars } from '../../shared/money';
import { sentence } from '../../shared/words';
import type { ProgressivesEntry, SegmentEntry, WheelSpun } from '../../shared/protocol';
import { EXPLAINED, WHEEL } from './strings';

/** A segment of a wheel, or a position of a Community list. */
export type Segment = Omit<SegmentEntry, 'clause'>;

const HOLE_PAIR = 'hole_pair';

/** A wheel to draw: its segments in order, each as wide as its weight. */
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

/** The wheel that was spun for a wager of this size; without segments where the table has none. */
export function wheelOf(progressives: ProgressivesEntry, wheel: WheelSpun['wheel'], wagered: number): DrawnWheel {
  const { bonus_spin: spin, xtreme } = progressives;
  const size = xtreme?.sizes.find(({ size_cents }) => size_cents === wagered) ?? xtreme?.sizes[0];
  if (wheel === 'bonus_spin') {
    const segments = drawn(spin?.segments ?? [], spin?.jackpot_name);
    return { title: spin?.title ?? WHEEL.bonusSpin, isExample: spin?.example === true, segments };
  }
  if (wheel === 'hot_spot') {
    const own = xtreme?.wheels[size?.wheel ?? ''];
    const segments = drawn(own?.segments ?? [], xtreme?.jackpot_name);
    return { title: WHEEL.hotSpot(xtreme?.title ?? WHEEL.xtreme), isExample: own?.example === true, segments };
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
    title: WHEEL.community(xtreme?.title ?? WHEEL.xtreme),
    isExample: xtreme?.community_example === true,
    segments: segments.filter(({ weight }) => weight > 0),
  };
}

/** A progressive wager in words: the event that spins its wheel, and what it pays. */
export interface ExplainedWager {
  readonly title: string;
  /** `A pair in your hand spins the wheel.` */
  readonly trigger: string;
  /** Details, such as who is paid. */
  readonly more: string;
  readonly clause: string;
  /** The payouts of each wheel, for each size of the wager that has a wheel of its own. */
  readonly wheels: readonly { readonly title: string; readonly pays: readonly string[] }[];
}

export function explainedWagers({ bonus_spin: spin, xtreme }: ProgressivesEntry): ExplainedWager[] {
  const labels = ({ segments }: DrawnWheel): string[] => [
    ...new Set(segments.map(({ label, isJackpot }) => (isJackpot ? EXPLAINED.meter(label) : label))),
  ];
  const explained: ExplainedWager[] = [];
  if (spin) {
    explained.push({
      title: spin.title,
      trigger: EXPLAINED.pairSpins,
      more: EXPLAINED.sizes(spin.spins_cents),
      clause: spin.clause,
      wheels: [{ title: EXPLAINED.wheel, pays: labels(wheelOf({ bonus_spin: spin }, 'bonus_spin', spin.spins_cents)) }],
    });
  }
  if (xtreme) {
    explained.push({
      title: xtreme.title,
      trigger: xtreme.event === HOLE_PAIR ? EXPLAINED.pairTriggers : EXPLAINED.crossTriggers(sentence(xtreme.event)),
      more: EXPLAINED.whoIsPaid,
      clause: xtreme.clause,
      wheels: xtreme.sizes.flatMap(({ size_cents }) => [
        { title: EXPLAINED.communityOf(size_cents), pays: labels(wheelOf({ xtreme }, 'community', size_cents)) },
        { title: EXPLAINED.hotSpotOf(size_cents), pays: labels(wheelOf({ xtreme }, 'hot_spot', size_cents)) },
      ]),
    });
  }
  return explained;
}

function drawn(segments: readonly Segment[], jackpotName: string | undefined): DrawnSegment[] {
  return segments
    .filter(({ weight }) => weight > 0)
    .map((segment) => {
      const isJackpot = !/^\d/.test(segment.symbol);
      return { ...segment, isJackpot, label: isJackpot ? (jackpotName ?? WHEEL.jackpot) : amounts(segment.symbol) };
    });
}

/** `60` as `$60`, `25&15` as `$25 & $15`. */
function amounts(symbol: string): string {
  return WHEEL.amounts(symbol.split('&').map((amount) => dollars(Number(amount) * 100)));
}
