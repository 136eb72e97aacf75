/** King Cross in plain words: the clauses of its text as our register tells them, gathered in the order of play. */

import type { ClauseEntry, ScoringAnswer } from '../shared/protocol';
import { handWords, listWords, numberWord, sentence, type HandName } from '../shared/words';
import type { Part } from './plainRules';

/** How the text names its chapters, and how this page does. What is printed on paper only is left to the register. */
const CHAPTERS: readonly { readonly id: string; readonly chapter: string; readonly title: string }[] = [
  { id: 'goal', chapter: 'Objective', title: 'The goal' },
  { id: 'dice', chapter: 'How to Play', title: 'Rolling and placing' },
  { id: 'rules', chapter: 'Rules', title: 'What a hand may hold, and wild rolls' },
  { id: 'score', chapter: 'Scoring', title: 'The score' },
  { id: 'modes', chapter: 'Modes of Play', title: 'Alone or together' },
  { id: 'bonus', chapter: 'Bonus Points and Achievements', title: 'Achievements' },
];

export function kingRules(scoring: ScoringAnswer, clauses: readonly ClauseEntry[]): Part[] {
  return CHAPTERS.map(({ id, chapter, title }) => ({
    id,
    title,
    sentences: [
      ...clauses
        .filter((clause) => clause.id.startsWith(`${chapter}/`) && id !== 'bonus')
        .map((clause) => ({ says: clause.says, clause: clause.id, reading: clause.reading })),
      ...added(id, scoring),
    ],
  }));
}

function added(id: string, scoring: ScoringAnswer): Part['sentences'] {
  if (id === 'dice') {
    return [
      {
        says: `Since one square of the 25 is printed, ${scoring.rolls} rolls fill the sheet.`,
        clause: scoring.rolls_clause,
        reading: scoring.rolls_reading,
      },
    ];
  }
  if (id === 'rules') {
    return [
      {
        says: `The new value of a wild roll ${scoring.wild_may_be_king ? 'may' : 'may not'} be a king.`,
        clause: scoring.wild_clause,
        reading: scoring.wild_reading,
      },
    ];
  }
  if (id === 'bonus') {
    return [
      { says: 'With bonus points, each of these adds to the score once.', clause: scoring.achievements[0]?.clause },
    ];
  }
  return [];
}

/** A hand of the score card, as people say it. */
export function scoredHandWords(hand: string): string {
  if (hand === 'one_pair') return 'One pair';
  return hand === 'everything_else' ? 'Everything else' : handWords(hand as HandName);
}

type Achievement = ScoringAnswer['achievements'][number];

const lines = ({ lines: count }: Achievement): string => numberWord(count ?? 0);

const ACHIEVEMENTS: Readonly<Record<string, (achievement: Achievement) => string>> = {
  straight_shooter: (achievement) => `At least ${lines(achievement)} straights.`,
  jackpot: (achievement) => `Each of the ${lines(achievement)} hands scores.`,
  pool_shark: () => 'The same value on the four corner squares and on both ends of hand 8.',
  boat_captain: (achievement) => `At least ${lines(achievement)} full houses.`,
  law_and_order: (achievement) =>
    `At least ${lines(achievement)} straights or flushes whose cards are in order, read from the left or from the top.`,
  anarchy: (achievement) => `At least ${lines(achievement)} hands in which no two cards follow each other in rank.`,
  bottom_feeder: ({ hands }) =>
    `Each of these at least once: ${listWords(hands.map((hand) => scoredHandWords(hand).toLowerCase()))}.`,
  dead_mans_hand: () => 'A two pair hand of the black aces and the black eights.',
};

/** What an achievement takes; one that the page has no words for, by its data. */
export function achievementWords(achievement: Achievement): string {
  const words = ACHIEVEMENTS[achievement.id];
  if (words !== undefined) return words(achievement);
  return `${sentence(listWords([...achievement.hands, ...achievement.squares, ...achievement.cards]))}.`;
}
