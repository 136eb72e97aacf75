/** Texts of a single decision: its page, its links, and its practice. */

import { list } from '../../shared/intl';

export const DECISION_PAGE = {
  page: 'Decision',
  game: 'Criss Cross',
  title: 'Your decision',
  badLink: 'This link doesn’t describe a decision',
  badLinkMore: 'Ask for the link again, or play a hand.',
  loading: 'Loading the rule book…',
  notOpened: 'Couldn’t open the decision',
};

export const LINKS = {
  again: 'Try again',
  copy: 'Copy link',
  copied: 'Link copied.',
  card: 'Strategy card',
  moreCards: 'More strategy cards',
};

export const PRACTICE = {
  hand: 'Your hand',
  question: (title: string, bets: readonly string[]) => `${title}: ${list([...bets, 'fold'], 'disjunction')}?`,
  bet: (title: string, multiple: number) => `${title} ${multiple}×`,
  placed: (bets: Iterable<string>) => `Bets so far: ${list(bets)}.`,
  choices: 'Your choice',
  solving: 'Analyzing the decision…',
  noAdvice: 'Couldn’t analyze this decision',
};
