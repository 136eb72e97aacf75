/** Why something was refused: text for people, chosen by code and made from the parameters of the fault. */

import { spoken } from '../cards';
import type { Fault, FaultParams, Naming, Param } from '../faultWords';
import { list, number, plural } from '../intl';
import { dollars } from '../money';
import { sentence } from '../words';

/** A value of a fault's parameters. */
export function plainValue(value: Param | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? list(value.map(String)) : String(value);
}

/** Cents as dollars, anything else as it is. */
export function centsValue(value: Param | undefined): string {
  return typeof value === 'number' ? dollars(value) : plainValue(value);
}

const texts = (value: Param | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const either = (words: readonly string[]): string => list(words, 'disjunction');

const TYPES: Readonly<Record<string, string>> = {
  boolean: 'yes or no',
  cents: 'whole cents',
  list: 'a list',
  table: 'an object',
  number: 'a number',
  text: 'text',
  whole_number: 'a whole number',
};

type Words = (params: FaultParams, naming: Naming) => string;

/** Null if the parameters aren't enough for a text. The page then shows the server's message. */
type MaybeWords = (params: FaultParams, naming: Naming) => string | null;

function rangeWords({ least, most, above, value }: FaultParams, { shown }: Naming): string | null {
  const low = least ?? null;
  const high = most ?? null;
  if (low !== null && high !== null) return `must be from ${shown(low)} to ${shown(high)}, not ${shown(value)}`;
  if (low !== null) return `must be at least ${shown(low)}, not ${shown(value)}`;
  if (high !== null) return `must be at most ${shown(high)}, not ${shown(value)}`;
  return (above ?? null) === null ? null : `must be above ${shown(above)}, not ${shown(value)}`;
}

function countWords({ least, most, count }: FaultParams): string {
  if (least === most) return `needs ${plainValue(least)}, not ${plainValue(count)}`;
  return (most ?? null) === null
    ? `needs at least ${plainValue(least)}, not ${plainValue(count)}`
    : `needs ${plainValue(least)} to ${plainValue(most)}, not ${plainValue(count)}`;
}

/** A fraction of an ante such as `9/50`, rounded. */
function antes(fraction: string): string {
  const [numerator = 0, denominator = 1] = fraction.split('/').map(Number);
  return number(numerator / denominator, 2);
}

/** The fault of a value, as it follows the name of its field. */
export const valueFaults: Partial<Record<Fault['code'], MaybeWords>> = {
  missing: () => 'is missing',
  null_value: () => 'must have a value',
  out_of_range: rangeWords,
  above_our_bound: ({ most, value }, { shown }) =>
    `must be at most ${shown(most)} (a limit by Crossfelt), not ${shown(value)}`,
  not_one_of: ({ choices, value }, { shown }) => `must be ${either(texts(choices).map(sentence))}, not ${shown(value)}`,
  repeated: ({ value }, { shown }) => `${shown(value)} appears twice`,
  not_rising: () => 'must be in increasing order',
  wrong_count: countWords,
  too_short: ({ least }) => (typeof least === 'number' ? `is too short: use at least ${least}` : null),
  too_long: ({ most }) => (typeof most === 'number' ? `is too long: use at most ${most}` : null),
  wrong_type: ({ expected }) => (TYPES[String(expected)] === undefined ? null : `must be ${TYPES[String(expected)]}`),
  minimum_above_maximum: ({ minimum_cents, maximum_cents }) =>
    `the minimum of ${centsValue(minimum_cents)} is above the maximum of ${centsValue(maximum_cents)}`,
  unit_out_of_reach: ({ unit_cents, minimum_cents, maximum_cents }) =>
    `no ante from ${centsValue(minimum_cents)} to ${centsValue(maximum_cents)} is a multiple of ${centsValue(unit_cents)}`,
  shuffler_needed: ({ method }) => `dealing by ${sentence(String(method)).toLowerCase()} needs an automatic shuffler`,
  limit_out_of_bounds: ({ bound, bound_cents, ante_cents, value }) => {
    const limit = bound === 'at_least' ? `at least ${centsValue(bound_cents)}` : `at most ${centsValue(bound_cents)}`;
    return `must be ${limit} when the smallest ante is ${centsValue(ante_cents)}, not ${centsValue(value)}`;
  },
  covers_too_little: ({ missing }, { titleOf }) => `must also cover ${list(texts(missing).map(titleOf))}`,
  player_edge: ({ ev }) =>
    typeof ev === 'string' ? `optimal play wins ${antes(ev)} antes per round on average` : null,
  not_a_card: ({ value }) => `${plainValue(value)} isn’t a card`,
  name_reserved: () => 'is reserved for the house and its bots; choose another one',
};

/** The fault of a wager, as it follows the title of its spot. */
export const wagerFaults: Partial<Record<Fault['code'], Words>> = {
  no_such_wager: () => 'this rule book has no such wager',
  ante_missing: () => 'the ante is missing',
  bet_missing: () => 'the bet is missing',
  wager_size: ({ cents, sizes_cents }) =>
    `must be ${either(Array.isArray(sizes_cents) ? sizes_cents.map(centsValue) : [])}, not ${centsValue(cents)}`,
  wager_outside_limits: ({ cents, minimum_cents, maximum_cents }) =>
    `must be from ${centsValue(minimum_cents)} to ${centsValue(maximum_cents)}, not ${centsValue(cents)}`,
  wagers_unequal: ({ cents, other, other_cents }, { titleOf }) =>
    `must equal ${titleOf(String(other))} (${centsValue(other_cents)}), not ${centsValue(cents)}`,
  wager_needed: ({ needs }, { titleOf }) => `needs ${list(texts(needs).map(titleOf))}`,
  not_whole_units: ({ cents, unit_cents }) =>
    `must be a multiple of ${centsValue(unit_cents)}, not ${centsValue(cents)}`,
  placed_too_early: () => 'can’t be placed before the deal',
  bet_after_fold: ({ cents, folded_at }) =>
    `can’t bet ${centsValue(cents)} after folding at ${sentence(String(folded_at))}`,
  wrong_multiple: ({ cents, multiples, ante_cents }) => {
    const allowed = either(texts(multiples).map((multiple) => `${multiple}x`));
    return `must be ${allowed} the ante of ${centsValue(ante_cents)}, not ${centsValue(cents)}`;
  },
};

function secondsWords({ seconds }: FaultParams): string | null {
  if (typeof seconds !== 'number') return null;
  return plural(seconds, {
    one: 'Too many requests. Try again in # second.',
    other: 'Too many requests. Try again in # seconds.',
  });
}

/** Refusals of a whole request: sentences of their own. */
export const requestFaults: Partial<Record<Fault['code'], MaybeWords>> = {
  card_twice: ({ card }) => `The ${spoken(String(card))} appears twice.`,
  bonus_cards_missing: ({ seat }) => `The bonus cards are missing: seat ${plainValue(seat)} has a wager on them.`,
  no_bonus_cards: () => 'This rule book has no bonus cards.',
  not_signed_in: () => 'You aren’t signed in here. Reload the page and try again.',
  already_signed_in: () => 'This browser already has a guest. Reload the page to play as that guest.',
  no_such_table: () => 'This table doesn’t exist, or it’s closed.',
  no_such_round: () => 'This round doesn’t exist, or it isn’t over yet.',
  table_closed: () => 'This table is closed.',
  seat_taken: () => 'This seat is taken. Choose another one.',
  not_your_turn: () => 'It isn’t your turn.',
  betting_closed: () => 'Betting is closed.',
  too_many: secondsWords,
  server_error: () => 'Something went wrong on the server. Try again, and tell the operator if it happens again.',
  no_analysis: () => 'Analysis is turned off on this server.',
  storage_failed: () => 'The server can’t save changes right now. Try again later.',
};

/** `Ante minimum: is missing (7.E(1))`: a phrase under a title, with the clause that it rests on. */
export const titled = (title: string, phrase: string, clause: string): string =>
  clause === '' ? `${title}: ${phrase}` : `${title}: ${phrase} (${clause})`;
