/** The irregularities that the floor can report now, by the rules of the table and the stage of its round. The server decides. */

import type { BookDocument, IrregularityEntry, MatchView, TableView } from '../../shared/protocol';
import { placeWords, sentence } from '../../shared/words';
import { reporting } from './strings';

export interface Irregularity {
  readonly kind: string;
  readonly says: string;
  /** The rulings: the first time, and each time after it. */
  readonly outcomes: IrregularityEntry['outcomes'];
  readonly clause: string | null;
  readonly reading: string | null;
  /** The places of the exposed card; empty if the irregularity is about no card. */
  readonly places: readonly Place[];
}

export interface Place {
  readonly place: string;
  readonly title: string;
}

/** Reasons for a void that concern the server and its devices. */
export const FAILURES: readonly string[] = ['server_fault', 'wheel_failed', 'meter_failed'];
const DECISIONS: readonly string[] = ['across', 'down', 'middle'];
const AFTER_THE_DEAL: readonly string[] = [...DECISIONS, 'settling'];
const FINISHED: readonly string[] = ['settled', 'voided'];

/** Every irregularity of the rule book that can happen at this moment. */
export function irregularities(book: BookDocument, view: TableView): readonly Irregularity[] {
  if (FINISHED.includes(view.stage)) return [];
  return Object.entries(book.irregularities)
    .filter(([, entry]) => isOfThisTable(book, entry))
    .map(([kind, entry]) => ({ kind, ...ruling(book, entry), says: entry.says, places: places(kind, view) }))
    .filter(({ kind, places: result }) => (EXPOSURES.includes(kind) ? result.length > 0 : canArise(kind, view)));
}

const EXPOSURES: readonly string[] = ['community_card_exposed', 'bonus_card_exposed', 'own_card_exposed'];

function isOfThisTable(book: BookDocument, entry: IrregularityEntry): boolean {
  if (entry.methods !== undefined && !entry.methods.includes(book.dealing_method)) return false;
  if (entry.shufflers !== undefined && !entry.shufflers.includes(book.shuffler)) return false;
  return entry.needs_shuffler !== true || book.shuffler !== 'none';
}

function ruling(book: BookDocument, entry: IrregularityEntry) {
  const by = entry.by_method?.[book.dealing_method];
  return {
    outcomes: by?.outcomes ?? entry.outcomes,
    clause: by?.clause ?? entry.clause ?? null,
    reading: by?.reading ?? entry.reading ?? null,
  };
}

function isDealt(view: TableView): boolean {
  return Object.keys(view.community).length > 0 || view.seats.some(({ hole }) => hole.length > 0);
}

function canArise(kind: string, view: TableView): boolean {
  switch (kind) {
    case 'face_up_card':
    case 'drawn_in_error':
      return view.stage === 'dealing';
    case 'shoe_failure':
      return view.stage === 'dealing' || AFTER_THE_DEAL.includes(view.stage);
    case 'backed_up':
      return view.stage === 'dealing' && isDealt(view);
    case 'wrong_card_count':
      return isDealt(view);
    case 'stub_wrong_misdealt':
    case 'stub_wrong_not_misdealt':
      return AFTER_THE_DEAL.includes(view.stage);
    default:
      return true;
  }
}

/** The dealt places of this kind whose cards only their owner has seen. */
function places(kind: string, view: TableView): readonly Place[] {
  switch (kind) {
    case 'community_card_exposed':
      return Object.entries(view.community)
        .filter(([, card]) => card === null)
        .map(([place]) => ({ place, title: placeWords(place) }));
    case 'bonus_card_exposed':
      return view.bonus_cards.flatMap((card, index) =>
        card === null ? [{ place: `bonus_${index + 1}`, title: reporting.bonusCard(index + 1) }] : [],
      );
    case 'own_card_exposed':
      return view.seats.flatMap(({ seat, hole }) =>
        hole.map((_, index) => ({
          place: `hole:${seat}:${index + 1}`,
          title: index === 0 ? reporting.firstCard(seat) : reporting.secondCard(seat),
        })),
      );
    default:
      return [];
  }
}

/** The reasons for which a player can forfeit every wager; empty where the rules have none. */
export function conductReasons(book: BookDocument): readonly { reason: string; title: string; clause: string }[] {
  return Object.entries(book.conduct?.reasons ?? {}).map(([reason, clause]) => ({
    reason,
    title: sentence(reason),
    clause,
  }));
}

/** Whether the view has a round that can be ruled on. */
export function isRuled(view: TableView | MatchView | null): view is TableView {
  return view !== null && view.kind === 'table';
}
