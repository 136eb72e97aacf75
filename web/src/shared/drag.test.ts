import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataAt, Drag } from './drag.svelte';

/** A window with timers and pointers. */
class FakeWindow extends EventTarget {
  setTimeout = (run: () => void, ms: number): unknown => setTimeout(run, ms);
  clearTimeout = (timer: number): void => clearTimeout(timer);
}

/** The pointer goes down on something. */
function down(x: number, button = 0): PointerEvent {
  const currentTarget = { setPointerCapture: () => undefined };
  return { clientX: x, clientY: 0, pointerId: 1, button, currentTarget } as unknown as PointerEvent;
}

function move(type: string, x: number, pointerId = 1): void {
  window.dispatchEvent(Object.assign(new Event(type), { clientX: x, clientY: 0, pointerId }));
}

let heard: string[] = [];
const drag = (): Drag<string> =>
  new Drag<string>({
    placeAt: (x) => (x > 100 ? 'right' : null),
    dropped: (carried, place) => heard.push(`${carried} on ${place}`),
    isMovable: (carried) => carried !== 'nothing',
    onHold: (carried) => (carried === 'fixed' ? null : () => heard.push(`${carried} held`)),
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new FakeWindow());
  heard = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('it is carried, seen over a place and dropped there', () => {
  const chip = drag();
  chip.start(down(0), 'chip');
  move('pointermove', 3);
  expect(chip.carried).toBeNull();
  move('pointermove', 150);
  expect([chip.carried, chip.x, chip.over]).toEqual(['chip', 150, 'right']);
  move('pointermove', 50);
  expect(chip.over).toBeNull();
  // Another finger changes nothing.
  move('pointerup', 150, 2);
  expect(heard).toEqual([]);
  move('pointerup', 150);
  expect([heard, chip.carried, chip.over]).toEqual([['chip on right'], null, null]);
  expect([chip.swallows(), chip.swallows()]).toEqual([true, false]);
  move('pointerup', 150);
  expect(heard).toHaveLength(1);
});

test('a tap, a canceled pointer and another button drop nothing', () => {
  const chip = drag();
  chip.start(down(0), 'chip');
  move('pointerup', 2);
  expect(chip.swallows()).toBe(false);
  chip.start(down(0), 'chip');
  move('pointermove', 150);
  move('pointercancel', 150);
  chip.start(down(0, 2), 'chip');
  move('pointermove', 150);
  chip.start(down(0), 'nothing');
  move('pointermove', 150);
  expect([chip.carried, heard]).toEqual([null, []]);
});

test('holding it still is not dragging it', () => {
  const chip = drag();
  chip.start(down(0), 'chip');
  vi.advanceTimersByTime(600);
  expect([heard, chip.swallows()]).toEqual([['chip held'], true]);
  chip.start(down(0), 'fixed');
  vi.advanceTimersByTime(600);
  chip.start(down(0), 'chip');
  move('pointermove', 50);
  vi.advanceTimersByTime(600);
  expect(heard).toHaveLength(1);
});

test('what is carried can be put back', () => {
  const chip = drag();
  chip.start(down(0), 'chip');
  move('pointermove', 150);
  chip.cancel();
  move('pointerup', 150);
  expect([chip.carried, chip.over, heard]).toEqual([null, null, []]);
});

test('a place is named by its data', () => {
  const square = {
    closest: (selector: string) => (selector === '[data-square]' ? { dataset: { square: 'a1' } } : null),
  };
  vi.stubGlobal('document', { elementFromPoint: (x: number) => (x > 0 ? square : null) });
  expect([dataAt('square')(1, 0), dataAt('spot')(1, 0), dataAt('square')(0, 0)]).toEqual(['a1', null, null]);
});
