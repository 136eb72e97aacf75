/**
 * Whether a record of a round holds, checked in the browser and written from "Chance you can check". It asks the server
 * nothing. How each wager is settled under the rules, and how a sheet scores, the stand-alone verifier recomputes.
 */

import { hexToBytes } from '@noble/hashes/utils.js';
import { NO_EVIDENCE, type Evidence } from './evidence';
import { isSigned, verifies } from '../shared/notes';
import { headText, type SignedHead } from '../shared/signedHeads';
import type { OwnSeed } from '../shared/ownSeeds';
import type { RecordAnswer, RecordSeed } from '../shared/protocol';
import { canonical, DoesNotHold, hashHex, isHash, isSame, need } from '../shared/bytes';
import { courseOf } from './course';
import { checkChain, checkOrder } from './log';
import { Stream } from './stream';

/** One thing that was looked at. Once something does not hold, what comes after it is not looked at. */
export interface Check {
  readonly title: string;
  readonly state: 'holds' | 'broken' | 'skipped';
  /** What was found, or why it does not hold. */
  readonly says: string;
}

export interface Verdict {
  readonly holds: boolean;
  readonly checks: readonly Check[];
  /** The first thing that does not hold. */
  readonly reason: string | null;
}

/** What a browser does not look at, said to whoever reads the verdict. */
export const NOT_CHECKED = [
  'How each wager is paid under the rules, and how a sheet scores: the stand-alone verifier works that out again.',
  'Whether what the floor reported was so, and which person sat on a seat: no program can know.',
];

const KEYS = [
  'carried',
  'digest',
  'format',
  'game',
  'proof',
  'rules',
  'rules_document',
  'rules_hash',
  'seats',
  'steps',
  'version',
];
const PROOF_KEYS = ['commitment', 'log', 'round', 'scheme', 'secret', 'seeds', 'signed_head'];

/** Checks a record, and compares it with what this browser kept: signed heads, its own seeds and the server's key. */
export function verify(value: unknown, { heads, seeds, key }: Evidence = NO_EVIDENCE): Verdict {
  const record = value as RecordAnswer;
  let hashes = new Map<number, string>();
  const parts: [string, () => string][] = [
    ['The file is whole', () => checkWhole(record)],
    ['The secret is the one committed to', () => checkCommitment(record.proof)],
    [
      'The log is one unbroken chain',
      () => {
        hashes = checkChain(record.proof);
        return `${hashes.size - 1} entries of table ${record.proof.log.table}, each hash made of the one before.`;
      },
    ],
    [
      'Commitment first, then seeds, then cards',
      () => {
        checkOrder(record);
        return `${toldSeeds(record.proof.seeds)} The log says the same as the record.`;
      },
    ],
    ['Every chance follows from secret and seeds', () => checkCourse(record)],
  ];
  parts.push(['The server signed the last entry', () => checkSignature(record.proof, key)]);
  if (heads.length > 0) parts.push(['It is the log that you saw', () => checkHeads(record, heads, hashes)]);
  if (seeds.length > 0) parts.push(['Your seed is in it', () => checkOwnSeeds(record, seeds)]);

  const checks: Check[] = [];
  let reason: string | null = null;
  for (const [title, look] of parts) {
    if (reason !== null) checks.push({ title, state: 'skipped', says: 'Not looked at after what was found.' });
    else {
      try {
        checks.push({ title, state: 'holds', says: look() });
      } catch (error) {
        // What is made as no record is stumbles over what it lacks.
        reason = error instanceof DoesNotHold ? error.message : 'it is not made as a record is';
        checks.push({ title, state: 'broken', says: reason });
      }
    }
  }
  return { holds: reason === null, checks, reason };
}

function checkWhole(record: RecordAnswer): string {
  const content: unknown = record;
  need(typeof content === 'object' && content !== null, 'it is no record');
  need(record.format === 'crossfelt-record' && record.version === 1, 'it is no record, or one of another version');
  const { digest, ...rest } = record;
  need(digest === hashHex(canonical(rest)), 'the digest is not that of the record: something in the file was changed');
  need(isSame(Object.keys(record).sort(), KEYS), 'the record has other keys than it should');
  need(record.rules_hash === hashHex(canonical(record.rules_document)), 'the hash of the rules is another');
  const { rules_document: rules } = record;
  const { id, version } = 'score_card' in rules ? rules.score_card : rules;
  need(record.rules === `${id}-${version}`, 'the rules have another name');
  return `The digest of the record and the hash of its rules, ${record.rules}, are right.`;
}

