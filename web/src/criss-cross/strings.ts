/** Texts of the felt. Text between asterisks stands out; `emphasis.ts` reads it. */

import { list, number, plural } from '../shared/intl';
import { dollars, signedDollars } from '../shared/money';
import type { RowId, Stage } from './layout';

/** A player in a sentence. */
export interface Player {
  readonly name: string;
  readonly isYou: boolean;
}

export const PLAYERS = {
  you: 'You',
  seat: (seat: number) => `Seat ${seat}`,
};

export const FELT = {
  title: (table: string) => `${table}: Criss Cross Poker`,
  more: 'More',
  hand: 'Your hand',
  ownSeat: (seat: number) => `Seat ${seat}, you`,
  watching: 'Watching',
  panelTitle: 'Side panel',
  panel: 'Panel',
  seconds: (seconds: number) => `${number(seconds)}\u00a0s`,
};

export const CARDS = {
  cross: 'The cross',
  places: { down_far: 'Down', across_left: 'Across', middle: 'Middle', across_right: 'Across', down_near: 'Down' },
  faceDown: (place: string) => `${place}, face down`,
  card: 'face-down card',
  hand: (cards: Iterable<string>) => `Your hand: ${list(cards)}`,
  bonusCards: 'Bonus cards',
  bonusCard: 'Bonus card, face down',
};

export const ACTIONS = {
  title: 'What you can do',
  decided: (bet: string, action: string) => `${bet}: ${action}.`,
  fold: 'fold',
  continue: 'Continue',
  turnCard: 'Turn the card',
  turnCards: 'Turn the cards',
  readFirst: 'Read this, then turn the card.',
  watching: 'You’re watching.',
  isFull: 'Every seat is taken.',
  handsHidden: 'Hands stay hidden.',
  takeSeat: 'Take a seat',
  out: 'You’re sitting out.',
  seatSaved: 'Your seat is saved.',
  rejoin: 'Rejoin',
  closed: 'The table is closed.',
  closedMore: 'You can still check its rounds.',
  spinning: 'The wheel is spinning.',
  spinningMore: 'Its result was sealed before the bets.',
  settling: 'All cards are face up.',
  settlingMore: 'Settling the wagers line by line…',
  waiting: 'The next round opens in a moment.',
  others: (name: string) => `${name} is deciding.`,
  othersMore: 'The cards are turned when everyone has decided.',
  noMoreBets: 'No more bets.',
  dealing: 'Dealing…',
};

export const BETTING = {
  chips: 'Chip',
  chip: (cents: number) => `${dollars(cents)} chip`,
  undo: 'Undo',
  clear: 'Clear',
  onFelt: (cents: number) => `On the felt *${dollars(cents)}*`,
  rebet: 'Rebet',
  refill: 'Free refill',
  deal: 'Deal',
  ready: 'Ready',
};

export const DECISION = {
  betOn: (title: string) => `Bet on ${title}`,
  choices: (multiples: readonly number[]) => {
    const [least, most] = [multiples[0] ?? 0, multiples.at(-1) ?? 0];
    const range = multiples.length > 2 ? `${least} to ${most}` : list(multiples.map(String), 'disjunction');
    return plural(most, { one: `${range} ante, or fold.`, other: `${range} antes, or fold.` });
  },
  short: (cents: number, multiple: number) => `You’re ${dollars(cents)} short for ${multiple}×.`,
  unconfirmed: (action: string) => `${action} isn’t confirmed yet.`,
  sentAgain: 'It will be sent again when you’re back online.',
  made: (title: string, action: string) => `${title}: ${action}`,
  fold: 'Fold',
  times: (multiple: number) => `${multiple}×`,
  lose: (cents: number) => `lose ${dollars(cents)}`,
  bet: (multiple: number, cents: number, title: string, short: number) =>
    `Bet ${multiple} times the ante, ${dollars(cents)}, on ${title}${short > 0 ? `: ${dollars(short)} short` : ''}`,
  shortOf: (cents: number) => `${dollars(cents)} short`,
};

export const SETTLED = {
  sums: (staked: number, back: number) => `Staked *${dollars(staked)}*, returned *${dollars(back)}*`,
  short: (cents: number) => `You’re *${dollars(cents)}* short for the same bets`,
  closing: (clock: string) => `Betting closes in *${clock}*`,
  balance: (cents: number) => `Balance *${dollars(cents)}*`,
  changeBets: 'Change bets',
  change: 'Change',
  bets: 'bets',
  sameAgain: 'Same again',
  betLess: 'Bet less',
};

