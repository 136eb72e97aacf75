/** Texts of the list of rounds and of a round’s page. */

import { date, number, placed, plural } from '../shared/intl';
import { dollars } from '../shared/money';

/** The guest’s own name in a replay. */
export const YOU = 'You';

export const PLAYERS = {
  nameOf: (seat: number, own: number | null) => (seat === own ? YOU : `Seat ${seat}`),
};

export const LIST = {
  page: 'Rounds',
  title: 'Your rounds',
  intro: 'Every round you played here, newest first. Replay and verify each one card by card.',
  withheld: (seeds: string) => `All your rounds: ${seeds}.`,
  notLoaded: 'Couldn’t load your rounds',
  empty: 'No rounds yet. Play one to see its cards and result here.',
  play: 'Play a round',
  loading: 'Loading your rounds…',
  older: 'Older rounds',
};

export const ROW = {
  round: (name: string) => `Round ${name}`,
  time: (moment: number) => date(moment, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  void: 'Void',
  returned: 'returned',
  staked: (cents: number) => `on ${dollars(cents)} staked`,
  folded: (stage: string) => `Folded at ${stage}`,
  notFinished: 'Not finished',
  points,
  ranked: (total: number, place: number, of: number) =>
    `${points(total)}, ${placed(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} of ${number(of)}`,
};

export const ROUND = {
  title: (name: string, isVoid: boolean) => (isVoid ? `Round ${name}, void` : `Round ${name}`),
  all: 'All rounds',
  crissCross: 'Criss Cross Poker',
  kingCross: 'King Cross Poker',
  played: (game: string, rules: string, table: string) => `${game}, rules ${rules}, table ${table}`,
  hostRules: 'The host rules here: the host may rule on rounds they play in.',
  notShown: 'Couldn’t show this round',
  loading: 'Loading the round…',
  points: 'Points',
  score: (name: string, total: number) => `${name}: ${number(total)}`,
  review: 'Review the game',
};

export const SHARE = { label: 'Share this round', copy: 'Copy link', copied: 'Copied' };

export function points(total: number): string {
  return plural(total, { one: '# point', other: '# points' });
}
