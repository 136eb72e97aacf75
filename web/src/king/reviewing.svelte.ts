/** Asks for the review of a game: first the judgement of each placement, then the best sheet in hindsight. */

import { api, type Outcome } from '../shared/api';
import type { KingHintAnswer, SeatReviewEntry } from '../shared/protocol';
import type { LocalGame } from './local';
import { gridBefore } from './review';

type Stage = 'fetching' | 'judging' | 'searching' | 'done' | 'failed';
type MatchRecord = Record<string, unknown>;

const BUSY = new Set(['already_asking', 'thinker_busy']);
const PATIENCE = 40;
const BETWEEN_MS = 400;
/** What a table adds to its records, and a review does not need. */
const PROOF = ['proof', 'digest'];

let before: Promise<unknown> = Promise.resolve();

/** The server thinks about one question of a browser at a time, so each waits for the one before it. */
function inTurn<T>(ask: () => Promise<Outcome<T>>, isWanted: () => boolean): Promise<Outcome<T>> {
  const skipped: Outcome<T> = { ok: false, faults: [], code: null };
  const next = before.then(() => (isWanted() ? patiently(ask, isWanted) : skipped));
  before = next;
  return next;
}

/** Asks again while whoever thinks is busy with a question of somebody else. */
async function patiently<T>(ask: () => Promise<Outcome<T>>, isWanted: () => boolean): Promise<Outcome<T>> {
  for (let left = PATIENCE; ; left -= 1) {
    const found = await ask();
    if (found.ok || left === 0 || !isWanted() || found.code === null || !BUSY.has(found.code)) return found;
    await new Promise((resolve) => window.setTimeout(resolve, BETWEEN_MS));
  }
}

export class Reviewing {
  stage = $state<Stage>('fetching');
  review = $state.raw<SeatReviewEntry | null>(null);
  bonus = $state(false);
  seats = $state.raw<readonly number[]>([]);
  faults = $state.raw<readonly string[]>([]);
  /** Roll -> what every square was worth then. */
  hints = $state.raw<ReadonlyMap<number, KingHintAnswer>>(new Map());
  #isOpen = true;
  #isAsking = false;

  /** Of a round at a table; the seat is one's own unless it is given. */
  async openRound(round: string, seat: number | null): Promise<void> {
    const [found, own] = await Promise.all([api.record(round), seat === null ? this.#ownSeat(round) : seat]);
    if (found.ok) await this.#judge(found.answer as unknown as MatchRecord, own);
    else this.#fail(found.faults);
  }

  /** Of a game that was played in this browser. */
  async openLocal(game: LocalGame): Promise<void> {
    const found = await api.kingMatch({ placements: [...game.placements], bonus: game.bonus });
    if (found.ok) await this.#judge(found.answer.record, 1);
    else this.#fail(found.faults);
  }

  close(): void {
    this.#isOpen = false;
  }

  /** What the other squares were worth at a roll, once there is time to ask. */
  async look(at: number): Promise<void> {
    const move = this.review?.moves[at];
    if (this.stage !== 'done' || this.#isAsking || move === undefined || this.hints.has(at)) return;
    this.#isAsking = true;
    const grid = gridBefore(this.review?.moves ?? [], at).map((row) => [...row]);
    const found = await inTurn(() => api.kingHint({ grid, roll: move.rolled, bonus: this.bonus }), () => this.#isOpen);
    this.#isAsking = false;
    if (found.ok) this.hints = new Map([...this.hints, [at, found.answer]]);
  }

  async #ownSeat(round: string): Promise<number | null> {
    const mine = await api.myRounds();
    return mine.ok ? (mine.answer.rounds.find((played) => played.round === round)?.seat ?? null) : null;
  }

  async #judge(whole: MatchRecord, seat: number | null): Promise<void> {
    const record = Object.fromEntries(Object.entries(whole).filter(([key]) => !PROOF.includes(key)));
    const seats = Array.isArray(record['seats']) ? (record['seats'] as number[]) : [];
    this.seats = seats;
    this.bonus = (record['rules_document'] as { readonly bonus?: boolean } | undefined)?.bonus === true;
    const of = { record, seat: seat ?? seats[0] ?? 1 };
    this.stage = 'judging';
    const judged = await inTurn(() => api.kingReview({ ...of, best: false }), () => this.#isOpen);
    const [first] = judged.ok ? judged.answer.seats : [];
    if (!judged.ok || first === undefined) return this.#fail(judged.ok ? ['Nothing was found to judge.'] : judged.faults);
    this.review = first;
    this.stage = 'searching';
    const searched = await inTurn(() => api.kingReview({ ...of, best: true }), () => this.#isOpen);
    if (searched.ok) this.review = searched.answer.seats[0] ?? first;
    this.stage = 'done';
  }

  #fail(faults: readonly string[]): void {
    this.faults = faults;
    this.stage = 'failed';
  }
}
