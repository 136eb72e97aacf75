/** Plurals, lists, numbers and dates as people write them, in the one language that the page has today. */

import { type Forms, LOCALE, NUMBERS } from './plural';

export { plural } from './plural';

const PLACES = new Intl.PluralRules(LOCALE, { type: 'ordinal' });

/** The form that goes with a place in an order: `1st`, `22nd`. */
export function placed(place: number, forms: Forms): string {
  return (forms[PLACES.select(place)] ?? forms.other).replaceAll('#', NUMBERS.format(place));
}

/** `a, b, and c` or, for a choice, `a, b, or c`. */
export function list(words: Iterable<string>, type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(LOCALE, { type }).format(words);
}

/** `1,234.5`, with this number of digits after the decimal point; up to three by default. */
export function number(value: number, digits?: number): string {
  if (digits === undefined) return NUMBERS.format(value);
  return value.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A moment in milliseconds, or a `Date`, in the parts that are asked for. */
export function date(moment: number | Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(LOCALE, options).format(moment);
}
