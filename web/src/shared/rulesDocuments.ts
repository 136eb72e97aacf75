/** The rules of a table or a record, by the game that is played there. */

import type { BookDocument, MatchDocument, TableAnswer } from './protocol';

export type RulesDocument = TableAnswer['rules_document'];

/** The rule book of Criss Cross; null for another game. */
export function crissCrossRules(game: string, rules: RulesDocument): BookDocument | null {
  return game === 'criss-cross' && 'spots' in rules ? rules : null;
}

/** The rules of a King Cross match; null for another game. */
export function kingCrossRules(game: string, rules: RulesDocument): MatchDocument | null {
  return game === 'king-cross' && 'score_card' in rules ? rules : null;
}
