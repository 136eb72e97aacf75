/**
 * What the log of a table was while rounds were played, as this browser was told then: the number and the hash of an
 * entry. Whoever keeps it can show later that the log was not made anew.
 */

import { keep, kept } from './kept';
import type { ReceiptAnswer, Update } from './protocol';

export type SeenHead = Pick<ReceiptAnswer, 'table' | 'last_seq' | 'head'>;

const KEY = 'heads';
const MOST = 200;

type Heads = Readonly<Record<string, SeenHead>>;

/** Keeps the newest entry of the open round, from the moment when its chance is fixed. */
export function rememberHead({ seq, head, info }: Pick<Update, 'seq' | 'head' | 'info'>): void {
  const { round } = info;
  if (round === null || !round.is_open || round.phase !== 'locked') return;
  const others = Object.entries(kept(KEY, isHeads) ?? {}).filter(([id]) => id !== round.id);
  const entry: [string, SeenHead] = [round.id, { table: info.table, last_seq: seq, head }];
  keep(KEY, Object.fromEntries([...others, entry].slice(-MOST)));
}

export function headOf(round: string): SeenHead | null {
  return kept(KEY, isHeads)?.[round] ?? null;
}

function isHeads(found: unknown): found is Heads {
  return typeof found === 'object' && found !== null && Object.values(found).every(isSeen);
}

function isSeen(found: unknown): found is SeenHead {
  const { table, last_seq, head } = (found ?? {}) as Partial<SeenHead>;
  return typeof table === 'string' && Number.isInteger(last_seq) && typeof head === 'string';
}
