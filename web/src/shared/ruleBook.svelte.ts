/** The rule book that this player plays by: chosen once, remembered, and at first the one that the server names. */

import { api, type Outcome } from './api';
import { isText, keep, savedValue } from './savedValues';
import type { RuleBooksAnswer, RuleBookSummary } from './protocol';

const KEY = 'rules';
const PROGRESSIVES = 'progressives';

class ChosenRuleBook {
  /** Every rule book there is, once the server has told. */
  books = $state.raw<readonly RuleBookSummary[]>([]);
  faults = $state.raw<readonly string[]>([]);
  #chosen = $state(savedValue(KEY, isText));
  #default = $state('');
  #wantsProgressives = $state(savedValue(PROGRESSIVES, (result): result is true => result === true) !== null);

  /** Asks for the rule books, once. */
  async load(): Promise<Outcome<RuleBooksAnswer>> {
    const result = await api.ruleBooks();
    this.faults = result.ok ? [] : result.faults;
    if (result.ok) {
      this.books = result.answer.rule_books;
      this.#default = result.answer.default;
    }
    return result;
  }

  get id(): string {
    const isThere = this.books.length === 0 || this.books.some((book) => book.id === this.#chosen);
    return this.#chosen !== null && isThere ? this.#chosen : this.#default;
  }

  set id(id: string) {
    this.#chosen = id;
    keep(KEY, id);
  }

  get book(): RuleBookSummary | null {
    return this.books.find((book) => book.id === this.id) ?? null;
  }

  /** Whether the table has progressive wagers, where the rule book knows any. */
  get hasProgressives(): boolean {
    return this.#wantsProgressives && (this.book?.progressives ?? null) !== null;
  }

  set hasProgressives(isOn: boolean) {
    this.#wantsProgressives = isOn;
    keep(PROGRESSIVES, isOn ? true : null);
  }

  /** The rules of a new table: the id of the book, or the submission that adds its progressive wagers. */
  get terms(): string {
    return (this.hasProgressives ? this.book?.progressives : null) ?? this.id;
  }
}

export const ruleBook = new ChosenRuleBook();
