/** How rounds that are over ended: their cards and scores, fetched one after the other and kept. */

import { api } from '../../shared/api';
import type { Card } from '../../shared/cards';
import type { MatchView, ReplayAnswer, TableView } from '../../shared/protocol';

export interface RoundEnd {
  /** The two cards of the seat; none in King Cross. */
  readonly hole: readonly Card[];
  /** Across, down and middle, as far as they were turned. */
  readonly cross: readonly Card[];
  /** `Folded at Down`, `Void`, `74 points, first of 3`; nothing where the chips say it all. */
  readonly says: string;
}

const CROSS = ['across_left', 'across_right', 'down_far', 'down_near', 'middle'];
const known = new Map<string, Promise<RoundEnd | null>>();
let last: Promise<unknown> = Promise.resolve();

/** The end of a round as one seat saw it; null where the server does not tell. */
export function roundEnd(round: string, seat: number): Promise<RoundEnd | null> {
  const key = `${round} ${seat}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const asked = last.then(async () => {
    const outcome = await api.replay(round, seat);
    return outcome.ok ? endOf(outcome.answer, seat) : null;
  });
  known.set(key, asked);
  last = asked;
  return asked;
}

export function endOf(replay: ReplayAnswer, seat: number): RoundEnd | null {
  const view = replay.steps.at(-1)?.view;
  if (view === undefined) return null;
  return view.kind === 'table' ? tableEnd(view, seat) : matchEnd(view, seat);
}

function tableEnd(view: TableView, seat: number): RoundEnd {
  const own = view.seats.find((one) => one.seat === seat);
  const open = (cards: readonly (string | null | undefined)[]): Card[] => cards.filter((card) => typeof card === 'string');
  const folded = own?.folded_at ?? null;
  const says = view.void !== null ? 'Void' : folded === null ? '' : `Folded at ${folded.charAt(0).toUpperCase()}${folded.slice(1)}`;
  return { hole: open(own?.hole ?? []), cross: open(CROSS.map((place) => view.community[place])), says };
}

function matchEnd(view: MatchView, seat: number): RoundEnd {
  const own = view.scores.find((score) => score.seat === seat);
  if (own === undefined) return { hole: [], cross: [], says: 'Not finished' };
  const others = view.scores.length;
  const place = view.scores.filter(({ total }) => total > own.total).length + 1;
  const rank = others === 1 ? '' : `, ${place === 1 ? 'first' : `place ${place}`} of ${others}`;
  return { hole: [], cross: [], says: `${own.total} points${rank}` };
}
