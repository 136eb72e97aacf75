/** All 52 cards, always in the same place, and what each would make of a line as the middle card. */

import { RANKS, spoken, SUITS, type Card, type Suit } from '../../shared/cards';
import type { AdviseAnswer, AdviseRequest, PayTableEntry } from '../../shared/protocol';
import type { HandName } from '../../shared/words';

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

/** The line that a decision is about. */
export function lineOf(decision: AdviseAnswer['decision']): MapLine {
  return decision === 'middle' ? 'higher' : decision;
}

/** Null while more than the middle card of the line is open: then no single card decides. */
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

/** For those who hear the map: each fate with its cards, the best odds first. */
export function fateRows(map: DeckMap): { readonly title: string; readonly cards: string }[] {
  const cells = map.rows.flatMap((row) => row.cells);
  const odds = [...new Set(cells.filter(({ fate }) => fate === 'pays').map((cell) => cell.odds ?? 0))].sort(
    (one, other) => other - one,
  );
  const named = (group: readonly Cell[]): string => group.map(({ card }) => spoken(card)).join(', ') || 'none';
  return [
    ...odds.map((each) => ({
      title: `Pays ${each} to 1`,
      cards: named(cells.filter((cell) => cell.fate === 'pays' && (cell.odds ?? 0) === each)),
    })),
    { title: 'Pushes', cards: named(cells.filter(({ fate }) => fate === 'pushes')) },
    { title: 'Loses', cards: named(cells.filter(({ fate }) => fate === 'loses')) },
    { title: 'Seen already', cards: named(cells.filter(({ fate }) => fate === 'seen')) },
  ];
}
