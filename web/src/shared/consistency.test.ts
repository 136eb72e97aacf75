import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { beforeEach, expect, test } from 'vitest';
import type { Outcome } from './api';
import { checkpointOf, isConsistent, isNamed } from './consistency';
import type { ConsistencyAnswer } from './protocol';
import { ServerKey } from './serverKey.svelte';
import { signer, stubStorage } from './testing';
import { TransparencyLog } from './transparency.svelte';

const [server, log, other] = [signer(1), signer(2), signer(3)];
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const entries = (said: string): Uint8Array[] =>
  Array.from({ length: 40 }, (_, place) => utf8ToBytes(`${said}${place}`));

/** The largest power of two below a count. */
const largest = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);

function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return sha256(new Uint8Array());
  if (leaves.length === 1) return sha256(concatBytes(Uint8Array.of(0), only));
  const middle = largest(leaves.length);
  return sha256(concatBytes(Uint8Array.of(1), rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle))));
}

function pathOf(old: number, leaves: readonly Uint8Array[], isKnown = true): Uint8Array[] {
  if (old === leaves.length) return isKnown ? [] : [rootOf(leaves)];
  const middle = largest(leaves.length);
  const [left, right] = [leaves.slice(0, middle), leaves.slice(middle)];
  return old <= middle
    ? [...pathOf(old, left, isKnown), rootOf(right)]
    : [...pathOf(old - middle, right, false), rootOf(left)];
}

function noteOf(size: number, said = 'entry ', by = log): string {
  const name = by.key.split('+')[0] ?? '';
  const text = `${name}\n${size}\n${base64(rootOf(entries(said).slice(0, size)))}\n`;
  return `${text}\n— ${name} ${by.sign(text)}\n`;
}

function answerOf(old: number, size: number, said = 'entry ', by = log): ConsistencyAnswer {
  const text = `crossfelt-log-1\n${server.key}\n${by.key}\n`;
  return {
    format: 'crossfelt-consistency',
    version: 1,
    old_size: old,
    new_size: size,
    hashes: old === 0 ? [] : pathOf(old, entries(said).slice(0, size)).map(base64),
    checkpoint: noteOf(size, said, by),
    log_key: by.key,
    log_statement: `${text}\n— ${server.key.split('+')[0] ?? ''} ${server.sign(text)}\n`,
  };
}

test('a log that only grows is consistent at every size', () => {
  for (const size of [1, 2, 7, 8, 13])
    for (let old = 0; old <= size; old += 1) expect(isConsistent(noteOf(old), answerOf(old, size))).toBe(true);
});

test('a log that lost or changed an entry is not', () => {
  expect(isConsistent(noteOf(7, 'another '), answerOf(7, 20))).toBe(false);
  expect(isConsistent(noteOf(20, 'another '), answerOf(20, 20))).toBe(false);
  expect(isConsistent(noteOf(20), answerOf(7, 7))).toBe(false);
  const answer = answerOf(7, 20);
  expect(isConsistent(noteOf(7), { ...answer, hashes: answer.hashes.slice(1) })).toBe(false);
  expect(isConsistent(noteOf(7), { ...answer, hashes: [...answer.hashes, answer.hashes[0] ?? ''] })).toBe(false);
  expect(isConsistent(noteOf(7), { ...answer, checkpoint: noteOf(20, 'entry ', other) })).toBe(false);
  expect(isConsistent(noteOf(7), { ...answer, checkpoint: null })).toBe(false);
  expect(checkpointOf(noteOf(7), other.key)).toBeNull();
});

test('the key of the log is the one that the server names', () => {
  expect(isNamed(answerOf(1, 2), server.key)).toBe(true);
  expect(isNamed(answerOf(1, 2), other.key)).toBe(false);
  expect(isNamed({ ...answerOf(1, 2), log_key: other.key }, server.key)).toBe(false);
});

let answer: Outcome<ConsistencyAnswer>;
const asked: number[] = [];

function opened(): TransparencyLog {
  const key = new ServerKey();
  void key.meet(server.key, () => Promise.resolve([]));
  return new TransparencyLog(key, (old) => {
    asked.push(old);
    return Promise.resolve(answer);
  });
}

const served = (old: number, size: number, said?: string, by?: typeof log): void => {
  answer = { ok: true, answer: answerOf(old, size, said, by) };
};
const refused = (code: 'not_found' | null): void => {
  answer = { ok: false, faults: [], code, details: [] };
};

beforeEach(() => {
  stubStorage();
  asked.length = 0;
});

test('the last checkpoint is saved, and the next one is compared with it', async () => {
  served(0, 7);
  const first = opened();
  await first.check();
  expect([first.state, first.note]).toEqual(['kept', noteOf(7)]);
  served(7, 20);
  const later = opened();
  await later.check();
  expect([later.state, later.note, asked]).toEqual(['kept', noteOf(20), [0, 7]]);
});

test.each([
  ['another history', () => served(7, 20, 'another ')],
  ['another log of the same server', () => served(7, 20, 'entry ', other)],
  ['fewer leaves than before', () => refused('not_found')],
])('%s is a warning until the player accepts it', async (_, serves) => {
  served(0, 7);
  await opened().check();
  serves();
  const later = opened();
  await later.check();
  expect([later.state, later.note]).toEqual(['rewritten', noteOf(7)]);
  served(0, 3, 'another ');
  await later.accept();
  expect([later.state, later.note]).toEqual(['kept', noteOf(3, 'another ')]);
});

test('a server that does not answer is asked again', async () => {
  refused(null);
  const later = opened();
  await later.check();
  expect(later.state).toBe('unchecked');
  served(0, 7);
  await later.check();
  expect(later.state).toBe('kept');
});
