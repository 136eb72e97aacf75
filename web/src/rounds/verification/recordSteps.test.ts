import { expect, test } from 'vitest';
import { courseOf } from './recordSteps';
import type { RecordAnswer, RecordStep } from '../../shared/protocol';

/** Follows steps, of which only what they check is there. */
function follow(game: 'criss-cross' | 'king-cross', ...steps: readonly object[]): void {
  const rules = { spots: {}, dealing: {}, dealing_method: 'hand' };
  const course = courseOf({ game, rules_document: rules } as unknown as RecordAnswer);
  for (const step of steps) course.step(step as RecordStep, null);
}

const WAGERS = {
  actor: 'seat:1',
  action: { kind: 'place_wagers' },
  events: [{ kind: 'wagers_placed', seat: 1, wagers: { bonus_spin: 500 } }],
};
const ABANDON = { kind: 'abandon', seat: 1 };
const FORFEITED = [
  { kind: 'seat_abandoned', seat: 1 },
  { kind: 'seat_forfeited', seat: 1, reason: 'abandoned', clause: '7.B(3)' },
];

test.each(['floor', 'seat:2', 'chance'])('reading R15: %s abandons no seat', (actor) => {
  for (const kind of ['abandon', 'take_over']) {
    expect(() => follow('criss-cross', WAGERS, { actor, action: { kind, seat: 1 }, events: [] })).toThrow(
      'only the system may',
    );
  }
});

test.each(['place_for', 'abandon_sheet'])('reading K17: the floor sends no %s', (kind) => {
  expect(() => follow('king-cross', { actor: 'floor', action: { kind, seat: 1, roll: 1 }, events: [] })).toThrow(
    'only the system may',
  );
});

test('reading R15: a removed player loses no more than by folding', () => {
  const removed = {
    actor: 'system',
    action: { kind: 'take_over', seat: 1 },
    events: [{ kind: 'seat_taken_over', seat: 1 }],
  };
  const left = { actor: 'system', action: ABANDON, events: FORFEITED };
  expect(() => follow('criss-cross', WAGERS, left)).not.toThrow();
  expect(() => follow('criss-cross', WAGERS, removed, left)).toThrow('loses more than by folding');
});

test('reading P7: a seat that leaves keeps no Community Pay', () => {
  const wager = { order: 1, seat: 1, spot: 'bonus_spin', staked: 0, won: 10_000, returned: 0 };
  const paid = { actor: 'system', action: { kind: 'settle' }, events: [{ kind: 'wager_settled', wager }] };
  const left = (...events: readonly object[]) => ({
    actor: 'system',
    action: ABANDON,
    events: [...FORFEITED, ...events],
  });
  expect(() => follow('criss-cross', WAGERS, paid, left())).toThrow('keeps a Community Pay');
  expect(() => follow('criss-cross', WAGERS, paid, left({ kind: 'community_pay_taken', wager }))).not.toThrow();
});
