import { describe, expect, it } from 'vitest';
import { hiddenSides } from './scroll';

describe('a box that scrolls sideways', () => {
  it.each([
    ['shows all of it', 0, 300, 300, false, false],
    ['shows all of it but a rounded pixel', 0, 300, 301, false, false],
    ['stands at its left end', 0, 300, 500, false, true],
    ['stands between', 100, 300, 500, true, true],
    ['stands at its right end', 199.5, 300, 500, true, false],
  ])('%s', (_, scrollLeft, clientWidth, scrollWidth, left, right) => {
    expect(hiddenSides({ scrollLeft, clientWidth, scrollWidth })).toEqual({ left, right });
  });
});
