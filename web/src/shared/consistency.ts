/** Checks that the transparency log of a server begins with an earlier checkpoint, as `docs/transparency.md` specifies. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { decoded, signedLines } from './notes';
import type { ConsistencyAnswer } from './protocol';

interface Checkpoint {
  readonly size: number;
  readonly root: Uint8Array;
}

const NODE = Uint8Array.of(1);
const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concatBytes(NODE, left, right));
const isEqual = (one: Uint8Array, other: Uint8Array): boolean => bytesToHex(one) === bytesToHex(other);
const half = (index: number): number => Math.floor(index / 2);

/** The size and root of a checkpoint, if the log's key signed it. */
export function checkpointOf(note: string, logKey: string): Checkpoint | null {
  const [origin, size = '', root = '', ...rest] = signedLines(note, logKey) ?? [];
  const hash = decoded(root);
  if (origin !== logKey.split('+')[0] || !/^(0|[1-9]\d{0,14})$/.test(size) || hash?.length !== 32) return null;
  return rest.length === 0 ? { size: Number(size), root: hash } : null;
}

/** Whether the key of the server names the key of its log. */
export function isNamed(answer: ConsistencyAnswer, serverKey: string): boolean {
  const lines = signedLines(answer.log_statement, serverKey) ?? [];
  return lines.join('\n') === ['crossfelt-log-1', serverKey, answer.log_key].join('\n');
}

/** Whether the log of the answer begins with that of the saved checkpoint; null for a first one. */
export function isConsistent(saved: string | null, answer: ConsistencyAnswer): boolean {
  const [now, hashes] = [checkpointOf(answer.checkpoint ?? '', answer.log_key), answer.hashes.map(decoded)];
  if (now === null) return false;
  if (saved === null) return true;
  const old = checkpointOf(saved, answer.log_key);
  if (old === null || old.size > now.size) return false;
  if (old.size === 0 || old.size === now.size) return old.size === 0 || isEqual(old.root, now.root);
  return leads(old, now, hashes);
}

function leads(old: Checkpoint, now: Checkpoint, hashes: readonly (Uint8Array | null)[]): boolean {
  const path = hashes.filter((hash) => hash?.length === 32) as Uint8Array[];
  let [first, last] = [old.size - 1, now.size - 1];
  while (first % 2 === 1) [first, last] = [half(first), half(last)];
  let before = first > 0 ? path.shift() : old.root;
  let after = before;
  for (; last > 0; [first, last] = [half(first), half(last)]) {
    const isLeft = first % 2 === 1;
    if (!isLeft && first === last) continue;
    const other = path.shift();
    if (other === undefined || before === undefined || after === undefined) return false;
    if (isLeft) before = nodeHash(other, before);
    after = isLeft ? nodeHash(other, after) : nodeHash(after, other);
  }
  if (path.length > 0 || before === undefined || after === undefined) return false;
  return isEqual(before, old.root) && isEqual(after, now.root);
}
