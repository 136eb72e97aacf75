/** The keys of a sheet. Single letters and digits work only if the player allows them (WCAG 2.1.4). */

import { squareNamed, stepFrom } from './squares';

export type PlayCommand =
  | { readonly kind: 'go'; readonly square: string }
  | { readonly kind: 'place' | 'escape' | 'hint' | 'why' | 'read' }
  /** The first letter of a square. */
  | { readonly kind: 'column'; readonly letter: string };

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LETTERS: Readonly<Record<string, PlayCommand>> = {
  h: { kind: 'hint' },
  w: { kind: 'why' },
  l: { kind: 'read' },
};

/** The command of a key, on a square and after a letter that was typed before. */
export function playCommand(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  at: string,
  typed: string,
  hasLetters: boolean,
): PlayCommand | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Enter') return { kind: 'place' };
  if (key === 'Escape') return { kind: 'escape' };
  const next = stepFrom(at, key);
  if (next !== null) return { kind: 'go', square: next };
  if (!hasLetters || key.length !== 1) return null;
  const letter = key.toLowerCase();
  const square = /^[1-5]$/.test(letter) ? squareNamed(typed + letter) : null;
  if (square !== null) return { kind: 'go', square };
  return /^[a-e]$/.test(letter) ? { kind: 'column', letter } : (LETTERS[letter] ?? null);
}
