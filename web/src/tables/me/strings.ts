/** Text for people about their account: name, wallet, recovery code and statement. */

import { date } from '../../shared/intl';

export const me = {
  title: 'Me',
  about: 'All chips are play money: nothing is ever paid in or out. Chips have no cash value.',
  failed: 'That didn’t work',
  loading: 'Loading your account…',
  deleted: 'Account deleted',
  notSignedIn: 'Not signed in',
  aboutDeleted: 'Your name, recovery code and chips are gone. You can become a guest again at any time.',
  aboutGuests:
    'You don’t need to sign up. You become a guest with $1,000 of play money when you sit down, or right here.',
  yourName: 'Your name',
  begin: 'Become a guest',
  hasGuest: (name: string): string => `This browser already has a guest: ${name}.`,
  wallet: 'Wallet',
  aboutRefill: (below: string, to: string): string =>
    `Below ${below}, including chips in open rounds, you can refill to ${to} for free, as often as you like.`,
  refill: 'Free refill',
  refilled: (balance: string): string => `Your wallet is back to ${balance}.`,
  myRounds: 'My rounds',
  name: 'Name',
  shownName: 'Name shown to others',
  change: 'Change',
  renamed: (name: string): string => `Your name is now ${name}.`,
  since: (ms: number): string => `Guest since ${date(ms, { dateStyle: 'long' })}.`,
  data: 'My data',
  aboutData: 'Everything this server stores about you, as one JSON file: account, statement, corrections and rounds.',
  download: 'Download my data',
  deleteMe: 'Delete my account',
  aboutDelete:
    'Removes your name, recovery code and chips. The rounds you played stay in the log under an anonymous ID. Leave your seats first.',
  deleteNow: 'Delete my account…',
  deleteQuestion: 'Delete this account?',
  noUndo: 'You can’t undo this.',
  confirmDelete: 'Yes, delete it',
  keep: 'Keep it',
};

export const recovery = {
  code: 'Recovery code',
  /** The form of a recovery code. */
  example: 'ABCD-EFGH-…',
  aboutShown: 'Write it down: it’s shown only once. Anyone who has it can use your wallet.',
  saved: 'I saved it',
  about:
    'Use it to move to another browser or device. A new code replaces the old one and signs out every other browser.',
  renew: 'Create a new code',
  copy: 'Copy the code',
  copied: 'Recovery code copied.',
  move: 'Move a guest here',
  aboutMove: 'Enter the recovery code of a guest from another browser. It works once, and you get a new one.',
  replaces: (name: string): string => `This replaces ${name} in this browser.`,
  moveHere: 'Move here',
  welcome: (name: string): string => `Welcome back, ${name}. A new recovery code is shown.`,
  isShown: 'A new recovery code is shown.',
};

export const replacing = {
  title: (name: string): string => `Replace ${name}?`,
  about: (name: string, balance: string): string =>
    `${name} has ${balance}. Only their recovery code can bring them back, so save it first.`,
  aboutCode: 'This creates a new code. Earlier codes stop working.',
  show: 'Show the recovery code',
  saved: 'I saved this code',
  replace: (name: string): string => `Replace ${name}`,
  keep: (name: string): string => `Keep ${name}`,
};

export const statement = {
  title: 'Statement',
  notLoaded: 'Couldn’t load the statement',
  opening: 'Opening balance',
  before: 'Balance before these entries',
  moved: '+ entries',
  closing: '= wallet',
  adds: '✓ Every entry adds up.',
  differs: '! The entries don’t add up.',
  label: 'Every change to your wallet, newest first',
  time: 'Time',
  entry: 'Entry',
  chips: 'Chips',
  balance: 'Balance',
  moment: (ms: number): string => date(ms, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
  round: (round: string): string => `round ${round}`,
  older: 'Show older entries',
};
