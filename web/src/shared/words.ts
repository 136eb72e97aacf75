/** Names from data, as people say them. */

import { number } from './intl';
import type { BookDocument, ExplainedWager, SpotEntry } from './protocol';
import * as text from './rules/strings';

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

export function handWords(hand: HandName | null): string {
  return hand === null ? text.folded : text.handNames[hand];
}

/** A place of the cross, a bonus card or a round of cards, from a deal order. */
export function placeWords(place: string): string {
  return text.placeNames[place] ?? sentence(place);
}

/** `manual_shoe` as `Manual shoe`: for names that carry their own meaning. */
export function sentence(name: string): string {
  return capitalized(name.replaceAll('_', ' '));
}

/** The title of a wager. A wager that the rule book only names, such as one that a house may offer, is called by that name. */
export function spotTitle(book: BookDocument, spot: string): string {
  return book.spots[spot]?.title ?? spot.split('_').map(sentence).join(' ');
}

export function sourceWords(source: SpotEntry['hand']): string {
  return text.sourceNames[source];
}

/** `250 to 1`, `Push`, `Loses`. */
export function oddsWords(odds: number | undefined): string {
  if (odds === undefined || odds < 0) return text.loses;
  return odds === 0 ? text.push : text.toOne(odds);
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[], joint = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joint} ${words[words.length - 1]}`;
}

/** A place in an order, counted from 1: `first`, `21st`. */
export function ordinal(place: number): string {
  return text.ordinals[place] ?? text.ordinalFigure(place);
}

/** `no`, `three`, `13`: a count within a sentence. */
export function numberWord(count: number): string {
  return text.numbers[count] ?? number(count);
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
