import { describe, expect, it } from 'vitest';
import { failure, type Failure, type Outcome } from '../shared/api';
import type {
  KingHintAnswer,
  KingMatchAnswer,
  KingReviewAnswer,
  PlayedRoundsAnswer,
  RecordAnswer,
  SeatReviewEntry,
} from '../shared/protocol';
import { FakeClock, settled } from '../testing/fakeClock';
import { newGame } from './local';
import { ReviewState, type ReviewServer } from './reviewState.svelte';
import { MATCH_RULES } from './testing';

const RECORD = { game: 'king-cross', rules_document: MATCH_RULES, seats: [1, 2], steps: [] } as unknown as RecordAnswer;
const MOVE = { number: 1, rolled: '3c', square: 'a1', card: '3c' } as SeatReviewEntry['moves'][number];
const REVIEW: SeatReviewEntry = { seat: 1, total: 725, start: 0, luck: 0, points_lost: 0, moves: [MOVE], best: null };
const answered = <T>(answer: T): Promise<Outcome<T>> => Promise.resolve({ ok: true, answer });
const busy = (): Promise<Failure> => Promise.resolve({ ...failure('Busy.'), code: 'workers_busy' });

function reviewed(over: Partial<ReviewServer> = {}) {
  const clock = new FakeClock();
  const asked: unknown[] = [];
  const server: ReviewServer = {
    record: () => answered(RECORD),
    myRounds: () => answered({ rounds: [{ round: 'table-1', seat: 2 }] } as unknown as PlayedRoundsAnswer),
    kingMatch: () => answered({ record: RECORD } as unknown as KingMatchAnswer),
    kingHint: () => answered({ roll: '3c' } as KingHintAnswer),
    kingReview: ({ seat, best }) => {
      asked.push([seat, best]);
      return answered({ seats: [REVIEW] } as unknown as KingReviewAnswer);
    },
    ...over,
  };
  return { clock, asked, reviewing: new ReviewState(server, clock) };
}

describe('the review of a round', () => {
  it('judges the own seat first, then looks for the best sheet', async () => {
    const { reviewing, asked } = reviewed();
    await reviewing.openRound('table-1', null);
    expect([reviewing.stage, reviewing.bonus, reviewing.seats]).toEqual(['done', true, [1, 2]]);
    expect(asked).toEqual([
      [2, false],
      [2, true],
    ]);
    expect(reviewing.review).toBe(REVIEW);
  });

  it('takes the seat that was asked for, or the first', async () => {
    const chosen = reviewed();
    await chosen.reviewing.openRound('table-1', 1);
    const unknown = reviewed({ myRounds: () => Promise.resolve(failure()) });
    await unknown.reviewing.openRound('table-1', null);
    const others = reviewed();
    await others.reviewing.openRound('other-1', null);
    expect([chosen.asked[0], unknown.asked[0], others.asked[0]]).toEqual([
      [1, false],
      [1, false],
      [1, false],
    ]);
  });

  it('says what can’t be reviewed', async () => {
    const lost = reviewed({ record: () => Promise.resolve(failure('No such round.')) });
    await lost.reviewing.openRound('table-1', 1);
    expect([lost.reviewing.stage, lost.reviewing.faults]).toEqual(['failed', ['No such round.']]);
    const unjudged = reviewed({ kingReview: () => Promise.resolve(failure('Too long.')) });
    await unjudged.reviewing.openRound('table-1', 1);
    expect(unjudged.reviewing.faults).toEqual(['Too long.']);
    const empty = reviewed({ kingReview: () => answered({ seats: [] } as unknown as KingReviewAnswer) });
    await empty.reviewing.openRound('table-1', 1);
    expect(empty.reviewing.faults).toEqual(['There’s nothing to review.']);
  });

  it('is shown without the best sheet where that isn’t found', async () => {
    const { reviewing } = reviewed({
      kingReview: ({ best }) =>
        best === true ? Promise.resolve(failure()) : answered({ seats: [REVIEW] } as unknown as KingReviewAnswer),
    });
    await reviewing.openRound('table-1', 1);
    expect([reviewing.stage, reviewing.review]).toEqual(['done', REVIEW]);
  });

  it('keeps what was judged where the search names no seat', async () => {
    const { reviewing } = reviewed({
      kingReview: ({ best }) => answered({ seats: best === true ? [] : [REVIEW] } as unknown as KingReviewAnswer),
    });
    await reviewing.openRound('table-1', 1);
    expect(reviewing.review).toBe(REVIEW);
  });
});

describe('the review of a game in the browser', () => {
  it('is made of its placements', async () => {
    const { reviewing } = reviewed();
    await reviewing.openLocal(newGame(null, true));
    expect(reviewing.stage).toBe('done');
    const bad = reviewed({ kingMatch: () => Promise.resolve(failure('Not full.')) });
    await bad.reviewing.openLocal(newGame(null, true));
    expect(bad.reviewing.faults).toEqual(['Not full.']);
  });
});

describe('patience', () => {
  it('asks again while the workers are busy', async () => {
    let left = 2;
    const { clock, reviewing } = reviewed({
      kingReview: () => (left-- > 0 ? busy() : answered({ seats: [REVIEW] } as unknown as KingReviewAnswer)),
    });
    const opened = reviewing.openRound('table-1', 1);
    await clock.pass(1_000);
    await opened;
    expect(reviewing.stage).toBe('done');
  });

  it('gives up at last, and asks nothing for a page that was left', async () => {
    const { clock, reviewing } = reviewed({ kingReview: busy });
    const opened = reviewing.openRound('table-1', 1);
    await clock.pass(60_000);
    await opened;
    expect(reviewing.faults).toEqual(['Busy.']);
    const left = reviewed();
    left.reviewing.close();
    await left.reviewing.openRound('table-1', 1);
    expect([left.asked, left.reviewing.stage]).toEqual([[], 'failed']);
    const leaving = reviewed({ kingReview: busy });
    const asking = leaving.reviewing.openRound('table-1', 1);
    await settled();
    leaving.reviewing.close();
    await leaving.clock.pass(1_000);
    await asking;
    expect(leaving.reviewing.stage).toBe('failed');
  });
});

describe('other squares', () => {
  it('are asked for once, when the review is done', async () => {
    let asks = 0;
    const { reviewing } = reviewed({
      kingHint: () => {
        asks += 1;
        return asks === 1 ? Promise.resolve(failure()) : answered({ roll: '3c' } as KingHintAnswer);
      },
    });
    await reviewing.look(0);
    expect(asks).toBe(0);
    await reviewing.openRound('table-1', 1);
    await reviewing.look(5);
    await reviewing.look(0);
    expect([asks, reviewing.hints.size]).toEqual([1, 0]);
    const asking = reviewing.look(0);
    await reviewing.look(0);
    await asking;
    await reviewing.look(0);
    expect([asks, reviewing.hints.get(0)?.roll]).toEqual([2, '3c']);
  });
});
