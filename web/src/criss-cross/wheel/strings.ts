/** Texts of the progressive wagers: their wheels, and what each spin pays. */

import { number } from '../../shared/intl';
import { dollars } from '../../shared/money';
import { PLAYERS } from '../strings';

export const WHEEL = {
  hotSpot: (title: string) => `${title}: Hot Spot`,
  community: (title: string) => `${title}: Community`,
  /** Titles and names where the rules don’t give them. */
  bonusSpin: 'Bonus Spin',
  xtreme: 'Xtreme',
  jackpot: 'Jackpot',
  amounts: (amounts: readonly string[]) => amounts.join(' & '),
  jackpotOf: (label: string, cents: number) => `${label} ${dollars(cents)}`,
  weight: (label: string, weight: number, total: number) => `${label}: ${number(weight)} of ${number(total)}.`,
  exampleWeights: 'Example weights.',
  sealed: 'Its result was sealed before the bets.',
  stops: (result: string, paid: readonly string[]) => [`The wheel stops on ${result}.`, ...paid].join(' '),
  continue: 'Continue',
  skip: 'Skip to the result',
  segments: 'Segments of the wheel',
  segment: 'Segment',
  frequency: 'Frequency',
  frequencyOf: (weight: number, total: number) => `${number(weight)} of ${number(total)} spins`,
};

export const SPINS = {
  community: 'The Community wheel spins',
  spins: (name: string) => (name === PLAYERS.you ? 'You spin' : `${name} spins`),
  hotSpot: (name: string) => (name === PLAYERS.you ? 'You spin as the Hot Spot' : `${name} spins as the Hot Spot`),
  announced: (title: string, why: string) => `${title}. ${why}`,
  whyCommunity: 'One spin for every seat with the wager.',
  whyHotSpot: 'The Hot Spot spins a wheel of its own.',
  whyPair: 'A pair in the hand spins the wheel.',
  wins: (name: string, cents: number) =>
    name === PLAYERS.you ? `You win ${dollars(cents)}.` : `${name} wins ${dollars(cents)}.`,
};

/** How the progressive wagers work. */
export const EXPLAINED = {
  meter: (jackpot: string) => `${jackpot}: the meter`,
  pairSpins: 'A pair in your hand spins the wheel.',
  sizes: (cents: number) =>
    `A ${dollars(cents)} wager spins. A smaller one is paid when another seat’s wheel stops on two amounts.`,
  wheel: 'The wheel',
  pairTriggers: 'A pair in any hand spins the wheels.',
  crossTriggers: (hand: string) => `${hand} or better on the cross spins the wheels.`,
  whoIsPaid: 'The Community wheel pays every seat with the wager. The Hot Spot also spins a wheel of its own.',
  communityOf: (cents: number) => `${dollars(cents)}, Community`,
  hotSpotOf: (cents: number) => `${dollars(cents)}, Hot Spot`,
};
