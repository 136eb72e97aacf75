/** What a newcomer is told in their first three rounds: what to do now, and why, in short sentences. */

import { keep, savedValue } from '../../shared/savedValues';

export const GUIDED_ROUNDS = 3;
const KEY = 'guide.rounds';
/** Kept instead of a number of rounds by whoever wants no guide. */
const DISMISSED = -1;

/** What the guide speaks about, so that its sentence can stand next to it. */
export type GuideAbout = 'antes' | 'deal' | 'across' | 'down' | 'middle' | 'rows' | 'total';

export interface GuideWords {
  readonly about: GuideAbout;
  readonly title: string;
  readonly says: string;
}

/** What the guide needs to know of the moment. */
export interface GuideMoment {
  /** `betting`, `decision`, `dealing`, `settled` and so on, as the felt calls them. */
  readonly phase: string;
  /** The decision at hand. */
  readonly stage: string | null;
  /** Whether both antes lie on the felt. */
  readonly hasAntes: boolean;
  /** Rounds that this player has finished with the guide, from 0. */
  readonly round: number;
}

/** The sentence for a moment; null where there is nothing to say, or nobody to say it to. */
export function guideWords(moment: GuideMoment): GuideWords | null {
  if (moment.round < 0 || moment.round >= GUIDED_ROUNDS) return null;
  const words = moment.round === 0 ? firstWords(moment) : laterWords(moment);
  return words;
}

function firstWords({ phase, stage, hasAntes }: GuideMoment): GuideWords | null {
  if (phase === 'betting') {
    return hasAntes
      ? { about: 'deal', title: 'Now deal', says: 'Both antes are down. Press Deal and you get two cards.' }
      : {
          about: 'antes',
          title: 'Two antes',
          says: 'Put a chip on an ante. One ante is for the line across, one for the line down, and they are always equal.',
        };
  }
  if (phase === 'decision' && stage === 'across') {
    return {
      about: 'across',
      title: 'Look at your two cards',
      says: 'Your cards make a hand with the three across, and one with the three down. Bet on Across, or fold.',
    };
  }
  if (phase === 'decision' && stage === 'down') {
    return {
      about: 'down',
      title: 'Two cards are face up',
      says: 'They count for Across only. Now bet on Down, or fold and give up antes and bets.',
    };
  }
  if (phase === 'decision' && stage === 'middle') {
    return {
      about: 'middle',
      title: 'One card is left',
      says: 'The middle card belongs to both lines. The Middle bet is on the better of your two hands.',
    };
  }
  if (phase === 'settled') {
    return {
      about: 'rows',
      title: 'How each bet ended',
      says: 'The hand of its line decides each bet. Tap a row to see why it won or lost.',
    };
  }
  return null;
}

function laterWords({ phase, stage, round }: GuideMoment): GuideWords | null {
  const isSecond = round === 1;
  if (phase === 'betting') {
    return isSecond
      ? {
          about: 'antes',
          title: 'The same again',
          says: 'Rebet puts your last chips back. The bonus spots are side bets: they can win even if you fold.',
        }
      : {
          about: 'deal',
          title: 'Your third round',
          says: 'From here on the coach tells you after each choice what it cost.',
        };
  }
  if (phase !== 'decision') {
    return phase === 'settled' && isSecond
      ? {
          about: 'total',
          title: 'What did it cost?',
          says: 'The coach shows what each choice cost, leaving luck aside.',
        }
      : null;
  }
  if (stage === 'across') {
    return isSecond
      ? {
          about: 'across',
          title: 'A rule of thumb',
          says: 'With a pair bet 3, with nearly everything else 1. Fold only two small cards, 5 or lower, of two suits.',
        }
      : null;
  }
  if (stage === 'down') {
    return isSecond
      ? {
          about: 'down',
          title: 'A pair already?',
          says: 'A pair in your own two cards counts for both lines. If it pays or pushes already, bet 3.',
        }
      : null;
  }
  return isSecond
    ? {
        about: 'middle',
        title: 'Count what pays',
        says: 'If one of your lines is sure to pay, bet 3. If hardly any card helps, bet 1 or fold.',
      }
    : {
        about: 'middle',
        title: 'On your own',
        says: 'After your choice the map shows all 52 cards: which would have paid, and which not.',
      };
}

const isCount = (value: unknown): value is number => Number.isInteger(value);

/** How many rounds the guide has led through; below nothing when it was sent away. */
export function guidedRounds(): number {
  return savedValue(KEY, isCount) ?? 0;
}

export function keepGuided(rounds: number): void {
  keep(KEY, rounds);
}

export function dismissGuide(): void {
  keep(KEY, DISMISSED);
}