function checkCommitment(proof: RecordAnswer['proof']): string {
  need(
    isSame(Object.keys(proof).sort(), PROOF_KEYS) && proof.scheme === 'crossfelt-chance-2',
    'the scheme is not known',
  );
  need(isHash(proof.secret) && isHash(proof.commitment), 'the secret or its commitment is not 64 hex digits');
  need(hashHex(hexToBytes(proof.secret)) === proof.commitment, 'the commitment is not the hash of the secret');
  return `The SHA-256 of the secret is ${proof.commitment.slice(0, 8)}…${proof.commitment.slice(-8)}, published before the first wager.`;
}

/** How many players revealed their seeds, and which seats did not. */
function toldSeeds(seeds: readonly RecordSeed[]): string {
  const withheld = seeds.filter(({ state }) => state === 'withheld').map(({ seat }) => seat);
  const count = seeds.length - withheld.length;
  const revealed = count === 0 ? 'No player seeds.' : count === 1 ? 'One player seed.' : `${count} player seeds.`;
  return withheld.length === 0 ? revealed : `${revealed} Not revealed (possibly offline): seat ${withheld.join(', ')}.`;
}

function checkCourse(record: RecordAnswer): string {
  const { secret, round, seeds } = record.proof;
  const key = hexToBytes(secret);
  const course = courseOf(record);
  let drawn = 0;
  record.steps.forEach((step, index) => {
    const isChance = step.actor === 'chance';
    if (isChance) drawn += 1;
    try {
      course.step(step, isChance ? new Stream(key, round, seeds, drawn) : null);
    } catch (error) {
      throw error instanceof DoesNotHold ? new DoesNotHold(`step ${index + 1}: ${error.message}`) : error;
    }
  });
  need(course.isAtRest(), 'the round was closed while chips were still at stake');
  const chances = drawn === 1 ? 'One chance was' : `${drawn} chances were`;
  return `${chances} drawn again and came out the same; what the ${record.steps.length} steps show agrees with them.`;
}

function checkSignature({ log, signed_head }: RecordAnswer['proof'], known: string | null): string {
  const { key, signature, ...more } = signed_head;
  need(isSame(more, {}), 'the signature has other keys than it should');
  const last = { table: log.table, seq: log.first_seq + log.entries.length - 1, head: log.head };
  const name = key.split('+', 1)[0] ?? '';
  need(verifies(key, headText(last), signature), `the last entry is not signed by ${name}`);
  need(known === null || known === key, `it is signed by ${name}, which is not the key that this browser knows`);
  return known === null
    ? `Signed by ${name}. This browser didn't know a key of the server before.`
    : `Signed by ${name}, the key that this browser knows.`;
}

function checkHeads(
  { proof }: RecordAnswer,
  heads: readonly SignedHead[],
  hashes: ReadonlyMap<number, string>,
): string {
  for (const head of heads) {
    need(head.table === proof.log.table, 'a signed head of your browser is from another table');
    const isOurs = hashes.get(head.seq) === head.head;
    const proves = isSigned(head)
      ? 'The server signed both: save the receipt, it proves that the server cheated'
      : 'The head that your browser kept is not signed';
    need(isOurs, `entry ${head.seq} is not the one that your browser saw. ${proves}`);
  }
  const seqs = heads.map(({ seq }) => seq).join(', ');
  return `${heads.length === 1 ? `Entry ${seqs} has the hash` : `Entries ${seqs} have the hashes`} that the server signed while you played.`;
}

/** Whether the seed of this browser went into the draw, or why not. */
function checkOwnSeeds({ game, seats, steps, proof }: RecordAnswer, own: readonly OwnSeed[]): string {
  const newest = own.at(-1);
  const seat = newest?.seat ?? 0;
  const drawn = proof.seeds.find((one) => one.seat === seat);
  if (drawn === undefined) {
    const isIn =
      game === 'king-cross'
        ? seats.includes(seat)
        : steps.some(({ events }) =>
            events.some((event) => event.kind === 'betting_closed' && event.seats.includes(seat)),
          );
    const isPromised = own.some(({ committed, locked }) => locked !== null || committed !== null);
    need(!isIn || !isPromised, 'the server accepted your commitment and left it out of the lock');
    return 'Your seat took no part in this draw, so its seed was not used.';
  }
  const seed = own.find(({ commitment }) => commitment === drawn.commitment);
  need(seed !== undefined, 'the commitment of your seat is not the one that your browser made');
  if (drawn.state === 'withheld') {
    need(
      seed.revealed === null,
      'you revealed your seed and the server confirmed it, but the record says that you withheld it',
    );
    return 'Your seed was not revealed (possibly offline). Your commitment still counted.';
  }
  need(
    drawn.nonce === seed.nonce && drawn.seed === seed.seed,
    'the seed of your seat is not the one that your browser made',
  );
  return seed.isTyped
    ? `The seed that you typed, “${seed.seed}”, was mixed into the draw.`
    : 'The random seed of your browser was mixed into the draw.';
}
