import { expect, test } from 'vitest';
import type { BandEntry, TableReport } from '../../shared/protocol';
import { bandWords, differences, placeInBand, share } from './reportWords';

const BAND = { win_cents: 50, low_cents: -100, high_cents: 200, within: true } as unknown as BandEntry;

test('shares have two places', () => {
  expect([share(526, 10_000), share(-1, 3), share(5, 0)]).toEqual(['5.26%', '-33.33%', '–']);
});

test('the win has its place in the band', () => {
  expect(placeInBand(BAND)).toBe(0.5);
  expect(placeInBand({ ...BAND, win_cents: 9000 })).toBe(1.08);
  expect(placeInBand({ ...BAND, low_cents: 50, high_cents: 50 })).toBe(0.5);
  expect(bandWords(BAND)).toBe('Within the expected range of -$1 to $2.');
  expect(bandWords({ ...BAND, within: false, win_cents: 300 })).toContain('Above the expected range');
  expect(bandWords({ ...BAND, within: false, win_cents: -300 })).toContain('Below the expected range');
});

test('a difference is named', () => {
  const report = {
    house: { difference_cents: 0 },
    meters: [{ meter: 'spin', difference_cents: 0 }],
  } as unknown as TableReport;
  expect(differences(report)).toEqual([]);
  const wrong = {
    house: { difference_cents: 100 },
    meters: [{ meter: 'spin', difference_cents: -5 }],
  } as unknown as TableReport;
  expect(differences(wrong)).toEqual(['the house’s account by $1', 'the meter spin by -$0.05']);
});
