/** Text for people on the pages about rules. */

import { list, number, plural } from '../shared/intl';
import type { ClauseEntry, IrregularityEntry, StepEntry } from '../shared/protocol';
import type { HandName } from '../shared/words';

const either = (words: readonly string[]): string => list(words, 'disjunction');

export const rules = {
  title: 'Rules',
  ruleBook: 'Rule book',
  ruleBooks: 'Rule books',
  allRuleBooks: 'All rule books',
  crissCross: 'Criss Cross Poker',
  kingCross: 'King Cross Poker',
  noRuleBook: 'Couldn’t load the rule book',
  noRuleBooks: 'Couldn’t load the rule books',
  noRules: 'Couldn’t load the rules',
  loading: 'Loading…',
  loadingRules: 'Loading the rules…',
  loadingRuleBook: 'Loading the rule book…',
  loadingRuleBooks: 'Loading the rule books…',
  hand: 'Hand',
  points: 'Points',
  clause: 'Clause',
  dealingMethod: 'Dealing method',
};

export const library = {
  title: 'The rules, clause by clause',
  about:
    'Criss Cross Poker has three published rule sets. They differ in payouts, dealing and what counts as a misdeal. King Cross Poker has one. Every entry names the clause it comes from.',
  handsRank: 'How hands rank',
  check: 'Check a submission',
  compare: 'Compare rule books',
  ante: 'Ante',
  amounts: (least: string, most: string): string => `${least} to ${most}`,
  sideBets: 'Side bets',
  noSideBets: 'none',
  limit: 'Aggregate limit',
  noLimit: 'none by default',
  seats: 'Seats',
  register: 'Register',
  registered: (clauses: number, readings: number): string => list([clauseCount(clauses), readingCount(readings)]),
  version: (version: number): string => `Version ${version}`,
  pays: 'What the bets pay, side by side',
  paysLabel: 'Pay tables side by side',
  differs: 'differs',
  aboutPays: 'Across, Down and Middle bets. Wins and pushes also return the stake. Weaker hands lose.',
  aboutKing: (clauses: number, readings: number): string =>
    `A five-by-five sheet, two dice and twelve poker hands. The register has ${clauseCount(clauses)} and ${readingCount(readings)}.`,
  rules: 'Rules',
  readings: 'Readings',
  clauses: 'Clauses',
};

function clauseCount(clauses: number): string {
  return plural(clauses, { one: '# clause', other: '# clauses' });
}

function readingCount(readings: number): string {
  return plural(readings, { one: '# reading', other: '# readings' });
}

export const sections = {
  plain: 'In plain words',
  pays: 'Pay tables',
  wagers: 'Wagers',
  round: 'Deal and stages',
  settlement: 'Settlement',
  irregularities: 'Irregularities',
  choices: 'Choices',
  procedure: 'Procedure',
  readings: 'Readings',
  clauses: 'Clauses',
} as const;

export const book = {
  sectionsLabel: 'Sections of the rule book',
  version: (version: number): string => `Version ${version}, every choice at its default · hash`,
  play: 'Play',
  byTheseRules: 'by these rules',
  dealing: 'Dealing…',
  settle: 'Settle a round',
  compare: 'Compare',
  failed: 'That didn’t work',
  noSection: 'Section not found',
  noBookSection: (section: string): string => `A rule book has no section “${section}”.`,
  noTextSection: (section: string): string => `These rules have no section “${section}”.`,
  publisher: (publisher: string): string => `Publisher: ${publisher}`,
  notShown: 'Can’t show this rule book',
  why: 'Why',
  unknown: (id: string, books: readonly string[]): string => `There is no rule book “${id}”. Choose ${either(books)}.`,
};

