/** A decision as its player sees it, in the form that the adviser and `crossfelt advise` expect. */

import { netOf } from '../../shared/money';
import type { AdviseRequest, BookDocument, ChoiceValue, TableView } from '../../shared/protocol';

/** Null where this seat has no decision to make. Tables of choices concern wheels alone, and are left out. */
export function situationOf(book: BookDocument, view: TableView, you: number | null): AdviseRequest | null {
  const stages = book.stages.map(({ id }) => id);
  const at = stages.indexOf(view.stage as (typeof stages)[number]);
  const own = view.seats.find(({ seat }) => seat === you);
  const hole = (own?.hole ?? []).filter((card) => card !== null);
  if (at < 0 || own === undefined || view.to_act !== you || hole.length !== 2) return null;
  const bets = stages.slice(0, at).map((stage) => {
    const [spot, entry] = Object.entries(book.spots).find(([, { placed }]) => placed === stage) ?? ['', undefined];
    return (own.wagers[spot] ?? 0) / (own.wagers[entry?.multiple_of ?? ''] ?? 1);
  });
  const options = Object.entries(book.choices).filter(
    (choice): choice is [string, ChoiceValue] => typeof choice[1] !== 'object' || Array.isArray(choice[1]),
  );
  return {
    rules: book.id,
    options: Object.fromEntries(options),
    hole,
    across: pair(view, 'across_left', 'across_right'),
    down: pair(view, 'down_far', 'down_near'),
    bets,
  };
}

function pair({ community }: TableView, first: string, second: string): string[] | null {
  const cards = [community[first], community[second]].filter((card) => typeof card === 'string');
  return cards.length === 2 ? cards : null;
}

/** Two situations with the same name are the same decision under the same rules. */
export function situationKey({ rules, options, pay, hole, across, down, bets }: AdviseRequest): string {
  const sorted = Object.entries(options ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([rules, sorted, pay ?? {}, hole, across ?? null, down ?? null, bets ?? []]);
}

/** The net result of a seat's antes and bets, without side bets; null before the round is settled. */
export function mainNet({ spots }: BookDocument, view: TableView, you: number | null): number | null {
  if (view.stage !== 'settled' || view.void !== null) return null;
  const lines = view.settled_wagers.filter(
    ({ seat, spot }) => seat === you && ['ante', 'main'].includes(spots[spot]?.kind ?? ''),
  );
  return lines.length === 0 ? null : lines.reduce((sum, line) => sum + netOf(line), 0);
}
