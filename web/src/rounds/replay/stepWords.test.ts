import { expect, test } from 'vitest';
import type { ReplayStep } from '../../shared/protocol';
import { rulesDocument } from '../../criss-cross/testing';
import { stepWords } from './stepWords';

const TELLING = {
  book: rulesDocument(),
  nameOf: (seat: number) => (seat === 1 ? 'You' : `Seat ${seat}`),
};
const step = (actor: string, ...events: object[]) =>
  stepWords({ actor, events, view: {} } as unknown as ReplayStep, TELLING);

test('who acted and what followed, as sentences', () => {
  expect(
    step(
      'seat:1',
      { kind: 'bet_placed', seat: 1, spot: 'across', multiple: 3, cents: 1500 },
      { kind: 'community_revealed', stage: 'across', cards: { across_left: '4c', across_right: 'Jd' } },
    ),
  ).toEqual({
    title: 'You',
    says: ['You bet $15 (3×) on Across Bet.', 'Across: four of clubs and jack of diamonds.'],
  });
  expect(step('seat:2', { kind: 'wagers_placed', seat: 2, wagers: { ante_across: 500 } }).says).toEqual([
    'Seat 2 places $5 on Ante Across.',
  ]);
});

test('a shuffle shows no card', () => {
  expect(step('chance').says[0]).toContain('shuffled');
});

test('settled wagers, and the end', () => {
  const wager = { seat: 1, spot: 'across', staked: 500, result: 'win', hand: 'two_pair', odds: 2, won: 1000 };
  const lost = { ...wager, seat: 2, result: 'forfeit', hand: null, won: 0 };
  const totals = [
    { seat: 1, net: 1000 },
    { seat: 2, net: -500 },
  ];
  expect(
    step(
      'system',
      { kind: 'wager_settled', wager },
      { kind: 'wager_settled', wager: lost },
      { kind: 'round_settled', totals },
    ).says,
  ).toEqual(['Your Across Bet wins $10: two pair.', 'Seat 2’s Across Bet loses $5.', 'You win $10. Seat 2 loses $5.']);
});

test('rolls and placements of King Cross', () => {
  expect(step('chance', { kind: 'rolled', seat: null, roll: 1, card: '7h' }).says).toEqual([
    'The dice show the seven of hearts.',
  ]);
  const placement = { seat: 2, square: 'b4', card: '7d', is_wild: true, decided_by: 'player' };
  expect(step('seat:2', { kind: 'card_placed', roll: 1, placement }).says).toEqual([
    'Seat 2 places the seven of diamonds on b4 (wild).',
  ]);
});
