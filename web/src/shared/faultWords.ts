/** Why something was refused, in words of the page: chosen by code, made from the parameters, never read from a message. */

import { spoken } from './cards';
import { dollars } from './money';
import type { FaultDetail } from './protocol';
import { listWords, sentence, sentenceOf } from './words';

export type Fault = FaultDetail;
export type FaultParams = Fault['params'];
type Param = FaultParams[string];

/** How a form names what a fault is about. */
export interface Naming {
  /** The title of a spot. */
  readonly titleOf: (spot: string) => string;
  /** A value as people type it in the field. */
  readonly shown: (value: Param | undefined) => string;
}

const PLAIN: Naming = { titleOf: sentence, shown: plainValue };

function plainValue(value: Param | undefined): string {
  return Array.isArray(value)
    ? listWords(value.map(String))
    : value === null || value === undefined
      ? 'nothing'
      : String(value);
}

/** Cents as dollars, anything else as it is. */
export function centsValue(value: Param | undefined): string {
  return typeof value === 'number' ? dollars(value) : plainValue(value);
}

const texts = (value: Param | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);
const money = (value: Param | undefined): string => centsValue(value);

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

/** Null in a table below: the parameters do not say enough, and the server's own message is shown. */
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

function secondsWords({ seconds }: FaultParams): string | null {
  if (typeof seconds !== 'number') return null;
  return `Too many requests. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
}

/** A fraction of an ante such as `9/50`, rounded. */
function anteWords(fraction: string): string {
  const [numerator = 0, denominator = 1] = fraction.split('/').map(Number);
  return (numerator / denominator).toFixed(2);
}

/** What is wrong with a value, as it follows the name of its field. */
const VALUE_WORDS: Partial<Record<Fault['code'], MaybeWords>> = {
  missing: () => 'is missing',
  null_value: () => 'must have a value',
  out_of_range: rangeWords,
  above_our_bound: ({ most, value }, { shown }) =>
    `must be at most ${shown(most)}, which is our own bound, not ${shown(value)}`,
  not_one_of: ({ choices, value }, { shown }) =>
    `must be ${listWords(texts(choices).map(sentence), 'or')}, not ${shown(value)}`,
  repeated: ({ value }, { shown }) => `${shown(value)} appears twice`,
  not_rising: () => 'must rise from one number to the next',
  wrong_count: countWords,
  too_short: ({ least }) => (typeof least === 'number' ? `is too short: use at least ${least}` : null),
  too_long: ({ most }) => (typeof most === 'number' ? `is too long: use at most ${most}` : null),
  wrong_type: ({ expected }) => (TYPES[String(expected)] === undefined ? null : `must be ${TYPES[String(expected)]}`),
  minimum_above_maximum: ({ minimum_cents, maximum_cents }) =>
    `the minimum of ${money(minimum_cents)} is above the maximum of ${money(maximum_cents)}`,
  unit_out_of_reach: ({ unit_cents, minimum_cents, maximum_cents }) =>
    `no ante from ${money(minimum_cents)} to ${money(maximum_cents)} is a multiple of ${money(unit_cents)}`,
  shuffler_needed: ({ method }) => `dealing by ${sentence(String(method)).toLowerCase()} needs an automatic shuffler`,
  limit_out_of_bounds: ({ bound, bound_cents, ante_cents, value }) =>
    `must be ${bound === 'at_least' ? 'at least' : 'at most'} ${money(bound_cents)} where the smallest ante is ${money(ante_cents)}, not ${money(value)}`,
  covers_too_little: ({ missing }, { titleOf }) => `must also cover ${listWords(texts(missing).map(titleOf))}`,
  player_edge: ({ ev }) =>
    typeof ev === 'string' ? `best play wins ${anteWords(ev)} antes a round in the long run` : null,
  not_a_card: ({ value }) => `${plainValue(value)} isn’t a card`,
  name_reserved: () => 'looks like a name of the house or of its bots; choose another name',
};

/** What is wrong with a wager, as it follows the title of its spot. */
const WAGER_WORDS: Partial<Record<Fault['code'], Words>> = {
  no_such_wager: () => 'this rule book has no such wager',
  ante_missing: () => 'the ante is missing',
  bet_missing: () => 'the bet is missing',
  wager_size: ({ cents, sizes_cents }) =>
    `${money(cents)} is not ${listWords(Array.isArray(sizes_cents) ? sizes_cents.map(money) : [], 'or')}`,
  wager_outside_limits: ({ cents, minimum_cents, maximum_cents }) =>
    `${money(cents)} is outside ${money(minimum_cents)} to ${money(maximum_cents)}`,
  wagers_unequal: ({ cents, other, other_cents }, { titleOf }) =>
    `${money(cents)} must equal ${titleOf(String(other))}, which is ${money(other_cents)}`,
  wager_needed: ({ needs }, { titleOf }) => `needs ${listWords(texts(needs).map(titleOf))}`,
  not_whole_units: ({ cents, unit_cents }) => `${money(cents)} is not a multiple of ${money(unit_cents)}`,
  placed_too_early: () => 'is not placed before the deal',
  bet_after_fold: ({ cents, folded_at }) => `a bet of ${money(cents)} after the fold at ${sentence(String(folded_at))}`,
  wrong_multiple: ({ cents, multiples, ante_cents }) =>
    `${money(cents)} is not ${listWords(
      texts(multiples).map((multiple) => `${multiple}x`),
      'or',
    )} the ante of ${money(ante_cents)}`,
};

/** Refusals of a whole request: sentences of their own. */
const REQUEST_WORDS: Partial<Record<Fault['code'], MaybeWords>> = {
  card_twice: ({ card }) => `The ${spoken(String(card))} appears twice.`,
  bonus_cards_missing: ({ seat }) => `The bonus cards are missing: seat ${plainValue(seat)} has a wager on them.`,
  no_bonus_cards: () => 'This rule book has no bonus cards.',
  not_signed_in: () => 'You aren’t signed in here. Reload the page and try again.',
  no_such_table: () => 'This table doesn’t exist, or it is closed.',
  no_such_round: () => 'This round doesn’t exist, or it isn’t over yet.',
  table_closed: () => 'This table is closed.',
  seat_taken: () => 'This seat is taken. Choose another one.',
  not_your_turn: () => 'It isn’t your turn.',
  betting_closed: () => 'Betting is closed.',
  too_many: secondsWords,
  server_error: () => 'The server made a mistake. Try again, and tell the operator if it happens again.',
  no_analysis: () => 'This server runs without analysis.',
  storage_failed: () => 'The server can’t save changes right now. Try again later.',
};

/** What is wrong, without the name of the field; the server's message where the page has no words of its own. */
export function faultPhrase(fault: Fault, naming: Partial<Naming> = {}): string {
  const words = VALUE_WORDS[fault.code] ?? WAGER_WORDS[fault.code] ?? REQUEST_WORDS[fault.code];
  return words?.(fault.params, { ...PLAIN, ...naming }) ?? fault.message;
}

/** `Ante minimum: is missing (7.E(1))`: a phrase under a title, with the clause that it rests on. */
export function titledFault(title: string, fault: Fault, naming: Partial<Naming> = {}): string {
  return `${title}: ${faultPhrase(fault, naming)}${fault.clause === '' ? '' : ` (${fault.clause})`}`;
}

/** A fault as a sentence where no form shows its field. */
export function faultSentence(fault: Fault): string {
  const isWhole = fault.field === '' || fault.code in REQUEST_WORDS;
  if (isWhole) return sentenceOf(faultPhrase(fault));
  return sentenceOf(titledFault(sentence(fault.field.split('.').at(-1) ?? fault.field), fault));
}
