import { describe, expect, test } from 'vitest';
import type { Update } from '../shared/protocol';
import { RECORDINGS, updatesOf } from '../testing/fakeServer';
import { isOver } from './phase';
import {
  isSpinning,
  NOTHING_SHOWN,
  ownWagers,
  paceOf,
  reduceShown,
  roundOf,
  turnedPlaces,
  viewOf,
  type ShownEvent,
  type ShownRound,
} from './shownRound';

const rounds = updatesOf(RECORDINGS.rounds);
const wheel = updatesOf(RECORDINGS.wheel);

function at(updates: readonly Update[], stage: string, round = 1): Update {
  const result = updates.find((update) => viewOf(update)?.stage === stage && roundOf(update).endsWith(`-${round}`));
  if (result === undefined) throw new Error(`no ${stage} in round ${round}`);
  return result;
}

const came = (update: Update, more: Partial<ShownEvent> = {}): ShownEvent =>
  ({ kind: 'came', update, isHolding: false, isStill: false, ...more }) as ShownEvent;

/** What is shown after these events, each of which leaves a legal state. */
function after(events: readonly ShownEvent[], start = NOTHING_SHOWN): ShownRound {
  return events.reduce((shown, event) => {
    const next = reduceShown(shown, event);
    expect(faults(next)).toEqual([]);
    return next;
  }, start);
}

/** What must never be so. */
function faults(shown: ShownRound): string[] {
  const pace = paceOf(shown);
  const result: string[] = [];
  if (shown.linesShown > ownWagers(shown).length) result.push('more is told than there is');
  if ((pace === 'turning' || pace === 'spinning') && shown.linesShown > 0)
    result.push('told before cards and wheels rest');
  if (shown.held !== null && roundOf(shown.held) !== roundOf(shown.update)) result.push('another round is held');
  if (shown.spun > (viewOf(shown.update)?.spins.length ?? 0)) result.push('more is spun than there is');
  if (shown.update === null && shown !== NOTHING_SHOWN) result.push('something of nothing');
  return result;
}

const turned: ShownEvent = { kind: 'turned' };
const playing = [
  came(at(rounds, 'betting')),
  came(at(rounds, 'across')),
  turned,
  came(at(rounds, 'down')),
  came(at(rounds, 'middle')),
];

describe('what is shown', () => {
  test('whoever comes late sees all of it at once, and hears none of it', () => {
    const shown = after([came(at(rounds, 'settled'))]);
    expect([paceOf(shown), shown.linesShown, shown.said]).toEqual(['rest', ownWagers(shown).length, []]);
    expect(after([came(at(wheel, 'settled'))]).spun).toBe(1);
  });

  test('texts wait for the cards that are dealt', () => {
    const shown = after(playing.slice(0, 2));
    expect([paceOf(shown), shown.read?.stage]).toEqual(['turning', 'betting']);
    expect(turnedPlaces(shown.read, viewOf(shown.update))).toEqual(['hole_0', 'hole_1']);
    expect(after([turned], shown).read?.stage).toBe('across');
  });

  test('texts wait for the cards that turn', () => {
    const shown = after(playing.slice(0, 4));
    expect(paceOf(shown)).toBe('turning');
    expect(shown.read?.stage).toBe('across');
    expect(turnedPlaces(shown.read, viewOf(shown.update))).toEqual(['across_left', 'across_right']);
    const done = after([turned], shown);
    expect([paceOf(done), done.read?.stage]).toEqual(['rest', 'down']);
  });

  test('wagers are told one by one, after the middle card', () => {
    let shown = after([...playing, turned, came(at(rounds, 'settling')), came(at(rounds, 'settled'))]);
    expect([paceOf(shown), shown.linesShown]).toEqual(['turning', 0]);
    // Nothing is shown while the card turns.
    expect(after([{ kind: 'told' }], shown)).toBe(shown);
    shown = after([turned], shown);
    for (let lines = 0; lines < 6; lines += 1) {
      expect([paceOf(shown), shown.linesShown]).toEqual(['telling', lines]);
      shown = after([{ kind: 'told' }], shown);
    }
    expect(paceOf(shown)).toBe('rest');
  });

  test('without movement everything is there at once', () => {
    const shown = after([...playing, came(at(rounds, 'settled'), { isStill: true })]);
    expect([paceOf(shown), shown.linesShown]).toEqual(['rest', 6]);
  });

  test('any input finishes the telling, but not a wheel, and not a round that goes on', () => {
    const settled = after([...playing, turned, came(at(rounds, 'settled'))]);
    expect(paceOf(after([{ kind: 'finished' }], settled))).toBe('rest');
    const middle = after(playing);
    expect(after([{ kind: 'finished' }], middle)).toBe(middle);
    const spinning = after([...wheelPlay(), came(at(wheel, 'settled'))]);
    expect(paceOf(after([{ kind: 'finished' }], spinning))).toBe('spinning');
  });

  test('what happened is announced with the update that shows it', () => {
    const shown = after(playing);
    expect(shown.said.map(({ event }) => event.kind)).toEqual(['bet_placed', 'community_revealed']);
    expect(shown.unsaid).toEqual([]);
  });

  test('the commitment of a round is known after the table forgot it', () => {
    const { commitment } = after(playing.slice(0, 1));
    expect(commitment).not.toBe('');
    expect(after([...playing, came(at(rounds, 'settled'))]).commitment).toBe(commitment);
  });
});

