/** The 25 squares of a sheet, its twelve lines, and the steps of the keyboard between squares. */

export const SIDE = 5;
const COLUMNS = 'abcde';

/** Row by row from the top left: `a1` to `e1`, then `a2`; the printed King is on `c3`. */
export const SQUARES: readonly string[] = Array.from({ length: SIDE * SIDE }, (_, at) =>
  nameAt(at % SIDE, Math.floor(at / SIDE)),
);
export const CENTRE = 'c3';

/** Hands 1 to 5 are columns, 6 to 10 rows, 11 falls from the top left, 12 from the top right. */
export const LINES: readonly (readonly string[])[] = [
  ...walk((line, step) => nameAt(line, step)),
  ...walk((line, step) => nameAt(step, line)),
  along((step) => nameAt(step, step)),
  along((step) => nameAt(SIDE - 1 - step, step)),
];

export type Grid = readonly (readonly (string | null)[])[];

function nameAt(column: number, row: number): string {
  return `${COLUMNS[column] ?? ''}${row + 1}`;
}

function along(square: (step: number) => string): string[] {
  return Array.from({ length: SIDE }, (_, step) => square(step));
}

function walk(square: (line: number, step: number) => string): string[][] {
  return Array.from({ length: SIDE }, (_, line) => along((step) => square(line, step)));
}

export function columnOf(square: string): number {
  return COLUMNS.indexOf(square[0] ?? '');
}

export function rowOf(square: string): number {
  return Number(square[1]) - 1;
}

export function cardAt(grid: Grid, square: string): string | null {
  return grid[rowOf(square)]?.[columnOf(square)] ?? null;
}

/** The numbers of the hands that a square belongs to, 1 to 12. */
export function handsThrough(square: string): number[] {
  return LINES.flatMap((line, at) => (line.includes(square) ? [at + 1] : []));
}

/** The squares of a hand. */
export function squaresOf(hand: number): readonly string[] {
  return LINES[hand - 1] ?? [];
}

export function squareNamed(text: string): string | null {
  return SQUARES.includes(text) ? text : null;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The square that a key leads to: arrows by one, Home and End to the ends of the row. Null for any other key. */
export function stepFrom(square: string, key: string): string | null {
  const [column, row] = [columnOf(square), rowOf(square)];
  if (key === 'Home') return nameAt(0, row);
  if (key === 'End') return nameAt(SIDE - 1, row);
  const step = STEPS[key];
  if (step === undefined) return null;
  const stay = (at: number): number => Math.min(SIDE - 1, Math.max(0, at));
  return nameAt(stay(column + step[0]), stay(row + step[1]));
}
