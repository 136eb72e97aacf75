/** Words about the player's own seed and the server's key, and the receipt as a file. */

import { receiptFile, type SignedHead } from '../shared/signedHeads';
import type { KeyState } from '../shared/serverKey.svelte';
import { ALARMS, type SeedState } from '../shared/seeding.svelte';

const SEED_WORDS: Readonly<Record<SeedState, string>> = {
  none: 'No seed of yours in this round yet.',
  committing: 'Committing to your seed...',
  committed: 'Your seed is committed. It stays secret until the commitments are locked.',
  elsewhere: 'Another browser committed to a seed for your seat.',
  outside: 'Your seat isn’t in this round, so its seed isn’t used.',
  revealing: 'The commitments are locked. Revealing your seed...',
  revealed: 'Your seed is revealed.',
  counted: 'Your seed was mixed into the draw.',
  withheld: 'Your seed was not revealed in time (possibly offline). Your commitment still counted.',
  unsigned: 'The server didn’t sign the lock with the key this browser knows. Your seed stays secret.',
  missing:
    'The server accepted your commitment and left it out of the lock. Your seed stays secret. Save the receipt as proof.',
  changed: 'The server locked a different commitment for your seat. Your seed stays secret. Save the receipt as proof.',
  denied: 'The server confirmed your seed and then marked it as withheld. Save the receipt as proof.',
  refused: 'The server refused your seed for this round.',
};

export const seedWords = (state: SeedState): string => SEED_WORDS[state];

export const KEY_CHANGED =
  'The server’s signing key changed, and the old key didn’t announce it. The operator may have lost the key, or this may be another server. Ask the operator before you play on. Your seeds stay secret until you accept the new key.';

/** What the player must be told at once; empty when all is well. */
export function alarmWords(seed: SeedState, key: KeyState): string {
  if (key === 'unexplained') return KEY_CHANGED;
  return ALARMS.includes(seed) ? seedWords(seed) : '';
}

/** The name and content of a file that holds a receipt. */
export function receiptOf(head: SignedHead): { name: string; href: string } {
  return {
    name: `receipt-${head.table}-${head.seq}.json`,
    href: `data:application/json;charset=utf-8,${encodeURIComponent(receiptFile(head))}`,
  };
}
