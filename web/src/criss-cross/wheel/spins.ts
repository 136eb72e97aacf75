/** The spins of a round in words: whose they are, where the wheel rests, and what that paid. */

import { dollars } from '../../shared/money';
import type { Prize, ProgressivesEntry, TableView, WheelSpun } from '../../shared/protocol';
import { wheelOf, type DrawnWheel } from './progressives';

/** What names a seat to its reader: `You`, or the name of whoever sits there. */
export type NameOf = (seat: number) => string;

export interface ToldSpin {
  readonly wheel: DrawnWheel;
  /** Which segment of the wheel it rests on. */
  readonly index: number;
  /** `Ines spins`. */
  readonly title: string;
  /** Why it turns. */
  readonly why: string;
  /** `$60`, or what the jackpot held. */
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
  const jackpot = own === undefined ? null : dollars(own.prize.won);
  return {
    wheel,
    index,
    title: titleOf(spin, nameOf),
    why: whyOf(spin),
    result:
      segment === undefined
        ? ''
        : segment.isJackpot && jackpot !== null
          ? `${segment.label} ${jackpot}`
          : segment.label,
    paid: prizes.map(
      ({ seat, prize }) => `${nameOf(seat)} ${nameOf(seat) === 'You' ? 'win' : 'wins'} ${dollars(prize.won)}.`,
    ),
  };
}

function titleOf({ wheel, seat }: Spin, nameOf: NameOf): string {
  if (wheel === 'community' || seat === null) return 'The Community wheel turns';
  const name = nameOf(seat);
  return `${name} ${name === 'You' ? 'spin' : 'spins'}${wheel === 'hot_spot' ? ' as the Hot Spot' : ''}`;
}

function whyOf({ wheel }: Spin): string {
  if (wheel === 'community') return 'One spin for every seat with the wager.';
  if (wheel === 'hot_spot') return 'The Hot Spot spins a wheel of its own.';
  return 'A pair in the hand spins the wheel.';
}

function wageredOn(view: TableView, { wheel, seat }: Spin): number {
  const spot = wheel === 'bonus_spin' ? 'bonus_spin' : 'bonus_spin_xtreme';
  // The Community wheel is everybody's: it shows what the seat that looks is paid, else what the first one is.
  const own = seat ?? view.seat;
  const wagers =
    view.seats.find((entry) => entry.seat === own && entry.wagers[spot] !== undefined) ??
    view.seats.find(({ wagers }) => wagers[spot]);
  return wagers?.wagers[spot] ?? 0;
}

/** What the lines settled so far were paid because of one spin. */
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
