/** For tests: a key that signs as a server does, a seat at a table, storage of a browser, and the sources of the page. */

import { readdirSync, readFileSync } from 'node:fs';
import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { vi } from 'vitest';
import type { SeatInfo } from './protocol';

export interface Signer {
  readonly key: string;
  readonly sign: (text: string) => string;
  /** The statement with which this key names its successor. */
  readonly names: (next: Signer) => string;
}

/** The signer of a number from 1 to 255. */
export function signer(number: number): Signer {
  hashes.sha512 = sha512;
  const secret = new Uint8Array(32).fill(number);
  const publicKey = getPublicKey(secret);
  const name = `crossfelt/${bytesToHex(sha256(publicKey)).slice(0, 16)}`;
  const typed = concatBytes(new Uint8Array([1]), publicKey);
  const id = sha256(concatBytes(utf8ToBytes(`${name}\n`), typed)).subarray(0, 4);
  const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
  const key = `${name}+${bytesToHex(id)}+${base64(typed)}`;
  const signed = (text: string): string => base64(concatBytes(id, sign(utf8ToBytes(text), secret)));
  const names = (next: Signer): string => {
    const text = `crossfelt-key-2\n${key}\n${next.key}\n1790000000000\n`;
    return `${text}\n— ${name} ${signed(text)}\n`;
  };
  return { key, sign: signed, names };
}

/** A player who sits at a table and is connected. */
export function seatInfo(more: Partial<SeatInfo> = {}): SeatInfo {
  return {
    seat: 1,
    player: 'ada',
    name: 'Ada',
    bot: null,
    is_here: true,
    is_out: false,
    is_leaving: false,
    is_removed: false,
    is_ready: false,
    has_committed: false,
    has_revealed: false,
    ...more,
  };
}

/** Gives the page a storage of its own; returns what is in it. */
export function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  return stored;
}

/** The lines of the page's sources that a test reports, each with its file. Tests, their server and generated types are left out. */
export function linesOfSources(isReported: (line: string) => boolean): string[] {
  const root = new URL('../', import.meta.url);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:ts|svelte|css)$/.test(name) && !/\.test\.ts$|protocol\.ts$|^testing\b/.test(name),
  );
  if (names.length < 100) throw new Error(`the page has only ${names.length} files`);
  return names.flatMap((name) =>
    readFileSync(new URL(name.replaceAll('\\', '/'), root), 'utf8')
      .split('\n')
      .filter(isReported)
      .map((line) => `${name}: ${line.trim()}`),
  );
}
