/**
 * The player's own seeds, kept in this browser before their commitments are sent. Nothing here talks to the server.
 *
 * A round may have more than one: tabs without locks can commit at the same time, and a player may type another seed.
 * The one that the server locks is the one that is revealed.
 */

import { bytesToHex } from '@noble/hashes/utils.js';
import { seedCommitment } from '../criss-cross/rounds/seeds';
import { keep, kept } from './kept';
import type { SignedHead } from './notes';

export interface OwnSeed {
  readonly table: string;
  readonly round: string;
  readonly seat: number;
  readonly player: string;
  readonly nonce: string;
  readonly seed: string;
  readonly commitment: string;
  readonly isTyped: boolean;
  /** The last entry that was known when the seed was made: what happens to it comes later. */
  readonly after: number;
  /** The signed head with which the server acknowledged the commitment. */
  readonly committed: SignedHead | null;
  /** The signed head under which the browser saw its commitment locked. */
  readonly locked: SignedHead | null;
  /** The signed head with which the server acknowledged the seed itself. */
  readonly revealed: SignedHead | null;
  readonly isOver: boolean;
}

export type Place = Pick<OwnSeed, 'table' | 'round' | 'seat' | 'player'>;

const KEY = 'seeds';
/** Rounds that are remembered. */
export const MOST_ROUNDS = 200;
const MOST_OF_ROUND = 8;
const NONCE_BYTES = 32;
const SEED = /^[!-~]([ -~]{0,62}[!-~])?$/;

type Stored = Readonly<Record<string, readonly OwnSeed[]>>;

/** What is wrong with a seed that somebody typed; empty when nothing is. */
export function seedFault(text: string): string {
  if (SEED.test(text.trim())) return '';
  return text.trim().length > 64 ? 'Use at most 64 characters.' : 'Use letters, digits and signs of an English keyboard.';
}

/** A new seed for a round: what the player typed, or 128 random bits. The 32-byte nonce is always random. */
export function newSeed(place: Place, typed: string, after: number): OwnSeed {
  const seed = typed === '' ? randomHex(16) : typed;
  const nonce = randomHex(NONCE_BYTES);
  const commitment = seedCommitment(place.table, place.round, place, nonce, seed);
  return { ...place, nonce, seed, commitment, isTyped: typed !== '', after, committed: null, locked: null, revealed: null, isOver: false };
}

/** The seeds of a round that this browser made, oldest first. */
export function seedsOf(round: string): readonly OwnSeed[] {
  return read()[round] ?? [];
}

/** Keeps a seed, in place of what was known of the same commitment. */
export function saveSeed(seed: OwnSeed): void {
  const all = read();
  const others = (all[seed.round] ?? []).filter(({ commitment }) => commitment !== seed.commitment);
  const rounds = Object.entries(all).filter(([round]) => round !== seed.round);
  const seeds: [string, readonly OwnSeed[]] = [seed.round, [...others, seed].slice(-MOST_OF_ROUND)];
  const next = Object.fromEntries([...rounds, seeds].slice(-MOST_ROUNDS));
  unstored = keep(KEY, next) ? null : next;
}

/** The entry after which something may have happened to a seed of this table that isn't revealed yet. */
export function pendingAfter(table: string): number | null {
  const pending = Object.values(read())
    .flat()
    .filter((seed) => seed.table === table && !seed.isOver);
  // Only the newest round can be open.
  const newest = pending.at(-1)?.round;
  const seqs = pending.filter(({ round }) => round === newest).map(({ after }) => after);
  return seqs.length === 0 ? null : Math.min(...seqs);
}

/** The seed that the player wants to use at a table, or nothing for a random one. */
export function typedSeed(table: string): string {
  return kept(TYPED, isTyped)?.[table] ?? '';
}

export function typeSeed(table: string, seed: string): void {
  const others = Object.entries(kept(TYPED, isTyped) ?? {}).filter(([name]) => name !== table);
  keep(TYPED, Object.fromEntries([...others, ...(seed === '' ? [] : [[table, seed]])].slice(-MOST_ROUNDS)));
}

const TYPED = 'typed-seeds';
const isTyped = (found: unknown): found is Record<string, string> =>
  typeof found === 'object' && found !== null && Object.values(found).every((seed) => typeof seed === 'string');

/** Seeds of this tab where the browser forbids storage. */
let unstored: Stored | null = null;

function read(): Stored {
  return unstored ?? kept(KEY, isStored) ?? {};
}

function isStored(found: unknown): found is Stored {
  return typeof found === 'object' && found !== null && Object.values(found).every((seeds) => Array.isArray(seeds) && seeds.every(isSeed));
}

function isSeed(found: unknown): found is OwnSeed {
  const { nonce, seed, commitment, seat, after } = (found ?? {}) as Partial<OwnSeed>;
  return [nonce, seed, commitment].every((text) => typeof text === 'string') && [seat, after].every(Number.isInteger);
}

function randomHex(count: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(count)));
}
