/** Names from data, as people say them. */

import type { BookDocument, ExplainedWager, SpotEntry } from './protocol';

export type HandName = NonNullable<ExplainedWager['hand']>;

export const HANDS: readonly HandName[] = [
  'royal_flush',
  'straight_flush',
  'four_of_a_kind',
  'full_house',
  'flush',
  'straight',
  'three_of_a_kind',
  'two_pair',
  'pair_jacks_or_better',
  'pair_6s_to_10s',
  'pair_2s_to_5s',
  'high_card',
];

const HAND_WORDS: Record<HandName, string> = {
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

export function handWords(hand: HandName | null): string {
  return hand === null ? 'Folded' : HAND_WORDS[hand];
}

const PLACE_WORDS: Record<string, string> = {
  across_left: 'Across left',
  across_right: 'Across right',
  down_far: 'Down far',
  down_near: 'Down near',
  middle: 'Middle',
  seat_round: 'One card to each seat',
  seat_stacks: 'Two cards together to each seat',
};

/** A place of the cross, a bonus card or a round of cards, from a deal order. */
export function placeWords(place: string): string {
  return PLACE_WORDS[place] ?? sentence(place);
}

/** `manual_shoe` as `Manual shoe`: for names that carry their own meaning. */
export function sentence(name: string): string {
  return capitalized(name.replaceAll('_', ' '));
}

/** What a wager is called; one that the book only names, as Maryland's names wagers that a house may offer, by its words. */
export function spotTitle(book: BookDocument, spot: string): string {
  return book.spots[spot]?.title ?? spot.split('_').map(sentence).join(' ');
}

const SOURCE_WORDS: Record<SpotEntry['hand'], string> = {
  across: 'the across hand',
  down: 'the down hand',
  higher: 'the better of the two hands',
  community: 'the five cards of the cross',
  hole_and_bonus: 'own two cards and the four bonus cards, best five',
};

export function sourceWords(source: SpotEntry['hand']): string {
  return SOURCE_WORDS[source];
}

/** `250 to 1`, `Push`, `Loses`. */
export function oddsWords(odds: number | undefined): string {
  if (odds === undefined || odds < 0) return 'Loses';
  return odds === 0 ? 'Push' : `${odds} to 1`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[], joint = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joint} ${words[words.length - 1]}`;
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** A place in an order, counted from 1: `first`, `21st`. */
export function ordinal(place: number): string {
  const word = ORDINALS[place];
  if (word !== undefined) return word;
  const last = place % 100 >= 11 && place % 100 <= 13 ? 0 : place % 10;
  return `${place}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}

const NUMBERS = [
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

/** `no`, `three`, `13`: a count within a sentence. */
export function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Text that a person wrote, with a period unless it already ends as a sentence does. */
export function withPeriod(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Text that a person wrote, as a whole sentence. */
export function sentenceOf(text: string): string {
  return withPeriod(capitalized(text.trim()));
}

/** The number of a round at its table: `3fzjokoaahydpbes-12` is round 12. */
export function roundNumber(round: string): string {
  return round.slice(round.lastIndexOf('-') + 1);
}
