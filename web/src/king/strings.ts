/** Every text of King Cross. A name in braces is the place of a card or a square that is drawn. */

import { date, list, number, placed, plural } from '../shared/intl';
import { figure, signed } from './figures';

const points = (count: number): string => plural(count, { one: '# point', other: '# points' });
const rolls = (count: number): string => plural(count, { one: '# roll', other: '# rolls' });

export interface HandText {
  readonly title: string;
  /** Where there is little room. */
  readonly short: string;
  /** In a sentence, with its article. */
  readonly said: string;
  /** In a sentence, without an article. */
  readonly plain: string;
}

export const hands: Readonly<Record<string, HandText>> = {
  royal_flush: { title: 'Royal flush', short: 'Royal', said: 'a royal flush', plain: 'royal flush' },
  straight_flush: { title: 'Straight flush', short: 'Str. flush', said: 'a straight flush', plain: 'straight flush' },
  four_of_a_kind: { title: 'Four of a kind', short: 'Four', said: 'four of a kind', plain: 'four of a kind' },
  full_house: { title: 'Full house', short: 'Full', said: 'a full house', plain: 'full house' },
  flush: { title: 'Flush', short: 'Flush', said: 'a flush', plain: 'flush' },
  straight: { title: 'Straight', short: 'Straight', said: 'a straight', plain: 'straight' },
  three_of_a_kind: { title: 'Three of a kind', short: 'Three', said: 'three of a kind', plain: 'three of a kind' },
  two_pair: { title: 'Two pair', short: 'Two pair', said: 'two pair', plain: 'two pair' },
  one_pair: { title: 'One pair', short: 'Pair', said: 'a pair', plain: 'pair' },
  everything_else: { title: 'High card', short: 'High card', said: 'high card', plain: 'high card' },
};

export const suits: Readonly<Record<string, string>> = { h: 'hearts', c: 'clubs', d: 'diamonds', s: 'spades' };

export const game = {
  title: 'King Cross',
  bonus: 'Bonus points',
  withBonus: 'with bonus points',
  handsOnly: 'hands only',
  points,
  rollTheDice: 'Roll the dice',
  newSheet: 'New sheet',
  undo: 'Undo',
  over: 'Game over',
  /** The name of a card that is drawn before it. */
  drawn: (card: string) => ` (${card})`,
  seats: 'Seats',
  /** `Mara, Jonas, and 3 more`. */
  names: (names: readonly string[], more: number) =>
    list(more === 0 ? names : [...names, plural(more, { other: '# more' })]),
};

export const landing = {
  about:
    'Two dice make a card, 24 times. Place each card on your sheet, where it stays. The five columns, five rows, and two diagonals around the printed King are twelve poker hands.',
  rolling: 'Rolling…',
  alone: 'A solo sheet, with hints when you want them.',
  rules: 'Rules',
  ranking: 'How hands rank',
  notOpened: 'Couldn’t open the table',
  notOpenedBecause: (faults: string) => `Couldn’t open the table. ${faults}`,
  ways: 'Ways to play',
  dailyAbout: 'The same 24 rolls for everyone, and a result to share.',
  friends: 'With friends',
  friendsAbout: 'Invite friends by link. Share every roll, or each roll your own dice. Up to 100 sheets.',
  open: 'Open tables',
  openAbout: 'Join a game, or watch.',
  paper: 'With real dice',
  paperAbout: 'Enter your rolls and get hints for your paper sheet.',
  counts: 'Scoring',
  handsOnly: 'Hands only',
};

export const bots = {
  title: 'Against a bot',
  failed: 'Couldn’t load the bots',
  shared: 'Same rolls for both sheets',
};

export const bests = {
  title: 'Your best scores',
  none: 'Finish a sheet to set a score to beat. Scores are stored in this browser.',
  game: (bonus: boolean, mode: string, hinted: boolean) =>
    `${bonus ? 'With bonus points' : 'Hands only'}, ${MODES[mode] ?? mode}${hinted ? ', with hints' : ''}`,
  when: (at_ms: number) => date(at_ms, { dateStyle: 'long' }),
  review: 'Review',
  reviewOf: (total: number) => `Review the game with ${points(total)}`,
  first: 'Your first score.',
  firstHinted: 'Your first score with hints.',
  beaten: (best: number) => `A new best! Your previous best was ${figure(best)}.`,
  beatenHinted: (best: number) => `A new best with hints! Your previous best was ${figure(best)}.`,
  standing: (best: number) => `Your best is ${figure(best)}.`,
  standingHinted: (best: number) => `Your best with hints is ${figure(best)}.`,
};

