/** Choices of a rule book in words. */

import { centsValue, faultSentence, titledFault, type Fault } from './faultWords';
import { dollars } from './money';
import type { BookDocument, Choice, ChoiceValue, RuleBookAnswer } from './protocol';
import { listWords, sentence, spotTitle } from './words';

export function choiceTitle(name: string): string {
  return sentence(name.replace(/_cents$/, ''));
}

export function valueWords(choice: Choice, value: ChoiceValue | null, book: BookDocument): string {
  if (value === null) return 'not offered';
  if (choice.type === 'cents' && typeof value === 'number') return value === 0 ? '0, not set' : dollars(value);
  if (choice.type === 'spots' && Array.isArray(value))
    return listWords(value.map((spot) => spotTitle(book, String(spot))));
  if (Array.isArray(value)) return listWords(value.map(String));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return sentence(String(value));
}

export function rangeWords(choice: Choice, book: BookDocument): string {
  switch (choice.type) {
    case 'boolean':
      return 'yes or no';
    case 'cents':
      return `${dollars(choice.least ?? 0)} to ${dollars(choice.most ?? 0)}${choice.most_is_ours ? ', upper bound ours' : ''}`;
    case 'text':
      return listWords(choice.values.map(sentence), 'or');
    case 'table':
      return 'a table of its own in a rules submission; the command line and this page cannot set it';
    case 'spots':
      return `any of ${listWords(Object.keys(book.spots).map((spot) => spotTitle(book, spot)))}`;
  }
}

/** The name of the choice that a fault is about; null where it is about something else. */
export function choiceOf(field: string): string | null {
  const [first, name] = field.split('.');
  return first === 'choices' && name !== undefined ? name : null;
}

/** A fault by the title that the page gives the choice, in the unit that people type. */
export function choiceFaultWords(fault: Fault, book: RuleBookAnswer): string {
  const choice = book.choices.find(({ name }) => name === choiceOf(fault.field));
  if (choice === undefined) return faultSentence(fault);
  const titleOf = (spot: string): string => spotTitle(book.document, spot);
  return titledFault(
    choiceTitle(choice.name),
    fault,
    choice.type === 'cents' ? { titleOf, shown: centsValue } : { titleOf },
  );
}
