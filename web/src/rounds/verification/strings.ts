/**
 * Texts of the verification of a record. A fault is the part of a sentence that follows "The record isn’t valid:".
 * Kinds of entries, actors and keys are printed as the record has them, so that they can be looked up in it.
 */

import { list, number, plural } from '../../shared/intl';
import { placeWords } from '../../shared/words';

export const VERIFICATION = {
  title: 'Verify this round',
  intro:
    'Before the first bet, the server published a fingerprint of its secret. The players’ seeds were then mixed in. ' +
    'Your browser can repeat every draw from the secret and the seeds, without asking the server.',
  verify: 'Verify this round',
  verifyAgain: 'Verify again',
  notCheckedTitle: 'What your browser doesn’t check',
  notChecked: [
    'How each wager is paid and how each sheet scores. The stand-alone verifier computes that.',
    'Whether the floor manager’s reports were true, and who sat at each seat. No program can check that.',
  ],
  logNotSeen: 'Whether this is the log the players saw. Only a browser that played the round can check that.',
  verifierTitle: 'Don’t take our word for it',
  verifier: 'Download the record and a one-file verifier. It needs only Python 3.11 and recomputes every chip.',
  downloadRecord: 'Download the record',
  downloadVerifier: 'Download the verifier',
  command: (file: string) => `python3 crossfelt_verifier.py ${file}`,
};

export const VERDICT = {
  headline: (fault: string | null) => (fault === null ? 'The record is valid.' : `The record isn’t valid: ${fault}.`),
  states: { holds: 'passed', broken: 'failed', skipped: 'skipped' },
};

/** The checks: their titles, and the result of each one that passed. */
export const CHECKS = {
  file: 'The file is intact',
  fileResult: (rules: string) => `The digest of the record and the hash of its rules, ${rules}, match.`,
  secret: 'The secret matches its commitment',
  secretResult: (hash: string) =>
    `The SHA-256 of the secret is ${hash.slice(0, 8)}…${hash.slice(-8)}, published before the first wager.`,
  log: 'The log is one unbroken chain',
  logResult: (entries: number, table: string) =>
    plural(entries, {
      one: `# entry of table ${table}, with the right hash.`,
      other: `# entries of table ${table}. Each hash includes the one before it.`,
    }),
  order: 'Commitment first, then seeds, then cards',
  orderResult: (revealed: number, withheld: readonly number[]) =>
    [
      revealed === 0 ? 'No player seeds.' : plural(revealed, { one: '# player seed.', other: '# player seeds.' }),
      ...(withheld.length === 0 ? [] : [`Not revealed (possibly offline): ${seats(withheld)}.`]),
      'The log matches the record.',
    ].join(' '),
  draws: 'Every draw follows from the secret and the seeds',
  drawsResult: (draws: number, steps: number) =>
    [
      plural(draws, {
        one: '# draw was repeated and gave the same result.',
        other: '# draws were repeated and gave the same results.',
      }),
      plural(steps, { one: 'The one step matches.', other: 'All # steps match.' }),
    ].join(' '),
  signature: 'The server signed the last entry',
  signatureResult: (name: string, isKnown: boolean) =>
    isKnown
      ? `Signed by ${name}, the key this browser knows.`
      : `Signed by ${name}. This browser had no key of the server to compare with.`,
  heads: 'This is the log you saw',
  headsResult: (entries: readonly number[]) =>
    plural(entries.length, {
      one: `Entry ${numbers(entries)} has the hash the server signed while you played.`,
      other: `Entries ${numbers(entries)} have the hashes the server signed while you played.`,
    }),
  ownSeed: 'Your seed is accounted for',
  ownSeedTyped: (seed: string) => `Your seed, “${seed}”, was mixed into the draw.`,
  ownSeedRandom: 'Your browser’s random seed was mixed into the draw.',
  ownSeedWithheld: 'Your seed wasn’t revealed (possibly offline). Your commitment still counted.',
  ownSeedUnused: 'Your seat took no part in this draw, so your seed wasn’t used.',
  skipped: 'Skipped: an earlier check failed.',
};

export const RECORD_FAULTS = {
  malformed: 'the file isn’t a valid record',
  notRecord: 'the file isn’t a record',
  version: 'the file isn’t a record, or has an unknown version',
  digest: 'the digest doesn’t match, so the file was changed',
  keys: 'the record has missing or unexpected keys',
  rulesHash: 'the hash of the rules doesn’t match the rules',
  rulesName: 'the name of the rules doesn’t match the rules',
  scheme: 'the proof has an unknown scheme',
  hex: 'the secret or its commitment isn’t 64 hex digits',
  commitment: 'the commitment isn’t the hash of the secret',
  atStep: (step: number, fault: string) => `step ${step}: ${fault}`,
  atStake: 'the round was closed with chips still at stake',
  signatureKeys: 'the signature has unexpected keys',
  notSigned: (name: string) => `the last entry isn’t signed by ${name}`,
  otherKey: (name: string) => `it is signed by ${name}, which isn’t the key this browser knows`,
  otherTable: 'a signed head saved by your browser is from another table',
  otherHead: (entry: number, isSigned: boolean) =>
    isSigned
      ? `entry ${entry} isn’t the one your browser saw. The server signed both, which proves that the server cheated. Save the receipt`
      : `entry ${entry} isn’t the one your browser saw. The head your browser saved isn’t signed`,
  notLocked: 'the server accepted your commitment but left it out of the draw',
  otherCommitment: 'your seat’s commitment isn’t the one your browser made',
  notWithheld: 'you revealed your seed and the server confirmed it, but the record says you withheld it',
  otherSeed: 'your seat’s seed isn’t the one your browser made',
};

