/** The keys of a table and their commands. */

export type Command =
  | { readonly kind: 'go' | 'rebet' | 'undo' | 'clear' | 'why' | 'verify' | 'escape' | 'help' | 'take' }
  | { readonly kind: 'bet'; readonly multiple: number }
  | { readonly kind: 'chip'; readonly step: number }
  | { readonly kind: 'move'; readonly dx: number; readonly dy: number };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LETTERS: Readonly<Record<string, Command>> = {
  r: { kind: 'rebet' },
  f: { kind: 'bet', multiple: 0 },
  z: { kind: 'undo' },
  c: { kind: 'clear' },
  w: { kind: 'why' },
  v: { kind: 'verify' },
  '1': { kind: 'bet', multiple: 1 },
  '2': { kind: 'bet', multiple: 2 },
  '3': { kind: 'bet', multiple: 3 },
  '[': { kind: 'chip', step: -1 },
  ']': { kind: 'chip', step: 1 },
  '?': { kind: 'help' },
};
const OTHERS: Readonly<Record<string, Command>> = {
  Enter: { kind: 'go' },
  Escape: { kind: 'escape' },
  Backspace: { kind: 'take' },
  Delete: { kind: 'take' },
  ArrowUp: { kind: 'move', dx: 0, dy: -1 },
  ArrowDown: { kind: 'move', dx: 0, dy: 1 },
  ArrowLeft: { kind: 'move', dx: -1, dy: 0 },
  ArrowRight: { kind: 'move', dx: 1, dy: 0 },
};

/** Single characters are commands only where `hasLetters` allows them; the other keys always are. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed, hasLetters: boolean): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  return OTHERS[key] ?? (hasLetters ? (LETTERS[key.toLowerCase()] ?? null) : null);
}

/** The spot to which an arrow key moves: within a row, or to the spot below or above. */
export function neighbour(
  rows: readonly (readonly string[])[],
  from: string | null,
  dx: number,
  dy: number,
): string | null {
  const filled = rows.filter((row) => row.length > 0);
  const row = filled.findIndex((spots) => from !== null && spots.includes(from));
  if (row < 0) return filled[0]?.[0] ?? null;
  const column = filled[row]?.indexOf(from ?? '') ?? 0;
  if (dy !== 0) {
    const next = filled[Math.min(Math.max(row + dy, 0), filled.length - 1)] ?? [];
    return next[Math.min(column, next.length - 1)] ?? null;
  }
  const spots = filled[row] ?? [];
  return spots[Math.min(Math.max(column + dx, 0), spots.length - 1)] ?? null;
}
