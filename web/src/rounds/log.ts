/** The piece of a table's log that a record holds: its chain of hashes, and the order that makes its chance fair. */

import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LogEntry, RecordAnswer } from '../shared/protocol';
import { canonical, DoesNotHold, fields, hashHex, isHash, isSame, need } from '../shared/bytes';
import { checkSeeds, SEED_KINDS } from './seeds';

export type Body = Readonly<Record<string, unknown>>;

export interface Entry {
  readonly seq: number;
  readonly kind: string;
  /** Null where the entry is sealed. */
  readonly body: Body | null;
}

/** Kinds whose bodies are read; others may stand between and mean nothing. */
const READ = ['round_committed', 'round_opened', 'step', 'round_closed', ...SEED_KINDS];
const ENTRY_KEYS = ['asked', 'body', 'kind', 'postings', 'sealed', 'stamped_ms'];
const HIDING = ['shuffled', 'placement_sealed'];

/** Follows the hashes from the entry before the round to the head. Returns the hash of each entry by its number. */
export function checkChain({ log }: RecordAnswer['proof']): Map<number, string> {
  need(log.scheme === 2, 'the scheme of the log is not known');
  need(isHash(log.before) && isHash(log.head), 'the log begins or ends with something that is no hash');
  need(Number.isSafeInteger(log.first_seq) && log.first_seq >= 1, 'the log does not say with which entry it begins');
  need(log.entries.length > 0, 'the log holds no entry');
  const first = hashHex(fields('crossfelt-log-2', log.table));
  need(log.first_seq > 1 || log.before === first, 'the first entry of the table does not follow the name of the table');
  const hashes = new Map([[log.first_seq - 1, log.before]]);
  let before = log.before;
  log.entries.forEach((entry, index) => {
    const seq = log.first_seq + index;
    need(isSame(Object.keys(entry).sort(), ENTRY_KEYS), `log entry ${seq} is no entry`);
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
  need(before === log.head, 'the hashes of the log do not lead from the entry before the round to its head');
  return hashes;
}

/** Whether the log says what the record says: commitment first, seeds locked before the first chance, secret last. */
export function checkOrder(record: RecordAnswer): void {
  const { proof, steps } = record;
  const entries = proof.log.entries.map((entry, index) => read(entry, proof.log.first_seq + index));
  const one = (kind: string): Entry => {
    const [result, ...more] = entries.filter((entry) => entry.kind === kind);
    need(result !== undefined && more.length === 0, `the log must hold ${kind} exactly once`);
    need(
      (result.body === null) === (kind === 'secret_sealed'),
      `log entry ${result.seq}: ${kind} is sealed, or is not`,
    );
    return result;
  };
  const same = (entry: Entry, right: Body): void => {
    for (const [key, value] of Object.entries(right)) {
      need(
        isSame(entry.body?.[key] ?? null, value),
        `log entry ${entry.seq}: the ${key} of ${entry.kind} is not that of the record`,
      );
    }
  };
  const [committed, closed] = [one('round_committed'), one('round_closed')];
  need(
    committed === entries[0] && closed === entries[entries.length - 1],
    'the log must run from the commitment to the reveal',
  );
  same(committed, { round: proof.round, commitment: proof.commitment });
  same(closed, { round: proof.round, secret: proof.secret });
  const [opened, hidden] = [one('round_opened'), one('secret_sealed')];
  same(opened, { round: proof.round, seats: record.seats, rules_hash: record.rules_hash, carried: record.carried });

  const logged = entries.filter(({ kind }) => kind === 'step');
  need(logged.length === steps.length, `the log has ${logged.length} steps, the record ${steps.length}`);
  logged.forEach(({ seq, body }, index) => {
    const step = steps[index];
    need(step !== undefined && opened.seq < seq, 'the round was opened after its first step');
    if (body === null) {
      const hides = step.events.some(({ kind }) => HIDING.includes(kind));
      need(hides, `log entry ${seq} is sealed, and step ${index + 1} hides nothing`);
    } else {
      const loggedStep = {
        actor: body['actor'] ?? null,
        action: body['action'] ?? null,
        events: body['events'] ?? null,
      };
      need(isSame(loggedStep, step), `step ${index + 1}: log entry ${seq} holds another step than the record`);
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
    // Said below.
  }
  need(
    typeof result === 'object' && result !== null && canonical(result) === body,
    `log entry ${seq} is not canonical JSON`,
  );
  return { seq, kind, body: result as Body };
}

/** The digest of the action of which this is the first entry; no bytes for any other entry. */
function asked({ asked }: LogEntry, seq: number): Uint8Array {
  need(asked === '' || isHash(asked), `log entry ${seq} has something else than a hash as asked`);
  return hexToBytes(asked);
}

/** The chips that an entry moves, as the fields of its hash. */
function moves({ postings }: LogEntry, seq: number): (string | number)[] {
  const result: unknown = postings;
  need(Array.isArray(result) && result.every(isPosting), `log entry ${seq} has something that is no posting`);
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
    // Spare bits at the end, or blanks, would be other text for the same bytes.
    if (btoa(String.fromCharCode(...bytes)) === body) return bytes;
  } catch {
    // Said below.
  }
  throw new DoesNotHold(`log entry ${seq} is sealed, and no base64`);
}