export const submission = {
  title: 'Check a submission',
  heading: 'Check a rules submission',
  about:
    'A submission is the TOML file in which a house makes its choices. Paste one to see every fault at once, each with its line and clause, and warnings about wagers that can’t win or return more than they cost.',
  label: 'Submission',
  check: 'Check',
  checking: 'Checking…',
  loadExample: 'Load the example',
  openFile: 'Open a file',
  notChecked: 'Couldn’t check the submission',
  changed: 'The text has changed since it was checked.',
  rules: (rulesId: string): string => `Rules: ${rulesId} · hash`,
  faults: 'Faults',
  warnings: 'Warnings',
  line: (line: number): string => `Line ${line}`,
  valid: 'Valid',
  invalid: (faults: number): string => plural(faults, { one: 'Not valid: # fault', other: 'Not valid: # faults' }),
  said: (verdict: string, warnings: number): string =>
    plural(warnings, { one: `${verdict}. # warning.`, other: `${verdict}. # warnings.` }),
};

export const choicesText = {
  title: 'Choices left to the house',
  about:
    'The rules leave these open or can be read in more than one way. Set one by its name in a rules submission or on the command line:',
  syntax: '--option NAME=VALUE',
  default: 'Default',
  allowed: 'Allowed values',
  name: 'Name',
};

export const clausesText = {
  title: 'Every clause and how it is met',
  notLoaded: 'Couldn’t load the clauses',
  source: (text: string, publisher: string): string => `${text}, ${publisher}`,
  about: (source: string): string => `${source}. The summaries are in our words; the numbers are those of the rules.`,
  search: 'Search',
  placeholder: '12.A, misdeal, ante…',
  met: 'How it is met',
  all: (count: number): string => `All (${number(count)})`,
  ofKind: (title: string, count: number): string => `${title} (${number(count)})`,
  shown: (shown: number, all: number): string =>
    plural(all, { one: `${number(shown)} of # clause`, other: `${number(shown)} of # clauses` }),
  caption: 'Clauses of the rules',
  summary: 'Summary',
  missing: (missing: string): string => `Missing: ${missing}.`,
  evidence: 'Evidence',
  none: 'No clauses match.',
};

/** How a clause is met. */
export const metKinds: Readonly<Record<ClauseEntry['met'], { readonly title: string; readonly means: string }>> = {
  engine: { title: 'Enforced', means: 'the software allows nothing else' },
  choice: { title: 'Left to the house', means: 'a named choice of the rule book decides' },
  procedure: { title: 'Done by people', means: 'a step of the dealer’s procedure' },
  physical: { title: 'Equipment', means: 'about equipment or approvals, outside the software' },
  'not yet': { title: 'Not yet', means: 'the software could meet it but doesn’t yet' },
};

/** The evidence that a clause is met, by kind. */
export const proofKinds: Readonly<Record<string, string>> = {
  data: 'Rule book entries',
  choice: 'Choices',
  test: 'Tests',
};

export const community = {
  title: 'Community Pay of Bonus Spin, as printed',
  label: 'Community lists',
  list: 'List',
  wager: 'Wager',
  first: 'First amount',
  second: 'Second amount',
  about: 'The seat that spins the symbol gets the first amount. Every other seat with the wager gets the second.',
};

export const comparing = {
  title: 'Side by side',
  heading: 'Compare two rule books',
  about: 'Every entry that differs, with its clause. Entries that are the same in both are left out.',
  none: 'none',
  first: 'First',
  second: 'Second',
  swap: 'Swap',
  theTwo: 'the two',
  count: (entries: number): string => plural(entries, { one: '# entry differs', other: '# entries differ' }),
  same: 'The two rule books are identical.',
  entry: 'Entry',
};

/** Groups of entries of a rule book, in the order of their list. */
export const groups = {
  table: 'The table',
  wagers: 'Wagers',
  pays: 'Payouts',
  deal: 'The deal',
  decisions: 'Decisions',
  settlement: 'Settlement',
  irregularities: 'When something goes wrong',
  choices: 'Left to the house',
};