export const KEY_LIST = {
  title: 'Keyboard shortcuts',
  letters: 'Single-key shortcuts',
  keys: [
    ['Enter', 'Deal, same again, continue'],
    ['R', 'Rebet'],
    ['1 2 3', 'Bet 1, 2, or 3 antes'],
    ['F', 'Fold'],
    ['Arrows', 'Move between spots'],
    ['Space', 'Add a chip to the spot'],
    ['Backspace', 'Remove a chip'],
    ['[ ]', 'Smaller or larger chip'],
    ['Z', 'Undo'],
    ['C', 'Clear'],
    ['W', 'Explain the next wager'],
    ['V', 'Verify the round'],
    ['Esc', 'Close or skip'],
    ['?', 'Show this list'],
  ] as const,
};

export const RAIL = {
  lost: 'Connection lost. Reconnecting…',
  lostMore: 'Your chips are safe on the table.',
  tryNow: 'Try now',
  best: (share: string) => `${share} best`,
  cost: (antes: number) => `−${number(antes, 1)} antes per 100`,
  antes: (least: number, most: number) => `Antes ${dollars(least)} to ${dollars(most)}`,
  round: (name: string) => `Round ${name}`,
  practice: 'practice',
  live: 'live',
  seats: 'Seats',
  free: 'free',
  away: 'away',
  seat: (seat: number, says: string) => `Seat ${seat}: ${says}`,
  player: (seat: number, name: string, isBot: boolean, says: string) =>
    `Seat ${seat}, ${name}${isBot ? ', a bot' : ''}: ${says}`,
  you: 'you',
  openPanel: 'Open the panel',
};

export const SEATS = {
  title: 'Seats',
  bot: 'bot',
  says: (seat: number, says: string) => `Seat ${seat}, ${says}`,
  bet: (stage: Stage) => `${stage}: `,
  ante: (cents: number) => `ante *${dollars(cents)}*`,
  foldedMark: 'F',
  states: {
    free: 'free',
    leaving: 'leaving',
    out: 'sitting out',
    away: 'away',
    yourTurn: 'your turn',
    deciding: 'deciding',
    folded: 'folded',
    even: 'even',
    won: 'won',
    lost: 'lost',
    ready: 'ready',
    betsIn: 'bets in',
    betting: 'betting',
    notIn: 'not in this round',
    waiting: 'waiting',
  },
};

export const PAYS = {
  limits: (watched: string, least: number, most: number) => `${watched} · ${dollars(least)} to ${dollars(most)}`,
  main: `${list(['Across', 'Down', 'Middle'])} pay`,
  spot: (title: string) => `${title} pays`,
  antes: (odds: number) => `Antes pay ${odds} to 1 for jacks or better.`,
  made: (hand: string) => `Your hand: ${hand}.`,
  pairOf6s: 'Pair, 6s or better',
  rest: 'Anything less',
};

export const SEAL = {
  verify: 'Verify',
  fairness: 'Fairness',
  sealed: 'Deck sealed: ',
  open: 'not sealed yet',
};

export const ROWS = {
  title: 'Your wagers',
  rows: { across: 'Across', down: 'Down', middle: 'Middle', bonus: 'Bonus' } satisfies Record<RowId, string>,
  ante: 'Ante',
  bet: 'Bet',
  /** Before any card can be seen: two lines each. */
  before: {
    across: ['Your two cards', 'and the three across'],
    down: ['Your two cards', 'and the three down'],
    middle: ['A later bet', 'on your better hand'],
  } as const,
  folded: 'folded',
  betterHand: 'your better hand',
  by: (odds: string, line: Stage) => `${odds}, from ${line === 'across' ? 'Across' : 'Down'}`,
  bothLose: 'both lose',
  bothPush: 'both push',
  anteOdds: (odds: string) => `ante ${odds}`,
  betOdds: (odds: string) => `bet ${odds}`,
  noSideBets: ['No side bets', 'at this table'] as const,
  pairTrigger: 'a pair in your hand',
  crossTrigger: (hand: string) => `${hand} or better on the cross`,
  sixCards: 'best of six cards',
  sixCardsShort: 'six cards',
  crossCards: 'the five cross cards',
  pair: 'a pair',
  noPair: 'no pair',
  pairInHand: 'a pair in hand',
  noPairInHand: 'no pair in hand',
  wheelPays: 'the wheel pays',
  pays: 'pays',
  noSpin: 'no spin',
  spot: (title: string, cents: number) => `${title}: ${cents === 0 ? 'no chips' : dollars(cents)}`,
  spotPushes: (spot: string) => `${spot}, pushes`,
  spotResult: (spot: string, net: number) => `${spot}, ${signedDollars(net)}`,
};

