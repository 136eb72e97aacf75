import { describe, expect, it } from 'vitest';
import type { TextStorage } from '../shared/savedValues';
import { Guide, guideWords, type GuideMoment } from './guide.svelte';

const FIRST: GuideMoment = { roll: 1, hasCard: true, isWild: false, hasChosen: false, hasClosed: false };
const titleOf = (over: Partial<GuideMoment>): string | undefined => guideWords({ ...FIRST, ...over })?.title;

function storage(): TextStorage {
  const stored = new Map<string, string>();
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

describe('tips', () => {
  it('follow the first rolls and what is done with them', () => {
    expect([1, 2, 3, 4, 5].map((roll) => titleOf({ roll }))).toEqual([
      'Two dice made this card',
      'Twelve poker hands',
      'Look ahead',
      'That’s all',
      undefined,
    ]);
    expect(titleOf({ hasChosen: true })).toBe('Not placed yet');
    expect(titleOf({ roll: 3, hasClosed: true })).toBe('Dark squares are closed');
    expect(titleOf({ roll: 2, isWild: true })).toBe('A wild roll');
    expect(titleOf({ hasCard: false })).toBeUndefined();
    expect(titleOf({ roll: 0 })).toBeUndefined();
  });
});

describe('the guide', () => {
  it('is skipped for good', () => {
    const saved = storage();
    const guide = new Guide(saved);
    expect(guide.words(FIRST)).not.toBeNull();
    guide.dismiss();
    expect(guide.words(FIRST)).toBeNull();
    expect(new Guide(saved).isOn).toBe(false);
  });

  it('is over once its rolls are placed', () => {
    const saved = storage();
    const guide = new Guide(saved);
    guide.follow({ roll: 4 });
    expect(guide.isOn).toBe(true);
    guide.follow({ roll: 5 });
    guide.follow({ roll: 6 });
    expect(new Guide(saved).isOn).toBe(false);
  });

  it('works where nothing can be kept', () => {
    const blocked = (): never => {
      throw new Error('storage is blocked');
    };
    const guide = new Guide({ getItem: blocked, setItem: blocked, removeItem: blocked });
    expect(guide.isOn).toBe(true);
    guide.dismiss();
    expect(guide.isOn).toBe(false);
  });
});
