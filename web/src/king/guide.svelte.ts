/** What a newcomer is told in their first game: what to do now, and why. Skippable, and told once. */

import { browserStorage, isTrue, keep, savedValue, type TextStorage } from '../shared/savedValues';

const KEY = 'king.guided';
/** From this roll on a player knows how to place. */
const LAST_ROLL = 4;

export interface GuideMoment {
  /** Counts the rolls from 1; 0 before the first. */
  readonly roll: number;
  readonly hasCard: boolean;
  readonly isWild: boolean;
  readonly hasChosen: boolean;
  /** Whether a closed square can be seen. */
  readonly hasClosed: boolean;
}

export interface GuideWords {
  readonly title: string;
  readonly says: string;
}

/** The tip for a moment; null where there is nothing to say. */
export function guideWords({ roll, hasCard, isWild, hasChosen, hasClosed }: GuideMoment): GuideWords | null {
  if (!hasCard || roll === 0 || roll > LAST_ROLL) return null;
  if (isWild)
    return { title: 'A wild roll', says: 'It fits nowhere. Change its suit or its value, then choose a square.' };
  if (hasChosen)
    return {
      title: 'Not placed yet',
      says: 'The ends of its lines show what each hand would become. Place it, or try another square.',
    };
  if (roll === 1)
    return {
      title: 'Two dice made this card',
      says: 'Choose any lit square for it. Nothing counts until you place it.',
    };
  if (roll === 2)
    return {
      title: 'Twelve poker hands',
      says: 'Every row, every column and both diagonals score. The King in the middle takes any suit.',
    };
  if (hasClosed)
    return { title: 'Dark squares are closed', says: 'No hand may hold the same card twice. Choose one to see why.' };
  return roll === 3
    ? { title: 'Look ahead', says: '“Up to” is the best that a hand can still become.' }
    : { title: 'That’s all', says: 'Fill the sheet with 24 rolls. Ask for a hint whenever you like.' };
}

/** Whether this player still gets tips. */
export class Guide {
  isOn: boolean;
  readonly #storage: TextStorage;

  constructor(storage: TextStorage = browserStorage) {
    this.#storage = storage;
    this.isOn = $state(savedValue(KEY, isTrue, storage) !== true);
  }

  words(moment: GuideMoment): GuideWords | null {
    return this.isOn ? guideWords(moment) : null;
  }

  /** Remembers that the tips were read, once the last one has been. */
  follow({ roll }: Pick<GuideMoment, 'roll'>): void {
    if (this.isOn && roll > LAST_ROLL) this.dismiss();
  }

  dismiss(): void {
    this.isOn = false;
    keep(KEY, true, this.#storage);
  }
}