export const entryText = {
  yes: 'yes',
  no: 'no',
  notSpecified: 'not specified',
  seats: 'Seats',
  seatCount: (seats: number): string => number(seats),
  seatPerPlayer: (seats: number): string => `${number(seats)}, one per player`,
  decks: 'Decks',
  deckCount: (decks: number, cards: number, withShuffler: number): string =>
    `${number(decks)} of ${number(cards)} cards, ${number(withShuffler)} with a shuffler`,
  lowStraight: 'Ace, 2, 3, 4, 5 is a straight',
  unit: 'Smallest betting unit',
  limit: 'Most that one player can win in a round',
  noLimit: 'no limit',
  limitCovers: 'Wagers under that limit',
  abandoned: 'A player who leaves or runs out of time',
  folds: 'folds',
  losesAll: 'loses every wager',
  conduct: 'Conduct that forfeits wagers',
  noConduct: 'not in the rules',
  timesAnte: (multiples: readonly string[]): string => `${either(multiples)} times the ante`,
  amounts: (least: string, most: string): string => `${least} to ${most}`,
  wagerTitle: (wager: string): string => `${wager}: title`,
  wagerOffered: (wager: string): string => `${wager}: offered`,
  wagerSize: (wager: string): string => `${wager}: size`,
  wagerHand: (wager: string): string => `${wager}: decided by`,
  wagerEquals: (wager: string): string => `${wager}: must equal`,
  wagerNeeds: (wager: string): string => `${wager}: requires`,
  noWager: 'no other wager',
  wagerAfterFold: (wager: string): string => `${wager}: after a fold`,
  staysLive: 'stays live',
  isLost: 'is lost',
  paysFor: (wagers: string): string => `${groups.pays}: ${wagers}`,
  bets: 'bets',
  defaultMethod: 'Default dealing method',
  defaultShuffler: 'Default shuffler',
  methods: 'Dealing methods',
  dealOrder: (method: string): string => `${method}: order`,
  needsShuffler: (method: string): string => `${method}: needs a shuffler`,
  deckChange: (method: string): string => `${method}: deck change`,
  everyHours: (hours: number): string => plural(hours, { one: 'every hour', other: 'every # hours' }),
  stubCount: (method: string): string => `${method}: stub counted`,
  everyRounds: (rounds: number): string => plural(rounds, { one: 'every round', other: 'every # rounds' }),
  decision: (ordinal: string): string => `${ordinal} decision`,
  fromLeft: (stage: string, cards: readonly string[]): string =>
    `${stage}, from the dealer’s left; then ${list(cards)}`,
  fromRight: (stage: string, cards: readonly string[]): string =>
    `${stage}, from the dealer’s right; then ${list(cards)}`,
  results: { forfeit: 'forfeited', lose: 'lost', push: 'pushed', win: 'won' },
  allResults: 'all',
  step: (results: string, wagers: readonly string[]): string => `${results}: ${wagers.join(', ')}`,
  passFromLeft: (steps: readonly string[]): string => `from the dealer’s left; ${steps.join('; ')}`,
  passFromRight: (steps: readonly string[]): string => `from the dealer’s right; ${steps.join('; ')}`,
  pass: (ordinal: string): string => `${ordinal} time around the table`,
  outcomes: (outcomes: readonly string[]): string => outcomes.join(', then '),
  canChoose: 'can be chosen',
};

export const handsText = {
  title: 'How hands rank',
  about:
    'A poker hand is five cards. The best hand is at the top, and each one beats all those below it. Cards that don’t count for a hand are drawn smaller.',
  pays: (title: string): string => `What each wager pays under ${title}: odds are to 1, and a push returns the bet.`,
  lowStraight: 'Ace, 2, 3, 4, 5 is a straight too.',
  noScoreCard: 'Couldn’t load the score card',
  loadingScoreCard: 'Loading the score card…',
  aboutKing:
    'The same hands in the same order, but each of the twelve lines of your sheet scores points, and all pairs count the same.',
  example: (cards: readonly string[]): string => `For example ${list(cards)}.`,
};

export const handMeanings: Readonly<Record<HandName, string>> = {
  royal_flush: 'Ace, king, queen, jack and 10 of one suit.',
  straight_flush: 'Five cards in a row, all of one suit.',
  four_of_a_kind: 'Four cards of one rank.',
  full_house: 'Three cards of one rank and two of another.',
  flush: 'Five cards of one suit, in any order.',
  straight: 'Five cards in a row, of any suits.',
  three_of_a_kind: 'Three cards of one rank.',
  two_pair: 'Two cards of one rank and two of another.',
  pair_jacks_or_better: 'Two jacks, queens, kings or aces.',
  pair_6s_to_10s: 'Two cards of one rank from 6 to 10.',
  pair_2s_to_5s: 'Two cards of one rank from 2 to 5.',
  high_card: 'None of the hands above.',
};

