/**
 * The player's own seeds, kept in this browser before their commitments are sent. Nothing here talks to the server.
 *
 * A round may have more than one: tabs without locks can commit at the same time, and a player may type another seed.
 * The one that the server locks is the one that is revealed.
 */

import { bytesToHex } from '@noble/hashes/utils.js';
import { browserStorage, keep, savedValue, type TextStorage } from './savedValues';
import { seedCharacters, seedTooLong } from './fairness/strings';
import type { SignedHead } from './signedHeads';
import { SEED_PATTERN, seedCommitment } from './seedCommitment';

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

type Stored = Readonly<Record<string, readonly OwnSeed[]>>;

/** The fault of a typed seed, or an empty text. */
export function seedFault(text: string): string {
  if (SEED_PATTERN.test(text.trim())) return '';
  return text.trim().length > 64 ? seedTooLong : seedCharacters;
}

/** A new seed for a round: what the player typed, or 128 random bits. The 32-byte nonce is always random. */
export function newSeed(place: Place, typed: string, after: number): OwnSeed {
  const seed = typed === '' ? randomHex(16) : typed;
  const nonce = randomHex(NONCE_BYTES);
  const commitment = seedCommitment(place.table, place.round, place, nonce, seed);
  return {
    ...place,
    nonce,
    seed,
    commitment,
    isTyped: typed !== '',
    after,
    committed: null,
    locked: null,
    revealed: null,
    isOver: false,
  };
}

/** The seeds of a round that this browser made, oldest first. */
export function seedsOf(round: string, storage = browserStorage): readonly OwnSeed[] {
  return read(storage)[round] ?? [];
}

/** Keeps a seed, in place of what was known of the same commitment. */
export function saveSeed(seed: OwnSeed, storage = browserStorage): void {
  const all = read(storage);
  const others = (all[seed.round] ?? []).filter(({ commitment }) => commitment !== seed.commitment);
  const rounds = Object.entries(all).filter(([round]) => round !== seed.round);
  const seeds: [string, readonly OwnSeed[]] = [seed.round, [...others, seed].slice(-MOST_OF_ROUND)];
  const next = Object.fromEntries([...rounds, seeds].slice(-MOST_ROUNDS));
  if (keep(KEY, next, storage)) unstored.delete(storage);
  else unstored.set(storage, next);
}

/** The entry after which something may have happened to a seed of this table that isn't revealed yet. */
export function pendingAfter(table: string, storage = browserStorage): number | null {
  const pending = Object.values(read(storage))
    .flat()
    .filter((seed) => seed.table === table && !seed.isOver);
  // Only the newest round can be open.
  const newest = pending.at(-1)?.round;
  const seqs = pending.filter(({ round }) => round === newest).map(({ after }) => after);
  return seqs.length === 0 ? null : Math.min(...seqs);
}

/** The seed that the player wants to use at a table, or nothing for a random one. */
export function typedSeed(table: string, storage = browserStorage): string {
  return savedValue(TYPED, isTyped, storage)?.[table] ?? '';
}

export function typeSeed(table: string, seed: string, storage = browserStorage): void {
  const others = Object.entries(savedValue(TYPED, isTyped, storage) ?? {}).filter(([name]) => name !== table);
  keep(TYPED, Object.fromEntries([...others, ...(seed === '' ? [] : [[table, seed]])].slice(-MOST_ROUNDS)), storage);
}

const TYPED = 'typed-seeds';
const isTyped = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((seed) => typeof seed === 'string');

/** Seeds of this tab where the browser forbids storage. */
const unstored = new Map<TextStorage, Stored>();

function read(storage: TextStorage): Stored {
  return unstored.get(storage) ?? savedValue(KEY, isStored, storage) ?? {};
}

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((seeds) => Array.isArray(seeds) && seeds.every(isSeed))
  );
}

function isSeed(value: unknown): value is OwnSeed {
  const { nonce, seed, commitment, seat, after } = (value ?? {}) as Partial<OwnSeed>;
  return [nonce, seed, commitment].every((text) => typeof text === 'string') && [seat, after].every(Number.isInteger);
}

function randomHex(count: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(count)));
}
