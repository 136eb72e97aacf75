/** How a clause of the register is met, in words for its readers, and what shows it for those who ask. */

import type { ClauseEntry } from '../shared/protocol';

export type Met = ClauseEntry['met'];

export const MET: Record<Met, { title: string; means: string }> = {
  engine: { title: 'Enforced', means: 'the software does not let a round go otherwise' },
  choice: { title: 'Left to the house', means: 'a named choice of the rule book holds the answer' },
  procedure: { title: 'Done by people', means: 'a step of the dealer’s procedure' },
  physical: { title: 'Equipment', means: 'about equipment or approvals only, beyond software' },
  'not yet': { title: 'Not yet', means: 'software can meet it and does not so far' },
};

export const MET_KINDS = Object.keys(MET) as Met[];

const PROOF_TITLES: Record<string, string> = { data: 'Entries of the rule book', choice: 'Choices', test: 'Tests' };

/** What shows that a clause is met, by kind: entries and choices by their names, tests by file and function. */
export function proofs(entry: ClauseEntry): { title: string; names: string[] }[] {
  return Object.entries(PROOF_TITLES).flatMap(([kind, title]) => {
    const result = entry.shown_by.filter((pointer) => pointer.startsWith(`${kind}:`));
    return result.length === 0 ? [] : [{ title, names: result.map((pointer) => pointer.slice(kind.length + 1)) }];
  });
}
