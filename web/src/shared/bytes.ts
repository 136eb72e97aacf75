/** Canonical JSON, fields with their lengths, and hashes, as "Chance you can check" specifies them. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import * as strings from './fairness/strings';

/** The first thing about a record that does not hold. */
export class DoesNotHold extends Error {}

export function need(holds: boolean, says: string): asserts holds {
  if (!holds) throw new DoesNotHold(says);
}

/** Keys sorted by code point, no blanks, whole numbers, and nothing but ASCII. */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    need(Number.isSafeInteger(value), strings.notWhole(value));
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  need(typeof value === 'object', strings.notJson);
  const entries = Object.entries(value).sort(([one], [other]) => byCodePoint(one, other));
  return `{${entries.map(([key, item]) => `${text(key)}:${canonical(item)}`).join(',')}}`;
}

function text(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function byCodePoint(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Each field preceded by its length as eight bytes, the highest first. */
export function fields(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  return concatBytes(
    ...parts.flatMap((part) => {
      const bytes = part instanceof Uint8Array ? part : utf8ToBytes(String(part));
      const length = new Uint8Array(8);
      new DataView(length.buffer).setUint32(4, bytes.length);
      return [length, bytes];
    }),
  );
}

export function hashHex(data: Uint8Array | string): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
