/** Words about seeds that were committed to and never revealed. */

/** `1 seed not revealed (possibly offline)`; empty if every seed was revealed. */
export function notRevealed(seeds: number): string {
  if (seeds === 0) return '';
  return `${seeds} ${seeds === 1 ? 'seed' : 'seeds'} not revealed (possibly offline)`;
}
