/**
 * The heads of a table's log while rounds were played, as the server sent them: the number and the hash of an entry,
 * signed by the server. They prove later that the log was not rewritten.
 */

import { browserStorage, keep, savedValue } from './savedValues';
import type { SignedHead } from './signedHeads';
import type { Update } from './protocol';

const KEY = 'heads';
const MOST = 200;

type Heads = Readonly<Record<string, SignedHead>>;

/** Keeps the newest entry of the open round, from the moment when its chance is fixed. */
export function rememberHead(
  { seq, head, signature, info }: Pick<Update, 'seq' | 'head' | 'signature' | 'info'>,
  key: string,
  storage = browserStorage,
): void {
  const { round } = info;
  if (round === null || !round.is_open || round.phase !== 'locked') return;
  const others = Object.entries(savedValue(KEY, isHeads, storage) ?? {}).filter(([id]) => id !== round.id);
  const entry: [string, SignedHead] = [round.id, { table: info.table, seq, head, signature, key }];
  keep(KEY, Object.fromEntries([...others, entry].slice(-MOST)), storage);
}

export function headOf(round: string): SignedHead | null {
  return savedValue(KEY, isHeads)?.[round] ?? null;
}

function isHeads(value: unknown): value is Heads {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSeen);
}

function isSeen(value: unknown): value is SignedHead {
  const { table, seq, head, signature, key } = (value ?? {}) as Partial<SignedHead>;
  return Number.isInteger(seq) && [table, head, signature, key].every((text) => typeof text === 'string');
}
