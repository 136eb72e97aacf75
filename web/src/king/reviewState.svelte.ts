/** Asks for the review of a game: first the loss of each placement, then the best sheet in hindsight. */

import { api, failure, type Outcome } from '../shared/api';
import { browserClock, type Clock } from '../shared/ports';
import type { ContestRecord, KingHintAnswer, SeatReviewEntry } from '../shared/protocol';
import { kingCrossRules } from '../shared/rulesDocuments';
import type { LocalGame } from './local';
import { gridBefore } from './reviewSteps';
import { review as text } from './strings';

type Stage = 'fetching' | 'judging' | 'searching' | 'done' | 'failed';

const BUSY = new Set(['already_asking', 'workers_busy']);
const PATIENCE = 40;
const BETWEEN_MS = 400;

let before: Promise<unknown> = Promise.resolve();

/** The requests that a review makes. */
export type ReviewServer = Pick<typeof api, 'record' | 'myRounds' | 'kingMatch' | 'kingHint' | 'kingReview'>;

export class ReviewState {
  stage = $state<Stage>('fetching');
  review = $state.raw<SeatReviewEntry | null>(null);
  bonus = $state(false);
  seats = $state.raw<readonly number[]>([]);
  faults = $state.raw<readonly string[]>([]);
  /** Roll -> the value of every square at that roll. */
  hints = $state.raw<ReadonlyMap<number, KingHintAnswer>>(new Map());
  #isOpen = true;
  #isAsking = false;
  readonly #server: ReviewServer;
  readonly #clock: Clock;

  constructor(server: ReviewServer = api, clock: Clock = browserClock) {
    this.#server = server;
    this.#clock = clock;
  }

  /** Of a round at a table; the seat is one's own unless it is given. */
  async openRound(round: string, seat: number | null): Promise<void> {
    const [result, own] = await Promise.all([this.#server.record(round), seat === null ? this.#ownSeat(round) : seat]);
    if (!result.ok) {
      this.#fail(result.faults);
      return;
    }
    // A review does not need the proof that a table adds to its records.
    const { format, version, game, rules, rules_hash, rules_document, seats, carried, steps } = result.answer;
    await this.#judge({ format, version, game, rules, rules_hash, rules_document, seats, carried, steps }, own);
  }

  /** Of a game that was played in this browser. */
  async openLocal(game: LocalGame): Promise<void> {
    const result = await this.#server.kingMatch({ placements: [...game.placements], bonus: game.bonus });
    if (result.ok) await this.#judge(result.answer.record, 1);
    else this.#fail(result.faults);
  }

  close(): void {
    this.#isOpen = false;
  }

  /** Asks for the value of the other squares at a roll, once the server is free. */
  async look(at: number): Promise<void> {
    const move = this.review?.moves[at];
    if (this.stage !== 'done' || this.#isAsking || move === undefined || this.hints.has(at)) return;
    this.#isAsking = true;
    const grid = gridBefore(this.review?.moves ?? [], at).map((row) => [...row]);
    const result = await this.#inTurn(() => this.#server.kingHint({ grid, roll: move.rolled, bonus: this.bonus }));
    this.#isAsking = false;
    if (result.ok) this.hints = new Map([...this.hints, [at, result.answer]]);
  }

  async #ownSeat(round: string): Promise<number | null> {
    const mine = await this.#server.myRounds();
    return mine.ok ? (mine.answer.rounds.find((played) => played.round === round)?.seat ?? null) : null;
  }

  async #judge(record: ContestRecord, seat: number | null): Promise<void> {
    this.seats = record.seats;
    this.bonus = kingCrossRules(record.game, record.rules_document)?.bonus === true;
    const of = { record: { ...record }, seat: seat ?? record.seats[0] ?? 1 };
    this.stage = 'judging';
    const judged = await this.#inTurn(() => this.#server.kingReview({ ...of, best: false }));
    const [first] = judged.ok ? judged.answer.seats : [];
    if (!judged.ok || first === undefined) {
      this.#fail(judged.ok ? [text.empty] : judged.faults);
      return;
    }
    this.review = first;
    this.stage = 'searching';
    const searched = await this.#inTurn(() => this.#server.kingReview({ ...of, best: true }));
    if (searched.ok) this.review = searched.answer.seats[0] ?? first;
    this.stage = 'done';
  }

  /** The server answers one question of a browser at a time, so each waits for the one before it. */
  #inTurn<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const skipped: Outcome<T> = failure();
    const next = before.then(() => (this.#isOpen ? this.#patiently(ask) : skipped));
    before = next;
    return next;
  }

  /** Asks again while the analysis workers are busy with another question. */
  async #patiently<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    for (let left = PATIENCE; ; left -= 1) {
      const result = await ask();
      if (result.ok || left === 0 || !this.#isOpen || result.code === null || !BUSY.has(result.code)) return result;
      await new Promise<void>((resolve) => this.#clock.after(BETWEEN_MS, resolve));
    }
  }

  #fail(faults: readonly string[]): void {
    this.faults = faults;
    this.stage = 'failed';
  }
}
