/** Text for people at a table: its bar and menu, seats, fairness and what happens there. */

import { plural } from '../shared/intl';
import type { SeedState } from '../shared/seeding.svelte';

export const table = {
  title: 'Table',
  opening: 'Opening the table…',
  closed: 'This table is closed',
  closedByHost: 'The host closed it.',
  roundsKept: 'Past rounds are kept, and you can check every one.',
  notOpened: 'Can’t open this table',
  whyNot:
    'A table closes when its host ends it or when it has been empty for an hour. A private table needs its full link.',
  allTables: 'All tables',
  myRounds: 'My rounds',
  openTable: 'Open a table',
};

export const kinds = { live: 'live', practice: 'practice' } as const;
export const paused = 'paused';
export const isPrivate = 'private';

export const menu = {
  label: 'Table menu',
  live: 'Live table: no analysis during a round.',
  practice: 'Practice table: advice is allowed.',
  isPrivate: 'Only people with the link can find it.',
  takeSeat: 'Take a seat',
  removed: 'You were removed. Your seat is free when this round ends.',
  leaving: 'You leave when this round ends.',
  sitIn: 'Sit in',
  sitOut: 'Sit out',
  leave: 'Leave',
  leaveSeat: 'Leave the seat',
  leaveAnyway: 'Leave anyway',
  stay: 'Stay',
  fairness: 'Fairness',
  floor: 'Floor',
  host: 'Host',
  seats: 'Seats',
  you: 'You',
  seat: (seat: number, ...about: readonly string[]): string =>
    [`Seat ${seat}`, ...about.filter((words) => words !== '')].join(', '),
  bot: 'bot',
  remove: 'Remove',
  removeNamed: (name: string): string => `Remove ${name}`,
  noOne: 'No one is seated yet.',
  addBot: 'Add a bot',
  sound: 'Sound',
};

export const bots = {
  noSeat: 'Every seat is taken',
  addTo: (seat: number): string => `Add a bot to seat ${seat}`,
  about: 'It follows the same rules as everyone and sees only its own cards.',
};

export const emptySeat = {
  seat: (seat: number): string => `Seat ${seat}`,
  sit: 'Sit here',
  sitAt: (seat: number): string => `Sit here, seat ${seat}`,
  free: 'free',
  addBot: 'Add bot',
  addBotTo: (seat: number): string => `Add bot to seat ${seat}`,
};

export const invite = {
  invite: 'Invite',
  inviteTo: (seat: number): string => `Invite to seat ${seat}`,
  copyLink: 'Copy invite link',
  linkCopied: 'Invite link copied.',
  message: (title: string): string => `Join me at the table ${title}.`,
  sent: 'Invitation sent.',
};

export const askName = {
  title: 'What’s your name?',
  about: (given: string): string =>
    `Other players see it. If you skip this, they see ${given}. You can change it any time under My wallet and name.`,
  label: 'Your name',
  save: 'Save name',
  skip: 'Skip',
};

export const refused = (faults: readonly string[]): string => `Refused: ${faults.join(' ')}`;

export const presence = { leaving: 'leaving after this round', out: 'sitting out', away: 'away' };

export const rulings = {
  host: 'The host rules here',
  floor: 'A floor manager rules here',
  system: 'No floor manager: the system rules alone',
};

export const noSpectators = 'No spectators';
export const watching = (watchers: number): string => plural(watchers, { other: '# watching' });

export const tableClosed = 'This table is closed.';
export const seatsTaken = 'Every seat is taken. You can watch.';

/** A player in a sentence about a table: a name, or null for the reader. */
type Who = string | null;

/** What happens at a table apart from its game. */
export const happenings = {
  theHost: 'The host',
  aPlayer: 'A player',
  atSeat: (seat: number): string => `Seat ${seat}`,
  seatTaken: (who: Who, seat: number): string =>
    who === null ? `You take seat ${seat}.` : `${who} takes seat ${seat}.`,
  seatLeaving: (who: Who): string => (who === null ? 'You leave after this round.' : `${who} leaves after this round.`),
  /** `seat` is null for the reader's own. */
  seatLeft: (seat: number | null, reason: 'asked' | 'absent' | 'removed'): string => {
    const free = seat === null ? 'Your seat is free' : `Seat ${seat} is free`;
    const why = { asked: '', absent: ': the player was away too long', removed: ': the player was removed' };
    return `${free}${why[reason]}.`;
  },
  satOut: (who: Who): string => (who === null ? 'You sit out.' : `${who} sits out.`),
  satOutIdle: (who: Who): string =>
    who === null
      ? 'You sit out after three rounds without a wager.'
      : `${who} sits out after three rounds without a wager.`,
  satIn: (who: Who): string => (who === null ? 'You’re playing again.' : `${who} is playing again.`),
  seatRemoved: (who: Who): string =>
    who === null ? 'You are removed and leave after this round.' : `${who} is removed and leaves after this round.`,
  renamed: (title: string): string => `The operator renamed the table to ${title}`,
  floorGranted: (who: Who): string => (who === null ? 'You are now floor manager.' : `${who} is now floor manager.`),
  floorRevoked: (who: Who): string =>
    who === null ? 'You are no longer floor manager.' : `${who} is no longer floor manager.`,
  paused: 'The table is paused.',
  pausedBecause: (reason: string): string => `The table is paused: ${reason}`,
  pausePlanned: 'The table pauses after this round.',
  pausePlannedBecause: (reason: string): string => `The table pauses after this round: ${reason}`,
  resumed: 'The table continues. Every clock starts again.',
  outOfService: (reason: string): string => `The table is out of service: ${reason}`,
  backInService: 'The table is back in service.',
  stopped: (note: string): string => `The round stopped without a result: ${note}`,
  noted: (note: string): string => `Note by the floor manager: ${note}`,
  corrected: (round: string, reason: string, clause: string): string =>
    `The floor manager corrected round ${round}: ${reason} Clause ${clause}.`,
  closed: (reason: string): string => `The table is closed: ${reason}`,
};

