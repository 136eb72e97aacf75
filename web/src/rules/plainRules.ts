/** A rule book in plain words: sentences made from its document, each with its clause or reading. */

import { dollars } from '../shared/money';
import type { BookDocument, ClauseEntry, PayTableEntry, RuleBookAnswer, SpotEntry } from '../shared/protocol';
import {
  capitalized,
  HANDS,
  handWords,
  numberWord,
  oddsWords,
  placeWords,
  sentence,
  sourceWords,
  spotTitle,
} from '../shared/words';
import { conductSentences, outcomeSentences, plainParts, sentences as text } from './strings';

export interface Sentence {
  readonly says: string;
  readonly clause?: string | null | undefined;
  readonly reading?: string | null | undefined;
}

export interface Part {
  readonly id: string;
  readonly title: string;
  readonly sentences: readonly Sentence[];
}

type Spot = SpotEntry & { readonly id: string };

export function spotsOf(book: BookDocument): Spot[] {
  return Object.entries(book.spots).flatMap(([id, spot]) => (spot.offered === false ? [] : [{ id, ...spot }]));
}

/** Everything a newcomer needs to know, in the order in which it comes up at a table. */
export function plainRules(answer: RuleBookAnswer, clauses: readonly ClauseEntry[]): Part[] {
  const book = answer.document;
  return [
    { id: 'needs', title: plainParts.needs, sentences: needs(book) },
    { id: 'wagers', title: plainParts.wagers, sentences: wagers(book) },
    { id: 'deal', title: plainParts.deal, sentences: deal(book) },
    { id: 'decisions', title: plainParts.decisions, sentences: decisions(book) },
    { id: 'hands', title: plainParts.hands, sentences: hands(book) },
    { id: 'settlement', title: plainParts.settlement, sentences: settlement(answer) },
    { id: 'bonus', title: plainParts.bonus, sentences: bonus(book) },
    { id: 'progressives', title: plainParts.progressives, sentences: progressives(answer, clauses) },
    { id: 'irregularities', title: plainParts.irregularities, sentences: irregularities(answer) },
    { id: 'conduct', title: plainParts.conduct, sentences: conduct(book) },
  ].filter((part) => part.sentences.length > 0);
}

function needs(book: BookDocument): Sentence[] {
  const { deck, seats } = book;
  return [
    {
      says: text.decks(deck.decks, capitalized(numberWord(deck.decks)), deck.cards),
      clause: deck.clause,
      reading: deck.reading,
    },
    {
      says: text.shuffler(numberWord(deck.decks_with_shuffler)),
      clause: deck.rotation_clause,
    },
    {
      says: (seats.one_per_player ? text.seatPerPlayer : text.seats)(numberWord(seats.count)),
      clause: seats.clause,
      reading: seats.reading,
    },
  ];
}

function limits(spot: Spot): string {
  return text.amounts(dollars(spot.minimum_cents ?? 0), dollars(spot.maximum_cents ?? 0));
}

function wagers(book: BookDocument): Sentence[] {
  const antes = spotsOf(book).filter((spot) => spot.kind === 'ante');
  const [first] = antes;
  const sentences: Sentence[] = [];
  if (first !== undefined) {
    sentences.push({
      says: text.antes(antes.map((spot) => spot.title)),
      clause: first.clause,
    });
    sentences.push({
      says: text.anteSize(limits(first)),
      clause: first.limits_clause ?? first.clause,
      reading: first.limits_reading,
    });
  }
  for (const spot of antes) {
    if (spot.equal_to !== undefined) {
      sentences.push({
        says: text.equal(spot.title, spotTitle(book, spot.equal_to)),
        clause: spot.clause,
        reading: spot.reading,
      });
    }
  }
  for (const spot of spotsOf(book).filter((result) => result.kind === 'bonus')) {
    const bet =
      spot.equal_to === undefined
        ? text.sideBet(spot.title, limits(spot))
        : text.sideBetEqual(spot.title, spotTitle(book, spot.equal_to));
    const needed = spot.needs?.map((need) => spotTitle(book, need));
    sentences.push({
      says: needed === undefined ? bet : text.sideBetNeeds(bet, needed),
      clause: spot.limits_clause ?? spot.clause,
      reading: spot.limits_reading,
    });
  }
  return sentences;
}

