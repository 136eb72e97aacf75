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
});
