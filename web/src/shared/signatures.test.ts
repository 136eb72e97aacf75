import { afterEach, expect, test, vi } from 'vitest';
import { headText, type SignedHead } from './signedHeads';
import { signer } from './testing';

const server = signer(1);
const unsigned = { table: 'oak', seq: 3, head: 'ab' };
const head: SignedHead = { ...unsigned, signature: server.sign(headText(unsigned)), key: server.key };

afterEach(() => {
  vi.doUnmock('./notes');
  vi.resetModules();
});

test('are checked by code that is fetched once', async () => {
  const { signatures } = await import('./signatures');
  const { isSigned } = await signatures();
  expect([isSigned(head), isSigned({ ...head, seq: 4 })]).toEqual([true, false]);
  expect(signatures()).toBe(signatures());
});

test('nothing counts as signed while the code cannot be fetched, and it is tried again', async () => {
  vi.resetModules();
  vi.doMock('./notes', () => {
    throw new TypeError('gone');
  });
  const { signatures } = await import('./signatures');
  const { isSigned, isSucceeded } = await signatures();
  expect([isSigned(head), isSucceeded(server.key, server.key, [])]).toEqual([false, false]);
  vi.doUnmock('./notes');
  expect((await signatures()).isSigned(head)).toBe(true);
});
