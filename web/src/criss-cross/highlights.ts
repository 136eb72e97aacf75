/** Which line of the felt is lit, and which cards are marked as those that make a hand. */

import type { Card } from '../shared/cards';
import type { TableView } from '../shared/protocol';
import type { FeltView } from './feltView.svelte';
import { better, makingCards } from './hands/hands';
import { crossCards, lineCards, type RowId } from './layout';
import type { HandsSoFar } from './rowText';

/** The line that is lit: the one to bet on, or the one whose wager is being shown. */
export function litRow({
  stage,
  phase,
  why,
  isTelling,
  settled,
  layout,
}: Pick<FeltView, 'stage' | 'phase' | 'why' | 'isTelling' | 'settled' | 'layout'>): RowId | null {
  if (stage !== null) return phase === 'decision' ? stage : null;
  const spoken = why ?? (isTelling ? (settled.at(-1)?.spot ?? null) : null);
  return spoken === null ? null : (layout.spots[spoken]?.row ?? null);
}

/** On the cross, the Middle bet lights the line of the better hand once that is known. */
export function litLine(row: RowId | null, hands: HandsSoFar, isSettled: boolean): RowId | null {
  return isSettled && row === 'middle' ? betterLine(hands) : row;
}

export function markedCards(
  line: RowId | null,
  hands: HandsSoFar,
  community: TableView['community'],
  aceLow: boolean,
): readonly Card[] {
  if (line === 'bonus') return makingCards(crossCards(community), aceLow);
  const shown = line === 'across' || line === 'down' ? line : betterLine(hands);
  return makingCards([...hands.hole, ...lineCards(community, shown)], aceLow);
}

function betterLine({ across, down }: HandsSoFar): 'across' | 'down' {
  return better(across, down) === across ? 'across' : 'down';
}
