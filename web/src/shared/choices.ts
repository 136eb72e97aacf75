/** The choices of a rule book, as people read them. */

import { centsValue } from './faults/strings';
import { faultSentence, titledFault, type Fault } from './faultWords';
import { list } from './intl';
import { dollars } from './money';
import type { BookDocument, Choice, ChoiceValue, RuleBookAnswer } from './protocol';
import { choiceText as text } from './rules/strings';
import { sentence, spotTitle } from './words';

export function choiceTitle(name: string): string {
  return sentence(name.replace(/_cents$/, ''));
}

export function valueWords(choice: Choice, value: ChoiceValue | null, book: BookDocument): string {
  if (value === null) return text.notOffered;
  if (choice.type === 'cents' && typeof value === 'number') return value === 0 ? text.notSet : dollars(value);
  if (choice.type === 'spots' && Array.isArray(value)) return list(value.map((spot) => spotTitle(book, String(spot))));
  if (Array.isArray(value)) return list(value.map(String));
  if (typeof value === 'boolean') return value ? text.yes : text.no;
  return sentence(String(value));
}

export function rangeWords(choice: Choice, book: BookDocument): string {
  switch (choice.type) {
    case 'boolean':
      return text.yesOrNo;
    case 'cents':
      return (choice.most_is_ours ? text.amountsWithin : text.amounts)(
        dollars(choice.least ?? 0),
        dollars(choice.most ?? 0),
      );
    case 'text':
      return list(choice.values.map(sentence), 'disjunction');
    case 'table':
      return text.ownTable;
    case 'spots':
      return text.anyOf(Object.keys(book.spots).map((spot) => spotTitle(book, spot)));
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