/** Why a chip can't be placed or cards can't be dealt. */
export const LIMITS = {
  empty: (titles: Iterable<string>) => `Place chips on ${list(titles)}.`,
  needs: (title: string, needed: string) => `${title} requires ${needed}.`,
  noSpot: 'This spot isn’t on the table.',
  later: (title: string) => `You make the ${title} after you see your cards.`,
  short: (cents: number) => `You’re ${dollars(cents)} short for this bet.`,
  sizes: (title: string, sizes: readonly number[]) =>
    `${title} accepts ${list(
      sizes.map((size) => dollars(size)),
      'disjunction',
    )}.`,
  range: (title: string, least: number, most: number) => `${title} accepts ${dollars(least)} to ${dollars(most)}.`,
  unit: (cents: number) => `This table accepts multiples of ${dollars(cents)}.`,
};

/** Notes of the table: a line above, a title, and a sentence. */
export const NOTES = {
  notYet: 'Not yet',
  antes: 'Antes',
  wallet: 'Your wallet',
  overLimit: 'Over the limit',
  notPlaced: 'Not placed',
  refused: 'Refused',
  notDone: 'Nothing changed',
  pausedBy: 'Paused by the floor manager',
  paused: 'Paused',
  clocksStopped: 'All clocks are stopped.',
  pausedFor: (reason: string) => `${reason} All clocks are stopped.`,
  outOfService: 'Out of service',
  noWagers: 'No wagers now',
  leaving: (cents: number) =>
    `If you leave now, your hand is folded and you lose ${dollars(cents)}. Side bets stay in play.`,
  void: 'Round void',
  chipsBack: 'Chips returned',
  ruled: (reason: string) => `${reason} The floor manager ruled on it.`,
  closed: 'Table closed',
  roundsKept: 'Past rounds are kept',
  roundsMore: 'You can replay and verify them.',
  out: 'You’re sitting out',
  seatSaved: 'Your seat is saved',
  outMore: 'Rounds start without you.',
  next: 'Next round',
  moment: 'In a moment',
  opens: 'It opens automatically.',
  noMoreBets: 'No more bets',
  dealing: 'Dealing…',
  sealed: 'The deck was sealed before the bets.',
  faceUp: 'All cards are face up',
  settling: 'Settling',
  lineByLine: 'Line by line.',
  wheelFirst: 'The wheel spins first.',
  betsIn: 'Your bets are in',
  waitingForPlayers: 'Waiting for the other players.',
  placeBets: 'Place your bets',
  antesEqual: 'Both antes are always equal.',
  fold: 'Fold',
  placed: (multiple: number) => `${multiple}× placed`,
  readFirst: 'Read this, then turn the card.',
  waitingForTable: 'Waiting for the table.',
  yourTurn: 'Your turn',
  nextCards: {
    across: 'The two Across cards come next.',
    down: 'The two Down cards come next.',
    middle: 'The middle card comes next.',
  } satisfies Record<Stage, string>,
  followers: (seats: readonly number[]) =>
    plural(seats.length, {
      one: `Seat ${list(seats.map(String))} decides after you.`,
      other: `Seats ${list(seats.map(String))} decide after you.`,
    }),
  youFolded: 'You folded',
  continues: 'The round continues',
  deciding: (name: string) => `${name} is deciding`,
  seatDeciding: (seat: number) => `Seat ${seat} is deciding`,
  sideBetsStay: 'Side bets stay in play.',
  thisRound: 'This round',
  watching: 'You’re watching',
  joinNext: 'You join in the next round.',
  table: 'The table',
  botThinking: 'The bot is thinking.',
  waitingForThem: 'Waiting for their decision.',
  noRound: 'No round yet',
  sitToStart: 'Take a seat to start one.',
  handsHidden: 'Hands stay hidden.',
  playersBet: 'Players are betting',
  inProgress: 'Round in progress',
  over: 'The round is over',
  even: 'Even',
  round: (name: string) => `Round ${name}`,
  tapRow: 'Tap a row to see why.',
  push: 'Push',
  folded: 'Folded',
  odds: (odds: number) => `${odds} to 1`,
  lost: (cents: number) => `−${dollars(cents)}`,
  won: (cents: number) => `+${dollars(cents)}`,
  bet: (title: string) => `${title} bet`,
};

/** Why a wager won or lost. */
export const WHY = {
  folded: 'You folded, so this wager is lost.',
  wheelPays: (cents: number) => `The wheel pays ${dollars(cents)}.`,
  noPair: 'No pair in your hand, so no wheel spins for you.',
  noTrigger: 'The cross didn’t trigger the wheel.',
  better: (hand: string) => `${hand} is the better of your two hands`,
  pushes: (hand: string) => `${hand}: your wager is returned.`,
  loses: (hand: string) => `${hand}: it pays nothing.`,
  wins: (hand: string, staked: number, won: number) => `${hand}: ${dollars(staked)} wins ${dollars(won)}.`,
  cut: (cents: number) => `The aggregate limit cuts this win by ${dollars(cents)}.`,
};

