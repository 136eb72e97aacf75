/**
 * A finished round in the form: cards by place, amounts as typed. Converts it into the request that the server settles,
 * and back.
 */

import type { Options } from '../../shared/api';
import { isCard, spoken, type Card } from '../../shared/cards';
import { faultSentence, titledFault, type Fault } from '../../shared/faultWords';
import { dollarsField, parseDollars } from '../../shared/money';
import type { BookDocument, CaseSeat, ChoiceValue, SettleRequest } from '../../shared/protocol';
import { spotTitle } from '../../shared/words';
import { offeredSpots } from './spots';
import { CASE, FIELDS, HINTS, PICKER, PLACES, SEAT_FIELDS } from './strings';

export const CROSS_PLACES = ['across_left', 'across_right', 'down_far', 'down_near', 'middle'] as const;
export const BONUS_PLACES = ['bonus_1', 'bonus_2', 'bonus_3', 'bonus_4'] as const;

export type FoldedAt = NonNullable<CaseSeat['folded_at']>;

export interface SeatForm {
  seat: number;
  foldedAt: FoldedAt | null;
  /** Spot -> the amount as typed. */
  wagers: Record<string, string>;
}

export interface CaseForm {
  rules: string;
  options: Options;
  /** Place -> card: a place of the cross, `bonus_1` to `bonus_4`, `hole:SEAT:1` and `hole:SEAT:2`. */
  cards: Record<string, Card>;
  seats: SeatForm[];
}

export function emptyForm(rules: string): CaseForm {
  return { rules, options: {}, cards: {}, seats: [emptySeat(1)] };
}

export function emptySeat(seat: number): SeatForm {
  return { seat, foldedAt: null, wagers: {} };
}

export function holePlaces(seat: number): [string, string] {
  return [`hole:${seat}:1`, `hole:${seat}:2`];
}

/** Whether four bonus cards are dealt beside the cross. */
export function hasBonusCards(book: BookDocument): boolean {
  return book.dealing[book.dealing_method]?.order.includes(BONUS_PLACES[0]) ?? false;
}

/** Every place for a card, in the order of the picker. */
export function allPlaces(form: CaseForm, book: BookDocument): string[] {
  return [
    ...CROSS_PLACES,
    ...(hasBonusCards(book) ? BONUS_PLACES : []),
    ...form.seats.flatMap((seat) => holePlaces(seat.seat)),
  ];
}

/** The name of a place inside a sentence: `seat 2, first card`, `across left`. */
export function placeName(place: string): string {
  const hole = /^hole:(\d):(\d)$/.exec(place);
  if (hole !== null) return PLACES.holeCard(hole[1] ?? '', hole[2] === '1');
  const bonus = /^bonus_(\d)$/.exec(place);
  return bonus !== null ? PLACES.bonusCard(bonus[1] ?? '') : place.replaceAll('_', ' ');
}

/** The place that a card already has, if any. */
export function placeOf(form: CaseForm, card: Card): string | undefined {
  return Object.keys(form.cards).find((place) => form.cards[place] === card);
}

export function toRequest(form: CaseForm): SettleRequest {
  const at = (places: readonly string[]): Card[] =>
    places.map((place) => form.cards[place]).filter((card) => card !== undefined);
  const bonus = at(BONUS_PLACES);
  // A missing card makes a list too short; the form isn't sent before it is complete.
  const request = {
    rules: form.rules,
    community: {
      across: at(CROSS_PLACES.slice(0, 2)),
      down: at(CROSS_PLACES.slice(2, 4)),
      middle: form.cards['middle'] ?? '',
    },
    ...(bonus.length > 0 ? { bonus_cards: bonus } : {}),
    seats: form.seats.map((seat) => ({
      seat: seat.seat,
      hole: at(holePlaces(seat.seat)),
      folded_at: seat.foldedAt,
      wagers: Object.fromEntries(
        Object.entries(seat.wagers)
          .map(([spot, text]): [string, number] => [spot, parseDollars(text) ?? 0])
          .filter(([, cents]) => cents > 0),
      ),
    })),
    ...(Object.keys(form.options).length > 0 ? { options: form.options } : {}),
  };
  return request;
}

