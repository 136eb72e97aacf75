import { expect, test } from 'vitest';
import type { ReplayAnswer } from '../../shared/protocol';
import { endOf } from './ends';

const replay = (view: object): ReplayAnswer => ({ round: 'oak-1', game: '', seat: 1, steps: [{ actor: 'system', events: [], view }] }) as unknown as ReplayAnswer;

test('cards that were turned, and where the seat folded', () => {
  const view = {
    kind: 'table', void: null, seats: [{ seat: 1, hole: ['Kh', '4h'], folded_at: 'down' }],
    community: { across_left: '4c', across_right: 'Jd', down_far: null, down_near: null, middle: null },
  };
  expect(endOf(replay(view), 1)).toEqual({ hole: ['Kh', '4h'], cross: ['4c', 'Jd'], says: 'Folded at Down' });
  expect(endOf(replay({ ...view, void: { reason: 'x' } }), 1)?.says).toBe('Void');
});

test('a match tells its points and its place', () => {
  const score = (seat: number, total: number) => ({ seat, total });
  expect(endOf(replay({ kind: 'match', scores: [score(1, 74)] }), 1)?.says).toBe('74 points');
  expect(endOf(replay({ kind: 'match', scores: [score(1, 74), score(2, 80)] }), 1)?.says).toBe('74 points, place 2 of 2');
  expect(endOf(replay({ kind: 'match', scores: [] }), 1)?.says).toBe('Not finished');
});

test('a round without a step has no end', () => {
  expect(endOf({ round: 'oak-1', game: '', seat: 1, steps: [] }, 1)).toBeNull();
});
