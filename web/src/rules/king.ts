/** King Cross in plain words: the clauses of its rules from our register, in the order of play. */

import { list } from '../shared/intl';
import type { ClauseEntry, ScoringAnswer } from '../shared/protocol';
import { handWords, numberWord, sentence, type HandName } from '../shared/words';
import type { Part } from './plainRules';
import { achievements, king as text, kingChapters } from './strings';

export function kingRules(scoring: ScoringAnswer, clauses: readonly ClauseEntry[]): Part[] {
  return kingChapters.map(({ id, chapter, title }) => ({
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
        says: text.rolls(scoring.rolls),
        clause: scoring.rolls_clause,
        reading: scoring.rolls_reading,
      },
    ];
  }
  if (id === 'rules') {
    return [
      {
        says: scoring.wild_may_be_king ? text.wildMayBeKing : text.wildIsNoKing,
        clause: scoring.wild_clause,
        reading: scoring.wild_reading,
      },
    ];
  }
  if (id === 'bonus') {
    return [{ says: text.achievements, clause: scoring.achievements[0]?.clause }];
  }
  return [];
}

/** A hand of the score card, as people say it. */
export function scoredHandWords(hand: string): string {
  if (hand === 'one_pair') return text.onePair;
  return hand === 'everything_else' ? text.everythingElse : handWords(hand as HandName);
}

type Achievement = ScoringAnswer['achievements'][number];

/** The condition of an achievement. One that the page has no text for is described by its data. */
export function achievementWords({ id, lines, hands, squares, cards }: Achievement): string {
  const say = achievements[id];
  if (say === undefined) return `${sentence(list([...hands, ...squares, ...cards]))}.`;
  return say(
    numberWord(lines ?? 0),
    hands.map((hand) => scoredHandWords(hand).toLowerCase()),
  );
}
