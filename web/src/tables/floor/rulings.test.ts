import { expect, test } from 'vitest';
import type { BookDocument, TableView } from '../../shared/protocol';
import { rulesDocument, tableView } from '../../criss-cross/testing';
import { conductReasons, irregularities } from './rulings';

const BOOK: BookDocument = {
  ...rulesDocument(),
  shuffler: 'automatic',
  irregularities: {
    face_up_card: { outcomes: ['set_card_aside', 'void'], says: 'A card lies face up.', clause: '1' },
    community_card_exposed: { outcomes: ['void'], says: 'A card of the cross is seen.', reading: 'R1' },
    own_card_exposed: { outcomes: ['play_on'], says: 'An own card is seen.', reading: 'R1' },
    shoe_failure: { outcomes: ['void'], says: 'The shoe jams.', methods: ['automated_shoe'], clause: '2' },
    deck_count_wrong: { outcomes: ['replace_deck'], says: 'Not 52 cards.', shufflers: ['counting'], clause: '3' },
    shuffler_failure: { outcomes: ['reshuffle'], says: 'The shuffler stops.', needs_shuffler: true, clause: '4' },
    stub_wrong_misdealt: {
      outcomes: ['void'],
      says: 'The stub is wrong.',
      clause: '5',
      by_method: { hand: { clause: '5.B' } },
    },
  },
  conduct: { reasons: { shared_information: '11.A(4)' } },
};
const VIEW = tableView({ stage: 'betting', seats: [] });
const DEALT = tableView({
  stage: 'down',
  community: { across_left: '4c', middle: null },
  seats: [{ seat: 3, wagers: {}, status: 'in', folded_at: null, decided_by: null, absent: false, hole: ['Kh', null] }],
});
const kinds = (view: TableView) => irregularities(BOOK, view).map(({ kind }) => kind);

test('what can arise goes by the stage and by what the table deals with', () => {
  expect(kinds(VIEW)).toEqual(['shuffler_failure']);
  expect(kinds({ ...VIEW, stage: 'dealing' })).toEqual(['face_up_card', 'shuffler_failure']);
  expect(kinds(DEALT)).toEqual([
    'community_card_exposed',
    'own_card_exposed',
    'shuffler_failure',
    'stub_wrong_misdealt',
  ]);
  expect(kinds({ ...DEALT, stage: 'settled' })).toEqual([]);
});

test('reading R20: the device that deals may fail until the round is over', () => {
  const book = { ...BOOK, dealing_method: 'automated_shoe' };
  const offered = (stage: string) =>
    irregularities(book, { ...DEALT, stage }).some(({ kind }) => kind === 'shoe_failure');
  expect(
    ['betting', 'shuffling', 'dealing', 'across', 'down', 'middle', 'settling', 'settled'].filter(offered),
  ).toEqual(['dealing', 'across', 'down', 'middle', 'settling']);
});

test('an exposed card lies where a hidden one can lie', () => {
  const [community, own] = irregularities(BOOK, DEALT);
  expect(community?.places).toEqual([{ place: 'middle', title: 'Middle' }]);
  expect(own?.places.map(({ place }) => place)).toEqual(['hole:3:1', 'hole:3:2']);
});

test('the clause is that of the dealing method', () => {
  expect(irregularities(BOOK, DEALT).at(-1)).toMatchObject({ clause: '5.B', outcomes: ['void'] });
});

test('conduct has its reasons', () => {
  expect(conductReasons(BOOK)).toEqual([
    { reason: 'shared_information', title: 'Shared information', clause: '11.A(4)' },
  ]);
});
