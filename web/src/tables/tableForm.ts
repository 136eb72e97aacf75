/** The form that opens a table: its fields, its request, and the field of each refusal. */

import type { Failure, Options } from '../shared/api';
import { choiceFaultWords, choiceOf } from '../shared/choices';
import { faultPhrase, faultSentence } from '../shared/faultWords';
import { dollars, dollarsField, parseDollars } from '../shared/money';
import type { Choice, RuleBookAnswer } from '../shared/protocol';
import { sentenceOf } from '../shared/words';
import { newTable as text } from './lobby/strings';
import type { GameName } from './lobbyWords';
import type { Terms } from './openTable';

export type Mode = 'communal' | 'own_dice';

export interface TableForm {
  game: GameName;
  kind: 'live' | 'practice';
  rules: string;
  /** Plays by the submission with the progressive wagers of the text; its choices are its own. */
  hasProgressives: boolean;
  options: Options;
  minimum: string;
  maximum: string;
  mode: Mode;
  bonus: boolean;
  title: string;
  seats: number;
  decisionSeconds: number;
  bettingSeconds: number;
  isPrivate: boolean;
  /** At a private table: the host rules on rounds, also on those they play in. */
  hostRules: boolean;
  /** Whether the host takes a seat. */
  takesSeat: boolean;
}

/** Field -> its faults; faults of no field are under `''`. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>;

export const MOST_TITLE = 40;
export const MOST_SHEETS = 100;
const SCORING = 'king-cross';
const LIMITS = { minimum: 'ante_minimum_cents', maximum: 'ante_maximum_cents' } as const;

/** Seconds, as the clocks of a table may be; 0 is no clock. */
export const DECISION_SECONDS: readonly number[] = [15, 30, 45, 60, 90, 180, 300];
export const BETTING_SECONDS: readonly number[] = [10, 20, 30, 45, 60, 120];
export const USUAL_SECONDS = { decision: 45, betting: 20 };

export function emptyForm(game: GameName, name: string | null): TableForm {
  return {
    game,
    kind: 'live',
    rules: '',
    hasProgressives: false,
    options: {},
    minimum: '',
    maximum: '',
    mode: 'communal',
    bonus: false,
    title: name === null ? text.defaultName : text.nameOf(name).slice(0, MOST_TITLE),
    seats: game === 'criss-cross' ? 6 : 4,
    decisionSeconds: USUAL_SECONDS.decision,
    bettingSeconds: USUAL_SECONDS.betting,
    isPrivate: false,
    hostRules: false,
    takesSeat: true,
  };
}

export function secondsWords(seconds: number): string {
  if (seconds === 0) return text.noClock;
  return seconds < 120 ? text.seconds(seconds) : text.minutes(seconds / 60);
}

/** The two limits of the ante, as choices of the rule book. */
export function limitChoices(book: RuleBookAnswer): { minimum: Choice | undefined; maximum: Choice | undefined } {
  const named = (name: string): Choice | undefined => book.choices.find((choice) => choice.name === name);
  return { minimum: named(LIMITS.minimum), maximum: named(LIMITS.maximum) };
}

/** The book without the choices that have fields of their own. */
export function otherChoices(book: RuleBookAnswer): RuleBookAnswer {
  const own: readonly string[] = Object.values(LIMITS);
  return { ...book, choices: book.choices.filter((choice) => !own.includes(choice.name)) };
}

export function limitField(choice: Choice | undefined): string {
  return typeof choice?.default === 'number' ? dollarsField(choice.default) : '';
}

/** Faults that the page finds before it asks the server. */
export function formFaults(form: TableForm, book: RuleBookAnswer | null): FieldFaults {
  const problems: Record<string, string[]> = {};
  const length = Array.from(form.title.trim()).length;
  if (length === 0) problems['title'] = [text.noName];
  else if (length > MOST_TITLE) problems['title'] = [text.nameTooLong(MOST_TITLE, length)];
  if (form.game === 'criss-cross' && !form.hasProgressives) {
    const limits = { minimum: parseDollars(form.minimum), maximum: parseDollars(form.maximum) };
    for (const name of ['minimum', 'maximum'] as const) {
      if (limits[name] === null) problems[name] = [text.noAmount];
    }
    const { minimum, maximum } = limits;
    if (minimum !== null && maximum !== null && maximum > 0 && minimum > maximum) {
      problems['maximum'] = [text.belowMinimum(dollars(minimum))];
    }
  }
  const most = mostSeats(form, book);
  if (!Number.isInteger(form.seats) || form.seats < 1 || form.seats > most) problems['seats'] = [text.noCount(most)];
  return problems;
}

export function mostSeats(form: TableForm, book: RuleBookAnswer | null): number {
  return form.game === 'king-cross' ? MOST_SHEETS : (book?.document.seats.count ?? 6);
}

/** The request to the server. `progressives` is the submission of the book that adds them. */
export function termsOf(form: TableForm, progressives: string | null): Terms {
  const shared = {
    title: form.title.trim(),
    game: form.game,
    table_kind: form.kind,
    is_private: form.isPrivate,
    host_rules: form.isPrivate && form.hostRules,
    seat_count: form.seats,
    decision_seconds: form.decisionSeconds,
    betting_seconds: form.bettingSeconds,
  };
  if (form.game === 'king-cross') {
    const mode = form.seats === 1 ? 'solo' : form.mode;
    return { ...shared, rules: SCORING, options: { mode, bonus: form.bonus } };
  }
  if (form.hasProgressives && progressives !== null) return { ...shared, rules: progressives, options: {} };
  const options = { ...form.options };
  for (const [field, name] of Object.entries(LIMITS)) {
    const cents = parseDollars(form[field as keyof typeof LIMITS]);
    if (cents !== null && cents > 0) options[name] = cents;
  }
  return { ...shared, rules: form.rules, options };
}

const FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  seat_count: 'seats',
  decision_seconds: 'decision',
  betting_seconds: 'betting',
  rules: 'rules',
  [`choices.${LIMITS.minimum}`]: 'minimum',
  [`choices.${LIMITS.maximum}`]: 'maximum',
};

/** The server's refusal, each fault at its field. */
export function refusalFaults({ details, faults }: Failure, book: RuleBookAnswer | null): FieldFaults {
  // A server that can't be reached names no field.
  if (details.length === 0) return { '': faults };
  const byField: Record<string, string[]> = {};
  for (const fault of details) {
    const isChoice = choiceOf(fault.field) !== null;
    const field = FIELDS[fault.field] ?? (isChoice ? 'options' : '');
    const words =
      isChoice && book !== null
        ? choiceFaultWords(fault, book)
        : field === ''
          ? faultSentence(fault)
          : sentenceOf(faultPhrase(fault));
    byField[field] = [...(byField[field] ?? []), words];
  }
  return byField;
}
