/** Seeds that were committed to and never revealed. */

import * as text from './fairness/strings';

/** `1 seed not revealed (possibly offline)`; empty if every seed was revealed. */
export function notRevealed(seeds: number): string {
  return seeds === 0 ? '' : text.notRevealed(seeds);
}
