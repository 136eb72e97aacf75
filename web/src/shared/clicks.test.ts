import { describe, expect, it, vi } from 'vitest';
import { firstClick } from './clicks';

describe('firstClick', () => {
  it.each([
    { name: 'a click', detail: 1, times: 1 },
    { name: 'Enter or Space', detail: 0, times: 1 },
    { name: 'the second click of a double click', detail: 2, times: 0 },
    { name: 'the third of a triple click', detail: 3, times: 0 },
  ])('acts on $name $times times', ({ detail, times }) => {
    const act = vi.fn();
    firstClick(act)({ detail } as MouseEvent);
    expect(act).toHaveBeenCalledTimes(times);
  });

  it('acts on the first tap of a double tap, whichever button the second one hits', () => {
    const [bet, next] = [vi.fn(), vi.fn()];
    const tap = (act: () => unknown, timeStamp: number): void =>
      firstClick(act)({ detail: 1, pointerType: 'touch', timeStamp } as PointerEvent);
    tap(bet, 10_000);
    tap(next, 10_200);
    expect([bet.mock.calls.length, next.mock.calls.length]).toEqual([1, 0]);
    tap(next, 10_600);
    expect(next).toHaveBeenCalledTimes(1);
  });

  it('acts on quick clicks of a mouse on two buttons', () => {
    const act = vi.fn();
    for (const timeStamp of [20_000, 20_100])
      firstClick(act)({ detail: 1, pointerType: 'mouse', timeStamp } as PointerEvent);
    expect(act).toHaveBeenCalledTimes(2);
  });
});