function deal(book: BookDocument): Sentence[] {
  const dealing = book.dealing[book.dealing_method];
  if (dealing === undefined) return [];
  const source = { clause: dealing.clause, reading: dealing.reading };
  const cross = dealing.order.filter((place) => !place.startsWith('seat_') && !place.startsWith('bonus_'));
  const bonusCards = dealing.order.filter((place) => place.startsWith('bonus_'));
  const sentences: Sentence[] = [
    {
      says: text.cross(cross.map((place) => placeWords(place).toLowerCase())),
      ...source,
    },
    {
      says: dealing.order.includes('seat_stacks') ? text.handsTogether : text.handsInTurn,
      ...source,
    },
  ];
  if (bonusCards.length > 0) {
    sentences.push({
      says: text.bonusCards(capitalized(numberWord(bonusCards.length))),
      ...source,
    });
  }
  const others = Object.keys(book.dealing).filter((method) => method !== book.dealing_method);
  if (others.length > 0) {
    sentences.push({
      says: text.otherMethods(
        sentence(book.dealing_method).toLowerCase(),
        others.map((method) => sentence(method).toLowerCase()),
      ),
      ...source,
    });
  }
  return sentences;
}

function decisions(book: BookDocument): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [index, stage] of book.stages.entries()) {
    const spot = spotsOf(book).find((result) => result.placed === stage.id);
    if (spot === undefined) continue;
    const multiples = (spot.multiples ?? []).map(numberWord);
    const size =
      spot.multiple_of === undefined
        ? text.timesAnte(multiples)
        : text.timesWager(multiples, spotTitle(book, spot.multiple_of));
    const decide = stage.seats === 'from_left' ? text.decideFromLeft : text.decideFromRight;
    sentences.push({
      says: decide(text.order[index] ?? text.later, sentence(stage.id), size),
      clause: stage.decision_clause,
      reading: stage.order_clause === undefined ? stage.reading : null,
    });
    sentences.push({
      says: text.turns(stage.reveals.map((place) => placeWords(place).toLowerCase())),
      clause: stage.reveal_clause,
    });
  }
  const [first] = book.stages;
  sentences.push({
    says: text.fold,
    clause: first?.fold_clause,
  });
  const live = spotsOf(book).filter((spot) => spot.survives_fold === true);
  if (live.length > 0) {
    sentences.push({
      says: text.afterFold(live.map((spot) => spot.title)),
      clause: live[0]?.clause,
      reading: live[0]?.reading,
    });
  }
  return sentences;
}

function hands(book: BookDocument): Sentence[] {
  const mains = spotsOf(book).filter((spot) => spot.kind === 'main');
  return [
    ...mains.map((spot) => ({
      says: (spot.hand === 'higher' ? text.decidedBy : text.decidedByLine)(spot.title, sourceWords(spot.hand)),
      clause: spot.clause,
      reading: spot.reading,
    })),
    {
      says: book.hands.ace_low_straight ? text.lowStraight : text.noLowStraight,
      clause: book.hands.clause,
      reading: book.hands.reading,
    },
  ];
}

/** `from 1 to 1 (pair, jacks or better) to 500 to 1 (royal flush)`. */
export function payWords(table: PayTableEntry): string {
  const paid = HANDS.filter((hand) => (table[hand] ?? -1) > 0);
  const [best, least] = [paid[0], paid[paid.length - 1]];
  if (best === undefined || least === undefined) return text.nothing;
  if (table[best] === table[least]) return text.flatPays(oddsWords(table[best]), handWords(least).toLowerCase());
  return text.pays(
    oddsWords(table[least]),
    handWords(least).toLowerCase(),
    oddsWords(table[best]),
    handWords(best).toLowerCase(),
  );
}