const MODES: Readonly<Record<string, string>> = { solo: 'solo', communal: 'one roll for all', own_dice: 'own dice' };

export const printing = {
  title: 'Print sheets',
  about: 'PDF with pips to fill in, or with blank squares for a value and a suit.',
  aboutBonus: 'PDF with the achievements, and with pips to fill in or blank squares for a value and a suit.',
  squares: 'Squares',
  pips: 'With pips',
  blank: 'Blank',
  perPage: 'Per page',
  sheets: (count: number) => plural(count, { one: '# sheet', other: '# sheets' }),
  paper: 'Paper size',
  a4: 'A4',
  letter: 'Letter',
  print: 'Open PDF',
};

export const room = {
  subtitle: (mode: string, bonus: boolean) => (bonus ? `${MODES[mode] ?? mode}, bonus points` : (MODES[mode] ?? mode)),
  sheetOf: (name: string) => `${name}’s sheet`,
  seat: (seat: number) => `Seat ${seat}`,
  start: 'Start',
  paused: 'The table is paused',
  pausedFor: (reason: string) => (reason === '' ? 'The table is paused.' : `The table is paused: ${reason}`),
  full: 'Every seat is taken. You’re watching.',
  free: 'You’re watching. Take a seat to play.',
  tooFew: 'Waiting for another player. Invite friends, or add a bot.',
  unready: (names: string) => `Waiting for ${names} to be ready.`,
  solo: (count: number) => `${rolls(count)}, one sheet. Make twelve hands around the King.`,
  beforeFirst: 'The game starts when everyone is ready.',
  sit: 'Take a seat',
  ready: 'I’m ready',
  taken: (taken: number, of: number) =>
    plural(of, { one: `${taken} of # seat taken`, other: `${taken} of # seats taken` }),
  you: (name: string) => `${name} (you)`,
  isReady: '✓ ready',
  notReady: 'not ready',
  rollsLeft: 'Rolls left',
  best: 'Your best',
  bestBonus: 'Your best with bonus points',
  waitingForOthers: 'Waiting for the others',
  again: 'Same again',
  label: 'Room',
  heading: (ownDice: boolean, sheets: number) =>
    `${ownDice ? 'Own dice' : 'One roll for all'}, ${plural(sheets, { one: '# sheet', other: '# sheets' })}`,
  hidden: 'Cards turn over when everyone has placed.',
  others: 'Other sheets',
  placedCount: (count: number, of: number) =>
    plural(count, { one: `# of ${of} has placed`, other: `# of ${of} have placed` }),
  mini: (name: string, isBot: boolean, total: number, cards: number, state: string) =>
    `${name}${isBot ? ', bot' : ''}: ${points(total)}, ${plural(cards, { one: '# card placed', other: '# cards placed' })}, ${state}`,
  clock: (seconds: number) => `Clock: ${plural(seconds, { one: '# second', other: '# seconds' })} left`,
};

/** The state of another sheet. */
export const sheetStates = {
  won: 'won',
  finished: 'finished',
  left: 'left, the table places',
  thinking: 'thinking',
  thinkingWild: 'thinking, wild roll',
  placed: 'has placed',
  waiting: 'waiting',
};

export const progress = {
  noHints: 'No hints at a live table.',
  reconnecting: 'Reconnecting…',
  watching: (name: string) => `You’re watching ${name}`,
  rolling: 'Rolling the dice…',
  waitingFor: (names: string) => `Waiting for ${names}`,
  placedByTable: (square: string) => `The table placed your card on ${square}.`,
  left: (name: string) => `${name} left. The table places their cards from now on.`,
  placedBy: (placements: readonly (readonly [string, string])[]) =>
    `Placed: ${placements.map(([name, square]) => `${name} on ${square}`).join(', ')}.`,
  lead: (secured: number) => `You lead with ${figure(secured)} secured.`,
  sharedLead: (secured: number) => `You share the lead with ${figure(secured)} secured.`,
  place: (place: number, of: number, secured: number) =>
    `You’re ${placed(place, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} of ${of} with ${figure(secured)} secured.`,
  youWon: 'You won!',
  won: (name: string) => `${name} won.`,
  noWinner: 'No one won.',
  tied: (names: string) => `${names} tied for first place.`,
  youTied: (names: string) => `You tied with ${names} for first place.`,
  over: (winner: string) => `Game over. ${winner}`,
  overWith: (total: number, winner: string, compared: string) =>
    [`Game over: ${points(total)}.`, winner, compared].filter((sentence) => sentence !== '').join(' '),
};