export const paysText = {
  title: 'What each wager pays',
  label: 'Pay tables',
  antes: 'Antes',
  bets: 'Bets',
  less: 'Anything less',
  loses: 'Loses',
  source: 'Source',
  odds: 'Odds are to 1, and a win also returns the stake. A push returns only the stake.',
  lowStraight: 'Ace, 2, 3, 4, 5 is a straight; queen, king, ace, 2, 3 never is.',
  noLowStraight: 'Ace, 2, 3, 4, 5 is not a straight, and queen, king, ace, 2, 3 isn’t either.',
};

export const irregularityText = {
  title: 'When something goes wrong',
  /** When an irregularity can happen. */
  dealingBy: (methods: readonly string[]): string => `dealing by ${either(methods)}`,
  withShuffler: 'with a shuffler',
  withKinds: (kinds: readonly string[]): string => `with a ${either(kinds)} shuffler`,
  when: (circumstances: string): string => `${circumstances}.`,
  never: (circumstances: string): string => `${circumstances}. Can’t happen with the current choices.`,
  time: (ordinal: string): string => `${ordinal} time`,
  outcome: (outcome: string): string => `${outcome}.`,
  byMethod: (method: string, outcomes: readonly string[]): string =>
    `Dealing by ${method}: ${outcomes.join('; then: ')}.`,
  silent: 'Where an entry has a reading but no clause, the rules are silent.',
  conduct: 'Conduct',
  aboutConduct: 'The floor may forfeit every wager of a player who breaks one of these rules.',
};

export const plain = {
  title: 'The rules in plain words',
  about:
    'In our words, from the rule book with every choice at its default. The published rules always take precedence. Each sentence links to its clause, and a dashed mark links to how we read it.',
  aboutKing:
    'In our words, clause by clause. The published rules always take precedence. Each sentence links to its clause, and a dashed mark links to how we read it where the rules leave room.',
  parts: 'Parts',
  hostChoices: 'What a host can decide differently',
  choice: (title: string): string => `${title}.`,
};

export const plainParts = {
  needs: 'What you need',
  wagers: 'Before the deal',
  deal: 'The deal',
  decisions: 'Three decisions',
  hands: 'The hands',
  settlement: 'What is paid',
  bonus: 'Side bets',
  progressives: 'Progressive side bets',
  irregularities: 'When something goes wrong',
  conduct: 'Leaving and conduct',
};

