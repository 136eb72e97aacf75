/** One tap from a page to a game: opens a table of one's own and goes there. */

import type { Outcome } from '../shared/api';
import { router } from '../shared/router.svelte';
import { ruleBook } from '../shared/ruleBook.svelte';
import type { TableAnswer } from '../shared/protocol';
import { openTable, practiceTerms, soloSheetTerms, type Terms } from './opening';

const SCORING = 'king-cross';

/** A button that starts a game: whether it is at work, and why it could not. */
export class Start {
  isBusy = $state(false);
  faults = $state.raw<readonly string[]>([]);

  /** Two cards at a practice table, by the rule book that was chosen. */
  deal(): Promise<void> {
    return this.#start(async () => {
      if (ruleBook.terms === '') {
        const books = await ruleBook.load();
        if (!books.ok) return books;
      }
      return openTable(practiceTerms(ruleBook.terms));
    });
  }

  /** The first roll of a King Cross sheet. */
  roll(options: Terms['options'] = {}): Promise<void> {
    return this.#start(() => openTable(soloSheetTerms(SCORING, options)));
  }

  async #start(open: () => Promise<Outcome<TableAnswer>>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.faults = [];
    const opened = await open();
    this.isBusy = false;
    if (opened.ok) router.go(`table/${opened.answer.info.table}?deal=1`);
    else this.faults = opened.faults;
  }
}
