import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NO_EVIDENCE, type Evidence } from './evidence';
import { headText } from '../../shared/signedHeads';
import type { OwnSeed } from '../../shared/ownSeeds';
import type { RecordAnswer, RecordSeed } from '../../shared/protocol';
import { signer } from '../../shared/testing';
import { canonical, fields, hashHex } from '../../shared/bytes';
import { seedCommitment } from '../../shared/seedCommitment';
import { Stream } from './draws';
import { verify } from './verify';

const EXAMPLES = new URL('../../../../src/crossfelt/examples/', import.meta.url);
const PROVED = readFileSync(new URL('proved-round.json', EXAMPLES), 'utf8');
const proved = () => JSON.parse(PROVED) as RecordAnswer;

const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index);
const NONCE = Array.from({ length: 32 }, (_, index) => (100 + index).toString(16)).join('');
const ADA = '1bf490a3735e022e0b1e58fb1fb83144dbd4bf8326e8328b39cff511660c328b';
const BOB = '3f008cb7237492b0c9ef9e9eba3a3cf6f40cbd710b4daa2b2feafe5169f1f153';
const SEEDS: RecordSeed[] = [
  { seat: 2, commitment: ADA, state: 'revealed', nonce: NONCE, seed: 'my seed' },
  { seat: 5, commitment: BOB, state: 'withheld', nonce: '', seed: '' },
];
const stream = (number: number) => new Stream(SECRET, 'oak-7', SEEDS, number);

