/** Texts of the replay of a round: its controls, the table and the sheets, and each step in words. */

import { list, number, plural } from '../../shared/intl';
import { dollars } from '../../shared/money';
import { points, YOU } from '../strings';

export const REPLAY = {
  title: 'Replay',
  happened: 'What happened',
  announced: (step: number, says: readonly string[]) => `Step ${step}. ${says.join(' ')}`,
  step: (step: number, last: number) => `Step ${number(step)} of ${number(last)}`,
  slider: 'Step of the round',
  first: 'First step',
  back: 'Previous step',
  next: 'Next step',
  last: 'Last step',
  play: 'Play',
  pause: 'Pause',
  keys: 'Use the arrow keys to step, Home and End to jump, and the space bar to play.',
};

export const BOARD = {
  cross: 'The cross',
  places: { down_far: 'Down', down_near: 'Down', across_left: 'Across', across_right: 'Across', middle: 'Middle' },
  faceDown: (place: string) => `${place}, face down`,
  bonusCards: 'Bonus cards',
  folded: (name: string) => `${name}, folded`,
  noChips: 'No wagers yet.',
  wagers: (titles: readonly (readonly [string, number])[]) =>
    titles.map(([title, cents]) => `${title} ${dollars(cents)}`).join(', '),
  void: 'Void',
  voided: (reason: string, clause: string) =>
    `${reason}${clause === '' ? '' : ` (${clause})`}. All wagers are returned.`,
};

export const SHEETS = {
  sheet: (name: string) => `Sheet: ${name}`,
  points: (total: number, shown: string) => plural(total, { one: `${shown} point`, other: `${shown} points` }),
  rolled: (card: string) => `rolled ${card}`,
};

/** The steps of a replay. A name is a player’s name, or `You` for the guest. */
export const STEPS = {
  actors: { chance: 'Random draw', floor: 'The floor manager', system: 'The dealer' },
  shuffled: 'The cards are shuffled as the secret and the seeds determine.',
  sealed: 'A card is placed face down.',
  nothing: 'Nothing to show.',
  placed: (name: string, wagers: Iterable<string>) =>
    `${said(name, 'You place', (they) => `${they} places`)} ${list(wagers)}.`,
  wager: (cents: number, title: string) => `${dollars(cents)} on ${title}`,
  withdrawn: (name: string) => said(name, 'You take back your chips.', (they) => `${they} takes back the chips.`),
  noMoreBets: 'No more bets.',
  deckWithdrawn: 'The deck is withdrawn and another one is shuffled.',
  dealt: (cards: number) => plural(cards, { one: '# card is dealt.', other: '# cards are dealt.' }),
  bet: (name: string, multiple: number, cents: number, title: string) =>
    `${said(name, 'You bet', (they) => `${they} bets`)} ${dollars(cents)} (${multiple}×) on ${title}.`,
  folded: (name: string) => said(name, 'You fold.', (they) => `${they} folds.`),
  foldedByTable: (name: string) => `The table folds for ${inside(name)}.`,
  away: (name: string) =>
    said(
      name,
      'You’re away. The table decides for you from here on.',
      (they) => `${they} is away. The table decides for them from here on.`,
    ),
  removed: (name: string) =>
    said(
      name,
      'You were removed. The table folds for you at the next decision.',
      (they) => `${they} was removed. The table folds for them at the next decision.`,
    ),
  forfeited: (name: string, reason: string, clause: string) =>
    `${said(name, 'You forfeit', (they) => `${they} forfeits`)} all wagers: ${reason} (${clause}).`,
  revealed: (stage: string, cards: Iterable<string>) => `${stage}: ${list(cards)}.`,
  ruled: (irregularity: string, outcome: string, clause: string) => `${irregularity}: ${outcome} (${clause}).`,
  setAside: (card: string) => `The ${card} is set aside.`,
  shown: (name: string, cards: Iterable<string>) =>
    `${said(name, 'You show', (they) => `${they} shows`)} ${list(cards)}.`,
  bonusCards: (cards: Iterable<string>) => `Bonus cards: ${list(cards)}.`,
  metersGrew: (count: number) => plural(count, { one: 'The meter grows.', other: 'The meters grow.' }),
  spun: (wheel: string, result: string, name: string | null) =>
    name === null
      ? `The ${wheel} wheel stops on ${result}.`
      : `The ${wheel} wheel stops on ${result} for ${inside(name)}.`,
  amounts: (amounts: readonly string[]) => list(amounts.map((amount) => `$${amount}`)),
  segment: (name: string) => `the ${name}`,
  hotSpot: (name: string) => said(name, 'You’re the Hot Spot.', (they) => `${they} is the Hot Spot.`),
  /** A wager as it is settled, with its hand, or null where no hand decided. */
  wins: (name: string, title: string, cents: number, hand: string | null) =>
    `${whose(name)} ${title} wins ${dollars(cents)}${handOf(hand)}.`,
  pushes: (name: string, title: string, hand: string | null) => `${whose(name)} ${title} pushes${handOf(hand)}.`,
  loses: (name: string, title: string, cents: number, hand: string | null) =>
    `${whose(name)} ${title} loses ${dollars(cents)}${handOf(hand)}.`,
  communityPayTaken: (name: string) =>
    said(name, 'You give back the Community Pay.', (they) => `${they} gives back the Community Pay.`),
  net: (name: string, cents: number) => {
    if (cents === 0) return said(name, 'You break even.', (they) => `${they} breaks even.`);
    const amount = dollars(Math.abs(cents));
    return cents > 0
      ? said(name, `You win ${amount}.`, (they) => `${they} wins ${amount}.`)
      : said(name, `You lose ${amount}.`, (they) => `${they} loses ${amount}.`);
  },
  voided: (reason: string) => `The round is void: ${reason}. All wagers are returned.`,
  rolled: (name: string | null, card: string) =>
    name === null ? `The dice show the ${card}.` : `${said(name, 'You roll', (they) => `${they} rolls`)} the ${card}.`,
  cardPlaced: (name: string, card: string, square: string, isWild: boolean) =>
    `${said(name, 'You place', (they) => `${they} places`)} the ${card} on ${square}${isWild ? ' (wild)' : ''}.`,
  sheetAway: (name: string) =>
    said(
      name,
      'You’re away. The table places your cards from here on.',
      (they) => `${they} is away. The table places their cards from here on.`,
    ),
  scores: (scores: readonly (readonly [string, number])[]) =>
    `${list(scores.map(([name, total]) => `${name}: ${points(total)}`))}.`,
};

/** A sentence about the guest, or about another player. */
function said(name: string, you: string, other: (name: string) => string): string {
  return name === YOU ? you : other(name);
}

const inside = (name: string): string => said(name, 'you', (they) => they);
const whose = (name: string): string => said(name, 'Your', (they) => `${they}’s`);
const handOf = (hand: string | null): string => (hand === null ? '' : `: ${hand}`);
