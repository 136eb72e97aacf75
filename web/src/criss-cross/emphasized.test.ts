import { expect, test } from 'vitest';
import { emphasized } from './emphasized';

test('text between asterisks stands out', () => {
  expect(emphasized('Staked *$10*, returned')).toEqual([
    { text: 'Staked ', isStrong: false },
    { text: '$10', isStrong: true },
    { text: ', returned', isStrong: false },
  ]);
  expect(emphasized('Even')).toEqual([{ text: 'Even', isStrong: false }]);
});
