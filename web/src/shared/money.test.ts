import { describe, expect, it } from 'vitest';
import { dollars, dollarsField, parseDollars, signedDollars } from './money';

describe('dollars to cents', () => {
  it.each([
    ['', 0],
    ['5', 500],
    ['$5', 500],
    [' 12.5 ', 1250],
    ['12.05', 1205],
    ['0.07', 7],
    ['1,000', 100000],
    ['1,234,567.89', 123456789],
    // 4.35 * 100 is 434.99999999999994 in floating point.
    ['4.35', 435],
    ['1.10', 110],
    ['99999999999.99', 9999999999999],
  ])('%s is %i', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  it.each(['abc', '-5', '1.234', '1e3', '5.', '.5', '1,00', '5 5', '٥', '999999999999.99'])(
    '%s is no amount',
    (text) => {
      expect(parseDollars(text)).toBeNull();
    },
  );

  it('goes there and back for every cent of a thousand dollars', () => {
    for (let cents = 1; cents <= 100_000; cents += 1) {
      if (parseDollars(dollars(cents)) !== cents || parseDollars(dollarsField(cents)) !== cents) {
        expect.fail(`${cents} cents became ${dollars(cents)}`);
      }
    }
  });

  it('is written as people write it', () => {
    expect([dollars(500), dollars(-1250), dollars(330200000), dollars(0)]).toEqual([
      '$5',
      '-$12.50',
      '$3,302,000',
      '$0',
    ]);
    expect([signedDollars(500), signedDollars(-500), signedDollars(0)]).toEqual(['+$5', '-$5', '$0']);
    expect([dollarsField(0), dollarsField(123450)]).toEqual(['', '1234.50']);
  });
});
