/** What a decision cost and why, in figures and words, from the answer of the adviser. */

import type { AdviseAnswer, AdviseRequest, MiddleCard } from '../../shared/protocol';
import { listWords, sentence } from '../../shared/words';

/** A decision that was made, with what the adviser says of it. */
export interface Judgment {
  readonly situation: AdviseRequest;
  /** `fold`, `1x`, `2x` or `3x`. */
  readonly action: string;
  /** Null where nothing was wagered. */
  readonly anteCents: number | null;
  readonly advice: AdviseAnswer;
}

/** From so many antes on a mistake is worth stopping for. */
export const COSTLY_ANTES = 0.05;
const LINE_WORDS: Readonly<Record<string, string>> = {
  across: 'Across',
  down: 'Down',
  middle: 'Middle',
  higher: 'Middle',
};
const MINUS = '\u2212';

export function lineWords(line: string): string {
  return LINE_WORDS[line] ?? line;
}

/** `Fold`, `3×`. */
export function actionWords(action: string): string {
  return action === 'fold' ? 'Fold' : action.replace('x', '×');
}

/** The actions in the order of the bar: fold, then each multiple. */
export function actionsOf(advice: AdviseAnswer): string[] {
  return Object.keys(advice.ev);
}

export function isBest(advice: AdviseAnswer, action: string): boolean {
  return advice.numerators[action] === advice.numerators[advice.best];
}

/** Whether somebody folded what was worth playing. */
export function isWrongFold({ advice, action }: Pick<Judgment, 'advice' | 'action'>): boolean {
  return action === 'fold' && !isBest(advice, action);
}

/** What an action gives away against the best, in antes. */
export function costOf(advice: AdviseAnswer, action: string): number {
  return advice.cost[action] ?? 0;
}

/** The same in cents, to the nearest. */
export function centsOf(antes: number, anteCents: number): number {
  return Math.round(antes * anteCents);
}

/** `2.78`. */
export function antes(amount: number): string {
  return amount.toFixed(2);
}

/** `+0.98`, `−4.00`. */
export function signedAntes(amount: number): string {
  const digits = Math.abs(amount).toFixed(2);
  if (Number(digits) === 0) return digits;
  return `${amount < 0 ? MINUS : '+'}${digits}`;
}

/** What an action gives away exactly, as a fraction of an ante in lowest terms. */
export function exactCost(advice: AdviseAnswer, action: string): string {
  const lost = (advice.numerators[advice.best] ?? 0) - (advice.numerators[action] ?? 0);
  const shared = divisor(lost, advice.denominator);
  const [above, below] = [lost / shared, advice.denominator / shared].map((part) => part.toLocaleString('en'));
  return below === '1' ? String(above) : `${above}/${below}`;
}

function divisor(one: number, other: number): number {
  return other === 0 ? Math.max(1, one) : divisor(other, one % other);
}

/**
 * Why the best action is the best: what each further ante on the line earns or loses. To somebody who folded what was
 * worth playing, what the fold gave up.
 */
export function whyWords(advice: AdviseAnswer, action = advice.best): string {
  const [fold = '', ...bets] = actionsOf(advice);
  const [least, next] = bets;
  const worth = (action: string | undefined): number => advice.ev[action ?? ''] ?? 0;
  if (advice.best === fold) {
    return `Playing on loses ${antes(Math.abs(worth(least)))} antes on average, folding only ${antes(Math.abs(worth(fold)))}.`;
  }
  const because = chanceWords(advice);
  if (action === fold && advice.best !== fold) {
    const best = worth(advice.best);
    const ends = best < 0 ? `loses only ${antes(-best)}` : `wins ${antes(best)}`;
    return `Folding loses ${antes(Math.abs(worth(fold)))} antes. ${actionWords(advice.best)} ${ends} on average${because}.`;
  }
  if (next === undefined)
    return `Playing on is worth ${antes(worth(least) - worth(fold))} antes more than folding${because}.`;
  const each = `Each 1× more on ${lineWords(advice.decision)}`;
  const change = antes(Math.abs(worth(next) - worth(least)));
  if (advice.best === least) return `${each} loses ${change} antes${because}; so bet the least.`;
  return `${each} earns ${change} antes${because}; so bet ${advice.best === bets[bets.length - 1] ? 'the most' : actionWords(advice.best)}.`;
}

