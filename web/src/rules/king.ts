/** King Cross in plain words: the clauses of its text as our register tells them, gathered in the order of play. */

import type { ClauseEntry, ScoringAnswer } from '../shared/protocol';
import { handWords, listWords, sentence, type HandName } from '../shared/words';
import type { Part } from './plain';

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
    return [{ says: `Since one square of the 25 is printed, ${scoring.rolls} rolls fill the sheet.`, clause: scoring.rolls_clause, reading: scoring.rolls_reading }];
  }
  if (id === 'rules') {
    return [{ says: `The new value of a wild roll ${scoring.wild_may_be_king ? 'may' : 'may not'} be a king.`, clause: scoring.wild_clause, reading: scoring.wild_reading }];
  }
  if (id === 'bonus') {
    return [{ says: 'With bonus points, each of these adds to the score once.', clause: scoring.achievements[0]?.clause }];
  }
  return [];
}

/** A hand of the score card, as people say it. */
export function scoredHandWords(hand: string): string {
  if (hand === 'one_pair') return 'One pair';
  return hand === 'everything_else' ? 'Everything else' : handWords(hand as HandName);
}

/** What an achievement takes, from its data; the clause tells the rest. */
export function achievementWords(achievement: ScoringAnswer['achievements'][number], clauses: readonly ClauseEntry[]): string {
  const says = clauses.find((clause) => clause.id === achievement.clause)?.says;
  const told = says?.slice(says.indexOf(':') + 1).trim();
  if (told !== undefined && told !== '') return told.charAt(0).toUpperCase() + told.slice(1);
  return sentence(listWords([...achievement.hands, ...achievement.squares, ...achievement.cards]));
}
