import { describe, expect, it } from 'vitest';
import type { MatchView, RoundInfo, SeatInfo, SheetView, TableInfo } from '../shared/protocol';
import { seatInfo } from '../shared/testing';
import {
  othersPlacedWords,
  placedCountWords,
  placeWords,
  shownRound,
  subtitleOf,
  termsOf,
  waitWords,
  winnerWords,
} from './roomWords';
import { MATCH_RULES } from './testing';

const sheet = (seat: number, points_made: number): SheetView => ({
  seat,
  grid: [],
  made: [],
  points_made,
  rolls: [],
  in_hand: null,
  is_wild: false,
  has_placed: true,
  absent: false,
  sealed: null,
});
const seats = [sheet(1, 100), sheet(2, 300), sheet(3, 100), sheet(4, 50)];
const view = (over: Partial<MatchView>): MatchView => ({
  audience: 'seat',
  seat: 1,
  rules: '',
  rules_hash: '',
  mode: 'communal',
  bonus: false,
  stage: 'placing',
  rolling: [],
  to_place: [],
  seats,
  options: [],
  scores: [],
  winners: [],
  kind: 'match',
  ...over,
});
const named = (seat: number, name: string): SeatInfo => seatInfo({ seat, name, player: name });
const info = { seats: [named(1, 'Ada'), named(2, 'Mara'), named(3, 'Jonas'), named(4, 'Priya')] } as TableInfo;
const round = (over: Partial<RoundInfo>): RoundInfo => ({
  id: 'abc-3',
  commitment: '',
  is_open: true,
  is_playing: true,
  phase: 'locked',
  ...over,
});

describe('terms', () => {
  it('reads mode, bonus and rolls from the rules', () => {
    const terms = termsOf(MATCH_RULES);
    expect(terms).toEqual({ mode: 'own_dice', bonus: true, rolls: 24 });
    expect(subtitleOf(terms)).toBe('own dice, bonus points');
  });
});

it('names the placements of the others, except in a large room', () => {
  const put = (seat: number, square: string) => ({
    seat,
    square,
    card: '9h',
    is_wild: false,
    decided_by: 'player' as const,
  });
  const shown = { kind: 'placements_shown' as const, roll: 1, placements: [put(1, 'a1'), put(2, 'b3'), put(3, 'c1')] };
  expect(othersPlacedWords(shown, info, 1)).toBe('Placed: Mara on b3, Jonas on c1.');
  expect(othersPlacedWords({ kind: 'card_placed', roll: 1, placement: put(1, 'a1') }, info, 1)).toBe('');
  expect(othersPlacedWords({ kind: 'sheet_abandoned', seat: 2 }, info, 1)).toBe(
    'Mara left. The table places their cards from now on.',
  );
  const many = { seats: Array.from({ length: 7 }, (_, seat) => named(seat + 1, 'x')) } as TableInfo;
  expect(othersPlacedWords(shown, many, 1)).toBe('');
});

describe('places', () => {
  it('lets equal points share a place', () => {
    expect(placeWords(seats, 2)).toBe('You lead with 300 secured.');
    expect(placeWords(seats, 1)).toBe('You’re 2nd of 4 with 100 secured.');
    expect(placeWords(seats, 4)).toBe('You’re 4th of 4 with 50 secured.');
    expect(placeWords([sheet(1, 5), sheet(2, 5)], 1)).toBe('You share the lead with 5 secured.');
    expect(placeWords(seats, 9)).toBe('');
  });

  it('names the winners', () => {
    expect(winnerWords(view({ winners: [1] }), info, 1)).toBe('You won!');
    expect(winnerWords(view({ winners: [2] }), info, 1)).toBe('Mara won.');
    expect(winnerWords(view({ winners: [1, 3] }), info, 1)).toBe('You tied with Jonas for first place.');
    expect(winnerWords(view({ winners: [2, 3, 4] }), info, 1)).toBe('Mara, Jonas, and Priya tied for first place.');
    expect(winnerWords(view({ winners: [1], seats: [sheet(1, 1)] }), info, 1)).toBe('');
  });
});

describe('waiting', () => {
  it('names the players', () => {
    expect(placedCountWords(view({ to_place: [1, 3] }))).toBe('2 of 4 have placed');
    expect(placedCountWords(view({ to_place: [1, 3, 4] }))).toBe('1 of 4 has placed');
    expect(waitWords(view({ to_place: [3] }), info, 1)).toBe('Waiting for Jonas');
    expect(waitWords(view({ to_place: [2, 3, 4] }), info, 1)).toBe('Waiting for Mara and 2 more');
    expect(waitWords(view({ stage: 'rolling' }), info, 1)).toBe('Rolling the dice…');
  });
});

describe('round', () => {
  it('is the one before, once the next is committed to', () => {
    expect(shownRound({ round: null })).toBeNull();
    expect(shownRound({ round: round({}) })).toBe('abc-3');
    expect(shownRound({ round: round({ is_open: false, is_playing: false }) })).toBe('abc-3');
    expect(shownRound({ round: round({ is_playing: false }) })).toBe('abc-2');
    expect(shownRound({ round: round({ id: 'abc-1', is_playing: false }) })).toBeNull();
  });
});
