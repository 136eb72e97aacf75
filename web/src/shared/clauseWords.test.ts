import { expect, test } from 'vitest';
import { sourceLink, sourcesOf, sourceWords } from './clauseWords';
import type { ClauseEntry, ReadingEntry } from './protocol';

const CLAUSE: ClauseEntry = {
  id: '12.B',
  says: 'The limit covers every wager of a player.',
  met: 'engine',
  shown_by: [],
  missing: null,
  reading: 'R11',
};
const READING: ReadingEntry = {
  id: 'R11',
  title: 'Several wagers over the limit',
  clauses: ['maryland 12.B'],
  says: 'The payouts shrink in proportion.',
  why: 'The rules name no order.',
  option: null,
  state: 'in force',
  missing: null,
};

test('a chip names clauses and readings, each once', () => {
  expect(sourcesOf('12.B, reading R11, 12.B', 'R11')).toEqual([
    { kind: 'clause', id: '12.B' },
    { kind: 'reading', id: 'R11' },
  ]);
  expect(sourcesOf('', null)).toEqual([]);
});

test('each has a page of its rule book', () => {
  expect(sourceLink('maryland', { kind: 'clause', id: '7.E(1)' })).toBe('#/rules/maryland/clauses?find=7.E(1)');
  expect(sourceLink('maryland', { kind: 'reading', id: 'R11' })).toBe('#/rules/maryland/readings?find=R11');
});

test('a clause brings the reading that interprets it', () => {
  const [clause, reading, ...more] = sourceWords({ kind: 'clause', id: '12.B' }, [CLAUSE], [READING]);
  expect(clause).toEqual({ title: 'Clause 12.B', says: CLAUSE.says, why: '' });
  expect(reading).toEqual({
    title: 'Reading R11: Several wagers over the limit',
    says: READING.says,
    why: READING.why,
  });
  expect(more).toEqual([]);
  expect(sourceWords({ kind: 'reading', id: 'R11' }, [], [READING])).toEqual([reading]);
  expect(sourceWords({ kind: 'clause', id: '99' }, [CLAUSE], [READING])).toEqual([]);
});
