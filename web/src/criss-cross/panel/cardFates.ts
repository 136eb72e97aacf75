/** All 52 cards, always in the same place, with the result of each as the middle card of a line. */

import { RANKS, spoken, SUITS, type Card, type Suit } from '../../shared/cards';
import type { AdviseAnswer, AdviseRequest, PayTableEntry } from '../../shared/protocol';
import type { HandName } from '../../shared/words';
import { MAP } from './strings';

export type MapLine = 'across' | 'down' | 'higher';
export type Fate = 'pays' | 'pushes' | 'loses' | 'seen';

export interface Cell {
  readonly card: Card;
  readonly fate: Fate;
  /** To 1, where it pays. */
  readonly odds: number | null;
}

export interface DeckMap {
  readonly rows: readonly { readonly suit: Suit; readonly cells: readonly Cell[] }[];
  readonly counts: Readonly<Record<Fate, number>>;
}

/** The line of a decision. */
export function lineOf(decision: AdviseAnswer['decision']): MapLine {
  return decision === 'middle' ? 'higher' : decision;
}

/** Null while more cards of the line than the middle one are to come: then no single card decides. */
export function deckMap(
  advice: AdviseAnswer,
  situation: AdviseRequest,
  line: MapLine,
  pays: PayTableEntry,
): DeckMap | null {
  const cards = advice.middle_cards[line];
  if (cards === undefined || Object.keys(cards).length === 0) return null;
  const seen = new Set([...situation.hole, ...(situation.across ?? []), ...(situation.down ?? [])]);
  const cellOf = (card: Card): Cell => {
    const made = cards[card];
    if (made === undefined || seen.has(card)) return { card, fate: 'seen', odds: null };
    return { card, fate: made.bet, odds: made.bet === 'pays' ? (pays[made.hand as HandName] ?? null) : null };
  };
  const rows = Array.from(SUITS).map((suit) => ({
    suit: suit as Suit,
    cells: Array.from(RANKS).map((rank) => cellOf(rank + suit)),
  }));
  const counts = { pays: 0, pushes: 0, loses: 0, seen: 0 };
  for (const { fate } of rows.flatMap(({ cells }) => cells)) counts[fate] += 1;
  return { rows, counts };
}

/** The map as a table for screen readers: each fate with its cards, the best odds first. */
export function fateRows(map: DeckMap): { readonly title: string; readonly cards: string }[] {
  const cells = map.rows.flatMap((row) => row.cells);
  const odds = [...new Set(cells.filter(({ fate }) => fate === 'pays').map((cell) => cell.odds ?? 0))].sort(
    (one, other) => other - one,
  );
  const named = (group: readonly Cell[]): string => MAP.cards(group.map(({ card }) => spoken(card)));
  return [
    ...odds.map((each) => ({
      title: MAP.paysTitle(each),
      cards: named(cells.filter((cell) => cell.fate === 'pays' && (cell.odds ?? 0) === each)),
    })),
    { title: MAP.titles.pushes, cards: named(cells.filter(({ fate }) => fate === 'pushes')) },
    { title: MAP.titles.loses, cards: named(cells.filter(({ fate }) => fate === 'loses')) },
    { title: MAP.titles.seen, cards: named(cells.filter(({ fate }) => fate === 'seen')) },
  ];
}