export const sheet = {
  section: 'Sheet',
  yours: 'Your sheet',
  king: (square: string) => `${square}, the printed King, any suit in each of its hands`,
  printedKing: (square: string) => `${square}, the printed King`,
  card: (square: string, card: string) => `${square}, ${card}`,
  empty: (square: string) => `${square}, empty`,
  closed: (square: string) => `${square}, closed`,
  closedBecause: (square: string, why: string) => `${square}, closed. ${why}`,
  open: (square: string, changes: string) => `${square}, open. ${changes}`.trim(),
  /** A square with the marks on it; a hint gives it a value. */
  square: (
    words: string,
    isChosen: boolean,
    isByTable: boolean,
    hint: { readonly value: number; readonly loss: number } | null,
  ) =>
    [
      isChosen ? `${words} Selected. Press Enter to place.` : words,
      ...(isByTable ? ['placed by the table'] : []),
      ...(hint === null ? [] : [`expected ${figure(hint.value)}`]),
      ...(hint === null ? [] : [hint.loss === 0 ? 'best' : `${figure(hint.loss, 1)} less than the best`]),
    ].join(', '),
  best: 'best',
  pick: 'yours',
  becomes: (hand: number, made: string, gain: number) => `Hand ${hand} becomes ${made}, ${signed(gain)}.`,
  atMost: (hand: number, best: string) => `Hand ${hand} can then reach ${best} at most.`,
  stays: (hand: number) => `Hand ${hand} can’t improve.`,
  placed: (square: string, secured: number) => `Placed on ${square}. ${figure(secured)} secured.`,
  fingerprint: (values: readonly number[]) =>
    `Points of hands 1 to 12: ${values.map((value) => number(value)).join(', ')}`,
};

/** A hand as the sheet shows it at its end, and as it is read aloud. */
export const reading = {
  nothingYet: 'Nothing yet',
  complete: 'complete',
  upTo: (hand: string, most: number) => `up to ${hand} ${figure(most)}`,
  wasUpTo: (hand: string, most: number) => `was up to ${hand} ${figure(most)}`,
  /** The same where there is little room, and where there is least. */
  shortUpTo: (hand: string, most: number) => `→ ${hand.toLowerCase()} ${figure(most)}`,
  shortWasUpTo: (hand: string, most: number) => `was ${hand.toLowerCase()} ${figure(most)}`,
  tinyUpTo: (most: number) => `→ ${figure(most)}`,
  tinyWasUpTo: (most: number) => `was ${figure(most)}`,
  made: (hand: string, worth: number) => `${hand}, ${points(worth)}`,
  nothing: 'nothing yet',
  spoken: (hand: number, is: string) => `Hand ${hand}: ${is}.`,
  spokenComplete: (hand: number, is: string) => `Hand ${hand}: ${is}, complete.`,
  spokenUpTo: (hand: number, is: string, best: string, most: number) =>
    `Hand ${hand}: ${is}, up to ${best}, ${figure(most)}.`,
  all: (lines: readonly string[], secured: number) => `${lines.join(' ')} ${figure(secured)} secured.`,
};

export const tray = {
  label: 'Roll',
  count: (roll: number, of: number) => (roll === 0 ? rolls(of) : `Roll ${roll} of ${of}`),
  open: (count: number) => plural(count, { one: '# square open', other: '# squares open' }),
  roll: (roll: number, card: string, open: number) => `Roll ${roll}: ${card}. ${tray.open(open)}.`,
  wildRoll: (roll: number, card: string) => `Roll ${roll} is wild: ${card} fits nowhere. Change its suit or its value.`,
  wild: 'Wild: {card} fits nowhere',
  squareCounts: 'Small numbers: open squares',
  noRoll: 'No roll yet',
  placed: 'Placed',
  hint: 'Hint',
  hide: 'Hide',
  thinking: 'Thinking…',
  chooseCard: 'Choose a card',
  chooseSquare: 'Choose a lit square',
  place: 'Place on {square}',
  placeWild: 'Place {card} on {square}',
  placing: 'Placing…',
  final: 'Placements are final.',
  notPlaced: 'Nothing is placed yet.',
  keys: 'Keyboard shortcuts',
  keyChoose: 'choose a square',
  keyPlace: 'place the card',
  keyWhy: 'explain a closed square',
  keyRead: 'read all hands',
  becomes: 'Change the wild roll',
  keepRank: (rank: string) => `Keep the ${rank}, change the suit`,
  keepSuit: (suit: string) => `or keep ${suit}, change the value`,
  option: (card: string, open: number, isBest: boolean) => `${card}, ${tray.open(open)}${isBest ? ', best' : ''}`,
  cannotGo: '{card} can’t go on {square}.',
  twin: 'No hand can have the same card twice.',
};

