/** Everything this browser saved about a round: signed heads, its own seeds, and the key of the server. */

import { headOf } from '../../shared/heads';
import { isText, savedValue } from '../../shared/savedValues';
import type { SignedHead } from '../../shared/signedHeads';
import { seedsOf, type OwnSeed } from '../../shared/ownSeeds';

export interface Evidence {
  readonly heads: readonly SignedHead[];
  readonly seeds: readonly OwnSeed[];
  readonly key: string | null;
}

export const NO_EVIDENCE: Evidence = { heads: [], seeds: [], key: null };

export function evidenceOf(round: string): Evidence {
  const seeds = seedsOf(round);
  const heads = [...seeds.flatMap(({ committed, locked, revealed }) => [committed, locked, revealed]), headOf(round)];
  const result = heads.filter((head) => head !== null).sort((one, other) => one.seq - other.seq);
  // Acknowledgments and updates often carry the same head; two different ones with one number are both checked.
  const isNew = ({ seq, head }: SignedHead, index: number): boolean =>
    result.findIndex((one) => one.seq === seq && one.head === head) === index;
  return { heads: result.filter(isNew), seeds, key: savedValue('key', isText) };
}
