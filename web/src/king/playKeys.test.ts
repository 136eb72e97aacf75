import { describe, expect, it } from 'vitest';
import { playCommand } from './playKeys';

const press = (key: string, typed = '', hasLetters = true, held: Partial<Record<'ctrlKey' | 'altKey', boolean>> = {}) =>
  playCommand({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, 'c3', typed, hasLetters);

describe('keys on a sheet', () => {
  it('walks with arrows, places with Enter and takes back with Escape, whatever is preferred', () => {
    for (const hasLetters of [true, false]) {
      expect(press('ArrowUp', '', hasLetters)).toEqual({ kind: 'go', square: 'c2' });
      expect(press('Enter', '', hasLetters)).toEqual({ kind: 'place' });
      expect(press('Escape', '', hasLetters)).toEqual({ kind: 'escape' });
    }
  });

  it('takes a letter and a digit for a square', () => {
    expect(press('B')).toEqual({ kind: 'column', letter: 'b' });
    expect(press('4', 'b')).toEqual({ kind: 'go', square: 'b4' });
    expect(press('4')).toBeNull();
    expect(press('9', 'b')).toBeNull();
  });

  it('has letters for the hint, why not, and all hands', () => {
    expect([press('h'), press('W'), press('l')].map((command) => command?.kind)).toEqual(['hint', 'why', 'read']);
    expect(press('F5')).toBeNull();
    expect(press('x')).toBeNull();
  });

  it('leaves every single key alone when shortcuts are off', () => {
    for (const key of 'abcdehlw12345') expect(press(key, 'b', false)).toBeNull();
  });

  it('leaves keys of the browser alone', () => {
    expect(press('l', '', true, { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', '', true, { altKey: true })).toBeNull();
  });
});