export const score = {
  label: 'Points',
  points: 'points',
  secured: 'secured',
  gain: (gain: number, square: string) => `${signed(gain)} on ${square}`,
  table: 'Points per hand',
  yours: 'your 12 hands',
  times: (count: number) => `${number(count)}×`,
  adds: (worth: number) => `+${figure(worth)}`,
  sum: (hands: number, bonus: number) =>
    bonus > 0
      ? `Score details: hands ${figure(hands)}, bonus ${figure(bonus)}`
      : `Score details: hands ${figure(hands)}`,
  review: 'Review the game',
};

export const achievements = {
  title: 'Achievements',
  inReach: (count: number) => `${number(count)} within reach`,
  state: (state: 'made' | 'on_course' | 'within_reach' | 'out_of_reach') =>
    ({ made: 'reached', on_course: 'on track', within_reach: 'within reach', out_of_reach: 'out of reach' })[state],
};

export const hints = {
  title: 'Hint',
  said: (placement: string, value: number) => `Hint: ${placement} is best, expected total ${figure(value)}.`,
  /** A card and its square, in words. */
  on: (card: string, square: string) => `${card} on ${square}`,
  /** The same, drawn. */
  placed: '{card} on {square}',
  only: '{better} is the only choice',
  same: '{better} and {other} are worth the same',
  more: (gap: number) => `{better} is worth ${figure(gap, 1)} more than {other}`,
  expected: 'Expected total {total}.',
  difference: 'The difference:',
  over: '{better} over {other}',
  allSquares: 'All open squares',
  allPlacements: 'All placements',
  columns: 'expected, lost',
  estimate: 'An estimate over every possible next roll. Nothing is placed yet.',
  hand: (hand: number) => `Hand ${hand}`,
  atOnce: (hand: string) => `${hand} at once`,
  possible: (hand: string) => `${hand} stays possible`,
  moreRoom: (hand: string) => `more ways to ${hand}`,
  better: 'worth more this way',
  notYet: (hand: string) => `no ${hand} yet`,
  gone: (hand: string) => `${hand} is gone`,
  lessRoom: (hand: string) => `fewer ways to ${hand}`,
  worse: 'worth less this way',
};

/** Title and explanation of what makes two squares differ. */
export const hintReasons: Readonly<Record<string, readonly [string, string]>> = {
  crossings: ['Crossing hands', 'one card counts in two hands'],
  suits: ['Suits', 'the suits that hands need'],
  achievements: ['Bonus points', 'achievements still in reach'],
  later_rolls: ['Later rolls', 'what they can still make'],
  rest: ['Other', 'small differences'],
};

export const guide = {
  label: 'Guide',
  hide: 'Hide tips',
  wild: { title: 'A wild roll', says: 'It fits nowhere. Change its suit or its value, then choose a square.' },
  chosen: {
    title: 'Not placed yet',
    says: 'The end of each line shows what its hand would become. Place the card, or try another square.',
  },
  first: { title: 'Two dice made this card', says: 'Choose any lit square for it. Nothing counts until you place it.' },
  hands: {
    title: 'Twelve poker hands',
    says: 'Every row, every column, and both diagonals score. The King in the middle takes any suit.',
  },
  closed: { title: 'Dark squares are closed', says: 'No hand can have the same card twice. Choose one to see why.' },
  ahead: { title: 'Look ahead', says: '“Up to” is the best a hand can still become.' },
  done: { title: 'That’s all', says: 'Fill the sheet with 24 rolls. Ask for a hint whenever you like.' },
};

const tries = (count: number): string => plural(count, { one: '# try', other: '# tries' });

