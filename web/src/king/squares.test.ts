import { describe, expect, it } from 'vitest';
import { cardAt, CENTRE, handsThrough, LINES, SQUARES, squareNamed, squaresOf, stepFrom } from './squares';

describe('squares and hands', () => {
  it('has 25 squares and twelve hands of five', () => {
    expect(SQUARES).toHaveLength(25);
    expect(SQUARES[0]).toBe('a1');
    expect(SQUARES[4]).toBe('e1');
    expect(SQUARES[24]).toBe('e5');
    expect(LINES.map((line) => new Set(line).size)).toEqual(Array(12).fill(5));
  });

  it('numbers columns, rows and the two diagonals as the sheet does', () => {
    expect(squaresOf(1)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(squaresOf(6)).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
    expect(squaresOf(11)).toEqual(['a1', 'b2', 'c3', 'd4', 'e5']);
    expect(squaresOf(12)).toEqual(['e1', 'd2', 'c3', 'b4', 'a5']);
    expect(handsThrough(CENTRE)).toEqual([3, 8, 11, 12]);
    expect(handsThrough('b1')).toEqual([2, 6]);
  });

  it('reads a card off a grid', () => {
    const grid = [['Qh', null, null, null, null], [], [], ['6s', null, 'Tc'], []];
    expect(cardAt(grid, 'a1')).toBe('Qh');
    expect(cardAt(grid, 'c4')).toBe('Tc');
    expect(cardAt(grid, 'e5')).toBeNull();
  });
});

describe('walking', () => {
  it('stays on the sheet', () => {
    expect(stepFrom('a1', 'ArrowRight')).toBe('b1');
    expect(stepFrom('a1', 'ArrowLeft')).toBe('a1');
    expect(stepFrom('e5', 'ArrowDown')).toBe('e5');
    expect(stepFrom('c4', 'ArrowUp')).toBe('c3');
    expect(stepFrom('c4', 'Home')).toBe('a4');
    expect(stepFrom('c4', 'End')).toBe('e4');
    expect(stepFrom('c4', 'x')).toBeNull();
  });

  it('knows names', () => {
    expect(squareNamed('b4')).toBe('b4');
    expect(squareNamed('f1')).toBeNull();
    expect(squareNamed('')).toBeNull();
  });
});
