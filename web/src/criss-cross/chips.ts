/** Chips before they are sent: adds, removes and moves them within the limits of the table. */

import type { Drag } from '../shared/drag.svelte';
import type { Layout, Spot, Wagers } from './layout';
import { LIMITS } from './strings';

/** A chip under the finger: from the rack to a spot, from spot to spot, or off the felt. */
export type ChipDrag = Drag<{
  readonly cents: number;
  /** The spot that it comes from; null is the rack. */
  readonly from: string | null;
}>;

/** A change of the chips, or why there is none, with the clause or reading behind it. */
export type Change =
  | { readonly ok: true; readonly wagers: Wagers }
  | { readonly ok: false; readonly says: string; readonly clause: string; readonly reading: string };

export function totalOf(wagers: Wagers): number {
  return Object.values(wagers).reduce((sum, cents) => sum + cents, 0);
}

export function sameWagers(one: Wagers, other: Wagers): boolean {
  const spots = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...spots].every((spot) => (one[spot] ?? 0) === (other[spot] ?? 0));
}

/** The wagers placed before the first card, which a rebet places again. */
export function bettingPart(layout: Layout, wagers: Wagers): Wagers {
  return Object.fromEntries(Object.entries(wagers).filter(([id, cents]) => cents > 0 && layout.spots[id]?.isBetting));
}

/** The least that opens a round. */
export function smallestWagers({ spots, unit }: Layout): Wagers {
  return Object.fromEntries(
    Object.values(spots)
      .filter(({ isRequired, isBetting }) => isRequired && isBetting)
      .map(({ id, minimum }) => [id, Math.ceil(minimum / unit) * unit]),
  );
}

/** Why cards can't be dealt yet, or null. */
export function missing(layout: Layout, wagers: Wagers): string | null {
  const lacking = Object.values(layout.spots).filter(({ id, isRequired }) => isRequired && !wagers[id]);
  if (lacking.length > 0) return LIMITS.empty(lacking.map(({ title }) => title));
  for (const spot of betting(layout)) {
    const needed = spot.needs.find((id) => wagers[spot.id] && !wagers[id]);
    if (needed !== undefined) return LIMITS.needs(spot.title, layout.spots[needed]?.title ?? needed);
  }
  return null;
}

/** Whether a remembered set still fits this table. */
export function fits(layout: Layout, wagers: Wagers): boolean {
  const isKnown = Object.keys(wagers).every((id) => layout.spots[id]?.isBetting);
  return (
    isKnown &&
    missing(layout, wagers) === null &&
    betting(layout).every((spot) => fault(layout, spot, wagers[spot.id] ?? 0) === null)
  );
}

/** One more chip on a spot. Spots that must be equal move together. */
export function addChip(layout: Layout, wagers: Wagers, id: string, chip: number, funds: number): Change {
  const spot = layout.spots[id];
  if (spot === undefined) return refused(LIMITS.noSpot);
  if (!spot.isBetting) return refused(LIMITS.later(spot.title), spot);
  const changed: Record<string, number> = { ...wagers };
  for (const one of together(layout, spot, wagers)) {
    const amount = grown(one, wagers[one.id] ?? 0, chip, wagers[one.equalTo ?? ''] ?? 0);
    const why = fault(layout, one, amount);
    if (why !== null) return refused(why, one);
    changed[one.id] = amount;
  }
  const total = totalOf(changed);
  if (total > funds) return refused(LIMITS.short(total - funds));
  return { ok: true, wagers: changed };
}

/** One chip less on a spot. What falls below the smallest wager leaves altogether, and so does a wager that must equal
 * another one, which stays. */
export function takeChip(layout: Layout, wagers: Wagers, id: string, chip: number): Wagers {
  const spot = layout.spots[id];
  if (spot === undefined || !spot.isBetting || !wagers[id]) return wagers;
  const changed: Record<string, number> = { ...wagers };
  const spots = together(layout, spot, wagers, true);
  const leavesAlone = spot.equalTo !== null && spots.length === 1;
  for (const one of spots) {
    const amount = leavesAlone ? 0 : shrunk(one, wagers[one.id] ?? 0, chip);
    if (amount > 0) changed[one.id] = amount;
    else delete changed[one.id];
  }
  return changed;
}

/** As much of these wagers as the wallet holds: side bets go first, then the antes. Null where not even those fit. */
export function affordable(layout: Layout, wagers: Wagers, funds: number): Wagers | null {
  let left = wagers;
  for (const { id } of betting(layout)
    .filter(({ isRequired }) => !isRequired)
    .reverse()) {
    if (totalOf(left) <= funds) return left;
    left = takeChip(layout, left, id, left[id] ?? 0);
  }
  if (totalOf(left) <= funds) return left;
  const least = smallestWagers(layout);
  return totalOf(least) <= funds ? least : null;
}

/** Puts a whole wager from one spot on another, as a drag does. */
export function moveChips(layout: Layout, wagers: Wagers, from: string, to: string, funds: number): Change {
  const cents = wagers[from] ?? 0;
  if (from === to || cents === 0) return { ok: true, wagers };
  return addChip(layout, takeChip(layout, wagers, from, cents), to, cents, funds);
}

function betting({ spots }: Layout): Spot[] {
  return Object.values(spots).filter(({ isBetting }) => isBetting);
}

/** The spots that change with this one. A follower without chips stays so until it is tapped itself. */
function together(layout: Layout, spot: Spot, wagers: Wagers, isTaking = false): Spot[] {
  const leader = layout.spots[spot.equalTo ?? ''] ?? spot;
  const followers = betting(layout).filter(({ equalTo }) => equalTo === leader.id);
  if (leader.isRequired) return [leader, ...followers];
  if (spot === leader) return [leader, ...followers.filter(({ id }) => wagers[id])];
  // A follower leaves alone; the first chip on it follows what its leader holds.
  if (isTaking || (wagers[leader.id] && !wagers[spot.id])) return [spot];
  return [leader, ...followers.filter(({ id }) => id === spot.id || wagers[id])];
}

function grown(spot: Spot, cents: number, chip: number, equal: number): number {
  if (spot.equalTo !== null && !spot.isRequired && cents === 0 && equal > 0) return equal;
  // Where the text names the amounts, a larger chip takes the place of a smaller one.
  if (spot.sizes !== null && !spot.sizes.includes(cents + chip) && spot.sizes.includes(chip) && chip > cents)
    return chip;
  return cents + chip;
}

function shrunk(spot: Spot, cents: number, chip: number): number {
  const left = cents - chip;
  if (spot.sizes !== null) return Math.max(0, ...spot.sizes.filter((size) => size <= left));
  return left < spot.minimum ? 0 : left;
}

function fault({ unit }: Layout, spot: Spot, cents: number): string | null {
  if (cents === 0) return null;
  if (spot.sizes !== null) {
    return spot.sizes.includes(cents) ? null : LIMITS.sizes(spot.title, spot.sizes);
  }
  if (cents < spot.minimum || cents > spot.maximum) {
    return LIMITS.range(spot.title, spot.minimum, spot.maximum);
  }
  return cents % unit === 0 ? null : LIMITS.unit(unit);
}

function refused(says: string, spot?: Spot): Change {
  return { ok: false, says, clause: spot?.limitsClause ?? '', reading: spot?.limitsReading ?? '' };
}
