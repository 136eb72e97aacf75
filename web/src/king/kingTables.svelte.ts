/** Opens tables of King Cross from its page: alone, or against a bot. */

import { api, type Outcome } from '../shared/api';
import { newId } from '../shared/ids';
import type { TableAnswer } from '../shared/protocol';
import { ALONE_PACE_MS, openTable, soloSheetTerms, type Terms } from '../tables/openTable';
import { bots } from './strings';

const SCORING = 'king-cross';

/** The terms of a game against a bot, with shared or own dice. */
export function duelTerms(mode: 'communal' | 'own_dice', bonus: boolean): Terms {
  return {
    title: bots.title,
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

/** The parts of the page that opening a table needs. */
export interface OpeningPorts {
  readonly open: typeof openTable;
  readonly ask: typeof api.askTable;
  readonly go: (path: string) => void;
}

export class KingTables {
  /** The name of the table that is being opened; empty when none is. */
  busy = $state('');
  faults = $state.raw<readonly string[]>([]);
  readonly #ports: OpeningPorts;

  constructor(go: OpeningPorts['go'], ports: Omit<OpeningPorts, 'go'> = { open: openTable, ask: api.askTable }) {
    this.#ports = { ...ports, go };
  }

  alone(bonus: boolean): Promise<void> {
    return this.#open('alone', () => this.#ports.open(soloSheetTerms(SCORING, { bonus })));
  }

  against(policy: string, bonus: boolean, mode: 'communal' | 'own_dice'): Promise<void> {
    return this.#open(policy, async () => {
      const opened = await this.#ports.open(duelTerms(mode, bonus));
      if (!opened.ok) return opened;
      const seated = await this.#ports.ask(opened.answer.info.table, newId(), { kind: 'add_bot', seat: 2, policy });
      return seated.ok ? opened : seated;
    });
  }

  async #open(what: string, open: () => Promise<Outcome<TableAnswer>>): Promise<void> {
    if (this.busy !== '') return;
    this.busy = what;
    this.faults = [];
    const opened = await open();
    this.busy = '';
    if (opened.ok) this.#ports.go(`table/${opened.answer.info.table}?deal=1`);
    else this.faults = opened.faults;
  }
}
