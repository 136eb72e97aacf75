/** Tips for a newcomer's first game: what to do now, and why. They can be hidden, and are shown once. */

import { browserStorage, isTrue, keep, savedValue, type TextStorage } from '../shared/savedValues';
import { guide } from './strings';

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

/** The tip for a moment, if there is one. */
export function guideWords({ roll, hasCard, isWild, hasChosen, hasClosed }: GuideMoment): GuideWords | null {
  if (!hasCard || roll === 0 || roll > LAST_ROLL) return null;
  if (isWild) return guide.wild;
  if (hasChosen) return guide.chosen;
  if (roll === 1) return guide.first;
  if (roll === 2) return guide.hands;
  if (hasClosed) return guide.closed;
  return roll === 3 ? guide.ahead : guide.done;
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
