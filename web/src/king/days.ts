/** The days whose practice sheet was played in this browser, and the calendar that shows them. */

import { browserStorage, keep, savedValue } from '../shared/savedValues';
import { gameName } from './local';
import { daily } from './strings';

/** Every game on the sheet of one day, in one mode. */
export interface DayPlayed {
  readonly first: number;
  readonly best: number;
  readonly games: number;
  /** The points of hands 1 to 12 in the best game. */
  readonly points: readonly number[];
}

/** By the name of a game: day and mode. */
export type Days = Readonly<Record<string, DayPlayed>>;

const NAME = 'king.days';

export function withGame(before: DayPlayed | undefined, total: number, points: readonly number[]): DayPlayed {
  if (before === undefined) return { first: total, best: total, games: 1, points };
  const isBetter = total > before.best;
  return {
    first: before.first,
    best: Math.max(before.best, total),
    games: before.games + 1,
    points: isBetter ? points : before.points,
  };
}

function isDay(value: unknown): value is DayPlayed {
  if (typeof value !== 'object' || value === null) return false;
  const { first, best, games, points } = value as Partial<DayPlayed>;
  return typeof first === 'number' && typeof best === 'number' && typeof games === 'number' && Array.isArray(points);
}

export function isDays(value: unknown): value is Days {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isDay);
}

export function loadDays(storage = browserStorage): Days {
  return savedValue(NAME, isDays, storage) ?? {};
}

export function noteDay(
  day: string,
  bonus: boolean,
  total: number,
  points: readonly number[],
  storage = browserStorage,
): void {
  const days = loadDays(storage);
  const name = gameName(day, bonus);
  keep(NAME, { ...days, [name]: withGame(days[name], total, points) }, storage);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export function dayAfter(day: string, days: number): string {
  return new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `Monday, November 16`. */
export function dayWords(day: string, weekday: 'long' | 'short' = 'long'): string {
  return daily.day(utc(day), weekday);
}

export function monthWords(month: string): string {
  return daily.month(utc(`${month}-01`));
}

/** The days of the week from Monday: `Mon`, or in full `Monday`. */
export function weekdayWords(weekday: 'long' | 'short'): string[] {
  const monday = utc('2024-01-01');
  return Array.from({ length: 7 }, (_, at) => daily.weekday(monday + at * DAY_MS, weekday));
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The weeks of a month, from Monday; null before its first and after its last day. */
export function weeksOf(month: string): (string | null)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const days = Array.from({ length }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
  const cells: (string | null)[] = [...Array<null>(before).fill(null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

/** The number of days in a row that were played up to today; today may still be open. */
export function streak(days: Days, bonus: boolean, today: string): number {
  const isPlayed = (day: string): boolean => days[gameName(day, bonus)] !== undefined;
  let count = 0;
  for (let day = isPlayed(today) ? today : dayAfter(today, -1); isPlayed(day); day = dayAfter(day, -1)) count += 1;
  return count;
}

/** The time until the dice of the next day: `…, in 9 h 12 min.` */
export function untilTomorrow(now_ms: number): string {
  const left = Math.ceil((DAY_MS - (now_ms % DAY_MS)) / MINUTE_MS);
  return daily.next(Math.floor(left / 60), left % 60);
}
