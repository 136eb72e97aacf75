/** Money is whole cents, read from digits and written as digits; no fraction is ever computed. */

import type { SettledWager } from './protocol';

const PATTERN = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const MOST_DIGITS = 13;

/** Cents of `5`, `$5`, `12.50`, `1,000`; 0 for an empty field; null for anything else. */
export function parseDollars(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return 0;
  const match = PATTERN.exec(trimmed);
  if (match === null) return null;
  const digits = (match[1] ?? '').replaceAll(',', '') + (match[2] ?? '').padEnd(2, '0');
  return digits.replace(/^0+/, '').length <= MOST_DIGITS ? Number(digits) : null;
}

/** `$5`, `-$12.50`, `$3,302,000`. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = digits.slice(-2);
  return `${cents < 0 ? '-' : ''}$${whole}${rest === '00' ? '' : `.${rest}`}`;
}

/** The net result of a settled wager. */
export function netOf({ won, returned, staked }: Pick<SettledWager, 'won' | 'returned' | 'staked'>): number {
  return won + returned - staked;
}

/** With a sign on gains too, for net results. */
export function signedDollars(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** `+$5`, `−$12.50`, with the minus sign that is as wide as a plus. */
export function signedMoney(cents: number): string {
  return signedDollars(cents).replace('-', '−');
}

/** The value of an input field: `5`, `12.50`, empty for 0. */
export function dollarsField(cents: number): string {
  return cents === 0 ? '' : dollars(cents).slice(1).replaceAll(',', '');
}
