/** Checks the part of a table's log in a record: its chain of hashes, and the order that makes its draws fair. */

import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LogEntry, RecordAnswer } from '../../shared/protocol';
import { canonical, DoesNotHold, fields, hashHex, isHash, isSame, need } from '../../shared/bytes';
import { checkSeeds, SEED_KINDS } from './seeds';
import { LOG_FAULTS } from './strings';

export type Body = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly seq: number;
  readonly kind: string;
  /** Null where the entry is sealed. */
  readonly body: Body | null;
}

/** Kinds whose bodies are read; others may come between and mean nothing. */
const READ = ['round_committed', 'round_opened', 'step', 'round_closed', ...SEED_KINDS];
const ENTRY_KEYS = ['asked', 'body', 'kind', 'postings', 'sealed', 'stamped_ms'];
const HIDING = ['shuffled', 'placement_sealed'];

/** Follows the hashes from the entry before the round to the head. Returns the hash of each entry by its number. */
export function checkChain({ log }: RecordAnswer['proof']): Map<number, string> {
  need(log.scheme === 2, LOG_FAULTS.scheme);
  need(isHash(log.before) && isHash(log.head), LOG_FAULTS.ends);
  need(Number.isSafeInteger(log.first_seq) && log.first_seq >= 1, LOG_FAULTS.first);
  need(log.entries.length > 0, LOG_FAULTS.empty);
  const first = hashHex(fields('crossfelt-log-2', log.table));
  need(log.first_seq > 1 || log.before === first, LOG_FAULTS.tableName);
  const hashes = new Map([[log.first_seq - 1, log.before]]);
  let before = log.before;
  log.entries.forEach((entry, index) => {
    const seq = log.first_seq + index;
    need(isSame(Object.keys(entry).sort(), ENTRY_KEYS), LOG_FAULTS.entry(seq));
    const state = entry.sealed ? 'sealed' : 'open';
    const place = [log.table, seq, entry.stamped_ms, entry.kind, state] as const;
    before = hashHex(
      fields(
        'crossfelt-log-2',
        hexToBytes(before),
        ...place,
        stored(entry, seq),
        asked(entry, seq),
        ...moves(entry, seq),
      ),
    );
    hashes.set(seq, before);
  });
  need(before === log.head, LOG_FAULTS.chain);
  return hashes;
}

/** Checks that the log matches the record: commitment first, seeds locked before the first draw, secret last. */
export function checkOrder(record: RecordAnswer): void {
  const { proof, steps } = record;
  const entries = proof.log.entries.map((entry, index) => read(entry, proof.log.first_seq + index));
  const one = (kind: string): Entry => {
    const [result, ...more] = entries.filter((entry) => entry.kind === kind);
    need(result !== undefined && more.length === 0, LOG_FAULTS.once(kind));
    const mustBeSealed = kind === 'secret_sealed';
    const fault = mustBeSealed ? LOG_FAULTS.sealed : LOG_FAULTS.open;
    need((result.body === null) === mustBeSealed, fault(result.seq, kind));
    return result;
  };
  const same = (entry: Entry, right: Body): void => {
    for (const [key, value] of Object.entries(right)) {
      need(isSame(entry.body?.[key] ?? null, value), LOG_FAULTS.differs(entry.seq, entry.kind, key));
    }
  };
  const [committed, closed] = [one('round_committed'), one('round_closed')];
  need(committed === entries[0] && closed === entries[entries.length - 1], LOG_FAULTS.span);
  same(committed, { round: proof.round, commitment: proof.commitment });
  same(closed, { round: proof.round, secret: proof.secret });
  const [opened, hidden] = [one('round_opened'), one('secret_sealed')];
  same(opened, { round: proof.round, seats: record.seats, rules_hash: record.rules_hash, carried: record.carried });

  const logged = entries.filter(({ kind }) => kind === 'step');
  need(logged.length === steps.length, LOG_FAULTS.stepCount(logged.length, steps.length));
  logged.forEach(({ seq, body }, index) => {
    const step = steps[index];
    need(step !== undefined && opened.seq < seq, LOG_FAULTS.openedLate);
    if (body === null) {
      const hides = step.events.some(({ kind }) => HIDING.includes(kind));
      need(hides, LOG_FAULTS.nothingHidden(seq, index + 1));
    } else {
      const loggedStep = {
        actor: body['actor'] ?? null,
        action: body['action'] ?? null,
        events: body['events'] ?? null,
      };
      need(isSame(loggedStep, step), LOG_FAULTS.otherStep(seq, index + 1));
    }
  });

  checkSeeds(record, entries, opened.seq, hidden.seq);
}

function read({ kind, sealed, body }: LogEntry, seq: number): Entry {
  if (sealed || !READ.includes(kind)) return { seq, kind, body: sealed ? null : {} };
  let result: unknown = null;
  try {
    result = JSON.parse(body);
  } catch {
    // Reported below.
  }
  need(typeof result === 'object' && result !== null && canonical(result) === body, LOG_FAULTS.json(seq));
  return { seq, kind, body: result as Body };
}

/** The digest of the action whose first entry this is; no bytes for any other entry. */
function asked({ asked }: LogEntry, seq: number): Uint8Array {
  need(asked === '' || isHash(asked), LOG_FAULTS.asked(seq));
  return hexToBytes(asked);
}

/** The chips that an entry moves, as the fields of its hash. */
function moves({ postings }: LogEntry, seq: number): (string | number)[] {
  const result: unknown = postings;
  need(Array.isArray(result) && result.every(isPosting), LOG_FAULTS.posting(seq));
  return result.flat();
}

type Move = readonly [string, string, number];

function isPosting(move: unknown): move is Move {
  if (!Array.isArray(move) || move.length !== 3) return false;
  const [source, destination, cents] = move as unknown[];
  const areAccounts = typeof source === 'string' && typeof destination === 'string' && source !== destination;
  return areAccounts && Number.isSafeInteger(cents) && Number(cents) > 0;
}

/** The bytes that the server stored. */
function stored({ sealed, body }: LogEntry, seq: number): Uint8Array {
  if (!sealed) return utf8ToBytes(body);
  try {
    const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
    // Spare bits at the end, or blanks, would be a second spelling of the same bytes.
    if (btoa(String.fromCharCode(...bytes)) === body) return bytes;
  } catch {
    // Reported below.
  }
  throw new DoesNotHold(LOG_FAULTS.base64(seq));
}