/** Sentences of the rules in plain words. Numbers in words, such as `two`, come from the caller. */
export const sentences = {
  decks: (decks: number, inWords: string, cards: number): string =>
    plural(decks, { one: `${inWords} deck of ${cards} cards.`, other: `${inWords} decks of ${cards} cards.` }),
  shuffler: (decks: string): string =>
    `With a shuffling machine, ${decks} decks take turns: one is in play while the other is shuffled.`,
  seats: (players: string): string => `A table for up to ${players} players.`,
  seatPerPlayer: (players: string): string => `A table for up to ${players} players, each with one seat.`,
  amounts: (least: string, most: string): string => `${least} to ${most}`,
  antes: (titles: readonly string[]): string => `Bet on ${list(titles)}. You need both to be dealt in.`,
  anteSize: (size: string): string => `Each ante is ${size}.`,
  equal: (title: string, other: string): string => `${title} must equal ${other}.`,
  sideBet: (title: string, size: string): string => `You can add the ${title}: ${size}.`,
  sideBetEqual: (title: string, other: string): string => `You can add the ${title}, equal to ${other}.`,
  sideBetNeeds: (bet: string, others: readonly string[]): string => `${bet} It requires ${list(others)}.`,
  cross: (places: readonly string[]): string => `Five cards are dealt face down in a cross: ${list(places)}.`,
  handsTogether: 'Each player gets two cards at once, starting at the dealer’s left.',
  handsInTurn: 'Each player gets two cards, one at a time, starting at the dealer’s left.',
  bonusCards: (count: string): string =>
    `${count} more cards are dealt for the side bets and stay face down until the end.`,
  otherMethods: (method: string, others: readonly string[]): string =>
    `This is the order when dealing by ${method}. A house may also deal by ${either(others)}.`,
  order: ['First', 'Then', 'Last'] as readonly string[],
  later: 'Then',
  timesAnte: (multiples: readonly string[]): string => `${either(multiples)} times the ante`,
  timesWager: (multiples: readonly string[], wager: string): string => `${either(multiples)} times their ${wager}`,
  decideFromLeft: (when: string, line: string, size: string): string =>
    `${when}, starting at the dealer’s left, each player makes the ${line} bet (${size}) or folds.`,
  decideFromRight: (when: string, line: string, size: string): string =>
    `${when}, starting at the dealer’s right, each player makes the ${line} bet (${size}) or folds.`,
  turns: (places: readonly string[]): string =>
    plural(places.length, {
      one: `When everyone has decided, the dealer turns the ${list(places)} card.`,
      other: `When everyone has decided, the dealer turns the ${list(places)} cards.`,
    }),
  fold: 'A player who folds loses the antes and every bet made so far, and makes no further decisions.',
  afterFold: (titles: readonly string[]): string =>
    plural(titles.length, {
      one: `After a fold, ${list(titles)} still counts.`,
      other: `After a fold, ${list(titles)} still count.`,
    }),
  decidedBy: (title: string, hand: string): string => `${title} is decided by ${hand}.`,
  decidedByLine: (title: string, hand: string): string =>
    `${title} is decided by ${hand}: your two cards, the two cards of that line and the middle card.`,
  lowStraight: 'Hands rank as in standard poker. Ace, 2, 3, 4, 5 is a straight.',
  noLowStraight: 'Hands rank as in standard poker. Ace, 2, 3, 4, 5 is not a straight.',
  nothing: 'nothing',
  flatPays: (odds: string, least: string): string => `${odds} for every hand from ${least} up`,
  pays: (leastOdds: string, least: string, bestOdds: string, best: string): string =>
    `from ${leastOdds} (${least}) to ${bestOdds} (${best})`,
  payout: (titles: readonly string[], pays: string): string => `${paid(titles, pays)} Anything less loses.`,
  payoutWithPush: (titles: readonly string[], pays: string, pushes: readonly string[]): string =>
    `${paid(titles, pays)} ${plural(pushes.length, {
      one: `${list(pushes)} is a push: the wager is returned.`,
      other: `${list(pushes)} are pushes: the wager is returned.`,
    })} Anything less loses.`,
  around: (side: 'left' | 'right', wagers: readonly string[]): string =>
    side === 'left'
      ? `The dealer goes around the table from the left and settles ${list(wagers)}.`
      : `The dealer goes around the table from the right and settles ${list(wagers)}.`,
  aroundTurning: (side: 'left' | 'right', wagers: readonly string[]): string =>
    side === 'left'
      ? `The dealer goes around the table from the left, turns each player’s cards and settles ${list(wagers)}.`
      : `The dealer goes around the table from the right, turns each player’s cards and settles ${list(wagers)}.`,
  noLimit: 'There is no limit on what a player can win in one round, unless the house sets one.',
  limit: (most: string): string => `One player can win at most ${most} in one round.`,
  limitCovers: (wagers: readonly string[]): string => `The limit covers wins on ${list(wagers)}.`,
  itPays: (pays: string): string => `It pays ${pays}.`,
  optional: (about: string): string => `${about} A house may choose not to offer it.`,
  again: (outcome: string): string => `The next time: ${outcome.toLowerCase()}`,
  abandonedFolds: 'A player who leaves the table or does not decide in time folds at the next decision.',
  abandonedLoses: 'A player who leaves the table or does not decide in time loses every wager of the round.',
  conduct: 'A player who breaks one of these rules may lose every wager of the round. The floor decides.',
};

