import { describe, expect, it } from 'vitest';
import type { KingHintAnswer } from '../shared/protocol';
import { gridOf } from './local';
import { hasPlaced, NO_TURN, reduceTurn, type ShownTurn, type TurnEvent } from './shownTurn';

const EMPTY = gridOf([]);
const PLACED = gridOf([{ rolled: '3c', square: 'b2', card: '3c' }]);
const HINT = { best: { square: 'b2', card: '3c', value: 1 } } as KingHintAnswer;
const ROLL: TurnEvent = { kind: 'turned', turn: { key: 'one', card: '3c', grid: EMPTY } };

const after = (...events: TurnEvent[]): ShownTurn => events.reduce(reduceTurn, NO_TURN);
const went = (square: string, isOpen = true): TurnEvent => ({ kind: 'went', square, isOpen });

describe('waiting', () => {
  it('chooses, asks and hints nothing', () => {
    const shown = after(went('b2'), { kind: 'asked', square: 'b2' }, { kind: 'placing' }, { kind: 'asking_hint' });
    expect(shown).toEqual({ ...NO_TURN, at: 'b2' });
    expect(reduceTurn(shown, { kind: 'changed', card: '4c', squares: ['b2'] })).toBe(shown);
  });
});

describe('choosing', () => {
  it('chooses open squares only, and moves to closed ones', () => {
    expect(after(ROLL, went('b2'))).toMatchObject({ at: 'b2', chosen: 'b2' });
    expect(after(ROLL, went('b2'), went('c2', false))).toMatchObject({ at: 'c2', chosen: null });
    expect(after(ROLL, went('b2'), { kind: 'asked', square: 'c2' })).toMatchObject({ chosen: null, asked: 'c2' });
  });

  it('keeps the square of a wild roll only if the card goes there', () => {
    const wild = after(ROLL, { kind: 'changed', card: '4c', squares: ['b2'] }, went('b2'));
    expect(reduceTurn(wild, { kind: 'changed', card: '5c', squares: ['b2', 'b3'] }).chosen).toBe('b2');
    expect(reduceTurn(wild, { kind: 'changed', card: '6c', squares: ['b3'] })).toMatchObject({
      change: '6c',
      chosen: null,
    });
    expect(after(ROLL, { kind: 'changed', card: '4c', squares: ['b2'] }).chosen).toBeNull();
  });

  it('lights a hand and takes everything back', () => {
    const lit = after(ROLL, went('b2'), { kind: 'lit', hand: 3 });
    expect(lit.lit).toBe(3);
    expect(reduceTurn(lit, { kind: 'lit', hand: 3 }).lit).toBeNull();
    expect(reduceTurn(lit, { kind: 'escaped' })).toMatchObject({ chosen: null, lit: null });
  });

  it('stays as it is while nothing turns', () => {
    const shown = after(ROLL, went('b2'));
    expect(reduceTurn(shown, ROLL)).toBe(shown);
  });
});

describe('placing', () => {
  const sent = after(ROLL, went('b2'), { kind: 'placing' });

  it('keeps the square that was sent', () => {
    expect(sent.isPlacing).toBe(true);
    for (const event of [
      went('c2'),
      { kind: 'escaped' },
      { kind: 'asked', square: 'c2' },
      { kind: 'changed', card: '4c', squares: [] },
    ] as const)
      expect(reduceTurn(sent, event)).toMatchObject({ chosen: 'b2', isPlacing: true, change: null });
  });

  it('marks the card once it is on the sheet', () => {
    const next = { key: 'two', card: null, grid: PLACED };
    expect(hasPlaced(sent, next)).toBe(true);
    const shown = reduceTurn(sent, { kind: 'turned', turn: next });
    expect(shown).toMatchObject({ latest: 'b2', chosen: null, isPlacing: false });
    // Another sheet has no card there.
    expect(reduceTurn(shown, { kind: 'turned', turn: { key: 'new', card: null, grid: EMPTY } }).latest).toBeNull();
  });

  it('marks nothing that the table placed elsewhere', () => {
    const elsewhere = gridOf([{ rolled: '3c', square: 'a1', card: '3c' }]);
    expect(reduceTurn(sent, { kind: 'turned', turn: { key: 'two', card: null, grid: elsewhere } }).latest).toBeNull();
  });

  it('can be chosen again after a refusal, and ignores one of an earlier roll', () => {
    const refused = reduceTurn(sent, { kind: 'refused', key: 'one', fault: 'No.' });
    expect(refused).toMatchObject({ isPlacing: false, chosen: 'b2', fault: 'No.' });
    expect(reduceTurn(refused, { kind: 'placing' }).fault).toBeNull();
    expect(reduceTurn(sent, { kind: 'refused', key: 'before', fault: 'No.' })).toBe(sent);
  });
});

describe('hints', () => {
  const asking = after(ROLL, { kind: 'asking_hint' });

  it('are shown when they arrive, and hidden again', () => {
    const hinted = reduceTurn(asking, { kind: 'hinted', key: 'one', hint: HINT });
    expect(hinted).toMatchObject({ hints: 'shown', hint: HINT });
    expect(reduceTurn(hinted, { kind: 'hint_hidden' })).toMatchObject({ hints: 'hidden', hint: null });
  });

  it('say what went wrong', () => {
    expect(reduceTurn(asking, { kind: 'not_hinted', key: 'one', fault: 'Busy.' })).toMatchObject({
      hints: 'hidden',
      fault: 'Busy.',
    });
  });

  it('of an earlier roll change nothing', () => {
    const next = reduceTurn(asking, { kind: 'turned', turn: { key: 'two', card: '4c', grid: EMPTY } });
    expect(next.hints).toBe('hidden');
    expect(reduceTurn(next, { kind: 'hinted', key: 'one', hint: HINT })).toBe(next);
    expect(reduceTurn(next, { kind: 'not_hinted', key: 'two', fault: 'Late.' })).toBe(next);
  });
});
