/** One tap from a page to a game: resumes the hand in progress, or opens a practice table and goes there. */

import type { Outcome } from '../shared/api';
import { router } from '../shared/router.svelte';
import { ruleBook } from '../shared/ruleBook.svelte';
import { openTable, practiceTerms, soloSheetTerms, type Terms } from './openTable';
import { findUnfinished } from './unfinishedGames';

const SCORING = 'king-cross';

/** A button that starts a game: whether it is at work, and why it could not. */
export class Start {
  isBusy = $state(false);
  faults = $state.raw<readonly string[]>([]);

  /** Two cards at a practice table, by the chosen rule book. A hand in progress is resumed instead. */
  deal(): Promise<void> {
    return this.#start(async () => {
      const hand = await findUnfinished('criss-cross');
      if (hand !== null) return { ok: true, answer: pathOf(hand.table) };
      if (ruleBook.terms === '') {
        const books = await ruleBook.load();
        if (!books.ok) return books;
      }
      return opened(practiceTerms(ruleBook.terms), DEAL);
    });
  }

  /** A practice table with the progressive wagers of a rule book. The player bets first: no card is dealt yet. */
  open(submission: string): Promise<void> {
    return this.#start(() => opened(practiceTerms(submission), ''));
  }

  /** The first roll of a King Cross sheet. */
  roll(options: Terms['options'] = {}): Promise<void> {
    return this.#start(() => opened(soloSheetTerms(SCORING, options), DEAL));
  }

  /** Goes where the answer says. */
  async #start(find: () => Promise<Outcome<string>>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.faults = [];
    const result = await find();
    this.isBusy = false;
    if (result.ok) router.go(result.answer);
    else this.faults = result.faults;
  }
}

const DEAL = '?deal=1';

function pathOf(table: string): string {
  return `table/${encodeURIComponent(table)}`;
}

async function opened(terms: Terms, query: string): Promise<Outcome<string>> {
  const table = await openTable(terms);
  return table.ok ? { ok: true, answer: pathOf(table.answer.info.table) + query } : table;
}
