/** The guide for a newcomer's first three rounds: what to do now, and why, in short sentences. */

import { keep, savedValue } from '../../shared/savedValues';
import { GUIDE } from './strings';

export const GUIDED_ROUNDS = 3;
const KEY = 'guide.rounds';
/** Saved instead of a number of rounds after the guide was hidden. */
const DISMISSED = -1;

/** The part of the felt that a tip is about, so that the tip can be placed next to it. */
export type GuideAbout = 'antes' | 'deal' | 'across' | 'down' | 'middle' | 'rows' | 'total';

export interface GuideWords {
  readonly about: GuideAbout;
  readonly title: string;
  readonly says: string;
}

/** The moment that a tip is for. */
export interface GuideMoment {
  /** `betting`, `decision`, `dealing`, `settled` and so on, as the felt calls them. */
  readonly phase: string;
  /** The decision at hand. */
  readonly stage: string | null;
  /** Whether both antes are placed. */
  readonly hasAntes: boolean;
  /** Rounds that this player has finished with the guide, from 0. */
  readonly round: number;
}

/** The tip for a moment; null where there is none, or the guide is over. */
export function guideWords(moment: GuideMoment): GuideWords | null {
  if (moment.round < 0 || moment.round >= GUIDED_ROUNDS) return null;
  return moment.round === 0 ? firstWords(moment) : laterWords(moment);
}

function firstWords({ phase, stage, hasAntes }: GuideMoment): GuideWords | null {
  if (phase === 'betting') return hasAntes ? { about: 'deal', ...GUIDE.deal } : { about: 'antes', ...GUIDE.antes };
  if (phase === 'decision' && stage === 'across') return { about: 'across', ...GUIDE.across };
  if (phase === 'decision' && stage === 'down') return { about: 'down', ...GUIDE.down };
  if (phase === 'decision' && stage === 'middle') return { about: 'middle', ...GUIDE.middle };
  return phase === 'settled' ? { about: 'rows', ...GUIDE.results } : null;
}

function laterWords({ phase, stage, round }: GuideMoment): GuideWords | null {
  const isSecond = round === 1;
  if (phase === 'betting') return isSecond ? { about: 'antes', ...GUIDE.rebet } : { about: 'deal', ...GUIDE.coach };
  if (phase !== 'decision') return phase === 'settled' && isSecond ? { about: 'total', ...GUIDE.cost } : null;
  if (stage === 'across') return isSecond ? { about: 'across', ...GUIDE.ruleOfThumb } : null;
  if (stage === 'down') return isSecond ? { about: 'down', ...GUIDE.pair } : null;
  return { about: 'middle', ...(isSecond ? GUIDE.countPays : GUIDE.alone) };
}

const isCount = (value: unknown): value is number => Number.isInteger(value);

/** The number of rounds played with the guide; below 0 when it was hidden. */
export function guidedRounds(): number {
  return savedValue(KEY, isCount) ?? 0;
}

export function keepGuided(rounds: number): void {
  keep(KEY, rounds);
}

export function dismissGuide(): void {
  keep(KEY, DISMISSED);
}
