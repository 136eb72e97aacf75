/** Texts of the form that settles a round played elsewhere. */

import { list, number, plural } from '../../shared/intl';
import { dollars, signedDollars } from '../../shared/money';

export const SETTLE = {
  title: 'Settle a round',
  game: 'Criss Cross Poker',
  intro:
    'Enter a finished round to see every chip: wins, pushes and losses, in the order of the rule book, ' +
    'each line with its clause.',
  notShown: 'Couldn’t load the form',
  loading: 'Loading the rule books…',
  ruleBook: 'Rule book',
  example: 'Example round',
  copyLink: 'Copy link',
  clear: 'Clear',
  seats: 'Seats in play',
  seat: (seat: number) => `Seat ${seat}`,
  noSeats: 'No seat is in play. Choose at least one seat above.',
  settle: 'Settle the round',
  settling: 'Settling…',
  notSent: 'Not sent:',
  toCorrect: (fields: number) => `${number(fields)} to correct`,
  toFill: (fields: number) => `${number(fields)} still to fill in`,
  ready: 'Ready to settle',
  sum: (seats: number, cents: number) =>
    plural(seats, { one: `# seat, ${dollars(cents)} staked`, other: `# seats, ${dollars(cents)} staked` }),
  badChoices: 'These house choices don’t work together',
  refused: (faults: number) => plural(faults, { one: 'Refused: # problem', other: 'Refused: # problems' }),
  settledBy: (rules: string) => `Settled by ${rules}`,
  net: (seat: number, cents: number) => `Seat ${seat}: net ${signedDollars(cents)}.`,
  badLink: 'This link is damaged, so the form is empty.',
  noRuleBook: (rules: string) => `There is no rule book named ${rules}.`,
  noBonusCards: 'This rule book has no bonus cards. They were removed from the round.',
  exampleFilled: 'Example filled in.',
  linkCopied: 'Link copied.',
  linkNotCopied: 'Your browser doesn’t allow copying. Copy the link from the address bar.',
  cleared: 'Form cleared.',
};

/** Names of places and fields, inside a sentence. */
export const PLACES = {
  holeCard: (seat: string, isFirst: boolean) => `seat ${seat}, ${isFirst ? 'first' : 'second'} card`,
  bonusCard: (card: string) => `bonus card ${card}`,
  captions: {
    down_far: 'Down, far',
    across_left: 'Across, left',
    middle: 'Middle',
    across_right: 'Across, right',
    down_near: 'Down, near',
  },
  cross: 'The cross',
  bonusCards: 'Bonus cards',
  dealer: 'Dealer’s side',
  slot: (place: string, card: string) => `${place}: ${card}`,
  noCard: 'no card yet',
  usedTwice: (slot: string) => `${slot}, already on the table`,
};

export const PICKER = {
  title: 'Pick a card',
  clear: 'Clear',
  done: 'Done',
  grid: '52 cards. Use the arrow keys, or press rank and suit.',
  suits: { h: 'Hearts', c: 'Clubs', d: 'Diamonds', s: 'Spades' },
  used: (card: string, place: string) => `${card}, already ${place}`,
  typed: 'Or type one or more',
  example: 'Th 9d Ks',
  place: 'Place',
  rankOf: (rank: string) => `${rank} of …`,
  isUsed: (card: string, place: string) => `The ${card} is already ${place}.`,
  placed: (card: string, place: string) => `${card} is ${place}.`,
  unreadable: 'Write cards as rank and suit, such as Th 9d Ks.',
};

const COUNTS = ['no', 'one', 'two', 'three', 'four'];
const counted = (cards: number): string => COUNTS[cards] ?? number(cards);

/** Notes beside the fields. */
export const HINTS = {
  seats: 'Choose at least one seat.',
  middleCard: 'Choose the middle card.',
  cards: (group: 'across' | 'down' | 'bonus', missing: number, isMore: boolean) =>
    plural(missing, {
      one: `Choose ${counted(missing)}${isMore ? ' more' : ''} ${group} card.`,
      other: `Choose ${counted(missing)}${isMore ? ' more' : ''} ${group} cards.`,
    }),
  holeCards: (seat: number, missing: number, isMore: boolean) =>
    plural(missing, {
      one: `Choose ${counted(missing)}${isMore ? ' more' : ''} card for seat ${seat}.`,
      other: `Choose ${counted(missing)}${isMore ? ' more' : ''} cards for seat ${seat}.`,
    }),
  unreadable: 'Write dollars and cents, such as 12.50.',
  afterFold: 'A seat that folded here didn’t make this bet.',
  antes: 'Both antes are required.',
  betOrFold: 'Required, unless the seat folded.',
  multiples: (multiples: readonly number[], sizes: readonly string[]) =>
    `${list(multiples.map(String), 'disjunction')} antes: ${list(sizes, 'disjunction')}.`,
  range: (least: string, most: string) => `From ${least} to ${most}.`,
  equal: (title: string, amount: string) => `Must equal ${title}, ${amount}.`,
  needs: (titles: Iterable<string>) => `Requires ${list(titles)}.`,
  notOffered: (title: string) => `This rule book has no ${title}. Clear it, or choose another rule book.`,
};

