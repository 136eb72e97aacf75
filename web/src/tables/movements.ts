/** The entries of a wallet's statement, and the check that they add up. */

import { dollars } from '../shared/money';
import type { CorrectionNotice, StatementEntry } from '../shared/protocol';
import { roundNumber } from '../shared/words';
import { corrections, movementText as text } from './strings';

const PLAYER_LOGS = 'player:';

export interface Sums {
  /** In the wallet before the oldest line that is shown. */
  readonly openingCents: number;
  readonly movedCents: number;
  readonly closingCents: number;
  /** Whether every line follows from the one before it, and the last one leads to the balance. */
  readonly isWhole: boolean;
}

/** Adds up lines, the newest first, and compares each with the balance that the server wrote beside it. */
export function sums(lines: readonly StatementEntry[], balanceCents: number): Sums {
  const oldest = lines[lines.length - 1];
  const openingCents = oldest === undefined ? balanceCents : oldest.balance_cents - oldest.cents;
  let running = openingCents;
  let isWhole = true;
  for (const line of [...lines].reverse()) {
    running += line.cents;
    isWhole &&= running === line.balance_cents;
  }
  const movedCents = lines.reduce((sum, line) => sum + line.cents, 0);
  return {
    openingCents,
    movedCents,
    closingCents: openingCents + movedCents,
    isWhole: isWhole && running === balanceCents,
  };
}

/** Everything that one entry of a log moved: a settled round is one movement, however many chips it took. */
export interface Movement {
  readonly number: number;
  readonly stampedMs: number;
  readonly cents: number;
  readonly balanceCents: number;
  readonly words: string;
  /** Set where the floor moved the chips after the round: the clause, and the table whose rules have it. */
  readonly correction: { readonly table: string; readonly clause: string } | null;
  /** The round it belongs to, if to any. */
  readonly round: string | null;
}

/** Lines, the newest first, as movements. */
export function movements(lines: readonly StatementEntry[]): readonly Movement[] {
  const groups: StatementEntry[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.table === line.table && last[0].seq === line.seq) last.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group, index) => {
    const [newest] = group;
    if (newest === undefined) return [];
    const cents = group.reduce((sum, line) => sum + line.cents, 0);
    return [
      {
        number: newest.number,
        stampedMs: newest.stamped_ms,
        cents,
        balanceCents: newest.balance_cents,
        words: words(group, cents),
        correction: newest.correction === null ? null : { table: newest.table, clause: newest.correction.clause },
        round: group.map(roundOf).find((name) => name !== null) ?? roundBefore(newest, groups.slice(index + 1)),
      },
    ];
  });
}

/**
 * The round of chips that came from house or meter alone, such as the prize of a wheel: the last one that the player had
 * staked in at that table. Null where its wagers are on an older page.
 */
function roundBefore({ table }: StatementEntry, older: readonly (readonly StatementEntry[])[]): string | null {
  if (table.startsWith(PLAYER_LOGS)) return null;
  const lines = older.flat().filter((line) => line.table === table && line.correction === null);
  return lines.map(roundOf).find((name) => name !== null) ?? null;
}

/** The notice that a player gets when a round is corrected, without its clause. */
export function correctionWords({ title, round, cents, reason }: CorrectionNotice): string {
  const say = cents > 0 ? corrections.paid : corrections.takenBack;
  return say(roundNumber(round), title, dollars(Math.abs(cents)), reason);
}

/** The reason for a movement, by the accounts on the other side. */
function words(group: readonly StatementEntry[], cents: number): string {
  const has = (kind: string): boolean => group.some(({ other }) => other.startsWith(`${kind}:`));
  const isIn = cents > 0;
  if (has('escrow')) {
    if (!isIn) return text.wagered;
    return has('meter') ? text.jackpotReturned : has('house') ? text.wonReturned : text.returned;
  }
  const correction = group.find((line) => line.correction !== null)?.correction;
  if (correction) return (isIn ? text.correction : text.takenBack)(correction.reason);
  if (has('meter')) return text.jackpot;
  // Chips of a round without a returned wager: a wheel paid, or the house took them.
  if (group.some(({ table }) => !table.startsWith(PLAYER_LOGS))) return isIn ? text.won : text.lost;
  return group.some((line) => line.cents === line.balance_cents) ? text.firstChips : text.refill;
}

function roundOf({ other, correction }: StatementEntry): string | null {
  if (correction !== null) return correction.round;
  return other.startsWith('escrow:') ? other.slice('escrow:'.length) : null;
}
