/** Where a wheel lies, in degrees clockwise from the top, and how it turns there. */

export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** The slice of each segment, as wide as its weight. */
export function slices(weights: readonly number[]): Slice[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let from = 0;
  return weights.map((weight) => {
    const slice = { from, to: from + (total === 0 ? 0 : (360 * weight) / total) };
    from = slice.to;
    return slice;
  });
}

/** How far to turn so that the pointer at the top rests in the middle of a slice, after some whole turns. */
export function restingTurn({ from, to }: Slice, turns: number): number {
  return 360 * turns - (from + to) / 2;
}

export const TURN_MS = 3600;
export const REST_MS = 400;
export const SKIP_MS = 150;

/** How much of the way is done after a share of the time: quick at first, slower and slower towards the end. */
export function easeOut(share: number): number {
  return 1 - (1 - Math.min(1, Math.max(0, share))) ** 3.2;
}

/** A slice of a ring as the path of an SVG, the top being 0 degrees. */
export function slicePath({ from, to }: Slice, inner: number, outer: number): string {
  // A wheel of one segment is a whole ring, which one arc cannot draw.
  const end = Math.min(to, from + 359.99);
  const large = end - from > 180 ? 1 : 0;
  const [a, b, c, d] = [point(from, outer), point(end, outer), point(end, inner), point(from, inner)];
  return `M${a}A${outer} ${outer} 0 ${large} 1 ${b}L${c}A${inner} ${inner} 0 ${large} 0 ${d}Z`;
}

function point(degrees: number, radius: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}
