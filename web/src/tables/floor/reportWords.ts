/** The operator's report: shares, differences and the expected range. */

import { number } from '../../shared/intl';
import { dollars } from '../../shared/money';
import type { BandEntry, TableReport } from '../../shared/protocol';
import { report as text } from './strings';

/** A share with two places, from whole cents: `5.26%`; nothing where there is no base. */
export function share(cents: number, ofCents: number): string {
  return ofCents === 0 ? '–' : `${number((cents / ofCents) * 100, 2)}%`;
}

/** Where log and ledger differ; empty if they agree to the cent. */
export function differences(report: TableReport): readonly string[] {
  const house = report.house.difference_cents;
  return [
    ...(house === 0 ? [] : [text.houseBy(dollars(house))]),
    ...report.meters
      .filter(({ difference_cents }) => difference_cents !== 0)
      .map(({ meter, difference_cents }) => text.meterBy(meter, dollars(difference_cents))),
  ];
}

/** The place of the win in its band, from 0 at the low end to 1 at the high end, and at most a little beyond. */
export function placeInBand(band: BandEntry): number {
  const width = band.high_cents - band.low_cents;
  return width === 0 ? 0.5 : Math.min(1.08, Math.max(-0.08, (band.win_cents - band.low_cents) / width));
}

export function bandWords(band: BandEntry): string {
  const say = band.within ? text.within : band.win_cents > band.high_cents ? text.above : text.below;
  return say(dollars(band.low_cents), dollars(band.high_cents));
}
