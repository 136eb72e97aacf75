/** Plurals and the language of the page: the part of `intl.ts` that the first load needs. */

/** Another language changes this and the `strings` modules, nothing else. */
export const LOCALE = 'en-US';

export const NUMBERS = new Intl.NumberFormat(LOCALE);
const COUNTS = new Intl.PluralRules(LOCALE);

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The form that goes with a count, which is put in place of `#`: `plural(3, { one: '# seat', other: '# seats' })`. */
export function plural(count: number, forms: Forms): string {
  return (forms[COUNTS.select(count)] ?? forms.other).replaceAll('#', NUMBERS.format(count));
}
