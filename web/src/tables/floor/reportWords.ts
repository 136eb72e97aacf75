/** The operator's report in words and shares. */

import { dollars } from '../../shared/money';
import type { BandEntry, TableReport } from '../../shared/protocol';

/** A share with two places, from whole cents: `5.26%`; nothing where there is no base. */
export function share(cents: number, ofCents: number): string {
  return ofCents === 0 ? '–' : `${((cents / ofCents) * 100).toFixed(2)}%`;
}

/** Whether log and ledger agree to the cent, and if not, where they do not. */
export function differences(report: TableReport): readonly string[] {
  const house = report.house.difference_cents;
  return [
    ...(house === 0 ? [] : [`the house's account by ${dollars(house)}`]),
    ...report.meters
      .filter(({ difference_cents }) => difference_cents !== 0)
      .map(({ meter, difference_cents }) => `the meter ${meter} by ${dollars(difference_cents)}`),
  ];
}

/** Where the win lies in its band, as a share of the way from its low to its high end, kept within a little beyond both. */
export function placeInBand(band: BandEntry): number {
  const width = band.high_cents - band.low_cents;
  return width === 0 ? 0.5 : Math.min(1.08, Math.max(-0.08, (band.win_cents - band.low_cents) / width));
}

export function bandWords(band: BandEntry): string {
  const range = `${dollars(band.low_cents)} to ${dollars(band.high_cents)}`;
  if (band.within) return `Within the band of ${range}.`;
  return band.win_cents > band.high_cents
    ? `Above the band of ${range}: players who make mistakes lose more.`
    : `Below the band of ${range}: luck, or worth a look.`;
}
