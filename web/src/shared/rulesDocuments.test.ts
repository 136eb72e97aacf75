import { expect, test } from 'vitest';
import { rulesDocument } from '../criss-cross/testing';
import { MATCH_RULES } from '../king/testing';
import { crissCrossRules, kingCrossRules } from './rulesDocuments';

test('the rules of a table have the type of its game', () => {
  const book = rulesDocument();
  expect(crissCrossRules('criss-cross', book)).toBe(book);
  expect(kingCrossRules('king-cross', MATCH_RULES)).toBe(MATCH_RULES);
});

test('another game has other rules', () => {
  expect(crissCrossRules('king-cross', MATCH_RULES)).toBeNull();
  expect(kingCrossRules('criss-cross', rulesDocument())).toBeNull();
  expect(crissCrossRules('coin-toss', rulesDocument())).toBeNull();
});

test('rules that are not of the game they name are none', () => {
  expect(crissCrossRules('criss-cross', MATCH_RULES)).toBeNull();
  expect(kingCrossRules('king-cross', rulesDocument())).toBeNull();
});
