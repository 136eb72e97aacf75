import { expect, test } from 'vitest';
import { obey } from './feltCommands';
import type { Command } from './keys';
import { layoutOf } from './layout';
import type { Phase } from './phase';
import { FIVE_CARD, rulesDocument } from './testing';

interface Moment {
  phase?: Phase;
  isHolding?: boolean;
  spot?: string;
  isRepeated?: boolean;
}

/** A felt and a page that write down what they were asked for. */
function pressed(
  command: Command,
  { phase = 'betting', isHolding = false, spot = '', isRepeated = false }: Moment = {},
) {
  const heard: string[] = [];
  const note =
    (name: string) =>
    (...more: unknown[]): void =>
      void heard.push([name, ...more].join(' '));
  const later = (name: string) => (): Promise<void> => {
    note(name)();
    return Promise.resolve();
  };
  const felt = {
    phase,
    layout: layoutOf(rulesDocument(FIVE_CARD)),
    trainer: { holding: isHolding, goOn: note('go on') },
    sameAgain: note('same again'),
    deal: later('deal'),
    takeSeat: later('take a seat'),
    sitIn: later('sit in'),
    rebet: note('rebet'),
    decide: note('decide'),
    chooseChip: note('chip'),
    take: note('take'),
    undo: note('undo'),
    clear: note('clear'),
    finishTelling: note('finish'),
    explain: note('explain'),
    hush: note('hush'),
  };
  const isUsed = obey(felt, command, {
    spot: spot === '' ? null : spot,
    isRepeated,
    focusSpot: note('focus'),
    verify: note('verify'),
    listKeys: note('keys'),
  });
  return { heard, isUsed };
}

test('Enter does the one thing that comes next', () => {
  const go = { kind: 'go' } as const;
  const next = (phase: Phase) => pressed(go, { phase }).heard;
  expect(next('betting')).toEqual(['deal']);
  expect(next('settled')).toEqual(['same again']);
  expect(next('void')).toEqual(['same again']);
  expect(next('watching')).toEqual(['take a seat']);
  expect(next('out')).toEqual(['sit in']);
  expect(next('others')).toEqual([]);
  expect(pressed(go, { phase: 'decision', isHolding: true }).heard).toEqual(['go on']);
  expect(pressed(go, { isRepeated: true }).heard).toEqual([]);
});

test('each command asks the felt for what it names', () => {
  expect(pressed({ kind: 'bet', multiple: 2 }).heard).toEqual(['decide 2']);
  expect(pressed({ kind: 'chip', step: -1 }).heard).toEqual(['chip -1']);
  expect(pressed({ kind: 'rebet' }).heard).toEqual(['rebet']);
  expect(pressed({ kind: 'undo' }).heard).toEqual(['undo']);
  expect(pressed({ kind: 'why' }).heard).toEqual(['finish', 'explain']);
  expect(pressed({ kind: 'escape' }).heard).toEqual(['finish', 'hush']);
  expect(pressed({ kind: 'verify' }).heard).toEqual(['verify']);
  expect(pressed({ kind: 'help' }).heard).toEqual(['keys']);
});

test('chips are cleared only before the first card, and taken only from a spot', () => {
  expect(pressed({ kind: 'clear' }).heard).toEqual(['clear']);
  expect(pressed({ kind: 'clear' }, { phase: 'decision' }).heard).toEqual([]);
  expect(pressed({ kind: 'take' }, { spot: 'ante_down' })).toEqual({ heard: ['take ante_down'], isUsed: true });
  expect(pressed({ kind: 'take' })).toEqual({ heard: [], isUsed: false });
});

test('arrows lead from spot to spot', () => {
  expect(pressed({ kind: 'move', dx: 0, dy: 1 }).heard).toEqual(['focus ante_across']);
  expect(pressed({ kind: 'move', dx: 1, dy: 0 }, { spot: 'ante_across' }).heard).toEqual(['focus across']);
});
