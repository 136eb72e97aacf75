/** Texts of the clock. */

export const CLOCK = {
  tenSeconds: 'Ten seconds left.',
  /** `0:18`. */
  left: (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
};
