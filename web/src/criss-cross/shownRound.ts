/**
 * Which moment of a round is on the felt, and how much of it has been told. Pure: values in, values out.
 *
 * The table is often ahead of its player: cards turn, wheels spin and wagers are settled one by one here, after the
 * server has done all of it. Nothing may be read on the felt before the card or wheel that decides it.
 *
 * What is shown goes through these paces, in this order, and may skip any of them:
 *
 * - `turning`: cards are being turned. `read` is the view before them, and texts are about that one.
 * - `spinning`: a wheel of the round turns, or is about to. Fewer than all spins are in `spun`.
 * - `telling`: the own wagers are being told. Fewer than all are in `told`.
 * - `rest`: everything that is shown may be read.
 *
 * While cards turn or a wheel spins, `told` doesn't grow and `meters` don't change. `held` is always of the round that is
 * shown.
 */

import type { Happened, SettledWager, TableView, Update } from '../shared/protocol';
import { isIn, isOver, seatOf } from './phase';

export interface ShownRound {
  /** The update whose cards are on the felt: not always the newest. */
  readonly update: Update | null;
  /** The view that texts are about: the one before, while cards turn. */
  readonly read: TableView | null;
  /** The newest of this round, while the coach holds it back. */
  readonly held: Update | null;
  /** How many of the own wagers have been told. */
  readonly linesShown: number;
  /** How many wheels have been turned and read. */
  readonly spun: number;
  /** The progressive meters as they were before the cards or wheels that may pay from them. */
  readonly meters: TableView['meters'];
  /** The player has moved on: the next round is shown as soon as it is there. */
  readonly wantsNext: boolean;
  /** The commitment of the round: the table forgets it when the round is over. */
  readonly commitment: string;
  /** What happened and is not announced yet. */
  readonly unsaid: readonly Happened[];
  /** What is to be announced now, with the update that was just shown. */
  readonly said: readonly Happened[];
}

export type Pace = 'turning' | 'spinning' | 'telling' | 'rest';

export type ShownEvent =
  /** The table sent an update. */
  | { readonly kind: 'came'; readonly update: Update; readonly isHolding: boolean; readonly isStill: boolean }
  /** The coach holds nothing back any more. */
  | { readonly kind: 'released'; readonly newest: Update | null; readonly isStill: boolean }
  /** The cards are face up. */
  | { readonly kind: 'turned' }
  /** One more wager has been told. */
  | { readonly kind: 'told' }
  /** The player wants to see the end at once. */
  | { readonly kind: 'finished' }
  /** The wheels were turned and read. */
  | { readonly kind: 'spun'; readonly spins: number; readonly isStill: boolean }
  /** The player leaves a round that is over. */
  | { readonly kind: 'moved_on'; readonly newest: Update | null };

export const NOTHING_SHOWN: ShownRound = {
  update: null,
  read: null,
  held: null,
  linesShown: 0,
  spun: 0,
  meters: {},
  wantsNext: false,
  commitment: '',
  unsaid: [],
  said: [],
};

export function viewOf(update: Update | null): TableView | null {
  return (update?.view as TableView | null | undefined) ?? null;
}

export function roundOf(update: Update | null): string {
  return update?.info.round?.id ?? '';
}

/** The own wagers of what is shown, in the order in which they are settled. */
export function ownWagers({ update }: Pick<ShownRound, 'update'>): readonly SettledWager[] {
  return viewOf(update)?.settled_wagers.filter(({ seat }) => seat === update?.you) ?? [];
}

export function isSpinning({ update, spun }: ShownRound): boolean {
  const view = viewOf(update);
  return view !== null && view.void === null && (view.spin_due !== null || view.spins.length > spun);
}

export function paceOf(shown: ShownRound): Pace {
  if (shown.read !== viewOf(shown.update)) return 'turning';
  if (isSpinning(shown)) return 'spinning';
  return shown.linesShown < ownWagers(shown).length ? 'telling' : 'rest';
}

/** Cards that turn or are dealt to the player in this step, by their places. */
export function turnedPlaces(before: TableView | null, after: TableView | null): string[] {
  const lies = (view: TableView | null): Readonly<Record<string, string | null>> => ({
    ...view?.community,
    ...Object.fromEntries((view?.bonus_cards ?? []).map((card, index) => [`bonus_${index}`, card])),
    ...Object.fromEntries((seatOf(view, view?.seat ?? null)?.hole ?? []).map((card, index) => [`hole_${index}`, card])),
  });
  const old = lies(before);
  return Object.entries(lies(after)).flatMap(([place, card]) =>
    typeof card === 'string' && typeof old[place] !== 'string' ? [place] : [],
  );
}

