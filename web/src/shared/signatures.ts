/** The code that checks signatures. It is fetched when a table opens, and no other page needs it. */

type Signatures = Pick<typeof import('./notes'), 'isSigned' | 'isSucceeded'>;

/** Where the code can't be fetched, nothing counts as signed. */
const NOTHING_SIGNED: Signatures = { isSigned: () => false, isSucceeded: () => false };

let fetched: Promise<Signatures> | null = null;

export function signatures(): Promise<Signatures> {
  fetched ??= import('./notes').catch(() => {
    fetched = null;
    return NOTHING_SIGNED;
  });
  return fetched;
}