const paid = (titles: readonly string[], pays: string): string =>
  plural(titles.length, { one: `${list(titles)} pays ${pays}.`, other: `${list(titles)} pay ${pays}.` });

export const outcomeSentences: Readonly<Record<IrregularityEntry['outcomes'][number], string>> = {
  play_on: 'Play continues.',
  use_as_next: 'It is used as the next card.',
  back_up: 'The deal is backed up, and play continues.',
  set_card_aside: 'The card is set aside, and the deal continues.',
  reshuffle: 'The deck is shuffled again, and the round counts.',
  replace_deck: 'The deck is replaced.',
  void: 'The round is void, and every wager is returned.',
  void_and_remove_deck: 'The round is void, every wager is returned, and the deck is taken out of play.',
};

export const conductSentences: Readonly<Record<string, string>> = {
  not_answering_for_hand: 'Every player answers for their own hand.',
  touched_by_another: 'Only the dealer and the player touch the player’s cards.',
  cards_out_of_view: 'Cards stay where the dealer can see them at all times.',
  shared_information: 'Until all cards of the cross are face up, players say nothing about their hands.',
};

/** Chapters of the King Cross rules: the title in the rules, which begins the ids of its clauses, and our own. */
export const kingChapters = [
  { id: 'goal', chapter: 'Objective', title: 'The goal' },
  { id: 'dice', chapter: 'How to Play', title: 'Rolling and placing' },
  { id: 'rules', chapter: 'Rules', title: 'What a line can contain, and wild rolls' },
  { id: 'score', chapter: 'Scoring', title: 'The score' },
  { id: 'modes', chapter: 'Modes of Play', title: 'Alone or together' },
  { id: 'bonus', chapter: 'Bonus Points and Achievements', title: 'Achievements' },
] as const;

export const king = {
  rolls: (rolls: number): string => `One of the 25 squares is printed, so ${number(rolls)} rolls fill the sheet.`,
  wildMayBeKing: 'The new value of a wild roll may be a king.',
  wildIsNoKing: 'The new value of a wild roll may not be a king.',
  achievements: 'With bonus points, each of these adds to the score once.',
  onePair: 'One pair',
  everythingElse: 'High card',
  sheet:
    'The sheet: five by five squares with the King in the center. Lines 1 to 5 are the columns from the left, 6 to 10 the rows from the top, 11 and 12 the two diagonals.',
};

/** What an achievement takes. `lines` is a number in words. */
export const achievements: Readonly<Record<string, (lines: string, hands: readonly string[]) => string>> = {
  straight_shooter: (lines) => `At least ${lines} straights.`,
  jackpot: (lines) => `Each of the ${lines} lines scores.`,
  pool_shark: () => 'The same value on the four corner squares and on both ends of line 8.',
  boat_captain: (lines) => `At least ${lines} full houses.`,
  law_and_order: (lines) =>
    `At least ${lines} straights or flushes whose cards are in order, read from the left or from the top.`,
  anarchy: (lines) => `At least ${lines} lines in which no two cards are consecutive in rank.`,
  bottom_feeder: (_, hands) => `Each of these at least once: ${list(hands)}.`,
  dead_mans_hand: () => 'Two pair, made of the black aces and the black eights.',
};

export const procedure = {
  title: 'The dealer’s procedure',
  loading: 'Loading the procedure…',
  notLoaded: 'Couldn’t load the procedure',
  wagers: 'Wagers on offer',
  done: 'Steps done',
  count: (done: number, total: number): string =>
    plural(total, { one: `${number(done)} of # step done`, other: `${number(done)} of # steps done` }),
  restart: 'Start over',
};

export const readings = {
  title: 'How unclear points are read',
  about: 'Where the rules are silent, unclear or contradictory, this is what the software does and why.',
  loading: 'Loading the readings…',
  notLoaded: 'Couldn’t load the readings',
  inPart: (missing: string): string => `partly in force; missing: ${missing}`,
  notYet: (missing: string): string => `not in force yet; missing: ${missing}`,
  why: 'Why:',
  choice: 'A house can choose differently:',
  onCommandLine: (title: string): string => `${title}, on the command line`,
  option: (name: string): string => `--option ${name}`,
};