/** Fields of the case, as titles of what the server found wrong. */
export const FIELDS: Readonly<Record<string, string>> = {
  'community.across': 'Across cards',
  'community.down': 'Down cards',
  'community.middle': 'Middle card',
  bonus_cards: 'Bonus cards',
  seats: 'Seats',
};

export const SEAT_FIELDS = {
  title: (seat: number, part: string) => `Seat ${seat}, ${part}`,
  ownCards: 'own cards',
};

/** Why pasted JSON isn’t a case. */
export const CASE = {
  case: 'The case',
  list: (field: string) => `${field} must be a list.`,
  object: (field: string) => `${field} must be an object.`,
  text: (field: string) => `${field} must be text.`,
  seat: (field: string) => `${field} must be 1 to 6.`,
  twice: (field: string, seat: number) => `${field}: seat ${seat} appears twice.`,
  cents: (field: string) => `${field} must be whole cents.`,
  folded: (field: string) => `${field} must be null, across, down, or middle.`,
  cards: (field: string, count: number) =>
    plural(count, { one: `${field} must be # card.`, other: `${field} must be # cards.` }),
  card: (field: string, value: string) => `${field}: ${value} isn’t a card.`,
};

export const SEAT = {
  title: (seat: number) => `Seat ${seat}`,
  staked: (cents: number) => `${dollars(cents)} staked`,
  nothingStaked: 'nothing staked yet',
  none: 'none',
  sizes: (title: string) => `${title}: sizes`,
  size: (multiple: number, cents: number) => `${multiple} times the ante, ${dollars(cents)}`,
  times: (multiple: number) => `${multiple}×`,
  folded: 'Folded',
  notFolded: 'No',
  foldedAt: (stage: string) => `At ${stage}`,
};

export const RESULTS = {
  stale: 'The form has changed. Settle again to see the new result.',
  arrange: 'Arrange the lines',
  bySeat: 'By seat',
  asSettled: 'As settled',
  together: (cents: number) => `All seats together: *${signedDollars(cents)}*`,
  closeAll: 'Collapse all seats',
  openAll: 'Expand all seats',
  seatSettled: (seat: number) => `Seat ${seat}, settled`,
  seat: (seat: number) => `Seat ${seat}`,
  folded: 'Folded',
  across: 'Across',
  down: 'Down',
  net: 'Net',
  totals: (staked: number, won: number, returned: number, net: number) =>
    `Staked ${dollars(staked)} · won ${dollars(won)} · returned ${dollars(returned)} · net ${signedDollars(net)}`,
  inOrder: 'Lines in the order of settlement',
  cutMeans: 'Cut: the part of a win that the aggregate limit removed.',
  columns: {
    order: 'Order',
    seat: 'Seat',
    wager: 'Wager',
    result: 'Result',
    decided: 'Decided by',
    staked: 'Staked',
    won: 'Won',
    returned: 'Returned',
    cut: 'Cut',
    clause: 'Clause',
  },
  results: { win: 'Win', push: 'Push', lose: 'Lose', forfeit: 'Forfeit' },
  cut: (cents: number) => (cents > 0 ? `−${dollars(cents)}` : dollars(0)),
  pays: (hand: string, odds: string) => `${hand}: pays ${odds}`,
  pushes: (hand: string) => `${hand}: pushes`,
  loses: (hand: string) => `${hand}: loses`,
};

export const JSON_PANEL = {
  title: 'JSON',
  intro: 'The same JSON that *crossfelt settle - --json* reads and prints.',
  case: 'Case',
  copyCase: 'Copy case',
  caseCopied: 'Case copied.',
  caseJson: 'Case as JSON',
  result: 'Result',
  copyResult: 'Copy result',
  resultCopied: 'Result copied.',
  resultJson: 'Result as JSON',
  noResult: 'Settle the round first',
  notCopied: 'Your browser doesn’t allow copying. Select the text and copy it.',
  paste: 'Paste a case',
  fill: 'Fill in the form',
  notCase: 'This isn’t a case.',
};
