/** Signed notes as "Signed heads and receipts" specifies them: verifier keys, signed heads and rotation statements. */

import { hashes, verify as verifyEd25519 } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { headText, type SignedHead } from './signedHeads';

hashes.sha512 = sha512;

interface VerifierKey {
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
}

const ED25519 = 1;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const SIGNATURE_LINE = /^— ([^\s+]+) (\S+)$/;

/** Whether the key signed this head. */
export function isSigned(head: SignedHead, key = head.key): boolean {
  return verifies(key, headText(head), head.signature);
}

/** Whether `signature` (base64 of key id and signature) is that of the key under a note text. */
export function verifies(key: string, text: string, signature: string): boolean {
  const [parsed, bytes] = [parseKey(key), decoded(signature)];
  if (parsed === null || bytes === null || bytes.length !== ID_BYTES + SIGNATURE_BYTES) return false;
  if (!isEqual(bytes.subarray(0, ID_BYTES), parsed.id)) return false;
  try {
    return verifyEd25519(bytes.subarray(ID_BYTES), utf8ToBytes(text), parsed.publicKey, { zip215: false });
  } catch {
    return false;
  }
}

export const isKey = (text: string): boolean => parseKey(text) !== null;

/** Whether rotation statements lead from one key to another, each signed by the key that it replaces. */
export function isSucceeded(from: string, to: string, statements: readonly string[]): boolean {
  let key = from;
  for (const statement of statements) {
    const [old, next] = successor(statement) ?? [];
    if (old === key && next !== undefined) key = next;
    if (key === to) return true;
  }
  return false;
}

function successor(statement: string): [string, string] | null {
  const [kind, old = '', next = '', , ...rest] = textOf(statement).split('\n');
  if (kind !== 'crossfelt-key-2' || rest.length !== 1 || !isKey(next)) return null;
  return signedLines(statement, old) === null ? null : [old, next];
}

/** The lines of a note, if this key signed it. */
export function signedLines(note: string, key: string): readonly string[] | null {
  const [text, name] = [textOf(note), parseKey(key)?.name];
  const lines = note
    .slice(text.length + 1)
    .split('\n')
    .slice(0, -1);
  const isByKey = lines.some((line) => {
    const [, signer, signature = ''] = SIGNATURE_LINE.exec(line) ?? [];
    return name !== undefined && signer === name && verifies(key, text, signature);
  });
  return isByKey ? text.split('\n').slice(0, -1) : null;
}

/** The text of a note, without its signatures. */
const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);

function parseKey(text: string): VerifierKey | null {
  const [name = '', id = ''] = text.split('+', 2);
  const encoded = decoded(text.slice(name.length + id.length + 2));
  if (encoded === null || encoded.length !== 33 || encoded[0] !== ED25519) return null;
  const publicKey = encoded.subarray(1);
  const hash = sha256(concatBytes(utf8ToBytes(`${name}\n`), encoded)).subarray(0, ID_BYTES);
  const isOwnName = name === `crossfelt/${bytesToHex(sha256(publicKey)).slice(0, 16)}`;
  return isOwnName && id === bytesToHex(hash) ? { name, id: hash, publicKey } : null;
}

/** The bytes of a base64 text in its one canonical spelling. */
export function decoded(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : null;
  } catch {
    return null;
  }
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean => bytesToHex(one) === bytesToHex(other);