/** A form from pasted JSON. Throws an `Error` whose message says why the form can't show it. */
export function fromRequest(value: unknown): CaseForm {
  const data = table(value, CASE.case);
  const form: CaseForm = { rules: text(data['rules'], 'rules'), options: {}, cards: {}, seats: [] };
  const community = table(data['community'] ?? {}, 'community');
  putCards(form, CROSS_PLACES.slice(0, 2), community['across'] ?? [], 'community.across');
  putCards(form, CROSS_PLACES.slice(2, 4), community['down'] ?? [], 'community.down');
  putCards(form, ['middle'], community['middle'] === undefined ? [] : [community['middle']], 'community.middle');
  putCards(form, BONUS_PLACES, data['bonus_cards'] ?? [], 'bonus_cards');
  if (!Array.isArray(data['seats'])) throw new Error(CASE.list('seats'));
  data['seats'].forEach((entry: unknown, index) => {
    const where = `seats[${index + 1}]`;
    const seat = table(entry, where);
    const number = seat['seat'];
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 6) {
      throw new Error(CASE.seat(`${where}.seat`));
    }
    if (form.seats.some((known) => known.seat === number)) throw new Error(CASE.twice(`${where}.seat`, number));
    putCards(form, holePlaces(number), seat['hole'] ?? [], `${where}.hole`);
    const wagers = Object.entries(table(seat['wagers'] ?? {}, `${where}.wagers`)).map(
      ([spot, cents]): [string, string] => {
        if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 0) {
          throw new Error(CASE.cents(`${where}.wagers.${spot}`));
        }
        return [spot, dollarsField(cents)];
      },
    );
    form.seats.push({
      seat: number,
      foldedAt: foldedAt(seat['folded_at'] ?? null, where),
      wagers: Object.fromEntries(wagers),
    });
  });
  form.seats.sort((one, other) => one.seat - other.seat);
  form.options = table(data['options'] ?? {}, 'options') as Options;
  return form;
}

function table(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(CASE.object(where));
  return value as Record<string, unknown>;
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new Error(CASE.text(where));
  return value;
}

function foldedAt(value: unknown, where: string): FoldedAt | null {
  if (value === null || value === 'across' || value === 'down' || value === 'middle') return value;
  throw new Error(CASE.folded(`${where}.folded_at`));
}

function putCards(form: CaseForm, places: readonly string[], cards: unknown, where: string): void {
  if (!Array.isArray(cards) || cards.length > places.length) throw new Error(CASE.cards(where, places.length));
  cards.forEach((card: unknown, index) => {
    if (!isCard(card)) throw new Error(CASE.card(where, JSON.stringify(card)));
    form.cards[places[index] ?? ''] = card;
  });
}

/* ---- a link with the whole case: only characters that survive every chat and mail program ---- */

const BLANK = 'xx';

export function encodeCase(form: CaseForm): string {
  const cards = (places: readonly string[]) => places.map((place) => form.cards[place] ?? BLANK).join('');
  const parts = [`rules=${encodeURIComponent(form.rules)}`, `cross=${cards(CROSS_PLACES)}`];
  if (BONUS_PLACES.some((place) => form.cards[place])) parts.push(`bonus=${cards(BONUS_PLACES)}`);
  for (const seat of form.seats) {
    const fields = [cards(holePlaces(seat.seat))];
    if (seat.foldedAt !== null) fields.push(`fold-${seat.foldedAt}`);
    for (const [spot, amount] of Object.entries(seat.wagers)) {
      const cents = parseDollars(amount) ?? 0;
      if (cents > 0 && /^\w+$/.test(spot)) fields.push(`${spot}-${cents}`);
    }
    parts.push(`s${seat.seat}=${fields.join('.')}`);
  }
  for (const [choice, value] of Object.entries(form.options)) {
    parts.push(`o.${encodeURIComponent(choice)}=${encodeURIComponent(JSON.stringify(value))}`);
  }
  return parts.join('&');
}

/** The form of a link, or null when the link has no case or a damaged one. */
export function decodeCase(query: string): CaseForm | null {
  const collected = new URLSearchParams(query);
  const rules = collected.get('rules');
  if (rules === null) return null;
  const form: CaseForm = { rules, options: {}, cards: {}, seats: [] };
  if (!takeCards(form, CROSS_PLACES, collected.get('cross') ?? '')) return null;
  if (!takeCards(form, BONUS_PLACES, collected.get('bonus') ?? '')) return null;
  for (const [key, value] of collected) {
    const seat = /^s([1-6])$/.exec(key);
    if (seat !== null) {
      const entry = emptySeat(Number(seat[1]));
      const [hole = '', ...fields] = value.split('.');
      if (!takeCards(form, holePlaces(entry.seat), hole)) return null;
      for (const field of fields) {
        const match = /^(\w+)-(\w+)$/.exec(field);
        if (match === null) return null;
        const [, name = '', content = ''] = match;
        if (name === 'fold' && (content === 'across' || content === 'down' || content === 'middle'))
          entry.foldedAt = content;
        else if (/^\d{1,15}$/.test(content)) entry.wagers[name] = dollarsField(Number(content));
        else return null;
      }
      form.seats.push(entry);
    } else if (key.startsWith('o.')) {
      try {
        form.options[key.slice(2)] = JSON.parse(value) as ChoiceValue;
      } catch {
        return null;
      }
    }
  }
  if (form.seats.length === 0) form.seats.push(emptySeat(1));
  form.seats.sort((one, other) => one.seat - other.seat);
  return form;
}