function wheelPlay(): ShownEvent[] {
  return [at(wheel, 'betting'), at(wheel, 'across'), at(wheel, 'down'), at(wheel, 'middle')].map((update) =>
    came(update),
  );
}

describe('wheels', () => {
  test('a wheel waits for the cards, and the wagers for the wheel', () => {
    const settling = wheel.filter((update) => viewOf(update)?.stage === 'settling');
    let shown = after([...wheelPlay(), ...settling.map((update) => came(update)), came(at(wheel, 'settled'))]);
    expect([paceOf(shown), isSpinning(shown)]).toEqual(['turning', true]);
    shown = after([turned], shown);
    expect([paceOf(shown), shown.linesShown]).toEqual(['spinning', 0]);
    shown = after([{ kind: 'spun', spins: 1, isStill: false }], shown);
    expect(paceOf(shown)).toBe('telling');
    expect(
      paceOf(
        after(
          [{ kind: 'spun', spins: 1, isStill: true }],
          after([turned], after([...wheelPlay(), came(at(wheel, 'settled'))])),
        ),
      ),
    ).toBe('rest');
  });

  test('meters wait for the wheels that may pay from them', () => {
    const settled = at(wheel, 'settled');
    const paid = { ...settled, view: { ...viewOf(settled), meters: { bonus_spin: '1' } } } as unknown as Update;
    const { meters } = after(wheelPlay());
    expect(meters).toEqual(viewOf(at(wheel, 'middle'))?.meters);
    let shown = after([...wheelPlay(), came(paid)]);
    expect([paceOf(shown), shown.meters]).toEqual(['turning', meters]);
    shown = after([turned], shown);
    expect([paceOf(shown), shown.meters]).toEqual(['spinning', meters]);
    shown = after([{ kind: 'spun', spins: 1, isStill: false }], shown);
    expect([paceOf(shown), shown.meters]).toEqual(['telling', { bonus_spin: '1' }]);
    expect(after([came(paid)]).meters).toEqual({ bonus_spin: '1' });
  });

  test('a wheel that is due spins although no spin has come', () => {
    const due = wheel.find((update) => viewOf(update)?.spin_due !== null && viewOf(update) !== null);
    expect(paceOf(after([...wheelPlay(), came(due as Update), turned]))).toBe('spinning');
  });

  test('a void round spins nothing', () => {
    const view = { ...viewOf(at(wheel, 'settled')), void: { reason: 'x', clause: '', is_floor_ruling: false } };
    const shown = after([...wheelPlay(), came({ ...at(wheel, 'settled'), view } as unknown as Update), turned]);
    expect(paceOf(shown)).not.toBe('spinning');
  });
});

describe('a coach who holds the next card', () => {
  const holding = (update: Update) => came(update, { isHolding: true });
  const release = (newest: Update | null): ShownEvent => ({ kind: 'released', newest, isStill: false });

  test('shows nothing new until it is released, then the newest of the round', () => {
    const held = after([
      ...playing,
      turned,
      holding(at(rounds, 'settling')),
      holding(at(rounds, 'settled')),
      holding(at(rounds, 'betting', 2)),
    ]);
    expect([viewOf(held.update)?.stage, viewOf(held.held)?.stage]).toEqual(['middle', 'settled']);
    const shown = after([release(at(rounds, 'betting', 2))], held);
    expect([viewOf(shown.update)?.stage, paceOf(shown), shown.held]).toEqual(['settled', 'turning', null]);
    expect(shown.said.map(({ event }) => event.kind)).toContain('wager_settled');
  });

  test('with nothing held, the newest is shown', () => {
    const shown = after([...playing, turned]);
    expect(after([release(null)], shown)).toBe(shown);
    expect(after([release(shown.update)], shown)).toBe(shown);
    expect(viewOf(after([release(at(rounds, 'settled'))], shown).update)?.stage).toBe('settled');
  });
});

