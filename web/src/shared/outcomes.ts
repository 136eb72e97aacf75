/** Rulings on irregularities. */

import type { IrregularityEntry } from './protocol';
import { outcomeNames } from './rules/strings';

export type RulingOutcome = IrregularityEntry['outcomes'][number];

export function outcomeWords(outcome: RulingOutcome): string {
  return outcomeNames[outcome];
}
