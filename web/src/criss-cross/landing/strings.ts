/** Texts of the page of Criss Cross Poker and of its strategy cards. */

import { list, number, plural } from '../../shared/intl';
import { dollars } from '../../shared/money';

export const LANDING = {
  page: 'Criss Cross',
  game: 'Criss Cross Poker',
  title: 'Two cards, two lines, three decisions',
  intro:
    'Your two cards make one hand with the cards across and another with the cards down. ' +
    'You play against a pay table, never against other players or the dealer.',
  deal: 'Deal me in',
  resume: 'Resume',
  dealing: 'Dealing…',
  practice: 'Practice table with play money. After each decision, the coach shows what it cost.',
  practiceFrom: (cents: number) =>
    `Practice table with play money, antes from ${dollars(cents)}. After each decision, the coach shows what it cost.`,
  ruleBook: 'Rule book',
  loadingBooks: 'Loading the rule books…',
  progressives: 'Progressive wagers',
  progressivesMore: 'A wheel and a growing jackpot. The wheel uses example weights, not those of a real house.',
  failed: 'Something went wrong',
  howToPlay: 'How to play',
  plainRules: 'The rules in plain words',
  payTables: 'Pay tables',
  strategy: 'A strategy to remember',
  compare: 'Rule books side by side',
  tables: 'Tables with people',
  settle: 'Settle a round',
  settleMore:
    'Played somewhere else? Enter the cards and wagers to see each wager settled by the rule book, with its clause.',
  rounds: 'My rounds',
};

export const LIVE_TABLES = {
  full: 'full, you can watch',
  free: (seats: number) => plural(seats, { one: '# seat free', other: '# seats free' }),
  none: 'No live tables are open. Open one, invite friends with a link, and fill empty seats with bots.',
  open: 'Open a table',
  all: 'All tables',
};

const TIMES = ['one', 'two', 'three', 'four', 'five'];

export const STEPS = {
  times: (multiples: readonly number[]) =>
    list(
      multiples.map((multiple) => TIMES[multiple - 1] ?? number(multiple)),
      'disjunction',
    ),
  antes: {
    title: 'Two antes, two cards',
    says: 'Put the same ante on Across and on Down. You get two cards. Five more are dealt face down in a cross.',
    label: 'A cross of five cards face down, and your pair of eights.',
  },
  across: {
    title: 'Bet Across, or fold',
    says: (times: string) => `Bet ${times} times your ante on the Across line. Then its two cards are turned.`,
    label: 'The two across cards are turned: eight of clubs and queen of hearts.',
  },
  down: {
    title: 'Bet Down, or fold',
    says: (times: string) => `Bet ${times} times your ante on the Down line. Then its two cards are turned.`,
    label: 'The two down cards are turned as well: jack of spades and jack of diamonds.',
  },
  middle: {
    title: 'Bet on the Middle, or fold',
    says: 'The last bet is on the better of your two hands. Then the middle card, which belongs to both, is turned.',
    label: 'The middle card is turned: three of clubs.',
  },
  pays: {
    title: 'Each line pays separately',
    lowestWin: (hand: string) => `The lowest winning hand: ${hand}.`,
    pushes: (hands: Iterable<string>) => `Returned without a win: ${list(hands)}.`,
    example: (three: string, twoPair: string) =>
      `Here, three eights across pay ${three}, and two pair down pay ${twoPair}.`,
    label: 'Across makes three eights, down two pair, jacks and eights.',
  },
};

export const DIFFERENCES = {
  antes: (least: number, most: number) => `Antes ${dollars(least)} to ${dollars(most)}`,
  odds: (hand: string, odds: string) => `${hand} ${odds}`,
  list: (parts: Iterable<string>) => list(parts),
  noSideBets: 'no side bets',
  noLimit: 'no limit on wins in a round',
  limit: (cents: number) => `at most ${dollars(cents)} won in a round`,
  progressives: 'progressive wagers with a wheel',
};

export const STRATEGY = {
  page: 'Strategy card',
  game: 'Criss Cross',
  title: 'A strategy to remember',
  intro:
    'A few lines that play almost perfectly. For each decision, use the first line that fits. ' +
    'The cost of each card against perfect play is exact: it is counted over every deal.',
  ruleBook: 'Rule book',
  simple: 'Without counting cards on the cross',
  notShown: 'Couldn’t show the strategy card',
  sizes: 'More lines, less cost',
  lines: 'Lines',
  cost: 'Cost, % of both antes',
  working: 'Solving the game and building the card. The first time takes a few seconds…',
  count: (lines: number) => plural(lines, { one: '# line', other: '# lines' }),
  rules: (title: string) => `For ${title}.`,
  cardPoints:
    'Card points: each jack to ace counts 6 in your hand and 4 on the cross. Each 6 to 10 counts 3 in your hand and 2 ' +
    'on the cross. A rank that is both across and down counts once.',
  costs: (percent: string) => `Costs *${percent}* of both antes against perfect play.`,
  percent: (share: number) => `${number(share * 100, 4)}%`,
};