function takeCards(form: CaseForm, places: readonly string[], run: string): boolean {
  if (run.length % 2 !== 0 || run.length > places.length * 2) return false;
  for (let index = 0; index * 2 < run.length; index += 1) {
    const card = run.slice(index * 2, index * 2 + 2);
    if (card === BLANK) continue;
    if (!isCard(card)) return false;
    form.cards[places[index] ?? ''] = card;
  }
  return true;
}

/* ---- hints while typing; the server alone decides ---- */

export interface Hint {
  /** The field it belongs to: a place, `SEAT:SPOT`, or `seats`. */
  field: string;
  /**
   * `todo`: not filled in yet. `unreadable`: not an amount. Neither is ever sent. `wrong`: filled in, but it will be
   * refused; it may be sent, because the server alone decides.
   */
  level: 'todo' | 'unreadable' | 'wrong';
  says: string;
}

/** The field of the row of seats. */
export const SEATS_FIELD = 'seats';

export function wagerField(seat: number, spot: string): string {
  return `${seat}:${spot}`;
}

export function hints(form: CaseForm, book: BookDocument): Hint[] {
  const seats: Hint[] = form.seats.length > 0 ? [] : [{ field: SEATS_FIELD, level: 'todo', says: HINTS.seats }];
  return [...cardHints(form, book), ...seats, ...form.seats.flatMap((seat) => wagerHints(seat, book))];
}

interface CardGroup {
  readonly places: readonly string[];
  /** Asks for the missing cards; `isMore` where the group has some already. */
  readonly hint: (missing: number, isMore: boolean) => string;
}

/** Cards that belong together: one sentence asks for those that are missing. */
function cardGroups(form: CaseForm, book: BookDocument): CardGroup[] {
  const bonusCards: CardGroup = {
    places: BONUS_PLACES,
    hint: (missing, isMore) => HINTS.cards('bonus', missing, isMore),
  };
  return [
    { places: CROSS_PLACES.slice(0, 2), hint: (missing, isMore) => HINTS.cards('across', missing, isMore) },
    { places: CROSS_PLACES.slice(2, 4), hint: (missing, isMore) => HINTS.cards('down', missing, isMore) },
    { places: ['middle'], hint: () => HINTS.middleCard },
    ...(wantsBonusCards(form, book) ? [bonusCards] : []),
    ...form.seats.map(({ seat }): CardGroup => ({
      places: holePlaces(seat),
      hint: (missing, isMore) => HINTS.holeCards(seat, missing, isMore),
    })),
  ];
}

/** All four or none: for a wager on them, and as soon as one of them is placed. */
function wantsBonusCards(form: CaseForm, book: BookDocument): boolean {
  const isStaked = offeredSpots(book).some(
    (spot) =>
      spot.hand === 'hole_and_bonus' && form.seats.some((seat) => (parseDollars(seat.wagers[spot.id] ?? '') ?? 0) > 0),
  );
  return isStaked || (hasBonusCards(book) && BONUS_PLACES.some((place) => form.cards[place] !== undefined));
}

function cardHints(form: CaseForm, book: BookDocument): Hint[] {
  const collected: Hint[] = [];
  for (const { hint, places } of cardGroups(form, book)) {
    const missing = places.filter((place) => form.cards[place] === undefined);
    const says = hint(missing.length, missing.length < places.length);
    collected.push(...missing.map((field): Hint => ({ field, level: 'todo', says })));
  }
  const seen = new Map<Card, string>();
  for (const place of allPlaces(form, book)) {
    const card = form.cards[place];
    if (card === undefined) continue;
    const other = seen.get(card);
    if (other !== undefined) {
      collected.push({ field: place, level: 'wrong', says: PICKER.isUsed(spoken(card), placeName(other)) });
    }
    seen.set(card, place);
  }
  return collected;
}

