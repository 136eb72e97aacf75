import { describe, expect, it } from 'vitest';
import { gameName, gridOf, isFull, isLocalGame, newGame, placed, ROLLS, undone, waiting, withHint } from './local';
import { SQUARES } from './squares';

const DAY = '2026-11-15';
const started = placed(newGame(DAY, true), '7d', 'b2', '7d');

describe('a game in this browser', () => {
  it('has its cards on the sheet around the printed King', () => {
    const grid = gridOf(started.placements);
    expect(grid[1]?.[1]).toBe('7d');
    expect(grid[2]?.[2]).toBe('K');
    expect(grid.flat().filter((card) => card !== null)).toHaveLength(2);
  });

  it("waits with the day's next roll, or with the one that was entered", () => {
    expect(waiting(started, ['7d', 'Qs'])).toBe('Qs');
    expect(waiting(newGame(null, false), null)).toBeNull();
    expect(waiting({ ...newGame(null, false), rolled: 'Ah' }, null)).toBe('Ah');
  });

  it('is full after 24 placements', () => {
    const free = SQUARES.filter((square) => square !== 'c3');
    const full = free.reduce((game, square) => placed(game, '7d', square, '7d'), newGame(DAY, false));
    expect(full.placements).toHaveLength(ROLLS);
    expect(isFull(full)).toBe(true);
    expect(waiting(full, ['7d'])).toBeNull();
  });

  it('takes back the entered roll first, then the placement', () => {
    const waits = { ...placed(newGame(null, false), '7d', 'b2', '7d'), rolled: 'Qs' };
    expect(undone(waits)).toMatchObject({ rolled: null, placements: [{ square: 'b2' }] });
    expect(undone(undone(waits))).toMatchObject({ rolled: '7d', placements: [] });
    expect(undone(newGame(null, false))).toEqual(newGame(null, false));
  });

  it('counts a hint once for each roll', () => {
    expect(withHint(withHint(started)).hinted).toEqual([2]);
  });

  it('is told apart from anything else that was kept', () => {
    expect(isLocalGame(JSON.parse(JSON.stringify(started)))).toBe(true);
    expect(isLocalGame({ ...started, placements: [{ rolled: '7d', square: 'z9', card: '7d' }] })).toBe(false);
    expect(isLocalGame({ ...started, placements: [{ rolled: '7x', square: 'b2', card: '7d' }] })).toBe(false);
    expect(isLocalGame(null)).toBe(false);
    expect(gameName(DAY, true)).toBe(`${DAY}-bonus`);
    expect(gameName(null, true)).toBe('paper');
  });
});
