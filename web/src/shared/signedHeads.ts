/** Signed heads as they are kept and written. `notes.ts` checks their signatures. */

/** The newest entry of a table's log, as the server signed it. */
export interface SignedHead {
  readonly table: string;
  readonly seq: number;
  readonly head: string;
  readonly signature: string;
  /** The verifier key that the server used then. */
  readonly key: string;
}

export function headText({ table, seq, head }: Pick<SignedHead, 'table' | 'seq' | 'head'>): string {
  return ['crossfelt-head-2', table, seq, head, ''].join('\n');
}

/** A receipt as `crossfelt verify --against` reads it. */
export function receiptFile(head: SignedHead): string {
  const name = head.key.slice(0, head.key.indexOf('+'));
  const note = `${headText(head)}\n— ${name} ${head.signature}\n`;
  return `${JSON.stringify({ format: 'crossfelt-receipt', version: 1, key: head.key, note }, null, 2)}\n`;
}
