/** Opening tables and sitting down at them, with a guest made on the way. */

import { api, type Options, type Outcome } from '../shared/api';
import { guest } from '../shared/guest.svelte';
import { newId } from '../shared/ids';
import type { OpenTableRequest, TableAnswer } from '../shared/protocol';
import { ownSheet, ownTable } from '../shared/strings';

export type Terms = Omit<OpenTableRequest, 'id'>;

/** The pace of a practice table with one seat: no one else has to follow, so dealing is fast. */
export const ALONE_PACE_MS = 250;

export function practiceTerms(rules: string, options: Options = {}): Terms {
  return {
    title: ownTable,
    game: 'criss-cross',
    table_kind: 'practice',
    rules,
    options,
    is_private: true,
    seat_count: 1,
    pace_ms: ALONE_PACE_MS,
  };
}

/** A solo King Cross sheet with hints allowed. */
export function soloSheetTerms(scoring: string, options: Options = {}): Terms {
  return {
    title: ownSheet,
    game: 'king-cross',
    table_kind: 'practice',
    rules: scoring,
    options,
    is_private: true,
    seat_count: 1,
    pace_ms: ALONE_PACE_MS,
  };
}

/** Opens a table and takes a seat at it, unless its host only wants to watch. */
export async function openTable(terms: Terms, seat: number | null = 1): Promise<Outcome<TableAnswer>> {
  const me = await guest.ensure();
  if (!me.ok) return me;
  const opened = await api.openTable({ id: newId(), ...terms });
  if (!opened.ok || seat === null) return opened;
  const seated = await api.askTable(opened.answer.info.table, newId(), { kind: 'sit', seat });
  return seated.ok ? opened : seated;
}
