/** Text for people who run a table: the host and the floor manager. */

import { date, list, number, plural } from '../../shared/intl';

export const floor = {
  floor: 'Floor',
  host: 'Host',
  outOfService: 'Out of service',
  between: 'Between rounds',
  inRound: 'Round in progress',
  noWagers: (reason: string): string => `No wagers accepted: ${reason}`,
  cards: (dealt: number, aside: number, stub: number): string =>
    `Cards: ${number(dealt)} dealt, ${number(aside)} set aside, ${number(stub)} in the stub.`,
  putInService: 'Return to service',
  actions: 'Actions',
  aboutActions: 'Every action is logged with your ID and shown to the players. You see only the cards they see.',
  ownRound: 'You’re in this round, so you can’t rule on it.',
  choose: 'Choose',
  seat: 'Seat',
  seatNumber: (seat: number): string => `Seat ${seat}`,
  whatHappened: 'What happened',
};

export const voiding = {
  title: 'Void the round',
  done: 'The round is void. Every wager is returned.',
  about: 'Returns every wager of every seat.',
};

export const noting = { title: 'Note an incident', button: 'Save note', done: 'Note saved.' };

export const service = {
  title: 'Take out of service',
  done: 'The table is out of service.',
  about: 'The round in progress is finished. After that, the table accepts no wagers.',
};

export const closing = {
  title: 'Close the table',
  button: 'Close permanently',
  done: 'The table is closed.',
  about: 'Works only between rounds. Past rounds are kept.',
};

export const correcting = {
  title: 'Correct a past round',
  button: 'Apply correction',
  done: 'Correction applied.',
  about:
    'Moves chips between the house and the player who had the seat. The record of the round doesn’t change; the correction is added to it.',
  round: 'Round',
  noRounds: 'No round is over yet.',
  roundAt: (round: string, ms: number): string => `Round ${round}, ${date(ms, { timeStyle: 'short' })}`,
  roundNotRevealed: (round: string, seeds: string): string => `${round}, ${seeds}`,
  dollars: 'Dollars',
  noAmount: 'Enter an amount such as 5 or 12.50.',
  fromPlayer: 'Take chips back from the player',
  clause: 'Clause',
};

export const forfeiting = {
  title: 'Forfeit a seat',
  button: 'Forfeit every wager',
  done: 'The wagers of the seat are forfeited.',
  about: 'Takes every wager of a player who broke a conduct rule. The other players continue.',
  namedSeat: (seat: number, name: string): string => `Seat ${seat}, ${name}`,
  rule: 'Rule broken',
  under: 'Under',
};

export const reporting = {
  title: 'Report an irregularity',
  button: 'Report and rule',
  done: 'Ruling applied.',
  about: 'Lists what can go wrong at this point in the round. The rules of the table decide what follows.',
  card: 'Which card',
  outcome: (outcome: string): string => `${outcome}.`,
  /** `time` is an ordinal: `First`. */
  outcomeAt: (time: string, outcome: string): string => `${time} time: ${outcome}.`,
  bonusCard: (index: number): string => `Bonus card ${index}`,
  firstCard: (seat: number): string => `Seat ${seat}, first card`,
  secondCard: (seat: number): string => `Seat ${seat}, second card`,
};

export const order = {
  reason: 'Reason, shown to everyone',
  noReason: 'Enter a reason in one line.',
  noChoice: 'Choose a reason.',
  missing: 'Fill in the fields above.',
  logged: (done: string, entry: number): string => `${done} Log entry ${entry}.`,
};

export const pausing = {
  pause: 'Pause the table',
  now: 'Stops every clock at once, including yours. Add the reason afterwards.',
  later: 'The pause begins when this round ends. Add the reason afterwards.',
  planned: 'The table pauses when this round ends.',
  paused: 'Paused',
  addReason: 'Add the reason',
  cancel: 'Cancel the pause',
  resume: 'Continue',
};

export const people = {
  title: 'At the table',
  host: 'host',
  manager: 'floor manager',
  grant: 'Make floor manager',
  revoke: 'Revoke floor manager',
  roleOf: (role: string, name: string): string => `${role}, ${name}`,
  remove: 'Remove',
  removeNamed: (name: string): string => `Remove ${name}`,
  noOne: 'No one is seated.',
  watching: 'Floor manager, watching',
};

export const report = {
  title: 'Operator’s report',
  notLoaded: 'Couldn’t load the report',
  show: 'Show report',
  update: 'Update report',
  loading: 'Loading…',
  said: (rounds: number, won: string): string =>
    plural(rounds, {
      one: `Report: # round, won by the house: ${won}.`,
      other: `Report: # rounds, won by the house: ${won}.`,
    }),
  rounds: 'Rounds',
  roundCount: (rounds: number, voids: number): string =>
    voids === 0 ? number(rounds) : `${number(rounds)}, plus ${number(voids)} void`,
  handle: 'Handle (all wagers)',
  win: 'Won by the house',
  holdOfHandle: 'Hold (% of handle)',
  holdOfAntes: 'Hold (% of antes)',
  jackpots: 'Jackpots',
  jackpotCount: (jackpots: number, paid: string): string =>
    jackpots === 0 ? number(0) : `${number(jackpots)}, ${paid}`,
  corrections: 'Corrections',
  inPlay: 'In play now',
  mainWin: (won: string): string => `Antes and bets: ${won}.`,
  expected: (expected: string): string => `Expected with optimal play: ${expected}.`,
  within: (low: string, high: string): string => `Within the expected range of ${low} to ${high}.`,
  above: (low: string, high: string): string =>
    `Above the expected range of ${low} to ${high}. Players’ mistakes add to what the house wins.`,
  below: (low: string, high: string): string =>
    `Below the expected range of ${low} to ${high}. It may be luck, but it’s worth a look.`,
  exact: (percent: number, seatRounds: number): string =>
    plural(seatRounds, {
      one: `${percent}% of honest tables are in this range (exact distribution, # round of one seat).`,
      other: `${percent}% of honest tables are in this range (exact distribution, # rounds of one seat).`,
    }),
  normal: (percent: number, seatRounds: number): string =>
    plural(seatRounds, {
      one: `${percent}% of honest tables are in this range (normal approximation with equal seats, # round of one seat).`,
      other: `${percent}% of honest tables are in this range (normal approximation with equal seats, # rounds of one seat).`,
    }),
  wagersLabel: 'Wagers by spot',
  spot: 'Spot',
  wagers: 'Wagers',
  staked: 'Staked',
  won: 'Won',
  meter: (meter: string, ledger: string, log: string): string =>
    `Meter ${meter}: ${ledger} in the ledger, ${log} in the log.`,
  agrees: '✓ Log and ledger agree to the cent.',
  differs: (differences: readonly string[]): string => `! Log and ledger differ: ${list(differences)}.`,
  houseBy: (amount: string): string => `the house’s account by ${amount}`,
  meterBy: (meter: string, amount: string): string => `the meter ${meter} by ${amount}`,
};
