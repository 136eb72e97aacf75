/** Every seat of a table with its state in words. */

import type { TableInfo, TableView } from '../shared/protocol';
import { playerAt } from '../tables/seatWords';
import { stageSpot, type Layout, type Stage } from './layout';
import { isStage, seatOf } from './phase';
import { DECISION, SEATS } from './strings';

export interface Seated {
  readonly seat: number;
  readonly name: string;
  readonly isEmpty: boolean;
  readonly isBot: boolean;
  readonly isYou: boolean;
  readonly isAway: boolean;
  readonly isOut: boolean;
  readonly isFolded: boolean;
  readonly isTurn: boolean;
  /** `1×`, `F`: the decision at this stage; empty before it. */
  readonly decided: string;
  /** The state of the seat in a few words. */
  readonly says: string;
  /** Multiples bet on each stage so far. */
  readonly bets: readonly { readonly stage: Stage; readonly multiple: number | null }[];
  readonly anteCents: number;
  readonly hole: readonly (string | null)[];
}

export function seatedAt(layout: Layout, info: TableInfo, view: TableView | null, you: number | null): Seated[] {
  return Array.from({ length: info.seat_count }, (_, index) => seated(index + 1, layout, info, view, you));
}

function seated(seat: number, layout: Layout, info: TableInfo, view: TableView | null, you: number | null): Seated {
  const player = playerAt(info, seat);
  const own = seatOf(view, seat);
  const isFolded = own?.status === 'folded' || own?.status === 'forfeited';
  const bets = layout.stages.map((stage) => {
    const spot = stageSpot(layout, stage);
    const ante = own?.wagers[spot?.multipleOf ?? ''] ?? 0;
    const cents = own?.wagers[spot?.id ?? ''] ?? 0;
    return { stage, multiple: cents > 0 && ante > 0 ? cents / ante : null };
  });
  const now =
    view !== null && isStage(view.stage)
      ? bets.find(({ stage }) => stage === view.stage)
      : bets.findLast(({ multiple }) => multiple !== null);
  const isTurn = view?.to_act === seat;
  const multiple = now?.multiple ?? null;
  const decided = isFolded ? SEATS.foldedMark : multiple === null ? '' : DECISION.times(multiple);
  const net = view?.totals.find((one) => one.seat === seat)?.net ?? null;
  return {
    seat,
    name: (player?.name ?? '').replace(/^Bot /, ''),
    isEmpty: player === null,
    isBot: (player?.bot ?? null) !== null,
    isYou: seat === you,
    isAway: player !== null && player.bot === null && !player.is_here,
    isOut: player?.is_out ?? false,
    isFolded,
    isTurn,
    decided,
    says: saysOf(
      { isTurn, isFolded, decided, net, isYou: seat === you, hasWagers: (own?.status ?? 'empty') !== 'empty' },
      info,
      seat,
      view,
    ),
    bets,
    anteCents: own?.wagers[stageSpot(layout, 'across')?.multipleOf ?? ''] ?? 0,
    hole: own?.hole ?? [],
  };
}

interface Standing {
  readonly isTurn: boolean;
  readonly isFolded: boolean;
  readonly decided: string;
  readonly net: number | null;
  readonly isYou: boolean;
  readonly hasWagers: boolean;
}

function saysOf(standing: Standing, info: TableInfo, seat: number, view: TableView | null): string {
  const player = playerAt(info, seat);
  const { states } = SEATS;
  if (player === null) return states.free;
  if (player.is_leaving) return states.leaving;
  if (player.is_out && !standing.hasWagers) return states.out;
  if (player.bot === null && !player.is_here) return states.away;
  if (standing.isTurn) return standing.isYou ? states.yourTurn : states.deciding;
  if (standing.isFolded) return states.folded;
  if (standing.net !== null) return standing.net === 0 ? states.even : standing.net > 0 ? states.won : states.lost;
  if (view?.stage === 'betting') {
    if (player.is_ready) return states.ready;
    return standing.hasWagers ? states.betsIn : states.betting;
  }
  if (!standing.hasWagers) return states.notIn;
  return standing.decided === '' ? states.waiting : standing.decided;
}
