/** The wallet's movements in words, and the proof that they add up. */

import type { StatementEntry } from '../shared/protocol';

const PLAYER_LOGS = 'player:';

export interface Sums {
  /** In the wallet before the oldest line that is shown. */
  readonly openingCents: number;
  readonly movedCents: number;
  readonly closingCents: number;
  /** Whether every line follows from the one before it, and the last one leads to the balance. */
  readonly isWhole: boolean;
}

/** Adds up lines, the newest first, and holds each against the balance that the server wrote beside it. */
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
  return { openingCents, movedCents, closingCents: openingCents + movedCents, isWhole: isWhole && running === balanceCents };
}

/** What a movement was for, by the account on its other side. */
export function movementWords(line: StatementEntry): string {
  const isIn = line.cents > 0;
  switch (line.other.split(':')[0]) {
    case 'escrow':
      return isIn ? 'Paid and returned' : 'Wagered';
    case 'house':
      return isIn ? 'Correction by the floor' : 'Taken back by the floor';
    case 'meter':
      return 'Jackpot';
    default:
      if (!line.table.startsWith(PLAYER_LOGS)) return isIn ? 'Received' : 'Given';
      return line.cents === line.balance_cents ? 'First chips, free' : 'Refill, free';
  }
}

/** The round that a movement belongs to, if to any. */
export function roundOf(line: StatementEntry): string | null {
  return line.other.startsWith('escrow:') ? line.other.slice('escrow:'.length) : null;
}
