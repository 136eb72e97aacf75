/** The phase of a table for its viewer. */

import type { SeatView, TableInfo, TableView } from '../shared/protocol';
import { playerAt } from '../tables/seatWords';
import type { Layout, Stage } from './layout';

export type Phase =
  /** The table is gone. */
  | 'closed'
  /** No seat here. */
  | 'watching'
  /** Seated and not taking part. */
  | 'out'
  /** Seated, and the next round is not open yet. */
  | 'waiting'
  | 'betting'
  /** No more bets, and nothing to decide: cards are on their way, or others decide. */
  | 'dealing'
  | 'others'
  | 'decision'
  | 'settling'
  | 'settled'
  | 'void';

const DEALING = new Set(['shuffling', 'dealing']);

export function isStage(stage: string): stage is Stage {
  return stage === 'across' || stage === 'down' || stage === 'middle';
}

/** Whether a round is settled or void. */
export function isOver(view: TableView | null): boolean {
  return view !== null && (view.void !== null || view.stage === 'settled');
}

export function seatOf(view: TableView | null, seat: number | null): SeatView | null {
  return view?.seats.find((one) => one.seat === seat) ?? null;
}

/** Whether a seat has something at stake in the round. */
export function isIn(view: TableView | null, seat: number | null): boolean {
  const own = seatOf(view, seat);
  return own !== null && own.status !== 'empty';
}

export function phaseOf(view: TableView | null, info: TableInfo, you: number | null): Phase {
  if (info.is_closed && !isOver(view)) return 'closed';
  if (you === null) return 'watching';
  if (view !== null && isIn(view, you)) {
    if (view.void !== null) return 'void';
    if (view.stage === 'settled') return 'settled';
    if (view.stage === 'settling') return 'settling';
    if (DEALING.has(view.stage)) return 'dealing';
    if (isStage(view.stage)) return view.to_act === you ? 'decision' : 'others';
  }
  if (playerAt(info, you)?.is_out) return 'out';
  if (view === null || isOver(view)) return 'waiting';
  return view.stage === 'betting' ? 'betting' : 'others';
}

/** The seats that have yet to decide after this one at this stage, in the order in which they do. */
export function followers(view: TableView, layout: Layout, seat: number): number[] {
  if (!isStage(view.stage)) return [];
  const stage = view.stage;
  const spot = Object.values(layout.spots).find(({ kind, row }) => kind === 'main' && row === stage);
  return view.seats
    .filter((one) => one.status === 'in' && one.seat !== seat && spot !== undefined && !one.wagers[spot.id])
    .map((one) => one.seat);
}

/** A short form of a commitment that people can compare. */
export function sealWords(commitment: string): string {
  return commitment === '' ? '' : `${commitment.slice(0, 4)}·${commitment.slice(-4)}`;
}
