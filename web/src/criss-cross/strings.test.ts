import { expect, test } from 'vitest';
import { TRAINER } from './panel/strings';
import { HINTS } from './settle/strings';
import { DECISION, NOTES, SPOKEN } from './strings';

test('choices name every multiple of the ante', () => {
  expect(DECISION.choices([1, 2, 3])).toBe('1 to 3 antes, or fold.');
  expect(DECISION.choices([1, 2])).toBe('1 or 2 antes, or fold.');
  expect(DECISION.choices([1])).toBe('1 ante, or fold.');
});

test('one player or several decide after you', () => {
  expect(NOTES.followers([2])).toBe('Seat 2 decides after you.');
  expect(NOTES.followers([2, 4, 5])).toBe('Seats 2, 4, and 5 decide after you.');
});

test('players are spoken of, and the listener is spoken to', () => {
  expect(SPOKEN.bet({ name: 'You', isYou: true }, 3, 'Down Bet')).toBe('You bet 3 antes on Down Bet.');
  expect(SPOKEN.bet({ name: 'Ada', isYou: false }, 1, 'Down Bet')).toBe('Ada bets 1 ante on Down Bet.');
});

test('the last decisions are counted', () => {
  expect(TRAINER.strip(1, 0, '0.00')).toBe('The last decision: 1 best.');
  expect(TRAINER.strip(5, 1, '2.10')).toBe('The last 5 decisions: 4 best, 1 mistake. It cost 2.10 antes.');
  expect(TRAINER.strip(5, 2, '2.10')).toBe('The last 5 decisions: 3 best, 2 mistakes. The largest cost 2.10 antes.');
});

test('missing cards are counted in words', () => {
  expect(HINTS.cards('bonus', 4, false)).toBe('Choose four bonus cards.');
  expect(HINTS.holeCards(3, 1, true)).toBe('Choose one more card for seat 3.');
});
