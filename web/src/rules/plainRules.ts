/** A rule book told in plain words: sentences made from its document, each with the clause or reading it comes from. */

import { dollars } from '../shared/money';
import type {
  BookDocument,
  ClauseEntry,
  IrregularityEntry,
  PayTableEntry,
  RuleBookAnswer,
  SpotEntry,
} from '../shared/protocol';
import {
  capitalized,
  HANDS,
  handWords,
  listWords,
  numberWord,
  oddsWords,
  placeWords,
  sentence,
  sourceWords,
  spotTitle,
} from '../shared/words';

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
    { id: 'needs', title: 'What you need', sentences: needs(book) },
    { id: 'wagers', title: 'Before the cards', sentences: wagers(book) },
    { id: 'deal', title: 'The deal', sentences: deal(book) },
    { id: 'decisions', title: 'Three decisions', sentences: decisions(book) },
    { id: 'hands', title: 'The hands', sentences: hands(book) },
    { id: 'settlement', title: 'What is paid', sentences: settlement(answer) },
    { id: 'bonus', title: 'Bonus wagers', sentences: bonus(book) },
    { id: 'progressives', title: 'Progressive wagers', sentences: progressives(answer, clauses) },
    { id: 'irregularities', title: 'When something goes wrong', sentences: irregularities(answer) },
    { id: 'conduct', title: 'Leaving, and conduct', sentences: conduct(book) },
  ].filter((part) => part.sentences.length > 0);
}

function needs(book: BookDocument): Sentence[] {
  const { deck, seats } = book;
  return [
    {
      says: `${capitalized(numberWord(deck.decks))} deck${deck.decks === 1 ? '' : 's'} of ${deck.cards} cards.`,
      clause: deck.clause,
      reading: deck.reading,
    },
    {
      says: `Where a shuffling machine is used, ${numberWord(deck.decks_with_shuffler)} decks take turns: one is played while the other is shuffled.`,
      clause: deck.rotation_clause,
    },
    {
      says: `A table for up to ${numberWord(seats.count)} players${seats.one_per_player ? ', each with one seat' : ''}.`,
      clause: seats.clause,
      reading: seats.reading,
    },
  ];
}

function limits(spot: Spot): string {
  return `${dollars(spot.minimum_cents ?? 0)} to ${dollars(spot.maximum_cents ?? 0)}`;
}

