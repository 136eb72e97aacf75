/** The form of a seed, and the commitment that hides it until its player reveals it. */

import { hexToBytes } from '@noble/hashes/utils.js';
import { fields, hashHex } from './bytes';

/** 1 to 64 printable ASCII characters, with no space at either end. */
export const SEED_PATTERN = /^[!-~]([ -~]{0,62}[!-~])?$/;

interface SeatOfPlayer {
  readonly seat: number;
  readonly player: string;
}

/** The SHA-256 that a player publishes before the seed. */
export function seedCommitment(
  table: string,
  round: string,
  { seat, player }: SeatOfPlayer,
  nonce: string,
  seed: string,
): string {
  return hashHex(fields('crossfelt-seed-2', table, round, seat, player, hexToBytes(nonce), seed));
}
