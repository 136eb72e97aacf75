/** What follows when something goes wrong, in words. */

import type { IrregularityEntry } from './protocol';

export type RulingOutcome = IrregularityEntry['outcomes'][number];

const WORDS: Record<RulingOutcome, string> = {
  play_on: 'Play goes on',
  use_as_next: 'It is used as the next card',
  back_up: 'Backed up, play goes on',
  set_card_aside: 'The card is set aside, the deal goes on',
  reshuffle: 'That deck is shuffled again, the round stands',
  replace_deck: 'The deck is replaced',
  void: 'Round void, every wager returned',
  void_and_remove_deck: 'Round void, every wager returned, the deck removed',
};

export function outcomeWords(outcome: RulingOutcome): string {
  return WORDS[outcome];
}
