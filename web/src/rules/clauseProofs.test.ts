import { describe, expect, it } from 'vitest';
import { proofs } from './clauseProofs';
import type { ClauseEntry } from '../shared/protocol';

function clause(...shown_by: string[]): ClauseEntry {
  return { id: '12.A', says: 'It pays.', met: 'engine', shown_by, missing: null, reading: null };
}

describe('what shows a clause', () => {
  it('is gathered by kind, in one order', () => {
    const shown = proofs(
      clause('test:tests/rules/test_pays.py::test_odds', 'choice:ante_pays', 'data:pay_tables.main', 'data:deck'),
    );
    expect(shown).toEqual([
      { title: 'Rule book entries', names: ['pay_tables.main', 'deck'] },
      { title: 'Choices', names: ['ante_pays'] },
      { title: 'Tests', names: ['tests/rules/test_pays.py::test_odds'] },
    ]);
  });

  it('is nothing where only people act', () => {
    expect(proofs(clause('procedure'))).toEqual([]);
  });
});
