/** The rule book that this player plays by: chosen once, remembered, and at first the one that the server names. */

import { api, type Outcome } from './api';
import { isText, keep, kept } from './kept';
import type { RuleBooksAnswer, RuleBookSummary } from './protocol';

const KEY = 'rules';
const PROGRESSIVES = 'progressives';

class ChosenRuleBook {
  /** Every rule book there is, once the server has told. */
  books = $state.raw<readonly RuleBookSummary[]>([]);
  faults = $state.raw<readonly string[]>([]);
  #chosen = $state(kept(KEY, isText));
  #default = $state('');
  #wantsProgressives = $state(kept(PROGRESSIVES, (found): found is true => found === true) !== null);

  /** Asks for the rule books, once. */
  async load(): Promise<Outcome<RuleBooksAnswer>> {
    const found = await api.ruleBooks();
    this.faults = found.ok ? [] : found.faults;
    if (found.ok) {
      this.books = found.answer.rule_books;
      this.#default = found.answer.default;
    }
    return found;
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

  set hasProgressives(wanted: boolean) {
    this.#wantsProgressives = wanted;
    keep(PROGRESSIVES, wanted ? true : null);
  }

  /** What a table is opened with: the id of the book, or the submission that adds its progressive wagers. */
  get terms(): string {
    return (this.hasProgressives ? this.book?.progressives : null) ?? this.id;
  }
}

export const ruleBook = new ChosenRuleBook();
