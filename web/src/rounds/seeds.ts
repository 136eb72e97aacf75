/** Whether the seeds of a round were committed, locked and revealed in the order that keeps everyone from steering it. */

import type { RecordAnswer, RecordSeed } from '../shared/protocol';
import { isHash, isSame, need } from '../shared/bytes';
import { SEED_PATTERN, seedCommitment } from '../shared/seedCommitment';
import type { Body, Entry } from './log';

export const SEED_KINDS = [
  'seed_committed',
  'seat_leaving',
  'seat_left',
  'commitments_locked',
  'seed_revealed',
  'seeds_locked',
];

interface Commitment {
  readonly seat: number;
  readonly player: string;
  readonly commitment: string;
}

/** Checks every entry about seeds in turn; `opened` and `sealed` are the entries that opened the round and hid its secret. */
export function checkSeeds(record: RecordAnswer, entries: readonly Entry[], opened: number, sealed: number): void {
  const { proof } = record;
  const logged = entries.filter(({ kind }) => kind === 'step');
  const draw = logged[record.steps.findIndex(({ actor }) => actor === 'chance')]?.seq ?? null;
  const closing = closingOf(record, logged, opened);
  const course = new Course(record, closing, draw);
  for (const { seq, kind, body } of entries) if (SEED_KINDS.includes(kind)) course.take(seq, kind, body ?? {});
  need(
    (closing === null) === (course.lock === null),
    'the log must hold commitments_locked once, when bets are closed',
  );
  need((draw === null) === !course.isOver, 'the log must hold seeds_locked once, before the first draw');
  need(course.lock === null || sealed < course.lock, 'the secret was sealed after the commitments were locked');
  need(
    isSame(proof.seeds, course.isOver ? course.seeds() : []),
    'the seeds of the proof are not the seeds that were locked',
  );
}

/** The entry with which the contest first waits for chance, and the seats that are in it then. */
function closingOf(
  { game, seats, steps }: RecordAnswer,
  logged: readonly Entry[],
  opened: number,
): [number, readonly number[]] | null {
  if (game === 'king-cross') return [opened, seats];
  for (const [index, { events }] of steps.entries()) {
    for (const event of events) if (event.kind === 'betting_closed') return [logged[index]?.seq ?? 0, event.seats];
  }
  return null;
}

class Course {
  lock: number | null = null;
  isOver = false;
  readonly #record: RecordAnswer;
  readonly #closing: [number, readonly number[]] | null;
  readonly #draw: number | null;
  readonly #inForce = new Map<number, Commitment>();
  readonly #locked = new Map<number, RecordSeed>();
  readonly #players = new Map<number, string>();

  constructor(record: RecordAnswer, closing: [number, readonly number[]] | null, draw: number | null) {
    [this.#record, this.#closing, this.#draw] = [record, closing, draw];
  }

  /** Every locked seat, revealed or withheld, in seat order. */
  seeds(): RecordSeed[] {
    return [...this.#locked.values()];
  }

  take(seq: number, kind: string, body: Body): void {
    const where = `log entry ${seq}: ${kind}`;
    need(kind.startsWith('seat_') || body['round'] === this.#record.proof.round, `${where} is of another round`);
    switch (kind) {
      case 'seed_committed':
        return this.#commit(where, body);
      case 'commitments_locked':
        return this.#lockAll(where, seq, body);
      case 'seed_revealed':
        return this.#reveal(where, body);
      case 'seeds_locked':
        need(
          this.lock !== null && !this.isOver && seq + 1 === this.#draw,
          `${where} does not come directly before the first draw`,
        );
        need(isSame(body['seeds'] ?? null, this.seeds()), `${where}: other seeds were revealed`);
        this.isOver = true;
        return;
      default:
        this.#inForce.delete(seatOf(where, body));
    }
  }

  #commit(where: string, body: Body): void {
    need(this.lock === null, `${where} comes after the commitments were locked`);
    const [seat, player, commitment] = [seatOf(where, body), body['player'], body['commitment']];
    need(typeof player === 'string' && isHash(commitment), `${where} holds no commitment of a player`);
    this.#inForce.set(seat, { seat, player, commitment });
  }

  #lockAll(where: string, seq: number, body: Body): void {
    need(
      this.lock === null && this.#closing !== null && this.#closing[0] === seq - 1,
      `${where} does not come directly after bets are closed`,
    );
    const seats = this.#closing[1];
    const locked = [...this.#inForce.values()]
      .filter(({ seat }) => seats.includes(seat))
      .sort((one, other) => one.seat - other.seat);
    need(isSame(body['commitments'] ?? null, locked), `${where}: other commitments were in force`);
    for (const { seat, player, commitment } of locked) {
      this.#players.set(seat, player);
      this.#locked.set(seat, { seat, commitment, state: 'withheld', nonce: '', seed: '' });
    }
    this.lock = seq;
  }

  #reveal(where: string, body: Body): void {
    const seat = seatOf(where, body);
    const locked = this.#locked.get(seat);
    const [nonce, seed] = [body['nonce'], body['seed']];
    need(locked !== undefined && !this.isOver, `${where} comes at the wrong time, or is of another seat`);
    need(locked.state === 'withheld', `${where}: seat ${seat} has revealed before`);
    need(isHash(nonce) && typeof seed === 'string' && SEED_PATTERN.test(seed), `${where} holds no nonce and seed`);
    const { table } = this.#record.proof.log;
    const made = seedCommitment(
      table,
      this.#record.proof.round,
      { seat, player: this.#players.get(seat) ?? '' },
      nonce,
      seed,
    );
    need(made === locked.commitment, `${where} does not open the commitment of seat ${seat}`);
    this.#locked.set(seat, { ...locked, state: 'revealed', nonce, seed });
  }
}

function seatOf(where: string, body: Body): number {
  const seat = body['seat'];
  need(Number.isSafeInteger(seat), `${where} names no seat`);
  return seat as number;
}
