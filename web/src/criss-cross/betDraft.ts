/**
 * The chips of a player before the first card: what is on the felt, and what the table has of it. Pure.
 *
 * A draft is in one of these states:
 *
 * - settled: `sent` is what the table has, and `asked` is null.
 * - asking: `asked` is on its way. Chips may change meanwhile; the newest are sent when the answer is there.
 *
 * A refusal takes chips back only if they are still the ones that were refused.
 */

import { bettingPart, sameWagers, totalOf } from './chips';
import type { Layout, Wagers } from './layout';

export interface BetDraft {
  readonly wagers: Wagers;
  /** What the table has accepted. */
  readonly sent: Wagers;
  /** What the table is being asked to accept. */
  readonly asked: Wagers | null;
  /** Earlier drafts, the newest last. */
  readonly undone: readonly Wagers[];
  /** What was on the felt in the round before. */
  readonly last: Wagers | null;
  /** Deal as soon as the table takes wagers. */
  readonly wantsDeal: boolean;
}

export type DraftEvent =
  /** The player moved chips. */
  | { readonly kind: 'changed'; readonly wagers: Wagers }
  | { readonly kind: 'undone' }
  /** The chips of before are put down again, to be changed or dealt. */
  | { readonly kind: 'repeated'; readonly wagers: Wagers; readonly wantsDeal: boolean }
  | { readonly kind: 'asking'; readonly wagers: Wagers }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'dealing' }
  /** Another round is shown, with what the table has of this seat. */
  | { readonly kind: 'opened'; readonly own: Wagers; readonly isKept: boolean }
  /** The table says what it has of this seat. */
  | { readonly kind: 'confirmed'; readonly own: Wagers }
  /** No more bets. */
  | { readonly kind: 'closed'; readonly own: Wagers };

export const MOST_UNDONE = 50;
export const NO_DRAFT: BetDraft = { wagers: {}, sent: {}, asked: null, undone: [], last: null, wantsDeal: false };

export function reduceDraft(layout: Layout, draft: BetDraft, event: DraftEvent): BetDraft {
  switch (event.kind) {
    case 'changed':
      if (sameWagers(event.wagers, draft.wagers)) return draft;
      return { ...draft, wagers: event.wagers, undone: [...draft.undone, draft.wagers].slice(-MOST_UNDONE) };
    case 'undone': {
      const before = draft.undone.at(-1);
      return before === undefined ? draft : { ...draft, wagers: before, undone: draft.undone.slice(0, -1) };
    }
    case 'repeated':
      return { ...draft, wagers: event.wagers, wantsDeal: draft.wantsDeal || event.wantsDeal };
    case 'asking':
      return { ...draft, asked: event.wagers };
    case 'accepted':
      return { ...draft, sent: draft.asked ?? draft.sent, asked: null };
    case 'refused':
      return { ...draft, asked: null, wagers: isAsked(draft) ? draft.sent : draft.wagers, wantsDeal: false };
    case 'dealing':
      return { ...draft, wantsDeal: false };
    case 'opened':
      return opened(layout, draft, event.own, event.isKept);
    case 'confirmed':
      // What is on its way is newer than what the table says.
      return draft.asked === null ? { ...draft, sent: event.own } : draft;
    case 'closed':
      // What is bet has left the wallet for good.
      return { ...draft, last: bettingPart(layout, event.own), wagers: {}, sent: {}, undone: [], asked: null };
  }
}

/** What has to be sent so that the table has what is on the felt; null when it has it, or is being asked. */
export function toSend(draft: BetDraft, canDeal: boolean): Wagers | null {
  const unsent = canDeal ? draft.wagers : {};
  return draft.asked !== null || sameWagers(unsent, draft.sent) ? null : unsent;
}

function isAsked({ wagers, asked }: BetDraft): boolean {
  return asked !== null && (sameWagers(asked, wagers) || totalOf(asked) === 0);
}

function opened(layout: Layout, draft: BetDraft, own: Wagers, isKept: boolean): BetDraft {
  const next = { ...draft, sent: own, asked: null, undone: [] };
  if (totalOf(own) > 0) return { ...next, wagers: bettingPart(layout, own) };
  return isKept || draft.wantsDeal ? next : { ...next, wagers: {} };
}