export const daily = {
  title: 'Daily sheet',
  same: '24 rolls, the same for everyone.',
  failed: 'Couldn’t load today’s dice',
  practice: 'Practice',
  practiceAbout: 'The dice depend only on the date. Play as often as you like, with or without hints.',
  best: (games: number, first: number) => `Your best of ${tries(games)}. Your first: ${figure(first)}.`,
  continue: 'Continue',
  view: 'View',
  play: 'Play',
  next: (hours: number, minutes: number) =>
    hours === 0
      ? `The next sheet starts at 00:00 UTC, in ${number(minutes)} min.`
      : `The next sheet starts at 00:00 UTC, in ${number(hours)} h ${number(minutes)} min.`,
  noneYet: 'No days played yet',
  played: (days: number, streak: number) =>
    `${plural(days, { one: '# day played', other: '# days played' })}, ${number(streak)} in a row`,
  yours: 'Your sheets',
  none: 'Play a day to see it here, with a fingerprint of its twelve hands. Scores are stored in this browser.',
  firstTry: 'first try',
  tries: (games: number, first: number) => `${tries(games)}, first ${figure(first)}`,
  otherWays: 'Other ways to play King Cross',
  /** A moment at 00:00 UTC: `Monday, November 16`. */
  day: (moment: number, weekday: 'long' | 'short') =>
    date(moment, { weekday, day: 'numeric', month: 'long', timeZone: 'UTC' }),
  month: (moment: number) => date(moment, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  weekday: (moment: number, weekday: 'long' | 'short') => date(moment, { weekday, timeZone: 'UTC' }),
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  calendar: (month: string) => `Your best score of each day in ${month}`,
  onDay: (day: string, best: number | null) => `${day}: ${best === null ? 'not played' : points(best)}`,
  full: (total: number) => `The sheet is full: ${points(total)}.`,
  notPlayable: 'Couldn’t load this sheet',
  all: 'Daily sheets',
  allDays: 'All days',
  subtitle: (day: string, bonus: boolean) => (bonus ? `${day}, bonus points` : day),
  noHints: 'No hints so far.',
  hinted: (count: number) => `Hints for ${rolls(count)}.`,
  again: 'Play again',
  loading: 'Loading the dice…',
  firstOfDay: 'Your first try on this day.',
  bestOfDay: (first: number) => `Your best on this day. Your first try scored ${figure(first)}.`,
  notBest: (best: number, first: number) =>
    `Your best on this day is ${figure(best)}. Your first try scored ${figure(first)}.`,
};

export const local = {
  noRoll: 'There’s no roll to place.',
  notFull: 'The sheet isn’t full yet.',
};

export const paper = {
  full: (total: number, compared: string) => `The sheet is full: ${points(total)}. ${compared}`,
  rollUndone: 'Roll undone.',
  placementUndone: 'Placement undone.',
  failed: 'Couldn’t read the sheet',
  loading: 'Loading the sheet…',
  subtitle: (bonus: boolean) => (bonus ? 'with your own dice, bonus points' : 'with your own dice'),
  title: 'For your paper sheet',
  about:
    'Roll your own dice and enter what they show. The page shows where the card can go and what it makes there, and a hint gives the value of each square.',
  restart: 'Start a new sheet',
  print: 'Print a sheet',
  enter: (roll: number, of: number) => `Enter roll ${roll} of ${of}`,
  roll: (roll: number, of: number) => `Roll ${roll} of ${of}:`,
  ask: 'what do your dice show?',
  twelve: 'Twelve-sided die',
  four: 'Four-sided die',
  face: (face: number, name: string) => `${face}, ${name}`,
  keys: 'Keys: A or 1 to 9, 0 for 10, J or Q, then H, C, D, or S.',
};

export const sharing = {
  title: 'Share',
  about: 'Spoiler-free.',
  text: 'Text to share',
  copy: 'Copy text',
  copied: 'Result copied.',
};

const reasonTitles: Readonly<Record<string, string>> = {
  crossings: 'crossing hands',
  suits: 'suits',
  achievements: 'bonus points',
  later_rolls: 'later rolls',
};
const luckOf = (luck: number | null): string =>
  luck === null ? 'neither lucky nor unlucky' : `${luck < 0 ? 'unlucky' : 'lucky'} by ${figure(Math.abs(luck), 1)}`;
const lossOf = (loss: number | null): string => (loss === null ? 'nothing lost' : `${figure(loss, 1)} lost`);

export const review = {
  title: 'Review',
  noGame: 'Game not found',
  noGameAbout: 'Games played without a table are stored only in the browser they were played in.',
  failed: 'Couldn’t review this game',
  empty: 'There’s nothing to review.',
  fetching: 'Loading the game…',
  judging: 'Reviewing 24 placements. This takes a few seconds.',
  seatOf: (mode: string, seat: number, of: number) => `${mode}, seat ${seat} of ${of}`,
  expected: 'expected at the start',
  luck: 'luck in 24 rolls',
  lost: 'lost on placements',
  points: 'points',
  plus: 'plus ',
  minus: 'minus ',
  summary: (total: number, expected: number, luck: number, lost: number) =>
    `${points(total)}: ${figure(expected)} expected at the start, luck ${signed(luck)}, ${figure(lost)} lost on placements.`,
  hindsight: (total: number) => `In hindsight, these cards make ${figure(total)}.`,
  sheets: 'Sheets',
  seat: (seat: number) => `Seat ${seat}`,
  waterfall: 'From the expected total to the final score, roll by roll',
  previous: 'Previous roll',
  next: 'Next roll',
  roll: (roll: number) => `Roll ${roll}: {card} on {square}`,
  result: (loss: number | null, luck: number | null) => `${lossOf(loss)}, ${luckOf(luck)}`,
  said: (roll: number, card: string, square: string, verdict: string) =>
    `Roll ${roll}: ${card} on ${square}. ${verdict}`,
  bestSquare: 'The best square.',
  worse: (loss: number, best: string) => `${figure(loss, 1)} lost. ${best} was best.`,
  noMistakes: 'No placement lost points.',
  which: 'Sheet to show',
  atRoll: (roll: number) => `At roll ${roll}`,
  full: 'Full',
  hindsightTab: (total: number | null) => (total === null ? 'Hindsight' : `Hindsight ${figure(total)}`),
  sheetAtRoll: 'The sheet at this roll',
  beforeRoll: (roll: number) => `Before roll ${roll}`,
  loss: (loss: number) => `${figure(loss, 1)} lost`,
  becameWild: (card: string) => `The roll was wild and became ${card}.`,
  byTable: 'The table placed it.',
  wasBest: (square: string) => `${square} was best.`,
  wasBestAs: (square: string, card: string) => `${square} as ${card} was best.`,
  keeps: (reasons: readonly string[]) => `It does better on ${list(reasons)}.`,
  handBy: (hand: number, gain: number) => `hand ${hand} (${signed(gain, 1)})`,
  reasonBy: (kind: string, gain: number) => `${reasonTitles[kind] ?? kind} (${signed(gain, 1)})`,
  fullSheet: 'The full sheet',
  noAchievements: 'No achievements reached.',
  reached: (titles: readonly string[]) => `Reached: ${list(titles)}`,
  bestSheet: 'The best sheet in hindsight',
  bestTitle: 'Best in hindsight',
  proven: 'The same 24 cards in any order. No sheet can score more.',
  unproven: (bound: number) =>
    `The same 24 cards in any order. Not proven optimal: no sheet can score more than ${figure(bound)}.`,
  searching: 'Searching for the best sheet with these cards…',
  notFound: 'The search ran out of time.',
  stop: 'Stop',
  playBack: 'Replay',
  nextMistake: 'Next mistake',
  print: 'Print the sheet',
  newGame: 'New game',
  back: 'Back to the sheet',
  sheet: (label: string, squares: readonly string[]) => `${label}: ${squares.join('; ')}`,
  hand: (hand: number, title: string) => `Hand ${hand}: ${title}`,
  best: 'best',
  emptySquare: (square: string, mark: 'best' | 'taken' | 'none', loss: number | null) =>
    [
      `${square}, empty`,
      ...{ best: ['best'], taken: ['where it was placed'], none: [] }[mark],
      ...(loss === null ? [] : [lossOf(loss)]),
    ].join(', '),
  step: (roll: number, card: string, square: string, luck: number | null, loss: number | null) =>
    `Roll ${roll}: ${card} on ${square}, ${luckOf(luck)}, ${lossOf(loss)}`,
  everyRoll: 'All rolls',
  lucky: 'lucky roll',
  unlucky: 'unlucky roll',
  lostHere: 'lost on the placement',
  keys: 'Arrow keys step through the rolls. Space replays the game.',
  keysMistake: 'Arrow keys step through the rolls. M goes to the next mistake. Space replays the game.',
  share: (bonus: boolean, total: number) => `King Cross${bonus ? ' with bonus points' : ''}: ${figure(total)}`,
  bars: (columns: string, rows: string, diagonals: string) =>
    `columns ${columns}  rows ${rows}  diagonals ${diagonals}`,
  sum: (expected: number, luck: number, lost: number) =>
    `${figure(expected)} expected, luck ${signed(luck)}, ${figure(lost)} lost on placements`,
};