describe('a round that is over', () => {
  const settled = [...playing, turned, came(at(rounds, 'settled')), turned, { kind: 'finished' } as const];
  const next = at(rounds, 'betting', 2);

  test('stays until its player moves on', () => {
    const shown = after([...settled, came(next)]);
    expect(roundOf(shown.update)).toBe(roundOf(at(rounds, 'settled')));
    const moved = after([{ kind: 'moved_on', newest: next }], shown);
    expect([roundOf(moved.update), moved.linesShown, paceOf(moved)]).toEqual([roundOf(next), 0, 'rest']);
  });

  test('stays while it is told, whatever comes', () => {
    const telling = after([...playing, turned, came(at(rounds, 'settled')), turned]);
    expect(roundOf(after([came(next)], telling).update)).toBe(roundOf(telling.update));
  });

  test('whoever moves on early sees the next round as soon as it is there', () => {
    const shown = after([...settled, { kind: 'moved_on', newest: at(rounds, 'settled') }]);
    expect(shown.wantsNext).toBe(true);
    const opened = after([came(next)], shown);
    expect([roundOf(opened.update), opened.wantsNext]).toEqual([roundOf(next), false]);
    expect(after([...settled, { kind: 'moved_on', newest: null }]).wantsNext).toBe(true);
  });

  test('gives way to a round that is dealt without its player', () => {
    expect(viewOf(after([...settled, came(next), came(at(rounds, 'across', 2))]).update)?.stage).toBe('across');
  });

  test('a spectator sees the next round once somebody bets', () => {
    const watch = (update: Update): Update => ({ ...update, you: null });
    const shown = after([came(watch(at(rounds, 'settled')))]);
    expect(roundOf(after([came(watch(next))], shown).update)).toBe(roundOf(shown.update));
    const bets = rounds.find(
      (update) => roundOf(update) === roundOf(next) && viewOf(update)?.seats.some(({ status }) => status !== 'empty'),
    );
    expect(roundOf(after([came(watch(bets as Update))], shown).update)).toBe(roundOf(next));
  });

  test('nobody moves on from a round that goes on', () => {
    const shown = after(playing);
    expect(after([{ kind: 'moved_on', newest: next }], shown)).toBe(shown);
  });
});

describe('lost and late', () => {
  test('after a gap nobody is told half a story', () => {
    const gap = { ...at(rounds, 'settled'), is_gap: true };
    const shown = after([...playing, came(gap)]);
    expect([paceOf(shown), shown.linesShown, shown.said, shown.unsaid]).toEqual(['rest', 6, [], []]);
  });

  test('what was told before a reconnection is not told again', () => {
    const shown = after([...playing, came(at(rounds, 'middle'))]);
    expect(shown.said).toEqual([]);
  });

  test('an update that is older than what is shown changes nothing', () => {
    const shown = after([...playing, turned]);
    expect(after([came(at(rounds, 'down'))], shown)).toBe(shown);
  });

  test.each([
    ['rounds', rounds],
    ['wheel', wheel],
  ] as const)('every order of what can happen leaves a legal state: %s', (_, updates) => {
    // A fixed walk over recorded updates and every event, 4000 steps long.
    let seed = 7;
    const pick = (count: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
    let shown: ShownRound = NOTHING_SHOWN;
    for (let step = 0; step < 4_000; step += 1) {
      const update = updates[pick(updates.length)] as Update;
      const newest = pick(4) === 0 ? null : update;
      if (pick(40) === 0) shown = NOTHING_SHOWN;
      const isStill = pick(2) === 0;
      const events: ShownEvent[] = [
        { kind: 'came', update, isHolding: pick(3) === 0, isStill },
        { kind: 'released', newest, isStill },
        { kind: 'turned' },
        { kind: 'told' },
        { kind: 'finished' },
        { kind: 'moved_on', newest },
      ];
      const event = events[pick(events.length)] as ShownEvent;
      shown = after([event], shown);
      if (isSpinning(shown) && pick(2) === 0)
        shown = after([{ kind: 'spun', spins: viewOf(shown.update)?.spins.length ?? 0, isStill }], shown);
    }
    expect(isOver(viewOf(shown.update))).toBeTypeOf('boolean');
  });
});
