import { expect, test } from 'vitest';
import type { RecordAnswer } from '../../shared/protocol';
import { rulesDocument } from '../testing';
import { dealtCross, runoutLines } from './runoutLines';

const DECK = ['Kh', '4h', 'Kd', '2c', '9s', '9d', '3c'];
const STEPS = [
  { actor: 'chance', action: {}, events: [{ kind: 'shuffled', deck: DECK }] },
  {
    actor: 'system',
    action: {},
    events: [
      {
        kind: 'cards_dealt',
        placements: [
          { place: 'hole:1:1', position: 0 },
          { place: 'hole:1:2', position: 1 },
          { place: 'across_left', position: 2 },
          { place: 'across_right', position: 3 },
          { place: 'down_far', position: 4 },
          { place: 'down_near', position: 5 },
          { place: 'middle', position: 6 },
        ],
      },
    ],
  },
  { actor: 'seat:1', action: {}, events: [{ kind: 'seat_folded', seat: 1 }] },
] as unknown as RecordAnswer['steps'];

test('the cross as it was dealt, and nobody’s hand', () => {
  expect(dealtCross({ steps: STEPS })).toEqual({
    across_left: 'Kd',
    across_right: '2c',
    down_far: '9s',
    down_near: '9d',
    middle: '3c',
  });
  expect(dealtCross({ steps: [] })).toEqual({});
});

test('what each bet would have come to', () => {
  const lines = runoutLines(rulesDocument(), ['Kh', '4h'], dealtCross({ steps: STEPS }));
  expect(lines.map(({ says }) => says)).toEqual([
    'Across: pair of kings, pays 1 to 1.',
    'Down: pair of 9s, pushes.',
    'Middle: pair of kings, pays 1 to 1.',
  ]);
  const [across] = runoutLines(rulesDocument(), ['Qh', '4h'], dealtCross({ steps: STEPS }));
  expect(across).toMatchObject({ line: 'across', says: 'Across: king high, loses.', odds: -1 });
});
