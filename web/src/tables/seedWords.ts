/** The state of the player's own seed and of the server's key, and the receipt as a file. */

import { receiptFile, type SignedHead } from '../shared/signedHeads';
import type { KeyState } from '../shared/serverKey.svelte';
import type { LogState } from '../shared/transparency.svelte';
import { ALARMS, type SeedState } from '../shared/seeding.svelte';
import { fairness, seedStates } from './strings';

export const seedWords = (state: SeedState): string => seedStates[state];

/** The warning for the player; empty if there is none. */
export function alarmWords(seed: SeedState, key: KeyState, log: LogState): string {
  if (key === 'unexplained') return fairness.keyChanged;
  if (log === 'rewritten') return fairness.logRewritten;
  return ALARMS.includes(seed) ? seedWords(seed) : '';
}

/** The name and content of a file that holds a receipt. */
export function receiptOf(head: SignedHead): { name: string; href: string } {
  return {
    name: `receipt-${head.table}-${head.seq}.json`,
    href: `data:application/json;charset=utf-8,${encodeURIComponent(receiptFile(head))}`,
  };
}