function wagers(book: BookDocument): Sentence[] {
  const antes = spotsOf(book).filter((spot) => spot.kind === 'ante');
  const [first] = antes;
  const sentences: Sentence[] = [];
  if (first !== undefined) {
    sentences.push({
      says: `Put chips on ${listWords(antes.map((spot) => spot.title))}; without both you are not dealt in.`,
      clause: first.clause,
    });
    sentences.push({
      says: `Each ante is ${limits(first)}.`,
      clause: first.limits_clause ?? first.clause,
      reading: first.limits_reading,
    });
  }
  for (const spot of antes) {
    if (spot.equal_to !== undefined) {
      sentences.push({
        says: `${spot.title} is as large as ${spotTitle(book, spot.equal_to)}.`,
        clause: spot.clause,
        reading: spot.reading,
      });
    }
  }
  for (const spot of spotsOf(book).filter((result) => result.kind === 'bonus')) {
    const needed =
      spot.needs === undefined
        ? ''
        : ` It is only for those who also placed ${listWords(spot.needs.map((need) => spotTitle(book, need)))}.`;
    const size = spot.equal_to === undefined ? limits(spot) : `as large as ${spotTitle(book, spot.equal_to)}`;
    sentences.push({
      says: `If you like, add the ${spot.title}: ${size}.${needed}`,
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
      says: `Five cards go face down in a cross: ${listWords(cross.map((place) => placeWords(place).toLowerCase()))}.`,
      ...source,
    },
    {
      says: dealing.order.includes('seat_stacks')
        ? 'Each player gets two cards at once, from the dealer’s left.'
        : 'Each player gets two cards, one at a time, from the dealer’s left.',
      ...source,
    },
  ];
  if (bonusCards.length > 0) {
    sentences.push({
      says: `${capitalized(numberWord(bonusCards.length))} more cards are dealt for the bonus and stay face down until the end.`,
      ...source,
    });
  }
  const others = Object.keys(book.dealing).filter((method) => method !== book.dealing_method);
  if (others.length > 0) {
    sentences.push({
      says: `This is how it goes when dealing by ${sentence(book.dealing_method).toLowerCase()}; a house may also deal by ${listWords(
        others.map((method) => sentence(method).toLowerCase()),
        'or',
      )}.`,
      ...source,
    });
  }
  return sentences;
}

const ORDER = ['First', 'Then', 'Last'];

function decisions(book: BookDocument): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [index, stage] of book.stages.entries()) {
    const spot = spotsOf(book).find((result) => result.placed === stage.id);
    if (spot === undefined) continue;
    const size = `${listWords((spot.multiples ?? []).map(numberWord), 'or')} times ${spot.multiple_of === undefined ? 'the ante' : `your ${spotTitle(book, spot.multiple_of)}`}`;
    const turned = stage.reveals.map((place) => placeWords(place).toLowerCase());
    sentences.push({
      says: `${ORDER[index] ?? 'Then'}, from the dealer’s ${stage.seats === 'from_left' ? 'left' : 'right'}, each player places the ${spot.title}, ${size}, or folds.`,
      clause: stage.decision_clause,
      reading: stage.order_clause === undefined ? stage.reading : null,
    });
    sentences.push({
      says: `When all have decided, the dealer turns ${turned.length === 1 ? 'the card' : 'the cards'} ${listWords(turned)}.`,
      clause: stage.reveal_clause,
    });
  }
  const [first] = book.stages;
  sentences.push({
    says: 'Whoever folds gives up the antes and every bet made so far, and takes no further decision.',
    clause: first?.fold_clause,
  });
  const live = spotsOf(book).filter((spot) => spot.survives_fold === true);
  if (live.length > 0) {
    sentences.push({
      says: `After a fold, ${listWords(live.map((spot) => spot.title))} still ${live.length === 1 ? 'counts' : 'count'}.`,
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
      says:
        spot.hand === 'higher'
          ? `${spot.title} is decided by ${sourceWords(spot.hand)}.`
          : `${spot.title} is decided by ${sourceWords(spot.hand)}: your two cards, the two cards of that line and the middle card.`,
      clause: spot.clause,
      reading: spot.reading,
    })),
    {
      says: `Hands rank as in poker everywhere. Ace, 2, 3, 4, 5 ${book.hands.ace_low_straight ? 'is' : 'is not'} a straight.`,
      clause: book.hands.clause,
      reading: book.hands.reading,
    },
  ];
}

/** `from pair, jacks or better, 1 to 1, up to royal flush, 500 to 1`. */
export function payWords(table: PayTableEntry): string {
  const paid = HANDS.filter((hand) => (table[hand] ?? -1) > 0);
  const [best, least] = [paid[0], paid[paid.length - 1]];
  if (best === undefined || least === undefined) return 'nothing';
  if (table[best] === table[least]) return `${oddsWords(table[best])} from ${handWords(least).toLowerCase()} up`;
  return `from ${oddsWords(table[least])} for ${handWords(least).toLowerCase()} to ${oddsWords(table[best])} for a ${handWords(best).toLowerCase()}`;
}

