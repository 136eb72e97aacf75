import { describe, expect, it } from 'vitest';
import type { CardPlacement, Update } from '../shared/protocol';
import { RECORDINGS, updatesOf } from '../testing/fakeServer';
import { matchOf, NO_MATCH, placedByTable, reduceMatch, shownSeat } from './shownMatch';

const updates = updatesOf(RECORDINGS.king);
const playing = updates.find((update) => matchOf(update)?.stage === 'placing') as Update;
const view = matchOf(playing);
if (view === null) throw new Error('the recording has a match');
const [first] = view.seats;
if (first === undefined) throw new Error('the match has a sheet');

/** The same table with two sheets. */
const two: Update = { ...playing, view: { ...view, seats: [first, { ...first, seat: 2 }] } };
const placement = (over: Partial<CardPlacement>): CardPlacement => ({
  seat: 1,
  square: 'a1',
  card: '3c',
  is_wild: false,
  decided_by: 'player',
  ...over,
});
const happening = (...events: Update['happened'][number]['event'][]): Update => ({
  ...two,
  happened: events.map((event, at) => ({ seq: 100 + at, event })),
});

describe('whose sheet is shown', () => {
  it('is the own one, the first for a spectator, and nobody’s before a match', () => {
    expect(shownSeat(NO_MATCH, two)).toBe(1);
    expect(shownSeat(NO_MATCH, { ...two, you: 2 })).toBe(2);
    expect(shownSeat(NO_MATCH, { ...two, you: null })).toBe(1);
    expect(shownSeat(NO_MATCH, { ...two, you: 5 })).toBe(1);
    expect(shownSeat(NO_MATCH, null)).toBeNull();
  });

  it('is another one as long as the player looks at it', () => {
    const looking = reduceMatch(NO_MATCH, { kind: 'looked', seat: 2 });
    expect(shownSeat(looking, two)).toBe(2);
    expect(shownSeat(looking, playing)).toBe(1);
    expect(shownSeat(reduceMatch(looking, { kind: 'looked', seat: 2 }), two)).toBe(1);
  });
});

describe('what the table placed', () => {
  it('is marked by seat, whether placements were open or sealed', () => {
    const update = happening(
      { kind: 'card_placed', roll: 1, placement: placement({ decided_by: 'table' }) },
      {
        kind: 'placements_shown',
        roll: 2,
        placements: [placement({ square: 'b1', decided_by: 'table' }), placement({ seat: 2 })],
      },
    );
    expect(placedByTable(update.happened).map(({ square }) => square)).toEqual(['a1', 'b1']);
    const shown = reduceMatch(NO_MATCH, { kind: 'came', update });
    expect([...(shown.byTable.get(1) ?? [])]).toEqual(['a1', 'b1']);
    expect(shown.byTable.has(2)).toBe(false);
  });

  it('is forgotten with its match', () => {
    const update = happening({ kind: 'card_placed', roll: 1, placement: placement({ decided_by: 'table' }) });
    const shown = reduceMatch(reduceMatch(NO_MATCH, { kind: 'came', update }), { kind: 'looked', seat: 2 });
    const same = reduceMatch(shown, { kind: 'came', update: two });
    expect(same).toBe(shown);
    const { round } = two.info;
    if (round === null) throw new Error('the recording has a round');
    const next: Update = { ...two, info: { ...two.info, round: { ...round, id: `${two.info.table}-9` } } };
    expect(reduceMatch(shown, { kind: 'came', update: next })).toMatchObject({ looksAt: null, byTable: new Map() });
  });
});

describe('a request', () => {
  it('is busy until it is answered', () => {
    const busy = reduceMatch(NO_MATCH, { kind: 'asking' });
    expect(busy.isBusy).toBe(true);
    expect(reduceMatch(busy, { kind: 'answered', fault: 'No.' })).toMatchObject({ isBusy: false, fault: 'No.' });
  });
});