export const deal = {
  title: 'The deal',
  defaultMethod: (method: string): string => `${method} (default)`,
  fromLeft: (place: string): string => `${place}, from the dealer’s left`,
  order: 'Order of the deal:',
  needsShuffler: 'Needs an automatic shuffler.',
  deckChange: (hours: number): string =>
    plural(hours, { one: 'Decks change at least every hour.', other: 'Decks change at least every # hours.' }),
  stubCount: (rounds: number): string =>
    plural(rounds, {
      one: 'The stub is counted at least every round unless the shuffler counts it.',
      other: 'The stub is counted at least every # rounds unless the shuffler counts it.',
    }),
  decisions: 'Three decisions',
  decideFromLeft: (line: string): string =>
    `Starting at the dealer’s left, each player makes the ${line} bet or folds.`,
  decideFromRight: (line: string): string =>
    `Starting at the dealer’s right, each player makes the ${line} bet or folds.`,
  turned: (cards: readonly string[]): string => `Then the dealer turns: ${list(cards)}.`,
  bonusCards: 'bonus cards',
  dealer: 'Dealer',
};

export const settlement = {
  title: 'The order in which chips move',
  about:
    'The dealer settles seat by seat, and each seat in the order of the steps below. An aggregate limit is used up in the same order.',
  firstFromLeft: 'First time around the table, from the dealer’s left',
  firstFromRight: 'First time around the table, from the dealer’s right',
  thenFromLeft: 'Then around the table, from the dealer’s left',
  thenFromRight: 'Then around the table, from the dealer’s right',
  onceFromLeft: 'Around the table, from the dealer’s left',
  onceFromRight: 'Around the table, from the dealer’s right',
  turnsHands: 'The seat’s two cards are turned first.',
  turnsBonus: 'The bonus cards are turned first.',
  anyResult: 'every result',
};

export const results: Readonly<Record<StepEntry['results'][number], string>> = {
  forfeit: 'forfeited wagers',
  lose: 'losing wagers',
  push: 'pushes',
  win: 'wins',
};

export const wagers = {
  title: 'Wagers and their limits',
  placed: 'Placed',
  beforeCards: 'before the first card',
  atDecision: (decision: string): string => `at the ${decision} decision`,
  size: 'Size',
  times: (multiples: readonly string[], wager: string): string => `${either(multiples)} times ${wager}`,
  amounts: (least: string, most: string): string => `${least} to ${most}`,
  decidedBy: 'Decided by',
  condition: 'Condition',
  required: 'Required to be dealt in',
  equalTo: (wager: string): string => `Equal to ${wager}`,
  onlyWith: (others: readonly string[]): string => `Only with ${list(others)}`,
  survivesFold: 'Stays live after a fold',
  limit: 'Aggregate limit',
  noLimit: 'None unless the house sets one.',
  most: (amount: string, covered: readonly string[]): string =>
    `One player can win at most ${amount} in one round on ${list(covered)}. Returned stakes don’t count.`,
  limitAtMost: (amount: string): string =>
    `A house may set a lower limit. No limit may exceed ${amount} or the most that a player at the smallest ante could win, whichever is greater.`,
  limitAtLeast: (amount: string): string =>
    `A limit set by a house must be at least ${amount} or the most that a player at the smallest ante could win, whichever is greater.`,
  seats: 'Seats and players',
  seatCount: (seats: number): string => plural(seats, { one: '# seat.', other: '# seats.' }),
  seatPerPlayer: (seats: number): string =>
    plural(seats, { one: '# seat, one per player.', other: '# seats, one per player.' }),
  abandonedFolds: 'A player who leaves or runs out of time folds at the next decision.',
  abandonedLoses: 'A player who leaves or runs out of time loses every wager of the round.',
  decks: (decks: number, cards: number, withShuffler: number): string => {
    const standard = plural(decks, { one: `# deck of ${cards} cards.`, other: `# decks of ${cards} cards.` });
    return `${standard} ${plural(withShuffler, {
      one: 'With an automatic shuffler, # deck.',
      other: 'With an automatic shuffler, # decks in turn.',
    })}`;
  },
};
