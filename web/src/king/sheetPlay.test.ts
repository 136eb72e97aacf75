import { describe, expect, it } from 'vitest';
import { failure, type Outcome } from '../shared/api';
import type { KingHintAnswer, KingReadAnswer, KingReadRequest } from '../shared/protocol';
import { FakeClock, settled } from '../testing/fakeClock';
import { entry, FakeGame, hintOf, WILD } from './fakeGame.svelte';
import type { KingPorts } from './kingPorts';
import { gridOf } from './local';
import { SheetPlay } from './sheetPlay.svelte';
import { BLANK_STORAGE } from './testing';
import type { Turn } from './turn';

const wildOf = (game: FakeGame): FakeGame => Object.assign(game, { known: WILD });

function start(game = new FakeGame(), isReadable = true) {
  const [said, shouted, played, asked]: [string[], string[], string[], KingReadRequest[]] = [[], [], [], []];
  const ports: KingPorts = {
    clock: new FakeClock(),
    storage: BLANK_STORAGE,
    read: (request) => {
      asked.push(request);
      if (!isReadable) return Promise.resolve(failure('Not now.'));
      const wild = game.known.wild !== null && request.card === '3c' ? game.known.wild : null;
      return Promise.resolve({ ok: true, answer: { ...game.known, wild } as unknown as KingReadAnswer });
    },
    advice: () => Promise.resolve(failure()),
    say: (text) => said.push(text),
    shout: (text) => shouted.push(text),
    play: (sound) => played.push(sound),
  };
  const play = new SheetPlay(() => game, ports);
  const follow = async (): Promise<boolean> => {
    const isNew = play.turn();
    play.read();
    await settled();
    play.read();
    return isNew;
  };
  return { game, play, follow, said, shouted, played, asked };
}

const next = (game: FakeGame, over: Partial<Turn>): void => {
  game.turn = { ...game.turn, key: `${game.turn.key}+`, ...over };
};

describe('a turn', () => {
  it('is announced once', async () => {
    const { play, follow, said, played } = start();
    expect(await follow()).toBe(true);
    expect(await follow()).toBe(false);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^Roll 1: three of clubs\./);
    expect(played).toEqual(['dice']);
    expect(play.openCount).toBe(24);
    expect(play.roll).toBe(1);
  });

  it('is quiet while no card waits', async () => {
    const { game, play, follow, said } = start();
    next(game, { card: null });
    await follow();
    expect([said, play.openCount, play.wild, play.card]).toEqual([[], 0, null, null]);
    play.explain('c2');
    await play.toggleHint();
    expect(said).toEqual([]);
  });

  it('shows what the view tells until the sheet is read, even if that never succeeds', async () => {
    const { play, follow, asked } = start(new FakeGame(), false);
    await follow();
    expect(play.reading.secured).toBe(75);
    expect(asked.length).toBeGreaterThan(1);
  });
});

describe('choosing and placing', () => {
  it('chooses with one tap and places with the next', async () => {
    const { game, play, follow, said, played } = start();
    await follow();
    play.pick('b2');
    expect([play.shown.chosen, play.gain, game.placed]).toEqual(['b2', 25, []]);
    play.pick('b2');
    expect([game.placed, play.waits]).toEqual([['3c b2'], 'Placing…']);
    await play.place();
    expect(game.placed).toHaveLength(1);
    next(game, { card: null, grid: gridOf([{ rolled: '3c', square: 'b2', card: '3c' }]) });
    await follow();
    expect([play.shown.latest, said.at(-1), played]).toEqual(['b2', 'Placed on b2. 75 secured.', ['dice', 'card']]);
  });

  it('says why a closed square is closed, and nothing of an open one', async () => {
    const { play, follow, said } = start();
    await follow();
    play.pick('c2');
    expect([play.shown.asked, play.why?.name, said.at(-1)]).toEqual(['c2', 'c2', 'c2, closed. Hand 3 holds it.']);
    play.goTo('b2');
    play.explain();
    expect(play.why).toBeNull();
    play.explain('z9');
    expect(play.why).toBeNull();
  });

  it('places nothing that is not chosen, or while the game waits', async () => {
    const { game, play, follow } = start();
    await follow();
    await play.place();
    play.pick('b2');
    game.waits = 'Reconnecting';
    await play.place();
    expect([game.placed, play.waits]).toEqual([[], 'Reconnecting']);
    play.escape();
    expect(play.shown.chosen).toBeNull();
  });

  it('can be chosen again after a refusal', async () => {
    const { game, play, follow, shouted } = start();
    await follow();
    game.answer = Promise.resolve(failure('Not there.'));
    play.pick('b2');
    await play.place();
    expect([play.shown.fault, play.shown.chosen, play.waits, shouted]).toEqual([
      'Not there.',
      'b2',
      null,
      ['Not there.'],
    ]);
  });

  it('says nothing of a refusal that arrives after the next roll', async () => {
    const { game, play, follow, shouted } = start();
    await follow();
    let refuse: (answer: Outcome<unknown>) => void = () => undefined;
    game.answer = new Promise((resolve) => (refuse = resolve));
    play.pick('b2');
    const placing = play.place();
    next(game, { card: '4c', rolls: ['3c', '4c'] });
    await follow();
    refuse(failure('Too late.'));
    await placing;
    expect([play.shown.fault, shouted, play.shown.chosen]).toEqual([null, [], null]);
  });

  it('clears what was chosen when another tab places the card', async () => {
    const { game, play, follow, said } = start();
    await follow();
    play.pick('b2');
    next(game, { card: null, grid: gridOf([{ rolled: '3c', square: 'b2', card: '3c' }]) });
    await follow();
    expect([play.shown.chosen, play.shown.latest, said.filter((text) => text.startsWith('Placed'))]).toEqual([
      null,
      null,
      [],
    ]);
  });

  it('lights hands and reads all of them', async () => {
    const { play, follow, said } = start();
    await follow();
    play.light(4);
    play.readAll();
    expect([play.shown.lit, said.at(-1)?.endsWith('75 secured.')]).toEqual([4, true]);
  });
});

