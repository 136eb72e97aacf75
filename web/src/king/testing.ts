/** The rules of a match, and a storage in which nothing is, for tests. */

import type { TextStorage } from '../shared/savedValues';
import type { MatchDocument } from '../shared/protocol';

export const MATCH_RULES: MatchDocument = {
  mode: 'own_dice',
  bonus: true,
  score_card: {
    id: 'house',
    version: 1,
    title: 'House scoring',
    choices: {},
    seats: { most: 100, reading: 'K16' },
    dice: { values: 12, suits: 4, rolls: 24, clause: 'How to Play/1' },
    wild: { may_be_king: false, clause: 'Rules/3' },
    points: {
      everything_else: 0,
      one_pair: 25,
      two_pair: 50,
      three_of_a_kind: 75,
      straight: 100,
      flush: 150,
      full_house: 200,
      four_of_a_kind: 250,
      straight_flush: 350,
      royal_flush: 500,
      clause: 'Point Values',
    },
    achievements: {
      straight_shooter: { title: 'Straight Shooter', points: 1000, lines: 6, hands: ['straight'] },
      jackpot: { title: 'Jackpot', points: 850, lines: 12 },
      pool_shark: { title: 'Pool Shark', points: 700, squares: ['a1'] },
      boat_captain: { title: 'Boat Captain', points: 600, lines: 4, hands: ['full_house'] },
      law_and_order: { title: 'Law and Order', points: 500, lines: 3, hands: ['flush'] },
      anarchy: { title: 'Anarchy', points: 500, lines: 5, needs_points: true, scope: 'line' },
      bottom_feeder: { title: 'Bottom Feeder', points: 350, hands: ['one_pair'] },
      dead_mans_hand: { title: "Dead Man's Hand", points: 200, hands: ['two_pair'], cards: ['As', 'Ac', '8s', '8c'] },
    },
  },
};

/** A storage that forgets. */
export const BLANK_STORAGE: TextStorage = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};