function wagerHints(seat: SeatForm, book: BookDocument): Hint[] {
  const collected: Hint[] = [];
  const cents = (spot: string | undefined): number => parseDollars(seat.wagers[spot ?? ''] ?? '') ?? 0;
  const stages = book.stages.map((stage) => stage.id as string);
  const foldIndex = seat.foldedAt === null ? stages.length : stages.indexOf(seat.foldedAt);
  for (const spot of offeredSpots(book)) {
    const typed = seat.wagers[spot.id] ?? '';
    const amount = parseDollars(typed);
    const say = (level: Hint['level'], says: string) =>
      collected.push({ field: wagerField(seat.seat, spot.id), level, says });
    if (amount === null) {
      say('unreadable', HINTS.unreadable);
      continue;
    }
    const stage = stages.indexOf(spot.placed);
    if (stage >= foldIndex) {
      if (amount > 0) say('wrong', HINTS.afterFold);
    } else if (amount === 0) {
      if (spot.required === true) say('todo', HINTS.antes);
      else if (stage >= 0) say('todo', HINTS.betOrFold);
    } else if (spot.multiple_of !== undefined) {
      const ante = cents(spot.multiple_of);
      const sizes = (spot.multiples ?? []).map((multiple) => multiple * ante);
      if (ante > 0 && !sizes.includes(amount)) {
        say('wrong', HINTS.multiples(spot.multiples ?? [], sizes.map(showCents)));
      }
    } else {
      if (amount < (spot.minimum_cents ?? 0) || amount > (spot.maximum_cents ?? Infinity)) {
        say('wrong', HINTS.range(showCents(spot.minimum_cents ?? 0), showCents(spot.maximum_cents ?? 0)));
      }
      if (spot.equal_to !== undefined && cents(spot.equal_to) > 0 && cents(spot.equal_to) !== amount) {
        say('wrong', HINTS.equal(spotTitle(book, spot.equal_to), showCents(cents(spot.equal_to))));
      }
      const missing = (spot.needs ?? []).filter((need) => cents(need) === 0 && book.spots[need]?.required !== true);
      if (missing.length > 0) say('wrong', HINTS.needs(missing.map((need) => spotTitle(book, need))));
    }
  }
  for (const [spot, typed] of Object.entries(seat.wagers)) {
    if (typed.trim() !== '' && !offeredSpots(book).some((known) => known.id === spot)) {
      collected.push({
        field: wagerField(seat.seat, spot),
        level: 'wrong',
        says: HINTS.notOffered(spotTitle(book, spot)),
      });
    }
  }
  return collected;
}

const SEAT_FIELD = /^seats\[(\d+)\](?:\.(\w+))?(?:\.(\w+))?$/;

/**
 * A fault with the form's names of cards, seats and spots: `seats[2].wagers.across` counts the entries of the
 * case, the form numbers its seats.
 */
export function faultWords(fault: Fault, form: CaseForm, book: BookDocument): string {
  const titleOf = (spot: string): string => spotTitle(book, spot);
  const title = FIELDS[fault.field];
  if (title !== undefined) return titledFault(title, fault, { titleOf });
  const [, number, key = '', spot] = SEAT_FIELD.exec(fault.field) ?? [];
  const seat = form.seats[Number(number) - 1];
  if (seat === undefined) return faultSentence(fault);
  const part = spot !== undefined ? titleOf(spot) : key === 'hole' ? SEAT_FIELDS.ownCards : key.replaceAll('_', ' ');
  return titledFault(SEAT_FIELDS.title(seat.seat, part), fault, { titleOf });
}

function showCents(cents: number): string {
  return `$${dollarsField(cents) || '0'}`;
}

/* ---- an example that any rule book can settle: a flush, a push, and a fold whose side bet stays in play ---- */

export function exampleForm(book: BookDocument): CaseForm {
  const spots = offeredSpots(book);
  const cards: Record<string, Card> = {
    across_left: 'Jd',
    across_right: 'Td',
    down_far: 'Th',
    down_near: '6s',
    middle: 'Kd',
    'hole:1:1': 'Ad',
    'hole:1:2': '4d',
    'hole:3:1': '6h',
    'hole:3:2': '2c',
    'hole:5:1': '7c',
    'hole:5:2': '3s',
  };
  if (hasBonusCards(book)) Object.assign(cards, { bonus_1: '7h', bonus_2: '7s', bonus_3: 'Qc', bonus_4: '2s' });
  const seat = (number: number, foldedAt: FoldedAt | null, large: boolean, bonus: boolean): SeatForm => {
    const stages = book.stages.map((stage) => stage.id as string);
    const end = foldedAt === null ? stages.length : stages.indexOf(foldedAt);
    const wagers: Record<string, string> = {};
    const amounts: Record<string, number> = {};
    for (const spot of spots) {
      if (spot.kind === 'bonus' ? !bonus : stages.indexOf(spot.placed) >= end) continue;
      const sizes = spot.multiples ?? [1];
      const size = (large ? sizes[sizes.length - 1] : sizes[0]) ?? 1;
      amounts[spot.id] =
        spot.multiple_of !== undefined
          ? (amounts[spot.multiple_of] ?? 0) * size
          : Math.min(Math.max(500, spot.minimum_cents ?? 0), spot.maximum_cents ?? 500);
      wagers[spot.id] = dollarsField(amounts[spot.id] ?? 0);
    }
    return { seat: number, foldedAt, wagers };
  };
  return {
    rules: book.id,
    options: {},
    cards,
    seats: [seat(1, null, true, true), seat(3, null, false, false), seat(5, 'down', false, true)],
  };
}
