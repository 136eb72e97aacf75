/** Text for people about seeds and records. */

import { plural } from '../intl';

export const seedTooLong = 'Use at most 64 characters.';
export const seedCharacters = 'Use letters, digits and symbols of an English keyboard.';

export const notRevealed = (seeds: number): string =>
  plural(seeds, {
    one: '# seed not revealed (possibly offline)',
    other: '# seeds not revealed (possibly offline)',
  });

export const notWhole = (value: number): string => `${value} isn’t a whole number that a record can contain`;
export const notJson = 'the record contains a value that isn’t JSON';