function chanceWords(advice: AdviseAnswer): string {
  const line = advice.decision === 'middle' ? 'higher' : advice.decision;
  const cards = Object.values(advice.middle_cards[line] ?? {});
  if (cards.length > 0) return `, as ${cards.filter(({ bet }) => bet === 'pays').length} of ${cards.length} cards pay`;
  const chances = advice.chances[line];
  return chances === undefined ? '' : `, as it pays ${percent(chances.pays)} of the time`;
}

/** `24%`, and a little more exactly where it is small. */
export function percent(share: number): string {
  const amount = share * 100;
  return `${amount > 0 && amount < 10 ? amount.toFixed(1) : amount.toFixed(0)}%`;
}

/** How a line may end: by its middle cards where only that card is open, else by the hands it may make. */
export function lineSummary(advice: AdviseAnswer, line: string): string {
  const cards = Object.values(advice.middle_cards[line] ?? {});
  if (cards.length > 0) {
    const counted = (bet: MiddleCard['bet']): number => cards.filter((card) => card.bet === bet).length;
    return `Of ${cards.length} middle cards, ${counted('pays')} pay, ${counted('pushes')} push and ${counted('loses')} lose.`;
  }
  const hands = Object.entries(advice.chances[line]?.hands ?? {});
  if (hands.length === 0) return '';
  return `It ends as ${listWords(
    hands.map(([hand, share]) => `${sentence(hand).toLowerCase()} ${percent(share)}`),
    'or',
  )}.`;
}

/** How somebody has decided so far. */
export interface Tally {
  readonly decisions: number;
  readonly best: number;
  readonly rounds: number;
  /** Given away by all decisions together, in antes. */
  readonly lostAntes: number;
  /** How far results were above what the first two cards were worth, mistakes left out, in cents. */
  readonly luckCents: number;
  /** What the last decisions cost, in antes, the newest last. */
  readonly last: readonly number[];
}

export const NO_TALLY: Tally = { decisions: 0, best: 0, rounds: 0, lostAntes: 0, luckCents: 0, last: [] };
const MOST_LAST = 30;

export function isTally(value: unknown): value is Tally {
  if (typeof value !== 'object' || value === null) return false;
  const { last, ...counts } = value as Tally;
  const numbers = [counts.decisions, counts.best, counts.rounds, counts.lostAntes, counts.luckCents];
  return numbers.every(Number.isFinite) && Array.isArray(last) && last.every(Number.isFinite);
}

/** With one more decision, which may be the first of its round. */
export function withDecision(tally: Tally, advice: AdviseAnswer, action: string, isFirst: boolean): Tally {
  const cost = costOf(advice, action);
  return {
    ...tally,
    decisions: tally.decisions + 1,
    best: tally.best + (isBest(advice, action) ? 1 : 0),
    rounds: tally.rounds + (isFirst ? 1 : 0),
    lostAntes: tally.lostAntes + cost,
    last: [...tally.last, cost].slice(-MOST_LAST),
  };
}

/**
 * The luck of one round: its result against the worth of its first decision, less what the decisions gave away.
 * Only the antes and bets count, as they do in that worth.
 */
export function luckOf(netCents: number, first: AdviseAnswer, costs: readonly number[], anteCents: number): number {
  const expected = (first.ev[first.best] ?? 0) - costs.reduce((sum, cost) => sum + cost, 0);
  return Math.round(netCents - expected * anteCents);
}

/** Share of best choices, antes lost in a hundred rounds; null before the first decision. */
export function accuracy(tally: Tally): { best: number; lostPerHundred: number } | null {
  if (tally.decisions === 0) return null;
  return { best: tally.best / tally.decisions, lostPerHundred: (100 * tally.lostAntes) / Math.max(1, tally.rounds) };
}
