/** Text for people about rules: hands, places, odds, rulings, clauses and the choices of a house. */

import type { Source } from '../clauseWords';
import { list, placed } from '../intl';
import type { RulingOutcome } from '../outcomes';
import type { SpotEntry } from '../protocol';
import type { HandName } from '../words';

export const handNames: Readonly<Record<HandName, string>> = {
  royal_flush: 'Royal flush',
  straight_flush: 'Straight flush',
  four_of_a_kind: 'Four of a kind',
  full_house: 'Full house',
  flush: 'Flush',
  straight: 'Straight',
  three_of_a_kind: 'Three of a kind',
  two_pair: 'Two pair',
  pair_jacks_or_better: 'Pair, jacks or better',
  pair_6s_to_10s: 'Pair of 6s to 10s',
  pair_2s_to_5s: 'Pair of 2s to 5s',
  high_card: 'High card',
};
export const folded = 'Folded';

export const placeNames: Readonly<Record<string, string>> = {
  across_left: 'Across left',
  across_right: 'Across right',
  down_far: 'Down far',
  down_near: 'Down near',
  middle: 'Middle',
  seat_round: 'One card to each seat',
  seat_stacks: 'Two cards together to each seat',
};

/** The hand that decides a wager. */
export const sourceNames: Readonly<Record<SpotEntry['hand'], string>> = {
  across: 'the across hand',
  down: 'the down hand',
  higher: 'the better of the two hands',
  community: 'the five cards of the cross',
  hole_and_bonus: 'the best five of the player’s two cards and the four bonus cards',
};

export const loses = 'Loses';
export const push = 'Push';
export const toOne = (odds: number): string => `${odds} to 1`;

/** How an irregularity is ruled. */
export const outcomeNames: Readonly<Record<RulingOutcome, string>> = {
  play_on: 'Play continues',
  use_as_next: 'Used as the next card',
  back_up: 'Deal backed up, play continues',
  set_card_aside: 'Card set aside, the deal continues',
  reshuffle: 'Deck reshuffled, the round counts',
  replace_deck: 'Deck replaced',
  void: 'Round void, every wager returned',
  void_and_remove_deck: 'Round void, every wager returned, deck removed',
};

/** Places in an order, counted from 1. */
export const ordinals: readonly string[] = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
];

/** A later place: `21st`. */
export const ordinalFigure = (place: number): string =>
  placed(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' });

/** Counts within a sentence, from 0. */
export const numbers: readonly string[] = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

export const clauseText = {
  kinds: { clause: 'clause', reading: 'reading' },
  titleOf: ({ kind, id }: Source): string => (kind === 'clause' ? `Clause ${id}` : `Reading ${id}`),
  readingTitle: (id: string, title: string): string => `Reading ${id}: ${title}`,
  loading: 'Loading the clause…',
  notLoaded: 'Couldn’t load the clause',
  unknown: 'The register has no entry for this.',
  why: 'Why:',
  source: (text: string, publisher: string): string => `In our words. Source: ${text}, ${publisher}.`,
  open: 'Open in the rule book',
};

export const choiceText = {
  yes: 'yes',
  no: 'no',
  yesOrNo: 'yes or no',
  notOffered: 'not offered',
  notSet: 'not set',
  amounts: (least: string, most: string): string => `${least} to ${most}`,
  /** For a choice to which the rules set no upper limit, and the software does. */
  amountsWithin: (least: string, most: string): string => `${least} to ${most} (upper limit by Crossfelt)`,
  ownTable: 'a table in a rules submission; can’t be set on this page or on the command line',
  anyOf: (wagers: readonly string[]): string => `any of ${list(wagers)}`,
};

export const scrollHint = 'Scroll sideways to see the whole table';
