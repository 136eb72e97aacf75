import { expect, test } from 'vitest';
import { capitalized, numberWord, ordinal, roundNumber, sentenceOf, withPeriod } from './words';

test('ordinals are words up to nine and figures after that', () => {
  expect([1, 9, 10, 11, 12, 13, 21, 22, 23, 24, 100, 111].map(ordinal)).toEqual([
    'first',
    'ninth',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '24th',
    '100th',
    '111th',
  ]);
});

test('small counts are words', () => {
  expect([0, 1, 12, 13].map(numberWord)).toEqual(['no', 'one', 'twelve', '13']);
});

test('text that a person wrote becomes a sentence', () => {
  expect(sentenceOf(' a card fell ')).toBe('A card fell.');
  expect(sentenceOf('A card fell!')).toBe('A card fell!');
  expect(withPeriod('a card fell')).toBe('a card fell.');
  expect(capitalized('')).toBe('');
});

test('a round is called by its number at the table', () => {
  expect(roundNumber('3fzjokoaahydpbes-12')).toBe('12');
});
