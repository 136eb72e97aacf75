/** How a clause of the register is met, and the evidence for it. */

import type { ClauseEntry } from '../shared/protocol';
import { metKinds, proofKinds } from './strings';

export type Met = ClauseEntry['met'];

export const MET_KINDS = Object.keys(metKinds) as Met[];

/** The evidence that a clause is met, by kind: entries and choices by their names, tests by file and function. */
export function proofs(entry: ClauseEntry): { title: string; names: string[] }[] {
  return Object.entries(proofKinds).flatMap(([kind, title]) => {
    const result = entry.shown_by.filter((pointer) => pointer.startsWith(`${kind}:`));
    return result.length === 0 ? [] : [{ title, names: result.map((pointer) => pointer.slice(kind.length + 1)) }];
  });
}