describe('the figures that the specification prints', () => {
  test('the commitment', () => {
    expect(hashHex(SECRET)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  });

  test('the commitment of a player to a seed', () => {
    expect(seedCommitment('oak', 'oak-7', { seat: 2, player: 'ada' }, NONCE, 'my seed')).toBe(ADA);
    expect(seedCommitment('oak', 'oak-7', { seat: 5, player: 'bob' }, '0'.repeat(64), 'lucky')).toBe(BOB);
  });

  test('the bytes of a stream, numbers below a count and a deck', () => {
    const first = stream(1);
    const bytes = Array.from({ length: 40 }, () => first.below(256).toString(16).padStart(2, '0')).join('');
    expect(bytes).toBe('ef3fcf2abeabb176c181c2f5c940866d3157ac33e6d64178ff1ae5a5b64cc6458aa61196814c7706');
    const second = stream(2);
    expect([52, 6, 48, 1, 1000, 70000].map((count) => second.below(count))).toEqual([3, 1, 41, 0, 165, 66798]);
    expect(stream(1).deck().join(' ')).toBe(
      '6h 6d As 4c Js Ks Kh Kd 2d 3h 9s 5d Ah 4d 7c 3s 4h 9h 7h Qh 6s 7s 8c 3d 2c 9c 9d 3c Kc 2h Ad Ac Td Jd Th 5s 5h Tc 6c 8h Jc Ts 7d Qc 5c 8d Jh 8s Qs Qd 2s 4s',
    );
  });

  test('the first hash of a table', () => {
    expect(hashHex(fields('crossfelt-log-2', 'oak'))).toBe(
      '0e87683cfb964e19bd25c57a9364e7bc1cdab96dae9908503f1261efd5292762',
    );
  });

  test('canonical JSON', () => {
    expect(canonical({ b: [1, null, true], a: 'é"\\\n\u007f😀' })).toBe(
      '{"a":"\\u00e9\\"\\\\\\n\\u007f\\ud83d\\ude00","b":[1,null,true]}',
    );
    expect(() => canonical(1.5)).toThrow('isn’t a whole number');
  });
});

test('a true record holds', () => {
  const verdict = verify(proved());
  expect(verdict.reason).toBeNull();
  expect(verdict.checks.map(({ state }) => state)).toEqual(Array(6).fill('holds'));
});

test.each(['hot-spot.json', 'match.json'])('wheels, the Hot Spot and dice are drawn again: %s', (name) => {
  const record = JSON.parse(readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8')) as RecordAnswer;
  expect(verify(record).reason).toBeNull();
  const number = record.steps.findIndex(({ actor, action }) => actor === 'chance' && action.kind !== 'shuffle');
  const action =
    Object.keys(record.steps[number]?.action ?? {}).find((key) => key === 'symbol' || key === 'value') ?? '';
  const verdict = verify(redigested(changed(record, ['steps', String(number), 'action', action], flipped)));
  expect(verdict.holds).toBe(false);
});

describe('what the browser kept', () => {
  const { log, signed_head, seeds, round } = proved().proof;
  const place = { table: log.table, seq: log.first_seq + log.entries.length - 1, head: log.head };
  const head = { ...place, ...signed_head };
  const [revealed, withheld] = [
    seeds.find(({ state }) => state === 'revealed'),
    seeds.find(({ state }) => state === 'withheld'),
  ];
  const own = (seed: RecordSeed | undefined, more: Partial<OwnSeed> = {}): OwnSeed => ({
    table: log.table,
    round,
    player: '',
    isTyped: true,
    after: 1,
    committed: head,
    locked: head,
    revealed: null,
    isOver: true,
    ...(seed ?? { seat: 0, commitment: '', nonce: '', seed: '' }),
    ...more,
  });
  const against = (evidence: Partial<Evidence>) => verify(proved(), { ...NO_EVIDENCE, ...evidence });

  test('a signed head must be in the log', () => {
    expect(against({ heads: [head] }).holds).toBe(true);
    expect(against({ heads: [{ ...head, head: log.before }] }).reason).toContain('isn’t the one your browser saw');
    expect(against({ heads: [{ ...head, table: 'elm' }] }).reason).toContain('another table');
  });

  test('two heads that the server signed for one entry prove that it cheated', () => {
    const server = signer(1);
    const other = {
      ...place,
      head: log.before,
      key: server.key,
      signature: server.sign(headText({ ...place, head: log.before })),
    };
    expect(against({ heads: [other] }).reason).toContain('proves that the server cheated');
  });

  test('the key must be the one that is known', () => {
    expect(against({ key: signed_head.key }).holds).toBe(true);
    expect(against({ key: signer(1).key }).reason).toContain('isn’t the key this browser knows');
    const record = proved();
    record.proof.signed_head.signature = record.proof.signed_head.signature.replace(/^..../, 'AAAA');
    expect(verify(redigested(record)).reason).toContain('isn’t signed by');
  });

  test('its seed must be in the draw', () => {
    expect(against({ seeds: [own(revealed)] }).checks.at(-1)?.says).toContain('Your seed, “');
    expect(against({ seeds: [own(revealed, { nonce: '00'.repeat(32) })] }).reason).toContain(
      'isn’t the one your browser made',
    );
    expect(against({ seeds: [own(revealed, { commitment: '00'.repeat(32) })] }).reason).toContain(
      'isn’t the one your browser made',
    );
  });

  test('a seed that was revealed must not be marked as withheld', () => {
    expect(against({ seeds: [own(withheld)] }).checks.at(-1)?.says).toContain('possibly offline');
    expect(against({ seeds: [own(withheld, { revealed: head })] }).reason).toContain('the record says you withheld it');
  });

  test('a commitment that was accepted must be locked', () => {
    const seat = closed(proved()).find((number) => !seeds.some((seed) => seed.seat === number)) ?? 0;
    expect(seat).toBeGreaterThan(0);
    expect(against({ seeds: [own(undefined, { seat })] }).reason).toContain('left it out of the draw');
    expect(against({ seeds: [own(undefined, { seat: 99 })] }).checks.at(-1)?.says).toContain('took no part');
  });
});

const closed = ({ steps }: RecordAnswer): readonly number[] =>
  steps.flatMap(({ events }) => events.flatMap((event) => (event.kind === 'betting_closed' ? event.seats : [])));

test.each([null, 7, 'text', [], {}, { format: 'crossfelt-record', version: 1 }])(
  'what is no record does not hold: %j',
  (result) => {
    expect(verify(result).holds).toBe(false);
  },
);

/** Every text, number and yes-or-no of a record, by the keys that lead there. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]));
}

function changed(record: RecordAnswer, path: readonly string[], change: (value: unknown) => unknown): RecordAnswer {
  const copy = structuredClone(record);
  let at = copy as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  const last = path[path.length - 1] ?? '';
  at[last] = change(at[last]);
  return copy;
}

/** One bit of it turned over. */
function flipped(value: unknown): unknown {
  if (typeof value === 'number') return value + (value % 2 === 0 ? 1 : -1);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 0;
  return value === '' ? 'a' : String.fromCharCode(value.charCodeAt(0) ^ 1) + value.slice(1);
}

/** As somebody would who changes a record and makes its digest fit again. */
function redigested(record: RecordAnswer): RecordAnswer {
  const rest: Partial<RecordAnswer> = { ...record };
  delete rest.digest;
  return { ...record, digest: hashHex(canonical(rest)) };
}

const ALL = leaves(proved());

test('one bit changed anywhere is refused', { timeout: 60_000 }, () => {
  expect(ALL.length).toBeGreaterThan(300);
  for (const path of ALL) expect(verify(changed(proved(), path, flipped)).holds, path.join('.')).toBe(false);
});

test('a change is refused for its own reason, too, where the digest is made to fit', { timeout: 60_000 }, () => {
  // One hash covers the rules, so a few of their entries stand for all.
  for (const path of ALL.filter(
    ([first], index) => first !== 'digest' && (first !== 'rules_document' || index % 20 === 0),
  )) {
    const verdict = verify(redigested(changed(proved(), path, flipped)));
    expect(verdict.holds, path.join('.')).toBe(false);
    expect(verdict.reason, path.join('.')).not.toContain('digest');
  }
});

test.each([
  [['proof', 'secret'], 'the commitment isn’t the hash of the secret'],
  [['proof', 'log', 'head'], 'the hashes of the log don’t lead'],
  [['proof', 'seeds', '0', 'seed'], 'the seeds of the proof aren’t the seeds that were locked'],
  [['steps', '5', 'events', '0', 'placements', '0', 'position'], 'isn’t step 6 of the record'],
  [['steps', '4', 'events', '0', 'deck', '0'], 'the deck of the action isn’t the deck that was shuffled'],
])('%j is refused with %s', (path, reason) => {
  expect(verify(redigested(changed(proved(), path, flipped))).reason).toContain(reason);
});

test('another deck is refused though everything that can be made to fit does', () => {
  const swap = (deck: unknown) => {
    const [first, second, ...rest] = deck as string[];
    return [second, first, ...rest];
  };
  const once = changed(proved(), ['steps', '4', 'action', 'deck'], swap);
  const both = changed(once, ['steps', '4', 'events', '0', 'deck'], swap);
  expect(verify(redigested(both)).reason).toBe('step 5: the deck isn’t the one that the secret and the seeds give');
});
