import type { PricedCard } from '../../shared/protocol';

const FEATURE = 'card_points';

/** Whether a line of a strategy card counts card points, by the features that its rules name. */
export function usesCardPoints({ rules }: Pick<PricedCard, 'rules'>): boolean {
  return Object.values(rules).some((lines) => lines.some((line) => line.split(/[^a-z_]+/).includes(FEATURE)));
}
