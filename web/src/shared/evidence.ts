/** What this browser kept of a round: signed heads, its own seeds, and the key of the server. */

import { headOf } from './heads';
import { isText, kept } from './kept';
import type { SignedHead } from './notes';
import { seedsOf, type OwnSeed } from './ownSeeds';

export interface Evidence {
  readonly heads: readonly SignedHead[];
  readonly seeds: readonly OwnSeed[];
  readonly key: string | null;
}

export const NO_EVIDENCE: Evidence = { heads: [], seeds: [], key: null };

export function evidenceOf(round: string): Evidence {
  const seeds = seedsOf(round);
  const heads = [...seeds.flatMap(({ committed, locked, revealed }) => [committed, locked, revealed]), headOf(round)];
  const found = heads.filter((head) => head !== null).sort((one, other) => one.seq - other.seq);
  // Acknowledgments and updates often carry the same head; two different ones of a number are both looked at.
  const isNew = ({ seq, head }: SignedHead, index: number): boolean => found.findIndex((one) => one.seq === seq && one.head === head) === index;
  return { heads: found.filter(isNew), seeds, key: kept('key', isText) };
}
