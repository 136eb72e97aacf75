/** Points as the page writes them. */

import { number } from '../shared/intl';

export function figure(points: number, digits = 0): string {
  return number(points, digits);
}

/** `+150`, `−13.1`: a real minus sign, since figures are in columns. */
export function signed(points: number, digits = 0): string {
  const text = figure(Math.abs(points), digits);
  if (text === figure(0, digits)) return text;
  return `${points < 0 ? '−' : '+'}${text}`;
}
