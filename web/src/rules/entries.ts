/** A rule book as a list of named entries, so that two rule books can be compared. */

import { choiceTitle } from '../shared/choices';
import { list } from '../shared/intl';
import { dollars } from '../shared/money';
import type { BookDocument, PassEntry, RuleBookAnswer, SpotEntry } from '../shared/protocol';
import {
  capitalized,
  HANDS,
  handWords,
  oddsWords,
  ordinal,
  placeWords,
  sentence,
  sourceWords,
  spotTitle,
} from '../shared/words';
import { entryText as text, groups } from './strings';

export interface Entry {
  /** The same in every rule book, whatever its text. */
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly value: string;
  readonly clause?: string | null | undefined;
  readonly reading?: string | null | undefined;
}

/** One entry of two books; null where a book has no such entry. */
export interface Difference {
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly first: Entry | null;
  readonly second: Entry | null;
}

export function entriesOf(answer: RuleBookAnswer): Entry[] {
  const book = answer.document;
  return [
    ...table(answer),
    ...wagers(book),
    ...pays(book),
    ...deals(book),
    ...decisions(book),
    ...settlement(book),
    ...irregularities(book),
    ...choices(answer),
  ];
}

/** Every entry that is not the same in both, in the order of the first book, then those that only the second has. */
export function differences(first: RuleBookAnswer, second: RuleBookAnswer): Difference[] {
  const [left, right] = [entriesOf(first), entriesOf(second)];
  const others = new Map(right.map((entry) => [entry.key, entry]));
  const own = new Set(left.map((entry) => entry.key));
  const changed = left.flatMap((entry): Difference[] => {
    const other = others.get(entry.key) ?? null;
    if (other === null) return isNothing(entry) ? [] : [{ ...pick(entry), first: entry, second: null }];
    return other.value === entry.value ? [] : [{ ...pick(entry), first: entry, second: other }];
  });
  const added = right
    .filter((entry) => !own.has(entry.key) && !isNothing(entry))
    .map((entry) => ({ ...pick(entry), first: null, second: entry }));
  return [...changed, ...added].sort((a, b) => rank(a.group) - rank(b.group));
}

/** Values that say nothing about an entry that the other book lacks. */
const NOTHING = new Set([oddsWords(undefined), text.notSpecified, text.no, text.noWager, text.isLost]);
const isNothing = (entry: Entry): boolean => NOTHING.has(entry.value);

const rank = (group: string): number => Object.values(groups).findIndex((known) => group.startsWith(known));

const pick = ({ key, group, name }: Entry) => ({ key, group, name });
const source = (entry: { clause?: string; reading?: string }) => ({ clause: entry.clause, reading: entry.reading });
const yesNo = (is: boolean | undefined): string => (is === true ? text.yes : text.no);

function table(answer: RuleBookAnswer): Entry[] {
  const { seats, deck, hands, abandoned, aggregate_limit: limit, conduct, ...book } = answer.document;
  const group = groups.table;
  const covered = limit.covers.map((spot) => spotTitle(answer.document, spot));
  return [
    {
      key: 'seats',
      group,
      name: text.seats,
      value: (seats.one_per_player ? text.seatPerPlayer : text.seatCount)(seats.count),
      ...source(seats),
    },
    {
      key: 'deck',
      group,
      name: text.decks,
      value: text.deckCount(deck.decks, deck.cards, deck.decks_with_shuffler),
      ...source(deck),
    },
    {
      key: 'low',
      group,
      name: text.lowStraight,
      value: yesNo(hands.ace_low_straight),
      ...source(hands),
    },
    { key: 'unit', group, name: text.unit, value: dollars(book.table_unit_cents) },
    {
      key: 'limit',
      group,
      name: text.limit,
      value: answer.aggregate_limit_cents === null ? text.noLimit : dollars(answer.aggregate_limit_cents),
      ...source(limit),
    },
    {
      key: 'covers',
      group,
      name: text.limitCovers,
      value: list(covered),
      clause: limit.must_cover_clause,
      reading: limit.must_cover_reading,
    },
    {
      key: 'abandoned',
      group,
      name: text.abandoned,
      value: abandoned.outcome === 'fold' ? text.folds : text.losesAll,
      clause: abandoned.lose_all_clause,
      reading: abandoned.reading,
    },
    {
      key: 'conduct',
      group,
      name: text.conduct,
      value:
        conduct === undefined
          ? text.noConduct
          : list(Object.keys(conduct.reasons).map((reason) => sentence(reason).toLowerCase())),
      ...(conduct === undefined ? {} : source(conduct)),
    },
  ];
}

function size(spot: SpotEntry): string {
  if (spot.multiple_of !== undefined) return text.timesAnte((spot.multiples ?? []).map(String));
  return text.amounts(dollars(spot.minimum_cents ?? 0), dollars(spot.maximum_cents ?? 0));
}

