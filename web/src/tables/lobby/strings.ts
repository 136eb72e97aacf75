/** Text for people in the lobby and in the form that opens a table. */

import { list, number, plural } from '../../shared/intl';

export const lobby = {
  title: 'Tables',
  about: 'Play with people or bots, or watch. All chips are play money.',
  open: 'Open a table',
  games: 'Game',
  bothGames: 'Both games',
  outdated: 'The list may be out of date',
  loading: 'Loading tables…',
  none: 'No open tables',
  noneOfGame: 'No open tables for this game',
  aboutNone:
    'Open one and choose the rules and who can join. Send the link to friends, or add bots and play right away.',
  openFirst: 'Open the first table',
  newTables: (titles: readonly string[]): string =>
    `${plural(titles.length, { one: 'New table', other: 'New tables' })}: ${list(titles)}.`,
  players: 'Players',
  more: (count: number): string => plural(count, { other: 'and # more' }),
};

/** How King Cross dice are shared. */
export const modes: Readonly<Record<string, string>> = {
  solo: 'one sheet',
  communal: 'one roll for all',
  own_dice: 'own dice',
};
export const antes = (minimum: string, maximum: string): string => `Antes ${minimum} to ${maximum}`;
export const noWagers = 'No wagers';
export const noWagersMode = (mode: string): string => `No wagers, ${mode}`;

export const noFreeSeats = 'No free seats';
export const allFree = (seats: number): string => plural(seats, { one: 'The seat is free', other: 'All # seats free' });
export const someFree = (free: number, seats: number): string => `${number(free)} of ${number(seats)} seats free`;

export const goToTable = 'Go to your table';
export const takeSeat = 'Take a seat';
export const watch = 'Watch';

export const outOfService = 'out of service';
export const playing = 'playing';

export const newTable = {
  title: 'Open a table',
  allTables: 'All tables',
  about:
    'You’ll be the host: you add bots, invite players, pause between rounds and close the table. Its rules never change.',
  noRuleBooks: 'Couldn’t load the rule books',
  game: 'Game',
  games: { 'criss-cross': 'Cards and chips, up to 6 seats', 'king-cross': 'Dice and sheets, up to 100 seats' },
  kind: 'Type',
  live: 'Live',
  aboutLive: 'Clocks run, no analysis during a round',
  practice: 'Practice',
  aboutPractice: 'Advice allowed, clocks optional',
  rules: 'Rules',
  ruleBook: 'Rule book',
  minimum: 'Minimum ante, dollars',
  maximum: 'Maximum ante, dollars',
  limit: (about: string, range: string): string => `${about} Range: ${range}.`,
  progressives: 'Progressive side bets with wheels and meters',
  aboutProgressives: 'All other choices follow the example submission.',
  dice: 'Dice',
  communal: 'One roll for all',
  aboutCommunal: 'Everyone places the same card',
  ownDice: 'Own dice',
  aboutOwnDice: 'Everyone rolls their own',
  bonus: 'Bonus points for achievements',
  aboutBonus: 'Without them, only the twelve lines score.',
  conflict: 'These choices don’t work together',
  warnings: 'Allowed, but worth knowing',
  table: 'Table',
  name: 'Table name',
  seats: 'Seats',
  sheets: 'Sheets',
  seatRange: (most: number): string => `1 to ${number(most)}.`,
  sheetRange: (most: number): string => `1 to ${number(most)}. The upper limit is by Crossfelt (reading K16).`,
  decisionTime: 'Time to decide',
  aboutFold: 'When it runs out, the table folds for the player.',
  aboutPlace: 'When it runs out, the table places the card.',
  bettingTime: 'Time to bet',
  aboutBetting: 'Starts with the first wager. Betting closes early when everyone is ready.',
  isPrivate: 'Private',
  aboutPrivate: 'Only people with the link can find it.',
  hostRules: 'Host rules',
  aboutHostRules: 'You make the rulings, even in rounds you play in. The table, the lobby and every record say so.',
  takeSeat: 'Take the first seat',
  aboutSeat: 'Otherwise you only manage the table.',
  notOpened: 'Couldn’t open the table',
  open: 'Open the table',
  opening: 'Opening…',
  back: 'Back',
  isOpen: 'The table is open.',
  wrong: (faults: readonly string[]): string => `Check the form: ${faults.join(' ')}`,
  defaultName: 'A table for friends',
  /** The server accepts only the plain apostrophe in the name of a listed live table. */
  nameOf: (guest: string): string => `${guest}'s table`,
  noClock: 'No clock',
  seconds: (seconds: number): string => plural(seconds, { one: '# second', other: '# seconds' }),
  minutes: (minutes: number): string => plural(minutes, { one: '# minute', other: '# minutes' }),
  noName: 'Give the table a name.',
  nameTooLong: (most: number, length: number): string =>
    `Use at most ${number(most)} characters. This name has ${number(length)}.`,
  noAmount: 'Enter an amount such as 5 or 12.50.',
  belowMinimum: (minimum: string): string => `The maximum is below the minimum of ${minimum}.`,
  noCount: (most: number): string => `Enter a whole number from 1 to ${number(most)}.`,
};
