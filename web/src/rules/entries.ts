/** A rule book as a list of named entries in words, so that two of them can be laid side by side. */

import { choiceTitle } from '../shared/choices';
import { dollars } from '../shared/money';
import type { BookDocument, PassEntry, RuleBookAnswer, SpotEntry } from '../shared/protocol';
import {
  capitalized,
  HANDS,
  handWords,
  listWords,
  oddsWords,
  ordinal,
  placeWords,
  sentence,
  sourceWords,
  spotTitle,
} from '../shared/words';

export interface Entry {
  /** The same in every rule book, whatever its words are. */
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

/** What says nothing new of a thing that the other book does not have at all. */
const NOTHING = new Set(['Loses', 'not said', 'no', 'its own size', 'nothing else', 'is lost']);
const isNothing = (entry: Entry): boolean => NOTHING.has(entry.value);

const GROUPS = [
  'The table',
  'Wagers',
  'What it pays',
  'The deal',
  'Decisions',
  'Settlement',
  'When something goes wrong',
  'Left to the house',
];
const rank = (group: string): number => GROUPS.findIndex((known) => group.startsWith(known));

const pick = ({ key, group, name }: Entry) => ({ key, group, name });
const source = (entry: { clause?: string; reading?: string }) => ({ clause: entry.clause, reading: entry.reading });
const yesNo = (is: boolean | undefined): string => (is === true ? 'yes' : 'no');

function table(answer: RuleBookAnswer): Entry[] {
  const { seats, deck, hands, abandoned, aggregate_limit: limit, conduct, ...book } = answer.document;
  const group = 'The table';
  const covered = limit.covers.map((spot) => spotTitle(answer.document, spot));
  return [
    {
      key: 'seats',
      group,
      name: 'Seats',
      value: `${seats.count}${seats.one_per_player ? ', one for each player' : ''}`,
      ...source(seats),
    },
    {
      key: 'deck',
      group,
      name: 'Decks',
      value: `${deck.decks} of ${deck.cards} cards, ${deck.decks_with_shuffler} with a shuffler`,
      ...source(deck),
    },
    {
      key: 'low',
      group,
      name: 'Ace, 2, 3, 4, 5 is a straight',
      value: yesNo(hands.ace_low_straight),
      ...source(hands),
    },
    { key: 'unit', group, name: 'Smallest unit of the table', value: dollars(book.table_unit_cents) },
    {
      key: 'limit',
      group,
      name: 'Most that one player wins in a round',
      value: answer.aggregate_limit_cents === null ? 'no limit' : dollars(answer.aggregate_limit_cents),
      ...source(limit),
    },
    {
      key: 'covers',
      group,
      name: 'What that limit covers',
      value: listWords(covered),
      clause: limit.must_cover_clause,
      reading: limit.must_cover_reading,
    },
    {
      key: 'abandoned',
      group,
      name: 'Whoever leaves or runs out of time',
      value: abandoned.outcome === 'fold' ? 'folds' : 'loses every wager',
      clause: abandoned.lose_all_clause,
      reading: abandoned.reading,
    },
    {
      key: 'conduct',
      group,
      name: 'Conduct that forfeits wagers',
      value:
        conduct === undefined
          ? 'not in the text'
          : listWords(Object.keys(conduct.reasons).map((reason) => sentence(reason).toLowerCase())),
      ...(conduct === undefined ? {} : source(conduct)),
    },
  ];
}

function size(spot: SpotEntry): string {
  if (spot.multiple_of !== undefined) return `${listWords((spot.multiples ?? []).map(String), 'or')} times the ante`;
  return `${dollars(spot.minimum_cents ?? 0)} to ${dollars(spot.maximum_cents ?? 0)}`;
}

function wagers(book: BookDocument): Entry[] {
  return Object.entries(book.spots).flatMap(([id, spot]) => {
    const group = 'Wagers';
    const name = wagerName(id);
    const limits = { clause: spot.limits_clause ?? spot.clause, reading: spot.limits_reading };
    return [
      { key: `spot.${id}.title`, group, name: `${name}: called`, value: spot.title, ...source(spot) },
      {
        key: `spot.${id}.offered`,
        group,
        name: `${name}: offered`,
        value: yesNo(spot.offered !== false),
        ...source(spot),
      },
      { key: `spot.${id}.size`, group, name: `${name}: size`, value: size(spot), ...limits },
      { key: `spot.${id}.hand`, group, name: `${name}: decided by`, value: sourceWords(spot.hand), ...source(spot) },
      {
        key: `spot.${id}.equal`,
        group,
        name: `${name}: as large as`,
        value: spot.equal_to === undefined ? 'its own size' : wagerName(spot.equal_to).toLowerCase(),
        ...source(spot),
      },
      {
        key: `spot.${id}.needs`,
        group,
        name: `${name}: only with`,
        value: listWords((spot.needs ?? []).map((need) => wagerName(need).toLowerCase())) || 'nothing else',
        ...source(spot),
      },
      {
        key: `spot.${id}.fold`,
        group,
        name: `${name}: after a fold`,
        value: spot.survives_fold === true ? 'stays live' : 'is lost',
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
      group: `What it pays: ${id === 'main' ? 'bets' : sentence(id).toLowerCase()}`,
      name: handWords(hand),
      value: oddsWords(odds[hand]),
      ...source(odds),
    })),
  );
}

function deals(book: BookDocument): Entry[] {
  const group = 'The deal';
  return [
    { key: 'method', group, name: 'Dealing method by default', value: sentence(book.dealing_method) },
    { key: 'shuffler', group, name: 'Shuffler by default', value: sentence(book.shuffler) },
    {
      key: 'methods',
      group,
      name: 'Dealing methods',
      value: listWords(Object.keys(book.dealing).map((method) => sentence(method).toLowerCase())),
    },
    ...Object.entries(book.dealing).flatMap(([method, deal]) => [
      {
        key: `deal.${method}.order`,
        group,
        name: `${sentence(method)}: order`,
        value: deal.order.map((place) => placeWords(place).toLowerCase()).join(', '),
        ...source(deal),
      },
      {
        key: `deal.${method}.shuffler`,
        group,
        name: `${sentence(method)}: needs a shuffler`,
        value: yesNo(deal.needs_shuffler),
        clause: deal.needs_shuffler_clause,
      },
      {
        key: `deal.${method}.change`,
        group,
        name: `${sentence(method)}: decks change`,
        value: deal.deck_change_hours === undefined ? 'not said' : `every ${deal.deck_change_hours} hours`,
        clause: deal.deck_change_clause,
      },
      {
        key: `deal.${method}.stub`,
        group,
        name: `${sentence(method)}: stub counted`,
        value: deal.stub_count_every_rounds === undefined ? 'not said' : `every ${deal.stub_count_every_rounds} rounds`,
        clause: deal.stub_count_clause,
      },
    ]),
  ];
}

function decisions(book: BookDocument): Entry[] {
  return book.stages.map((stage, index) => ({
    key: `stage.${index}`,
    group: 'Decisions',
    name: `${capitalized(ordinal(index + 1))} decision`,
    value: `${sentence(stage.id)}, from the dealer’s ${stage.seats === 'from_left' ? 'left' : 'right'}; then ${listWords(stage.reveals.map((place) => placeWords(place).toLowerCase()))}`,
    clause: stage.decision_clause,
    reading: stage.reading,
  }));
}

const RESULTS = { forfeit: 'forfeited', lose: 'lost', push: 'pushed', win: 'won' } as const;

function passWords(pass: PassEntry, book: BookDocument): string {
  const steps = pass.steps.map((step) => {
    const spots = step.spots
      .filter((spot) => book.spots[spot] !== undefined)
      .map((spot) => wagerName(spot).toLowerCase());
    return spots.length === 0
      ? ''
      : `${step.results.length === 4 ? 'all' : listWords(step.results.map((result) => RESULTS[result]))}: ${spots.join(', ')}`;
  });
  return `from the dealer’s ${pass.seats === 'from_right' ? 'right' : 'left'}; ${steps.filter((step) => step !== '').join('; ')}`;
}

function settlement(book: BookDocument): Entry[] {
  return book.settlement.map((pass, index) => ({
    key: `pass.${index}`,
    group: 'Settlement',
    name: `${capitalized(ordinal(index + 1))} time round the table`,
    value: passWords(pass, book),
    ...source(pass),
  }));
}

function irregularities(book: BookDocument): Entry[] {
  return Object.entries(book.irregularities).map(([kind, entry]) => ({
    key: `irregularity.${kind}`,
    group: 'When something goes wrong',
    name: entry.says,
    value: entry.outcomes.map((outcome) => sentence(outcome).toLowerCase()).join(', then '),
    ...source(entry),
  }));
}

function choices(answer: RuleBookAnswer): Entry[] {
  return answer.choices.map((choice) => ({
    key: `choice.${choice.name}`,
    group: 'Left to the house',
    name: choiceTitle(choice.name),
    value: 'may be chosen',
    clause: choice.clause,
    reading: choice.reading,
  }));
}