export function reduceShown(shown: ShownRound, event: ShownEvent): ShownRound {
  const next = changed(shown, event);
  const pace = paceOf(next);
  const isHeld = shown.update !== null && (pace === 'turning' || pace === 'spinning');
  const meters = isHeld ? shown.meters : (viewOf(next.update)?.meters ?? next.meters);
  return meters === next.meters ? next : { ...next, meters };
}

function changed(shown: ShownRound, event: ShownEvent): ShownRound {
  switch (event.kind) {
    case 'came':
      return came(shown, event.update, event.isHolding, event.isStill);
    case 'released':
      return released(shown, event.newest, event.isStill);
    case 'turned':
      return shown.read === viewOf(shown.update) ? shown : { ...shown, read: viewOf(shown.update) };
    case 'told':
      return paceOf(shown) === 'telling' ? { ...shown, linesShown: shown.linesShown + 1 } : shown;
    case 'finished':
      return finished(shown);
    case 'spun':
      return rested({ ...shown, spun: event.spins }, event.isStill);
    case 'moved_on':
      return movedOn(shown, event.newest);
  }
}

function came(shown: ShownRound, update: Update, isHolding: boolean, isStill: boolean): ShownRound {
  // A visitor who has just arrived, or missed too much, sees the current state without the steps that led to it.
  if (shown.update === null || update.is_gap) return atRest(shown, update);
  if (update.seq < (shown.held ?? shown.update).seq) return shown;
  const seen = shown.unsaid.at(-1)?.seq ?? shown.update.seq;
  const news = update.happened.filter(({ seq }) => seq > seen);
  const next = news.length === 0 ? shown : { ...shown, unsaid: [...shown.unsaid, ...news] };
  if (isHolding) return roundOf(update) === roundOf(shown.update) ? { ...next, held: update } : next;
  return stays(next, update) ? next : show(next, update, isStill);
}

function released(shown: ShownRound, newest: Update | null, isStill: boolean): ShownRound {
  const { held } = shown;
  const next = held === null ? shown : show(shown, held, isStill);
  return newest === null || newest === held || newest === next.update ? next : came(next, newest, false, isStill);
}

function finished(shown: ShownRound): ShownRound {
  if (!isOver(viewOf(shown.update))) return shown;
  const turned = { ...shown, read: viewOf(shown.update) };
  return isSpinning(turned) ? turned : { ...turned, linesShown: ownWagers(turned).length };
}

function movedOn(shown: ShownRound, newest: Update | null): ShownRound {
  const done = finished(shown);
  if (!isOver(viewOf(done.update))) return done;
  if (newest === null || newest.seq <= (done.update?.seq ?? 0)) return { ...done, wantsNext: true };
  return show(done, newest, true);
}

/** A round that is over stays until its player moves on, unless the next one is dealt without them. */
function stays(shown: ShownRound, update: Update): boolean {
  const view = viewOf(shown.update);
  const you = shown.update?.you ?? null;
  if (shown.wantsNext || !isOver(view) || roundOf(update) === roundOf(shown.update)) return false;
  const next = viewOf(update);
  if (paceOf(shown) !== 'rest') return next === null || next.stage === 'betting';
  if (!isIn(view, you)) return next?.stage === 'betting' && next.seats.every(({ status }) => status === 'empty');
  return next === null || next.stage === 'betting';
}

function show(shown: ShownRound, update: Update, isStill: boolean): ShownRound {
  const isSame = roundOf(update) === roundOf(shown.update);
  const fresh = isSame ? shown : { ...shown, linesShown: 0, spun: 0, wantsNext: false };
  const next = {
    ...fresh,
    update,
    held: null,
    commitment: update.info.round?.commitment || shown.commitment,
    said: shown.unsaid,
    unsaid: [],
  };
  const turns = isSame && !isStill && turnedPlaces(fresh.read, viewOf(update)).length > 0;
  return turns ? next : rested({ ...next, read: viewOf(update) }, isStill);
}

/** Without motion nothing is shown step by step. */
function rested(shown: ShownRound, isStill: boolean): ShownRound {
  return isStill && paceOf(shown) === 'telling' ? { ...shown, linesShown: ownWagers(shown).length } : shown;
}

function atRest(shown: ShownRound, update: Update): ShownRound {
  const view = viewOf(update);
  const commitment = update.info.round?.commitment || shown.commitment;
  const next = { ...NOTHING_SHOWN, update, read: view, spun: view?.spins.length ?? 0, commitment };
  // A wheel that is still due comes first, for them too.
  return isSpinning(next) ? next : { ...next, linesShown: ownWagers(next).length };
}