function wagers(book: BookDocument): Entry[] {
  return Object.entries(book.spots).flatMap(([id, spot]) => {
    const group = groups.wagers;
    const name = wagerName(id);
    const limits = { clause: spot.limits_clause ?? spot.clause, reading: spot.limits_reading };
    return [
      { key: `spot.${id}.title`, group, name: text.wagerTitle(name), value: spot.title, ...source(spot) },
      {
        key: `spot.${id}.offered`,
        group,
        name: text.wagerOffered(name),
        value: yesNo(spot.offered !== false),
        ...source(spot),
      },
      { key: `spot.${id}.size`, group, name: text.wagerSize(name), value: size(spot), ...limits },
      { key: `spot.${id}.hand`, group, name: text.wagerHand(name), value: sourceWords(spot.hand), ...source(spot) },
      {
        key: `spot.${id}.equal`,
        group,
        name: text.wagerEquals(name),
        value: spot.equal_to === undefined ? text.noWager : wagerName(spot.equal_to).toLowerCase(),
        ...source(spot),
      },
      {
        key: `spot.${id}.needs`,
        group,
        name: text.wagerNeeds(name),
        value: list((spot.needs ?? []).map((need) => wagerName(need).toLowerCase())) || text.noWager,
        ...source(spot),
      },
      {
        key: `spot.${id}.fold`,
        group,
        name: text.wagerAfterFold(name),
        value: spot.survives_fold === true ? text.staysLive : text.isLost,
        ...source(spot),
      },
    ];
  });
}

/** A wager by what it is, since each book has names of its own. */
function wagerName(id: string): string {
  return sentence(id.replace(/^ante_(\w+)$/, '$1_ante').replace(/^(across|down|middle)$/, '$1_bet'));
}

function pays(book: BookDocument): Entry[] {
  return Object.entries(book.pay_tables).flatMap(([id, odds]) =>
    HANDS.map((hand) => ({
      key: `pays.${id}.${hand}`,
      group: text.paysFor(id === 'main' ? text.bets : sentence(id).toLowerCase()),
      name: handWords(hand),
      value: oddsWords(odds[hand]),
      ...source(odds),
    })),
  );
}

function deals(book: BookDocument): Entry[] {
  const group = groups.deal;
  return [
    { key: 'method', group, name: text.defaultMethod, value: sentence(book.dealing_method) },
    { key: 'shuffler', group, name: text.defaultShuffler, value: sentence(book.shuffler) },
    {
      key: 'methods',
      group,
      name: text.methods,
      value: list(Object.keys(book.dealing).map((method) => sentence(method).toLowerCase())),
    },
    ...Object.entries(book.dealing).flatMap(([method, deal]) => [
      {
        key: `deal.${method}.order`,
        group,
        name: text.dealOrder(sentence(method)),
        value: deal.order.map((place) => placeWords(place).toLowerCase()).join(', '),
        ...source(deal),
      },
      {
        key: `deal.${method}.shuffler`,
        group,
        name: text.needsShuffler(sentence(method)),
        value: yesNo(deal.needs_shuffler),
        clause: deal.needs_shuffler_clause,
      },
      {
        key: `deal.${method}.change`,
        group,
        name: text.deckChange(sentence(method)),
        value: deal.deck_change_hours === undefined ? text.notSpecified : text.everyHours(deal.deck_change_hours),
        clause: deal.deck_change_clause,
      },
      {
        key: `deal.${method}.stub`,
        group,
        name: text.stubCount(sentence(method)),
        value:
          deal.stub_count_every_rounds === undefined
            ? text.notSpecified
            : text.everyRounds(deal.stub_count_every_rounds),
        clause: deal.stub_count_clause,
      },
    ]),
  ];
}

function decisions(book: BookDocument): Entry[] {
  return book.stages.map((stage, index) => ({
    key: `stage.${index}`,
    group: groups.decisions,
    name: text.decision(capitalized(ordinal(index + 1))),
    value: (stage.seats === 'from_left' ? text.fromLeft : text.fromRight)(
      sentence(stage.id),
      stage.reveals.map((place) => placeWords(place).toLowerCase()),
    ),
    clause: stage.decision_clause,
    reading: stage.reading,
  }));
}

function passWords(pass: PassEntry, book: BookDocument): string {
  const steps = pass.steps.map((step) => {
    const spots = step.spots
      .filter((spot) => book.spots[spot] !== undefined)
      .map((spot) => wagerName(spot).toLowerCase());
    return spots.length === 0
      ? ''
      : text.step(
          step.results.length === 4 ? text.allResults : list(step.results.map((result) => text.results[result])),
          spots,
        );
  });
  return (pass.seats === 'from_right' ? text.passFromRight : text.passFromLeft)(steps.filter((step) => step !== ''));
}

function settlement(book: BookDocument): Entry[] {
  return book.settlement.map((pass, index) => ({
    key: `pass.${index}`,
    group: groups.settlement,
    name: text.pass(capitalized(ordinal(index + 1))),
    value: passWords(pass, book),
    ...source(pass),
  }));
}

function irregularities(book: BookDocument): Entry[] {
  return Object.entries(book.irregularities).map(([kind, entry]) => ({
    key: `irregularity.${kind}`,
    group: groups.irregularities,
    name: entry.says,
    value: text.outcomes(entry.outcomes.map((outcome) => sentence(outcome).toLowerCase())),
    ...source(entry),
  }));
}

function choices(answer: RuleBookAnswer): Entry[] {
  return answer.choices.map((choice) => ({
    key: `choice.${choice.name}`,
    group: groups.choices,
    name: choiceTitle(choice.name),
    value: text.canChoose,
    clause: choice.clause,
    reading: choice.reading,
  }));
}
