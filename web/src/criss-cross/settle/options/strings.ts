/** Texts of the choices that a rule book leaves to the house. */

import { plural } from '../../../shared/intl';

export const OPTIONS = {
  title: 'House choices',
  changed: (choices: number) =>
    choices === 0 ? 'all at their defaults' : plural(choices, { one: '# changed', other: '# changed' }),
  intro: 'The rules leave these choices to the house. Rounds are settled by what you choose here.',
  inDollars: (choice: string) => `${choice}, dollars`,
  reset: 'Back to the defaults',
};