export const closedBy = {
  operator: (reason: string): string => `The operator closed it: ${reason}`,
  system: (reason: string): string => `It closed: ${reason}`,
  host: (reason: string): string => `The host closed it: ${reason}`,
};

export const corrections = {
  label: 'Corrections to your rounds',
  statement: 'See my statement',
  dismiss: 'Dismiss',
  paid: (round: string, title: string, amount: string, reason: string): string =>
    `Round ${round} at ${title} was corrected: ${amount} was paid to you. ${reason}`,
  takenBack: (round: string, title: string, amount: string, reason: string): string =>
    `Round ${round} at ${title} was corrected: ${amount} was taken back. ${reason}`,
};

/** Entries of a statement. */
export const movementText = {
  wagered: 'Wagered',
  jackpotReturned: 'Jackpot, winnings and wagers returned',
  wonReturned: 'Winnings and wagers returned',
  returned: 'Wagers returned',
  correction: (reason: string): string => `Correction by the floor manager: ${reason}`,
  takenBack: (reason: string): string => `Taken back by the floor manager: ${reason}`,
  jackpot: 'Jackpot',
  won: 'Won',
  lost: 'Lost',
  firstChips: 'Starting chips, free',
  refill: 'Free refill',
};

export const fairness = {
  title: 'Fairness',
  warning: 'Fairness warning.',
  details: 'Details',
  dismiss: 'Dismiss',
  keyChanged:
    'The server’s signing key changed, and the old key didn’t announce it. The operator may have lost the key, or this may be another server. Ask the operator before you continue. Your seeds stay secret until you accept the new key.',
  logRewritten:
    'The server rewrote its log: it can’t prove that the log still begins with the checkpoint that your browser saved. Save that checkpoint, and ask the operator before you continue.',
  saveCheckpoint: 'Save the checkpoint',
  acceptLog: 'Accept the new log',
  savedKey: 'Saved key:',
  currentKey: 'Current key:',
  acceptKey: 'Accept the new key',
  keyRotated: 'The server changed its signing key. The old key signed the change.',
  inRound: (round: string, words: string): string => `Round ${round}: ${words}`,
  yourSeed: 'Your seed',
  aboutSeed:
    'Every player’s seed is mixed into the shuffle, so no one can choose the cards. Your browser commits to one for you in each round. You can also type your own.',
  noSeat: 'Take a seat to add a seed.',
  nextRound: (words: string): string => `Next round: ${words}`,
  seed: 'Seed:',
  typeSeed: 'Type a seed',
  random: 'Random',
  useSeed: 'Use this seed',
  fromNowOn: 'Used at this table from now on, starting with this round if betting is still open.',
  isRandom: 'Random seeds from now on.',
  isSet: 'Your seed is set.',
  check: 'Check a round',
  notOver: 'You can check this round as soon as it’s over.',
  aboutCheck:
    'Your browser draws every card again and compares the round with your seed and the signed log it saved. It asks the server only for the record.',
  checkRound: 'Check this round',
  checkAgain: 'Check again',
  replay: 'Replay',
  noRecord: (faults: readonly string[]): string => `Couldn’t load the record: ${faults.join(' ')}`,
  valid: 'The record is valid.',
  invalid: (reason: string): string => `The record is not valid: ${reason}.`,
  saveReceipt: 'Save the receipt',
  aboutReceipt:
    'The receipt is the server’s signature of the log you saw. If the server ever shows a different log, the receipt proves it.',
  commitment: 'Sealed deck of this round:',
  serverKey: 'Server key:',
};

export const notRevealedText = {
  total: (seeds: string): string => `All rounds at this table: ${seeds}.`,
  label: 'Rounds with seeds not revealed',
  round: (round: string): string => `Round ${round}`,
};

export const seedStates: Readonly<Record<SeedState, string>> = {
  none: 'You have no seed in this round yet.',
  committing: 'Committing to your seed…',
  committed: 'Your seed is committed. It stays secret until the commitments are locked.',
  elsewhere: 'Another browser committed to a seed for your seat.',
  outside: 'Your seat isn’t in this round, so its seed isn’t used.',
  revealing: 'The commitments are locked. Revealing your seed…',
  revealed: 'Your seed is revealed.',
  counted: 'Your seed was mixed into the draw.',
  withheld: 'Your seed was not revealed in time (possibly offline). Your commitment still counted.',
  unsigned: 'The server didn’t sign the lock with the key this browser knows. Your seed stays secret.',
  missing:
    'The server accepted your commitment and left it out of the lock. Your seed stays secret. Save the receipt as proof.',
  changed: 'The server locked a different commitment for your seat. Your seed stays secret. Save the receipt as proof.',
  denied: 'The server confirmed your seed and then marked it as withheld. Save the receipt as proof.',
  refused: 'The server refused your seed for this round.',
};
