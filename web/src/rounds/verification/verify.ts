/**
 * Verifies the record of a round in the browser, without asking the server. Written from "Chance you can check". It
 * doesn't recompute how each wager is settled or how a sheet scores: the stand-alone verifier does.
 */

import { hexToBytes } from '@noble/hashes/utils.js';
import { NO_EVIDENCE, type Evidence } from './evidence';
import { isSigned, verifies } from '../../shared/notes';
import { headText, type SignedHead } from '../../shared/signedHeads';
import type { OwnSeed } from '../../shared/ownSeeds';
import type { RecordAnswer, RecordSeed } from '../../shared/protocol';
import { canonical, DoesNotHold, hashHex, isHash, isSame, need } from '../../shared/bytes';
import { courseOf } from './recordSteps';
import { checkChain, checkOrder } from './log';
import { Stream } from './draws';
import { CHECKS, RECORD_FAULTS } from './strings';
import { sentenceOf } from '../../shared/words';

/** One check. After the first that fails, the others are skipped. */
export interface Check {
  readonly title: string;
  readonly state: 'holds' | 'broken' | 'skipped';
  /** The result, or why it failed. */
  readonly says: string;
}

export interface Verdict {
  readonly holds: boolean;
  readonly checks: readonly Check[];
  /** Why the first check that failed did. */
  readonly reason: string | null;
}

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

/** Checks a record, and compares it with what this browser saved: signed heads, its own seeds and the server's key. */
export function verify(value: unknown, { heads, seeds, key }: Evidence = NO_EVIDENCE): Verdict {
  const record = value as RecordAnswer;
  let hashes = new Map<number, string>();
  const parts: [string, () => string][] = [
    [CHECKS.file, () => checkWhole(record)],
    [CHECKS.secret, () => checkCommitment(record.proof)],
    [
      CHECKS.log,
      () => {
        hashes = checkChain(record.proof);
        return CHECKS.logResult(hashes.size - 1, record.proof.log.table);
      },
    ],
    [
      CHECKS.order,
      () => {
        checkOrder(record);
        return seedsResult(record.proof.seeds);
      },
    ],
    [CHECKS.draws, () => checkCourse(record)],
  ];
  parts.push([CHECKS.signature, () => checkSignature(record.proof, key)]);
  if (heads.length > 0) parts.push([CHECKS.heads, () => checkHeads(record, heads, hashes)]);
  if (seeds.length > 0) parts.push([CHECKS.ownSeed, () => checkOwnSeeds(record, seeds)]);

  const checks: Check[] = [];
  let reason: string | null = null;
  for (const [title, look] of parts) {
    if (reason !== null) checks.push({ title, state: 'skipped', says: CHECKS.skipped });
    else {
      try {
        checks.push({ title, state: 'holds', says: look() });
      } catch (error) {
        // A malformed record fails where a part is missing.
        reason = error instanceof DoesNotHold ? error.message : RECORD_FAULTS.malformed;
        checks.push({ title, state: 'broken', says: sentenceOf(reason) });
      }
    }
  }
  return { holds: reason === null, checks, reason };
}

function checkWhole(record: RecordAnswer): string {
  const content: unknown = record;
  need(typeof content === 'object' && content !== null, RECORD_FAULTS.notRecord);
  need(record.format === 'crossfelt-record' && record.version === 1, RECORD_FAULTS.version);
  const { digest, ...rest } = record;
  need(digest === hashHex(canonical(rest)), RECORD_FAULTS.digest);
  need(isSame(Object.keys(record).sort(), KEYS), RECORD_FAULTS.keys);
  need(record.rules_hash === hashHex(canonical(record.rules_document)), RECORD_FAULTS.rulesHash);
  const { rules_document: rules } = record;
  const { id, version } = 'score_card' in rules ? rules.score_card : rules;
  need(record.rules === `${id}-${version}`, RECORD_FAULTS.rulesName);
  return CHECKS.fileResult(record.rules);
}

function checkCommitment(proof: RecordAnswer['proof']): string {
  need(isSame(Object.keys(proof).sort(), PROOF_KEYS) && proof.scheme === 'crossfelt-chance-2', RECORD_FAULTS.scheme);
  need(isHash(proof.secret) && isHash(proof.commitment), RECORD_FAULTS.hex);
  need(hashHex(hexToBytes(proof.secret)) === proof.commitment, RECORD_FAULTS.commitment);
  return CHECKS.secretResult(proof.commitment);
}

function seedsResult(seeds: readonly RecordSeed[]): string {
  const withheld = seeds.filter(({ state }) => state === 'withheld').map(({ seat }) => seat);
  return CHECKS.orderResult(seeds.length - withheld.length, withheld);
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
      throw error instanceof DoesNotHold ? new DoesNotHold(RECORD_FAULTS.atStep(index + 1, error.message)) : error;
    }
  });
  need(course.isAtRest(), RECORD_FAULTS.atStake);
  return CHECKS.drawsResult(drawn, record.steps.length);
}

function checkSignature({ log, signed_head }: RecordAnswer['proof'], known: string | null): string {
  const { key, signature, ...more } = signed_head;
  need(isSame(more, {}), RECORD_FAULTS.signatureKeys);
  const last = { table: log.table, seq: log.first_seq + log.entries.length - 1, head: log.head };
  const name = key.split('+', 1)[0] ?? '';
  need(verifies(key, headText(last), signature), RECORD_FAULTS.notSigned(name));
  need(known === null || known === key, RECORD_FAULTS.otherKey(name));
  return CHECKS.signatureResult(name, known !== null);
}

function checkHeads(
  { proof }: RecordAnswer,
  heads: readonly SignedHead[],
  hashes: ReadonlyMap<number, string>,
): string {
  for (const head of heads) {
    need(head.table === proof.log.table, RECORD_FAULTS.otherTable);
    const isOurs = hashes.get(head.seq) === head.head;
    need(isOurs, RECORD_FAULTS.otherHead(head.seq, isSigned(head)));
  }
  return CHECKS.headsResult(heads.map(({ seq }) => seq));
}

/** Checks that the seed of this browser went into the draw, or says why it didn't have to. */
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
    need(!isIn || !isPromised, RECORD_FAULTS.notLocked);
    return CHECKS.ownSeedUnused;
  }
  const seed = own.find(({ commitment }) => commitment === drawn.commitment);
  need(seed !== undefined, RECORD_FAULTS.otherCommitment);
  if (drawn.state === 'withheld') {
    need(seed.revealed === null, RECORD_FAULTS.notWithheld);
    return CHECKS.ownSeedWithheld;
  }
  need(drawn.nonce === seed.nonce && drawn.seed === seed.seed, RECORD_FAULTS.otherSeed);
  return seed.isTyped ? CHECKS.ownSeedTyped(seed.seed) : CHECKS.ownSeedRandom;
}
