/** Tables of King Cross that somebody opens from its page: alone, or against a computer. */

import { api, type Outcome } from '../shared/api';
import { newId } from '../shared/ids';
import type { TableAnswer } from '../shared/protocol';
import { router } from '../shared/router.svelte';
import { ALONE_PACE_MS, openTable, soloSheetTerms, type Terms } from '../tables/opening';

const SCORING = 'king-cross';

/** A sheet of one's own and one of a computer, by the same dice or each by its own. */
export function duelTerms(mode: 'communal' | 'own_dice', bonus: boolean): Terms {
  return {
    title: 'Against the computer',
    game: 'king-cross',
    table_kind: 'practice',
    rules: SCORING,
    options: { mode, bonus },
    is_private: true,
    seat_count: 2,
    decision_seconds: 0,
    pace_ms: ALONE_PACE_MS,
  };
}

export class KingTables {
  /** What is being opened, by its name; empty when nothing is. */
  busy = $state('');
  faults = $state.raw<readonly string[]>([]);

  alone(bonus: boolean): Promise<void> {
    return this.#open('alone', () => openTable(soloSheetTerms(SCORING, { bonus })));
  }

  against(policy: string, bonus: boolean, mode: 'communal' | 'own_dice'): Promise<void> {
    return this.#open(policy, async () => {
      const opened = await openTable(duelTerms(mode, bonus));
      if (!opened.ok) return opened;
      const seated = await api.askTable(opened.answer.info.table, newId(), { kind: 'add_bot', seat: 2, policy });
      return seated.ok ? opened : seated;
    });
  }

  async #open(what: string, open: () => Promise<Outcome<TableAnswer>>): Promise<void> {
    if (this.busy !== '') return;
    this.busy = what;
    this.faults = [];
    const opened = await open();
    this.busy = '';
    if (opened.ok) router.go(`table/${opened.answer.info.table}?deal=1`);
    else this.faults = opened.faults;
  }
}