function settlement(answer: RuleBookAnswer): Sentence[] {
  const book = answer.document;
  const sentences: Sentence[] = [];
  for (const [id, table] of Object.entries(book.pay_tables)) {
    const users = spotsOf(book).filter((spot) => spot.pays === id && (spot.kind === 'ante' || spot.kind === 'main'));
    if (users.length === 0) continue;
    const pushes = HANDS.filter((hand) => table[hand] === 0);
    const back = pushes.length === 0 ? '' : ` ${listWords(pushes.map(handWords))} is a push: the chips come back.`;
    sentences.push({
      says: `${listWords(users.map((spot) => spot.title))} pay ${payWords(table)}.${back} Anything less loses.`,
      clause: table.clause,
      reading: table.reading,
    });
  }
  for (const pass of book.settlement) {
    sentences.push({
      says: `The dealer goes round the table from the ${pass.seats === 'from_right' ? 'right' : 'left'}${pass.shows === 'hands' ? ', turns each player’s cards' : ''} and settles ${listWords([...new Set(pass.steps.flatMap((step) => step.spots))].filter((spot) => book.spots[spot] !== undefined && book.spots[spot].offered !== false).map((spot) => spotTitle(book, spot)))}.`,
      clause: pass.clause,
      reading: pass.reading,
    });
  }
  const limit = book.aggregate_limit;
  sentences.push({
    says:
      answer.aggregate_limit_cents === null
        ? 'There is no limit on what a player may win in one round, unless the house sets one.'
        : `One player wins at most ${dollars(answer.aggregate_limit_cents)} in one round.`,
    clause: limit.clause,
    reading: limit.reading,
  });
  if (answer.aggregate_limit_cents !== null) {
    sentences.push({
      says: `This limit counts wins on ${listWords(limit.covers.map((spot) => spotTitle(book, spot)))}.`,
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
        { says: `${spot.title} is decided by ${sourceWords(spot.hand)}.`, clause: spot.clause, reading: spot.reading },
        ...(table === undefined
          ? []
          : [{ says: `It pays ${payWords(table)}.`, clause: table.clause, reading: table.reading }]),
      ];
    });
}

/** A wager that a house makes up from many parts is told by its clause. */
function progressives(answer: RuleBookAnswer, clauses: readonly ClauseEntry[]): Sentence[] {
  return answer.choices
    .filter((choice) => choice.type === 'table')
    .map((choice) => ({
      says: `${clauses.find((clause) => clause.id === choice.clause)?.says ?? choice.says} A house may leave it out.`,
      clause: choice.clause,
      reading: choice.reading,
    }));
}

const OUTCOMES: Record<IrregularityEntry['outcomes'][number], string> = {
  play_on: 'Play goes on.',
  use_as_next: 'It is used as the next card.',
  back_up: 'The deal is backed up, and play goes on.',
  set_card_aside: 'The card is set aside, and the deal goes on.',
  reshuffle: 'That deck is shuffled again; the round stands.',
  replace_deck: 'The deck is replaced.',
  void: 'The round is void, and every wager goes back.',
  void_and_remove_deck: 'The round is void, every wager goes back, and the deck is taken out of play.',
};

function irregularities(answer: RuleBookAnswer): Sentence[] {
  return Object.entries(answer.document.irregularities)
    .filter(([kind]) => answer.arising.includes(kind))
    .map(([, entry]) => ({
      says: `${entry.says} ${entry.outcomes.map((outcome, index) => (index === 0 ? OUTCOMES[outcome] : `The next time: ${OUTCOMES[outcome].toLowerCase()}`)).join(' ')}`,
      clause: entry.clause ?? entry.by_method?.[answer.document.dealing_method]?.clause,
      reading: entry.reading,
    }));
}

function conduct(book: BookDocument): Sentence[] {
  const { abandoned } = book;
  const sentences: Sentence[] = [
    {
      says: `Whoever leaves the table or does not decide in time ${abandoned.outcome === 'fold' ? 'folds at the next decision' : 'loses every wager of the round'}.`,
      clause: abandoned.outcome === 'lose_all' ? abandoned.lose_all_clause : abandoned.clause,
      reading: abandoned.reading,
    },
  ];
  if (book.conduct !== undefined) {
    for (const [reason, clause] of Object.entries(book.conduct.reasons))
      sentences.push({ says: CONDUCT[reason] ?? `${sentence(reason)}.`, clause });
    sentences.push({
      says: 'Whoever breaks one of these may lose every wager of the round; the floor decides.',
      clause: book.conduct.clause,
      reading: book.conduct.reading,
    });
  }
  return sentences;
}

const CONDUCT: Record<string, string> = {
  not_answering_for_hand: 'Whoever wagers answers for their own hand.',
  touched_by_another: 'Nobody but the dealer and the player touches the player’s cards.',
  cards_out_of_view: 'Cards stay where the dealer can see them, at all times.',
  shared_information: 'Until all cards of the cross lie open, nobody tells others anything about their hand.',
};
