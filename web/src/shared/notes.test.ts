import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { isKey, isSigned, isSucceeded, verifies } from './notes';
import { headText, receiptFile } from './signedHeads';
import { signer } from './testing';

hashes.sha512 = sha512;
const ours = signer(1);
const theirs = signer(2);
const place = { table: 'oak', seq: 7, head: 'ab'.repeat(32) };
const head = { ...place, key: ours.key, signature: ours.sign(headText(place)) };

test('a key and a signature of the server, made in Python, verify here', () => {
  // `docs/protocol.md` prints both.
  const key = 'crossfelt/52266856700504f1+50caef48+AQ1GADdC0cpm1k+bqS6LSswfTICOsZTbvWoSgZT49x6T';
  const signature = 'UMrvSJPdBj4PIShQDTWxor8YhdqykGQEBlhZjO3k2OSzaDUwzaBPJhknKZacVXAQE6vNoyP/qZD7tqixFdCQlj3EPwc=';
  const signedHead = {
    table: '3fzjokoaahydpbes',
    seq: 12,
    head: '6c6f0aed8046fc9d2a9c0bf013e465f63fc8cdcd06fff05ebc6d819a5f0590de',
  };
  expect(isSigned({ ...signedHead, key, signature })).toBe(true);
  expect(isSigned({ ...signedHead, seq: 13, key, signature })).toBe(false);
});

describe('a signed head', () => {
  test('verifies with its key and no other', () => {
    expect(isSigned(head)).toBe(true);
    expect(isSigned(head, theirs.key)).toBe(false);
  });

  test.each([
    { table: 'elm' },
    { seq: 8 },
    { head: 'ac'.repeat(32) },
    { signature: '' },
    { signature: `${head.signature}AAAA` },
  ])('does not verify once changed: %j', (change) => {
    expect(isSigned({ ...head, ...change })).toBe(false);
  });

  test('is saved as a note with its key', () => {
    const { key, note } = JSON.parse(receiptFile(head)) as { key: string; note: string };
    expect(key).toBe(ours.key);
    expect(note).toBe(`crossfelt-head-2\noak\n7\n${head.head}\n\n— ${key.split('+', 1)[0] ?? ''} ${head.signature}\n`);
  });
});

test.each([
  '',
  '+',
  'a+b+c',
  `${ours.key}=`,
  ours.key.replace('crossfelt/', 'other/'),
  ours.key.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
])('what is no key is refused: %s', (key) => {
  expect(isKey(key)).toBe(false);
  expect(verifies(key, 'text\n', ours.sign('text\n'))).toBe(false);
});

describe('a new key', () => {
  const last = signer(3);

  test('is explained by statements of the keys before it', () => {
    const statements = [ours.names(theirs), theirs.names(last)];
    expect(isSucceeded(ours.key, theirs.key, statements)).toBe(true);
    expect(isSucceeded(ours.key, last.key, statements)).toBe(true);
    expect(isSucceeded(theirs.key, ours.key, statements)).toBe(false);
    expect(isSucceeded(ours.key, last.key, statements.slice(1))).toBe(false);
  });

  test('is not explained by a statement that another key signed', () => {
    const forged = ours.names(theirs).replace(/— .*\n$/, theirs.names(last).slice(theirs.names(last).lastIndexOf('—')));
    expect(isSucceeded(ours.key, theirs.key, [forged, '', 'crossfelt-key-2\n'])).toBe(false);
  });
});

test('the signer of these tests makes what the specification says', () => {
  const secret = new Uint8Array(32).fill(1);
  const publicKey = getPublicKey(secret);
  const name = `crossfelt/${bytesToHex(sha256(publicKey)).slice(0, 16)}`;
  const id = sha256(concatBytes(utf8ToBytes(`${name}\n\u0001`), publicKey)).subarray(0, 4);
  expect(ours.key.startsWith(`${name}+${bytesToHex(id)}+`)).toBe(true);
  expect(ours.sign('x\n')).toBe(btoa(String.fromCharCode(...id, ...sign(utf8ToBytes('x\n'), secret))));
});
