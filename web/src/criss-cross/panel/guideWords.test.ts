import { expect, test } from 'vitest';
import { GUIDED_ROUNDS, guideWords, type GuideMoment } from './guideWords';

const at = (moment: Partial<GuideMoment>) =>
  guideWords({ phase: 'betting', stage: null, hasAntes: false, round: 0, ...moment });

test('the first round is led from antes to receipt', () => {
  expect(at({})?.about).toBe('antes');
  expect(at({ hasAntes: true })?.about).toBe('deal');
  for (const stage of ['across', 'down', 'middle']) expect(at({ phase: 'decision', stage })?.about).toBe(stage);
  expect(at({ phase: 'settled' })?.about).toBe('rows');
  expect(at({ phase: 'dealing' })).toBeNull();
});

test('each later round says something else, and less', () => {
  const said = (round: number) =>
    [
      at({ round }),
      ...['across', 'down', 'middle'].map((stage) => at({ round, phase: 'decision', stage })),
      at({ round, phase: 'settled' }),
    ].filter((words) => words !== null);
  expect(said(1).length).toBe(5);
  expect(said(2).length).toBe(2);
  const sentences = [0, 1, 2].flatMap((round) => said(round).map(({ says }) => says));
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('nobody is guided after three rounds, or when they did not want it', () => {
  expect(at({ round: GUIDED_ROUNDS })).toBeNull();
  expect(at({ round: -1 })).toBeNull();
});

test('sentences are short', () => {
  for (const round of [0, 1, 2]) {
    for (const stage of ['across', 'down', 'middle'])
      expect(at({ round, phase: 'decision', stage })?.says.length ?? 0).toBeLessThan(150);
  }
});
