import type { MatchView, TableView } from './protocol';

/** Whether a seat has a wager or a sheet in the round in progress. */
export function takesPart(view: TableView | MatchView | null, seat: number | null): boolean {
  if (view === null || seat === null) return false;
  if (view.kind === 'match') return view.seats.some((sheet) => sheet.seat === seat);
  return view.seats.some((own) => own.seat === seat && Object.keys(own.wagers).length > 0);
}
