/** The cost of a decision and the reason, in figures and words, from the adviser's answer. */

import type { AdviseAnswer, AdviseRequest, MiddleCard } from '../../shared/protocol';
import { number } from '../../shared/intl';
import { sentence } from '../../shared/words';
import { FIGURES, MAP, REASONS } from './strings';

/** A decision with its advice. */
export interface Judgment {
  readonly situation: AdviseRequest;
  /** `fold`, `1x`, `2x` or `3x`. */
  readonly action: string;
  /** Null where nothing was wagered. */
  readonly anteCents: number | null;
  readonly advice: AdviseAnswer;
}

/** The least cost, in antes, of a mistake that is worth a pause. */
export const COSTLY_ANTES = 0.05;
const MINUS = '\u2212';

/** `Fold`, `3×`. */
export function actionWords(action: string): string {
  return action === 'fold' ? FIGURES.fold : FIGURES.times(action.replace('x', ''));
}

/** The actions in the order of the bar: fold, then each multiple. */
export function actionsOf(advice: AdviseAnswer): string[] {
  return Object.keys(advice.ev);
}

export function isBest(advice: AdviseAnswer, action: string): boolean {
  return advice.numerators[action] === advice.numerators[advice.best];
}

/** Whether a hand worth playing was folded. */
export function isWrongFold({ advice, action }: Pick<Judgment, 'advice' | 'action'>): boolean {
  return action === 'fold' && !isBest(advice, action);
}

/** The cost of an action against the best one, in antes. */
export function costOf(advice: AdviseAnswer, action: string): number {
  return advice.cost[action] ?? 0;
}

/** The same in cents, to the nearest. */
export function centsOf(antes: number, anteCents: number): number {
  return Math.round(antes * anteCents);
}

/** `2.78`. */
export function antes(amount: number): string {
  return number(amount, 2);
}

/** `+0.98`, `−4.00`. */
export function signedAntes(amount: number): string {
  const digits = antes(Math.abs(amount));
  if (Math.abs(amount) < 0.005) return digits;
  return `${amount < 0 ? MINUS : '+'}${digits}`;
}

/** The exact cost of an action, as a fraction of an ante in lowest terms. */
export function exactCost(advice: AdviseAnswer, action: string): string {
  const lost = (advice.numerators[advice.best] ?? 0) - (advice.numerators[action] ?? 0);
  const shared = divisor(lost, advice.denominator);
  const [above, below] = [lost / shared, advice.denominator / shared];
  return below === 1 ? number(above) : `${number(above)}/${number(below)}`;
}

function divisor(one: number, other: number): number {
  return other === 0 ? Math.max(1, one) : divisor(other, one % other);
}

/**
 * Why the best action is the best: what each extra ante on the line earns or loses. After a wrong fold, what the fold
 * gave up.
 */
export function whyWords(advice: AdviseAnswer, action = advice.best): string {
  const [fold = '', ...bets] = actionsOf(advice);
  const [least, next] = bets;
  const worth = (action: string | undefined): number => advice.ev[action ?? ''] ?? 0;
  if (advice.best === fold) {
    return REASONS.foldBest(antes(Math.abs(worth(least))), antes(Math.abs(worth(fold))));
  }
  const because = chanceWords(advice);
  if (action === fold && advice.best !== fold) {
    const best = worth(advice.best);
    const reason = best < 0 ? REASONS.wrongFoldLoses : REASONS.wrongFoldWins;
    return reason(antes(Math.abs(worth(fold))), actionWords(advice.best), antes(Math.abs(best)), because);
  }
  if (next === undefined) return REASONS.playing(antes(worth(least) - worth(fold)), because);
  const line = FIGURES.line(advice.decision);
  const change = antes(Math.abs(worth(next) - worth(least)));
  if (advice.best === least) return REASONS.betLeast(line, change, because);
  if (advice.best === bets[bets.length - 1]) return REASONS.betMost(line, change, because);
  return REASONS.bet(line, change, because, actionWords(advice.best));
}

function chanceWords(advice: AdviseAnswer): string {
  const line = advice.decision === 'middle' ? 'higher' : advice.decision;
  const cards = Object.values(advice.middle_cards[line] ?? {});
  if (cards.length > 0) return REASONS.cardsPay(cards.filter(({ bet }) => bet === 'pays').length, cards.length);
  const chances = advice.chances[line];
  return chances === undefined ? '' : REASONS.chance(percent(chances.pays));
}

/** `24%`, and with a decimal below 10%: `6.1%`. */
export function percent(share: number): string {
  const amount = share * 100;
  return FIGURES.percent(amount, amount > 0 && amount < 10 ? 1 : 0);
}

/** How a line may end: by middle cards where only that card is to come, else by the hands it may make. */
export function lineSummary(advice: AdviseAnswer, line: string): string {
  const cards = Object.values(advice.middle_cards[line] ?? {});
  if (cards.length > 0) {
    const counted = (bet: MiddleCard['bet']): number => cards.filter((card) => card.bet === bet).length;
    return MAP.summary(counted('pays'), counted('pushes'), counted('loses'));
  }
  const hands = Object.entries(advice.chances[line]?.hands ?? {});
  if (hands.length === 0) return '';
  return MAP.chances(hands.map(([hand, share]) => [sentence(hand).toLowerCase(), percent(share)]));
}

/** The decisions of a player so far. */
export interface Tally {
  readonly decisions: number;
  readonly best: number;
  readonly rounds: number;
  /** The cost of all decisions together, in antes. */
  readonly lostAntes: number;
  /** Results above the value of the first two cards, mistakes left out, in cents. */
  readonly luckCents: number;
  /** The cost of the last decisions, in antes, the newest last. */
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

/** Adds a decision, which may be the first of its round. */
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
 * The luck of one round: its result against the value of its first decision, less the cost of the decisions. Only the
 * antes and bets count, as they do in that value.
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
