/**
 * What the log of a table was while rounds were played, as this browser was told then: the number and the hash of an
 * entry, signed by the server. It shows later that the log was not made anew.
 */

import { keep, kept } from './kept';
import type { SignedHead } from './notes';
import type { Update } from './protocol';

const KEY = 'heads';
const MOST = 200;

type Heads = Readonly<Record<string, SignedHead>>;

/** Keeps the newest entry of the open round, from the moment when its chance is fixed. */
export function rememberHead({ seq, head, signature, info }: Pick<Update, 'seq' | 'head' | 'signature' | 'info'>, key: string): void {
  const { round } = info;
  if (round === null || !round.is_open || round.phase !== 'locked') return;
  const others = Object.entries(kept(KEY, isHeads) ?? {}).filter(([id]) => id !== round.id);
  const entry: [string, SignedHead] = [round.id, { table: info.table, seq, head, signature, key }];
  keep(KEY, Object.fromEntries([...others, entry].slice(-MOST)));
}

export function headOf(round: string): SignedHead | null {
  return kept(KEY, isHeads)?.[round] ?? null;
}

function isHeads(found: unknown): found is Heads {
  return typeof found === 'object' && found !== null && Object.values(found).every(isSeen);
}

function isSeen(found: unknown): found is SignedHead {
  const { table, seq, head, signature, key } = (found ?? {}) as Partial<SignedHead>;
  return Number.isInteger(seq) && [table, head, signature, key].every((text) => typeof text === 'string');
}
