/** The spins of a round in words: the player, the result, and who is paid. */

import type { Prize, ProgressivesEntry, TableView, WheelSpun } from '../../shared/protocol';
import { wheelOf, type DrawnWheel } from './progressives';
import { SPINS, WHEEL } from './strings';

/** The name of a seat's player: `You`, or a name. */
export type NameOf = (seat: number) => string;

export interface ToldSpin {
  readonly wheel: DrawnWheel;
  /** The segment on which the wheel stops. */
  readonly index: number;
  /** `Ines spins`. */
  readonly title: string;
  /** Why it spins. */
  readonly why: string;
  /** `$60`, or the jackpot with its amount. */
  readonly result: string;
  /** Who is paid what, one sentence each. */
  readonly paid: readonly string[];
}

type Spin = Pick<WheelSpun, 'wheel' | 'seat'>;

/** A wheel that is spun, or, without a symbol, one that is about to be. */
export function toldSpin(
  progressives: ProgressivesEntry,
  view: TableView,
  spin: Spin & { readonly symbol: string | null },
  nameOf: NameOf,
): ToldSpin {
  const wheel = wheelOf(progressives, spin.wheel, wageredOn(view, spin));
  const index = wheel.segments.findIndex(({ symbol }) => symbol === spin.symbol);
  const segment = wheel.segments[index];
  const prizes = spin.symbol === null ? [] : prizesOf(view, spin.wheel, spin.seat, spin.symbol);
  const [own] = prizes.filter(({ seat }) => seat === spin.seat);
  return {
    wheel,
    index,
    title: titleOf(spin, nameOf),
    why: whyOf(spin),
    result:
      segment === undefined
        ? ''
        : segment.isJackpot && own !== undefined
          ? WHEEL.jackpotOf(segment.label, own.prize.won)
          : segment.label,
    paid: prizes.map(({ seat, prize }) => SPINS.wins(nameOf(seat), prize.won)),
  };
}

function titleOf({ wheel, seat }: Spin, nameOf: NameOf): string {
  if (wheel === 'community' || seat === null) return SPINS.community;
  return (wheel === 'hot_spot' ? SPINS.hotSpot : SPINS.spins)(nameOf(seat));
}

function whyOf({ wheel }: Spin): string {
  if (wheel === 'community') return SPINS.whyCommunity;
  if (wheel === 'hot_spot') return SPINS.whyHotSpot;
  return SPINS.whyPair;
}

function wageredOn(view: TableView, { wheel, seat }: Spin): number {
  const spot = wheel === 'bonus_spin' ? 'bonus_spin' : 'bonus_spin_xtreme';
  // The Community wheel is shared: it shows the payouts of the viewer's seat, else those of the first seat.
  const own = seat ?? view.seat;
  const wagers =
    view.seats.find((entry) => entry.seat === own && entry.wagers[spot] !== undefined) ??
    view.seats.find(({ wagers }) => wagers[spot]);
  return wagers?.wagers[spot] ?? 0;
}

/** The prizes of one spin among the wagers settled so far. */
function prizesOf(
  view: TableView,
  wheel: WheelSpun['wheel'],
  seat: number | null,
  symbol: string,
): { seat: number; prize: Prize }[] {
  const spot = wheel === 'bonus_spin' ? 'bonus_spin' : 'bonus_spin_xtreme';
  return view.settled_wagers
    .filter((line) => line.spot === spot)
    .flatMap((line) => line.prizes.map((prize) => ({ seat: line.seat, prize })))
    .filter(({ seat: taker, prize }) => {
      if (wheel === 'community') return prize.kind === 'community';
      if (taker === seat) return prize.kind !== 'community' && prize.symbol === symbol;
      // A symbol with two amounts pays the other seats as well.
      return wheel === 'bonus_spin' && prize.kind === 'community' && prize.symbol === symbol;
    });
}