export const STEP_FAULTS = {
  unknownGame: 'this page doesn’t know the game of the record',
  systemOnly: (actor: string, action: string) => `${actor} took an action that only the system may take: ${action}`,
  noDraw: (action: string) => `the draw isn’t the one the action asks for: ${action}`,
  drawBy: (actor: string) => `a draw was made by ${actor} instead of chance`,
  over: 'the round was already over',
  deckAsked: 'the deck of the action isn’t the deck that was shuffled',
  deck: 'the deck isn’t the one that the secret and the seeds give',
  wheel: 'the wheel didn’t stop where the secret and the seeds stop it',
  spinAsked: 'the spin of the action isn’t the spin that was made',
  hotSpot: 'the Hot Spot isn’t the one that the secret and the seeds give',
  hotSpotAsked: 'the Hot Spot of the action isn’t the one that was drawn',
  withdrawn: 'the wagers taken back aren’t the wagers that were placed',
  deckWithdrawn: 'the deck was withdrawn after cards were dealt from it',
  dealOrder: 'the cards weren’t dealt in the order the rules give',
  setAside: 'the card set aside isn’t the next card of the deck',
  card: (place: string) => `${placeWords(place)}: the card isn’t the one from the deck`,
  hand: (seat: number) => `the cards of seat ${seat} aren’t the ones from the deck`,
  bonusCards: 'the bonus cards aren’t the ones from the deck',
  removed: (seat: number) => `seat ${seat} was removed and loses more than by folding`,
  stake: (seat: number, spot: string) => `seat ${seat}: ${spot} is settled with a different stake`,
  totals: 'the totals aren’t the sums of the settled wagers',
  refunds: 'the refunds aren’t equal to the wagers',
  communityPay: 'a seat that forfeits keeps a Community Pay',
  bet: (seat: number, multiple: number) =>
    plural(multiple, { one: `seat ${seat} didn’t bet # ante`, other: `seat ${seat} didn’t bet # antes` }),
  matchOver: 'the match was already over',
  roll: 'the roll isn’t the one that the secret and the seeds give',
  dice: 'the card isn’t the one on the dice',
  placed: (seat: number) => `seat ${seat} placed a card that wasn’t rolled`,
  twice: (seat: number, square: string) => `seat ${seat} placed two cards on ${square}`,
};

export const LOG_FAULTS = {
  scheme: 'the log has an unknown scheme',
  ends: 'the hash before the log or the hash at its end isn’t valid',
  first: 'the log doesn’t give the number of its first entry',
  empty: 'the log has no entries',
  tableName: 'the first entry of the table doesn’t follow from the table’s name',
  entry: (seq: number) => `log entry ${seq} isn’t valid`,
  chain: 'the hashes of the log don’t lead from the entry before the round to the last one',
  once: (kind: string) => `the log must have exactly one ${kind} entry`,
  sealed: (seq: number, kind: string) => `log entry ${seq}: ${kind} must be sealed`,
  open: (seq: number, kind: string) => `log entry ${seq}: ${kind} must not be sealed`,
  differs: (seq: number, kind: string, key: string) =>
    `log entry ${seq}: the ${key} of ${kind} isn’t the one in the record`,
  span: 'the log must start with the commitment and end with the reveal',
  stepCount: (logged: number, recorded: number) =>
    `the log has ${number(logged)} steps, but the record has ${number(recorded)}`,
  openedLate: 'the round was opened after its first step',
  nothingHidden: (seq: number, step: number) => `log entry ${seq} is sealed, but step ${step} has nothing to hide`,
  otherStep: (seq: number, step: number) => `log entry ${seq} isn’t step ${step} of the record`,
  json: (seq: number) => `log entry ${seq} isn’t canonical JSON`,
  asked: (seq: number) => `log entry ${seq}: “asked” isn’t a valid hash`,
  posting: (seq: number) => `log entry ${seq} has an invalid posting`,
  base64: (seq: number) => `log entry ${seq} is sealed, but isn’t valid base64`,
};

export const SEED_FAULTS = {
  lockedOnce: 'the log must have one commitments_locked entry, when betting closes',
  revealedOnce: 'the log must have one seeds_locked entry, before the first draw',
  sealedLate: 'the secret was sealed after the commitments were locked',
  proof: 'the seeds of the proof aren’t the seeds that were locked',
  /** An entry, as the start of the faults below. */
  entry: (seq: number, kind: string) => `log entry ${seq}: ${kind}`,
  otherRound: (entry: string) => `${entry} is for another round`,
  notBeforeDraw: (entry: string) => `${entry} doesn’t come directly before the first draw`,
  otherSeeds: (entry: string) => `${entry} doesn’t have the seeds that were revealed`,
  late: (entry: string) => `${entry} comes after the commitments were locked`,
  noCommitment: (entry: string) => `${entry} has no valid commitment`,
  notAfterBets: (entry: string) => `${entry} doesn’t come directly after betting closes`,
  otherCommitments: (entry: string) => `${entry} doesn’t have the commitments in force`,
  wrongTime: (entry: string) => `${entry} comes at the wrong time or is for another seat`,
  again: (entry: string, seat: number) => `${entry} is the second one for seat ${seat}`,
  noSeed: (entry: string) => `${entry} has no valid nonce and seed`,
  notOpened: (entry: string, seat: number) => `${entry} doesn’t match the commitment of seat ${seat}`,
  noSeat: (entry: string) => `${entry} has no valid seat`,
};

export const DRAW_FAULTS = {
  empty: 'there is nothing to draw from',
  tooMany: 'there are too many possible results for a browser to draw from',
};

const numbers = (values: readonly number[]): string => list(values.map(String));

const seats = (values: readonly number[]): string =>
  plural(values.length, { one: `seat ${numbers(values)}`, other: `seats ${numbers(values)}` });
