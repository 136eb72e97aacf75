import { describe, expect, it } from 'vitest';
import {
  dayAfter,
  dayWords,
  isDays,
  monthAfter,
  monthWords,
  streak,
  untilTomorrow,
  weekdayWords,
  weeksOf,
  withGame,
} from './days';

const POINTS = [25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

describe('days played', () => {
  it('keeps the first score and the best with its hands', () => {
    const first = withGame(undefined, 300, POINTS);
    const second = withGame(first, 500, [...POINTS].reverse());
    expect(second).toEqual({ first: 300, best: 500, games: 2, points: [...POINTS].reverse() });
    expect(withGame(second, 100, POINTS)).toEqual({ ...second, games: 3 });
    expect(isDays({ a: first })).toBe(true);
    expect(isDays({ a: 3 })).toBe(false);
    expect(isDays([])).toBe(false);
  });

  it('counts days in a row, whether or not today is played already', () => {
    const played = withGame(undefined, 1, POINTS);
    const days = { '2026-11-14-base': played, '2026-11-15-base': played, '2026-11-12-base': played };
    expect(streak(days, false, '2026-11-15')).toBe(2);
    expect(streak(days, false, '2026-11-16')).toBe(2);
    expect(streak(days, false, '2026-11-17')).toBe(0);
    expect(streak(days, true, '2026-11-15')).toBe(0);
  });
});

describe('the calendar', () => {
  it('has weeks from Monday', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
    expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null]);
    expect(weeksOf('2024-02').flat().filter(Boolean)).toHaveLength(29);
  });

  it('names days and months', () => {
    expect(dayWords('2026-11-16')).toBe('Monday, November 16');
    expect(weekdayWords('short').join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
    expect(monthWords('2026-11')).toBe('November 2026');
    expect(monthAfter('2026-12', 1)).toBe('2027-01');
    expect(monthAfter('2026-01', -1)).toBe('2025-12');
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
    expect(untilTomorrow(Date.parse('2026-11-16T14:48:00Z'))).toBe(
      'The next sheet starts at 00:00 UTC, in 9 h 12 min.',
    );
    expect(untilTomorrow(Date.parse('2026-11-16T23:59:30Z'))).toBe('The next sheet starts at 00:00 UTC, in 1 min.');
  });
});