/** Announcements for people who hear the page. */
export const SPOKEN = {
  yourTurn: (bet: string) => `Your turn: ${bet}.`,
  emptyFelt: 'No chips on the felt.',
  onFelt: (cents: number) => `On the felt: ${dollars(cents)}.`,
  refilled: (cents: number) => `Your wallet has ${dollars(cents)} again.`,
  newRound: 'New round. Place your bets.',
  placed: (name: string, cents: number) => `${name} wagers ${money(cents)}.`,
  withdrawn: (name: string) => `${name} takes back all chips.`,
  noMoreBets: 'No more bets.',
  ownCards: (cards: Iterable<string>) => `Your cards: ${list(cards)}.`,
  dealt: 'The cards are dealt.',
  revealed: (line: string, cards: Iterable<string>) => `${line}: ${list(cards)}.`,
  hand: (line: string, hand: string, odds: string) => `${line} hand: ${hand}, ${odds}.`,
  bet: ({ name, isYou }: Player, multiple: number, title: string) =>
    plural(multiple, {
      one: `${isYou ? 'You bet' : `${name} bets`} # ante on ${title}.`,
      other: `${isYou ? 'You bet' : `${name} bets`} # antes on ${title}.`,
    }),
  folded: ({ name, isYou }: Player) => (isYou ? 'You fold.' : `${name} folds.`),
  foldedByTable: ({ name, isYou }: Player) => (isYou ? 'The table folds for you.' : `The table folds for ${name}.`),
  away: ({ name, isYou }: Player) =>
    isYou
      ? 'You’re away. The table decides for you from here on.'
      : `${name} is away. The table decides for them from here on.`,
  removed: ({ name, isYou }: Player) =>
    isYou
      ? 'You were removed. The table folds for you at the next decision.'
      : `${name} was removed. The table folds for them at the next decision.`,
  forfeited: ({ name, isYou }: Player, clause: string) =>
    `${isYou ? 'You forfeit' : `${name} forfeits`} all wagers of the round (${clause}).`,
  ruled: (irregularity: string, outcome: string, clause: string) => `Ruling: ${irregularity}, ${outcome} (${clause}).`,
  setAside: (card: string) => `The ${card} is set aside.`,
  shown: (name: string, cards: Iterable<string>) => `${name} shows ${list(cards)}.`,
  communityPayTaken: ({ name, isYou }: Player, cents: number) =>
    `${isYou ? 'You give' : `${name} gives`} back the Community Pay, ${dollars(cents)}.`,
  bonusCards: (cards: Iterable<string>) => `Bonus cards: ${list(cards)}.`,
  hotSpot: ({ name, isYou }: Player) => (isYou ? 'You’re the Hot Spot.' : `${name} is the Hot Spot.`),
  voided: (reason: string, clause: string) =>
    `The round is void: ${reason}${clause === '' ? '' : ` (${clause})`}. All wagers are returned.`,
  pushes: (title: string, hand: string | null) => `${title} pushes${after(hand)}.`,
  loses: (title: string, cents: number, hand: string | null) => `${title} loses ${money(cents)}${after(hand)}.`,
  wins: (title: string, cents: number, hand: string | null, odds: number | null) =>
    `${title} wins ${money(cents)}${after(hand)}${odds === null ? '' : `, ${odds} to 1`}.`,
  foldedHand: 'folded',
  over: 'The round is over.',
  net: ({ name, isYou }: Player, cents: number) => {
    const who = isYou ? 'You' : name;
    if (cents === 0) return `${who} broke even.`;
    return cents > 0 ? `${who} won ${money(cents)}.` : `${who} lost ${money(-cents)}.`;
  },
};

export const COACH = {
  noAdvice: (why: string) => `Couldn’t analyze this decision. ${why}`,
  best: (action: string) => `Best choice: ${action}.`,
  cost: (best: string, action: string, antes: string, cents: number) =>
    `Best was ${best}. Your choice, ${action}, cost ${antes} antes (${dollars(cents)}).`,
};

const after = (hand: string | null): string => (hand === null ? '' : `, ${hand}`);

/** An amount as it is said. */
function money(cents: number): string {
  return cents % 100 === 0 ? plural(cents / 100, { one: '# dollar', other: '# dollars' }) : dollars(cents);
}
