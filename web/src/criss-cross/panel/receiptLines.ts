/** The result of a round, line by line in the order of its settlement. */

import { netOf } from '../../shared/money';
import type { BookDocument, SettledWager, TableView } from '../../shared/protocol';
import { handWords, spotTitle } from '../../shared/words';
import { RECEIPT } from './strings';

export interface ReceiptLine {
  readonly order: number;
  readonly seat: number;
  readonly title: string;
  readonly staked: number;
  readonly net: number;
  readonly says: string;
  readonly clause: string;
}

export interface ReceiptSum {
  readonly staked: number;
  readonly back: number;
  readonly net: number;
}

/** The lines of one seat, or of all. */
export function receiptLines(book: BookDocument, view: TableView, seat: number | null): ReceiptLine[] {
  return view.settled_wagers
    .filter((line) => seat === null || line.seat === seat)
    .sort((one, other) => one.order - other.order)
    .map((line) => ({
      order: line.order,
      seat: line.seat,
      title: wagerTitle(book, line.spot),
      staked: line.staked,
      net: netOf(line),
      says: lineSays(book, line),
      clause: distinct(
        [line.clause, ...line.prizes.map(({ clause }) => clause)].flatMap((clause) => clause.split(', ')),
      ).join(', '),
    }));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

/** The sum of a seat; with no seat, of the whole table. */
export function receiptSum(view: TableView, seat: number | null): ReceiptSum | null {
  const totals = view.totals.filter((total) => seat === null || total.seat === seat);
  if (totals.length === 0) return null;
  const add = (pick: (total: (typeof totals)[number]) => number): number =>
    totals.reduce((sum, total) => sum + pick(total), 0);
  return {
    staked: add((total) => total.staked),
    back: add((total) => total.won + total.returned),
    net: add((total) => total.net),
  };
}

/** The title of a spot in the rules; progressive wagers have theirs in another part of the document. */
export function wagerTitle(book: BookDocument, spot: string): string {
  const { bonus_spin: spin, xtreme } = book.progressives ?? {};
  if (spot === 'bonus_spin' && spin !== undefined) return spin.title;
  if (spot === 'bonus_spin_xtreme' && xtreme !== undefined) return xtreme.title;
  return spotTitle(book, spot);
}

function lineSays(book: BookDocument, line: SettledWager): string {
  if (line.result === 'forfeit') return RECEIPT.forfeit;
  if (line.odds === null) {
    if (line.prizes.length === 0) return RECEIPT.noWheel;
    return RECEIPT.prizeList(line.prizes.map(({ kind }) => RECEIPT.prizes[kind]));
  }
  const hand = handWords(line.hand).toLowerCase();
  const whose = book.spots[line.spot]?.hand === 'higher' ? RECEIPT.betterHand(hand) : hand;
  if (line.result === 'lose') return whose;
  if (line.result === 'push') return RECEIPT.push(whose);
  return RECEIPT.win(whose, line.odds, line.cut > 0);
}

/** `in the order of 11.H and 11.I`, from the passes of the settlement. */
export function orderWords({ settlement }: Pick<BookDocument, 'settlement'>): string {
  const clauses = distinct(settlement.map(({ clause }) => clause ?? ''));
  return clauses.length === 0 ? '' : RECEIPT.order(clauses);
}