describe('a wild roll', () => {
  it('becomes a card before it can be placed', async () => {
    const { game, play, follow, shouted } = start(wildOf(new FakeGame()));
    await follow();
    expect(shouted[0]).toMatch(/wild/i);
    expect([play.card, play.openCount]).toEqual([null, 0]);
    play.become('4c');
    expect(play.reading.squares.filter(({ is_open }) => is_open).map(({ name }) => name)).toEqual(['b2']);
    play.pick('b2');
    play.become('9c');
    expect(play.shown.chosen).toBeNull();
    play.become('4c');
    play.pick('b2');
    await play.place();
    expect(game.placed).toEqual(['4c b2']);
  });

  it('takes the best card with the hint, and reads every card that is compared', async () => {
    const { game, play, follow, said, asked } = start(wildOf(new FakeGame()));
    await follow();
    game.advice = Promise.resolve({
      ok: true,
      answer: hintOf([entry('b2', '4c', 0), entry('b3', '5c', 7)], true),
    });
    await play.toggleHint();
    expect([play.card, said.at(-1)]).toEqual(['4c', 'Hint: four of clubs on b2 is best, expected total 900.']);
    await follow();
    expect(asked.map(({ card }) => card)).toEqual(expect.arrayContaining(['4c', '5c']));
    expect(play.readingFor('5c')).not.toBeNull();
    expect([...(play.heat?.keys() ?? [])]).toEqual(['b2']);
  });

  it('keeps the card that the player took before the hint', async () => {
    const { game, play, follow } = start(wildOf(new FakeGame()));
    await follow();
    play.become('5c');
    game.advice = Promise.resolve({ ok: true, answer: hintOf([entry('b2', '4c', 0), entry('b3', '5c', 7)], true) });
    await play.toggleHint();
    expect(play.card).toBe('5c');
  });
});

describe('hints', () => {
  it('are shown and hidden', async () => {
    const { play, follow, said } = start();
    await follow();
    await play.toggleHint();
    expect([play.shown.hints, play.heat?.get('b2')?.loss, said.at(-1)]).toEqual([
      'shown',
      0,
      'Hint: b2 is best, expected total 900.',
    ]);
    await play.toggleHint();
    expect([play.shown.hints, play.heat]).toEqual(['hidden', null]);
  });

  it('are asked for once, and are of no use after the next roll', async () => {
    const { game, play, follow } = start();
    await follow();
    let answer: (result: Outcome<KingHintAnswer>) => void = () => undefined;
    game.advice = new Promise((resolve) => (answer = resolve));
    const asking = play.toggleHint();
    await play.toggleHint();
    expect(play.shown.hints).toBe('asking');
    next(game, { card: '4c' });
    await follow();
    answer({ ok: true, answer: hintOf([entry('b2', '3c', 0)]) });
    await asking;
    expect([play.shown.hints, play.shown.hint]).toEqual(['hidden', null]);
  });

  it('say why there are none', async () => {
    const { game, play, follow, said } = start();
    await follow();
    game.advice = Promise.resolve(failure('Busy.'));
    await play.toggleHint();
    expect([play.shown.fault, said.at(-1)]).toEqual(['Busy.', 'Busy.']);
    game.hasHints = false;
    game.noHint = 'No hints at a live table.';
    await play.toggleHint();
    expect(said.at(-1)).toBe('No hints at a live table.');
  });
});
