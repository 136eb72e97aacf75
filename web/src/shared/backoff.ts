const FIRST_MS = 250;
const MOST_MS = 5_000;

/** How long to wait before the next try to connect: twice as long each time, up to five seconds, and never in step with
 * everybody else who lost the same server. */
export function pauseMs(attempts: number, chance: number): number {
  const most = Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(most * (0.5 + chance / 2));
}
