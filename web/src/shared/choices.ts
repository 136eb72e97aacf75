/** Choices of a rule book in words. */

import { dollars } from './money';
import type { BookDocument, Choice, ChoiceValue, RuleBookAnswer } from './protocol';
import { listWords, sentence, spotTitle } from './words';

export function choiceTitle(name: string): string {
  return sentence(name.replace(/_cents$/, ''));
}

export function valueWords(choice: Choice, value: ChoiceValue | null, book: BookDocument): string {
  if (value === null) return 'not offered';
  if (choice.type === 'cents' && typeof value === 'number') return value === 0 ? '0, not set' : dollars(value);
  if (choice.type === 'spots' && Array.isArray(value)) return listWords(value.map((spot) => spotTitle(book, String(spot))));
  if (Array.isArray(value)) return listWords(value.map(String));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return sentence(String(value));
}

export function rangeWords(choice: Choice, book: BookDocument): string {
  switch (choice.type) {
    case 'boolean':
      return 'yes or no';
    case 'cents':
      return `${dollars(choice.least ?? 0)} to ${dollars(choice.most ?? 0)}`;
    case 'integers':
      return `rising whole numbers from ${choice.least} to ${choice.most}`;
    case 'text':
      return listWords(choice.values.map(sentence), 'or');
    case 'table':
      return 'a table of its own in a rules submission; the command line and this page cannot set it';
    case 'spots':
      return `any of ${listWords(Object.keys(book.spots).map((spot) => spotTitle(book, spot)))}`;
  }
}

/** A fault as the server words it, by the title that the page gives the choice and in the unit that people type. */
export function choiceFaultWords(fault: string, book: RuleBookAnswer): string {
  const [, name = '', says = ''] = /^choices\.(\w+): (.*)$/s.exec(fault) ?? [];
  const choice = book.choices.find((known) => known.name === name);
  if (choice === undefined) return fault;
  const [, limits = '', clause = ''] = /^(.*?)( \([^)]*\).*)?$/s.exec(says) ?? [];
  const range = choice.type === 'cents' ? /^must be from (\d+) to (\d+), not (\d+)$/.exec(limits) : null;
  const [, least, most, value] = range?.map(Number) ?? [];
  if (least === undefined || most === undefined || value === undefined) return `${choiceTitle(name)}: ${says}`;
  return `${choiceTitle(name)}: must be from ${dollars(least)} to ${dollars(most)}, not ${dollars(value)}${clause}`;
}
