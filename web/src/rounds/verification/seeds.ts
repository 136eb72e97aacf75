/** Checks that seeds were committed, locked and revealed in the order that keeps anyone from steering a round. */

import type { RecordAnswer, RecordSeed } from '../../shared/protocol';
import { isHash, isSame, need } from '../../shared/bytes';
import { SEED_PATTERN, seedCommitment } from '../../shared/seedCommitment';
import type { Body, Entry } from './log';
import { SEED_FAULTS } from './strings';

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
  need((closing === null) === (course.lock === null), SEED_FAULTS.lockedOnce);
  need((draw === null) === !course.isOver, SEED_FAULTS.revealedOnce);
  need(course.lock === null || sealed < course.lock, SEED_FAULTS.sealedLate);
  need(isSame(proof.seeds, course.isOver ? course.seeds() : []), SEED_FAULTS.proof);
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
    const where = SEED_FAULTS.entry(seq, kind);
    need(kind.startsWith('seat_') || body['round'] === this.#record.proof.round, SEED_FAULTS.otherRound(where));
    switch (kind) {
      case 'seed_committed':
        return this.#commit(where, body);
      case 'commitments_locked':
        return this.#lockAll(where, seq, body);
      case 'seed_revealed':
        return this.#reveal(where, body);
      case 'seeds_locked':
        need(this.lock !== null && !this.isOver && seq + 1 === this.#draw, SEED_FAULTS.notBeforeDraw(where));
        need(isSame(body['seeds'] ?? null, this.seeds()), SEED_FAULTS.otherSeeds(where));
        this.isOver = true;
        return;
      default:
        this.#inForce.delete(seatOf(where, body));
    }
  }

  #commit(where: string, body: Body): void {
    need(this.lock === null, SEED_FAULTS.late(where));
    const [seat, player, commitment] = [seatOf(where, body), body['player'], body['commitment']];
    need(typeof player === 'string' && isHash(commitment), SEED_FAULTS.noCommitment(where));
    this.#inForce.set(seat, { seat, player, commitment });
  }

  #lockAll(where: string, seq: number, body: Body): void {
    need(this.lock === null && this.#closing !== null && this.#closing[0] === seq - 1, SEED_FAULTS.notAfterBets(where));
    const seats = this.#closing[1];
    const locked = [...this.#inForce.values()]
      .filter(({ seat }) => seats.includes(seat))
      .sort((one, other) => one.seat - other.seat);
    need(isSame(body['commitments'] ?? null, locked), SEED_FAULTS.otherCommitments(where));
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
    need(locked !== undefined && !this.isOver, SEED_FAULTS.wrongTime(where));
    need(locked.state === 'withheld', SEED_FAULTS.again(where, seat));
    need(isHash(nonce) && typeof seed === 'string' && SEED_PATTERN.test(seed), SEED_FAULTS.noSeed(where));
    const { table } = this.#record.proof.log;
    const made = seedCommitment(
      table,
      this.#record.proof.round,
      { seat, player: this.#players.get(seat) ?? '' },
      nonce,
      seed,
    );
    need(made === locked.commitment, SEED_FAULTS.notOpened(where, seat));
    this.#locked.set(seat, { ...locked, state: 'revealed', nonce, seed });
  }
}

function seatOf(where: string, body: Body): number {
  const seat = body['seat'];
  need(Number.isSafeInteger(seat), SEED_FAULTS.noSeat(where));
  return seat as number;
}