function settlement(answer: RuleBookAnswer): Sentence[] {
  const book = answer.document;
  const sentences: Sentence[] = [];
  for (const [id, table] of Object.entries(book.pay_tables)) {
    const users = spotsOf(book).filter((spot) => spot.pays === id && (spot.kind === 'ante' || spot.kind === 'main'));
    if (users.length === 0) continue;
    const titles = users.map((spot) => spot.title);
    const pushes = HANDS.filter((hand) => table[hand] === 0).map(handWords);
    sentences.push({
      says:
        pushes.length === 0
          ? text.payout(titles, payWords(table))
          : text.payoutWithPush(titles, payWords(table), pushes),
      clause: table.clause,
      reading: table.reading,
    });
  }
  for (const pass of book.settlement) {
    const settled = [...new Set(pass.steps.flatMap((step) => step.spots))].filter(
      (spot) => book.spots[spot] !== undefined && book.spots[spot].offered !== false,
    );
    sentences.push({
      says: (pass.shows === 'hands' ? text.aroundTurning : text.around)(
        pass.seats === 'from_right' ? 'right' : 'left',
        settled.map((spot) => spotTitle(book, spot)),
      ),
      clause: pass.clause,
      reading: pass.reading,
    });
  }
  const limit = book.aggregate_limit;
  sentences.push({
    says: answer.aggregate_limit_cents === null ? text.noLimit : text.limit(dollars(answer.aggregate_limit_cents)),
    clause: limit.clause,
    reading: limit.reading,
  });
  if (answer.aggregate_limit_cents !== null) {
    sentences.push({
      says: text.limitCovers(limit.covers.map((spot) => spotTitle(book, spot))),
      clause: limit.must_cover_clause,
      reading: limit.must_cover_reading,
    });
  }
  return sentences;
}

function bonus(book: BookDocument): Sentence[] {
  return spotsOf(book)
    .filter((spot) => spot.kind === 'bonus')
    .flatMap((spot) => {
      const table = book.pay_tables[spot.pays];
      return [
        { says: text.decidedBy(spot.title, sourceWords(spot.hand)), clause: spot.clause, reading: spot.reading },
        ...(table === undefined
          ? []
          : [{ says: text.itPays(payWords(table)), clause: table.clause, reading: table.reading }]),
      ];
    });
}

/** A side bet that a house puts together from many parts is described by its clause. */
function progressives(answer: RuleBookAnswer, clauses: readonly ClauseEntry[]): Sentence[] {
  return answer.choices
    .filter((choice) => choice.type === 'table')
    .map((choice) => ({
      says: text.optional(clauses.find((clause) => clause.id === choice.clause)?.says ?? choice.says),
      clause: choice.clause,
      reading: choice.reading,
    }));
}

function irregularities(answer: RuleBookAnswer): Sentence[] {
  return Object.entries(answer.document.irregularities)
    .filter(([kind]) => answer.arising.includes(kind))
    .map(([, entry]) => ({
      says: [
        entry.says,
        ...entry.outcomes.map((outcome, index) =>
          index === 0 ? outcomeSentences[outcome] : text.again(outcomeSentences[outcome]),
        ),
      ].join(' '),
      clause: entry.clause ?? entry.by_method?.[answer.document.dealing_method]?.clause,
      reading: entry.reading,
    }));
}

function conduct(book: BookDocument): Sentence[] {
  const { abandoned } = book;
  const sentences: Sentence[] = [
    {
      says: abandoned.outcome === 'fold' ? text.abandonedFolds : text.abandonedLoses,
      clause: abandoned.outcome === 'lose_all' ? abandoned.lose_all_clause : abandoned.clause,
      reading: abandoned.reading,
    },
  ];
  if (book.conduct !== undefined) {
    for (const [reason, clause] of Object.entries(book.conduct.reasons))
      sentences.push({ says: conductSentences[reason] ?? `${sentence(reason)}.`, clause });
    sentences.push({
      says: text.conduct,
      clause: book.conduct.clause,
      reading: book.conduct.reading,
    });
  }
  return sentences;
}
