/** Names of poker hands as they form, and what a pay table makes of them. */

const RANKS: Readonly<Record<string, string>> = { A: 'ace', K: 'king', Q: 'queen', J: 'jack', T: '10' };

/** A rank inside a sentence: `king`, `10`, `4`. */
const rankOf = (rank: string): string => RANKS[rank] ?? rank;

export const HAND_NAMES = {
  highCard: (rank: string) => `${rankOf(rank).charAt(0).toUpperCase()}${rankOf(rank).slice(1)} high`,
  pair: (rank: string) => `Pair of ${rankOf(rank)}s`,
  twoPair: 'Two pair',
  three: (rank: string) => `Three ${rankOf(rank)}s`,
  straight: 'Straight',
  flush: 'Flush',
  fullHouse: 'Full house',
  four: (rank: string) => `Four ${rankOf(rank)}s`,
  straightFlush: 'Straight flush',
  royalFlush: 'Royal flush',
};

export const ODDS = {
  pays: (odds: number) => `pays ${odds} to 1`,
  pushes: 'pushes',
  loses: 'loses',
  /** While cards are still to come. */
  losesForNow: 'loses for now',
  /** For narrow places. */
  short: (odds: number) => `${odds}:1`,
  shortPush: 'push',
};
