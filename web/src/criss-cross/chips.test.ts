import { describe, expect, it } from 'vitest';
import { addChip, bettingPart, fits, missing, moveChips, sameWagers, smallestWagers, takeChip, totalOf } from './chips';
import { layoutOf } from './layout';
import { FIVE_CARD, rulesDocument, SIX_CARD, WHEELS } from './testing';

const FUNDS = 100_000;
const layout = layoutOf({ ...rulesDocument(SIX_CARD), progressives: WHEELS });

function added(wagers: Record<string, number>, spot: string, chip: number, funds = FUNDS) {
  const change = addChip(layout, wagers, spot, chip, funds);
  return change.ok ? change.wagers : change.says;
}

describe('a layout', () => {
  it('puts antes before bets, and wheels after what a pay table decides', () => {
    expect(layout.rows.map(({ spots }) => spots.map(({ id }) => id))).toEqual([
      ['ante_across', 'across'],
      ['ante_down', 'down'],
      ['middle'],
      ['five_card_bonus', 'six_card_bonus', 'bonus_spin', 'bonus_spin_xtreme'],
    ]);
    expect(layout.hasBonusCards).toBe(true);
  });

  it('leaves out what the table does not offer', () => {
    const five = { five_card_bonus: { ...FIVE_CARD.five_card_bonus, offered: false } };
    expect(layoutOf(rulesDocument(five)).rows[3]?.spots).toEqual([]);
  });

  it('has a rack for its limits', () => {
    expect(layout.chips).toEqual([100, 500, 2_500, 10_000]);
    expect(layoutOf(rulesDocument({}, 200, 1_000)).chips).toEqual([100, 200, 500]);
    expect(layoutOf(rulesDocument({}, 1_000, 50_000)).chips).toEqual([1_000, 2_500, 10_000, 50_000]);
    // A chip of each printed size, where the unit of the table is larger.
    expect(layoutOf({ ...rulesDocument(), progressives: WHEELS, table_unit_cents: 500 }).chips).toEqual([
      100, 500, 2_500, 10_000,
    ]);
  });
});

describe('one more chip', () => {
  it('moves both antes together', () => {
    expect(added({}, 'ante_down', 500)).toEqual({ ante_across: 500, ante_down: 500 });
    expect(added({ ante_across: 500, ante_down: 500 }, 'ante_across', 100)).toEqual({
      ante_across: 600,
      ante_down: 600,
    });
  });

  it('stays in the rack when it would break a limit, and the limit is named', () => {
    expect(added({}, 'ante_across', 100)).toBe('Ante Across accepts $5 to $100.');
    expect(added({ ante_across: 10_000, ante_down: 10_000 }, 'ante_down', 100)).toBe('Ante Across accepts $5 to $100.');
    expect(added({}, 'five_card_bonus', 10_000)).toBe('Five Card Bonus accepts $5 to $25.');
    expect(addChip(layout, {}, 'ante_across', 100, FUNDS)).toMatchObject({ clause: '7.E(1)' });
  });

  it('stays when the wallet does not hold it', () => {
    expect(added({}, 'ante_across', 500, 900)).toBe('You’re $1 short for this bet.');
  });

  it('waits for its turn', () => {
    expect(added({}, 'across', 500)).toBe('You make the Across Bet after you see your cards.');
  });

  it('keeps a wager equal to the one that it must equal', () => {
    expect(added({}, 'six_card_bonus', 500)).toEqual({ five_card_bonus: 500, six_card_bonus: 500 });
    expect(added({ five_card_bonus: 1_000 }, 'six_card_bonus', 500)).toEqual({
      five_card_bonus: 1_000,
      six_card_bonus: 1_000,
    });
    expect(added({ five_card_bonus: 500, six_card_bonus: 500 }, 'five_card_bonus', 500)).toEqual({
      five_card_bonus: 1_000,
      six_card_bonus: 1_000,
    });
    expect(added({}, 'five_card_bonus', 500)).toEqual({ five_card_bonus: 500 });
  });

  it('knows wagers that come in fixed sizes', () => {
    expect(added({}, 'bonus_spin', 100)).toEqual({ bonus_spin: 100 });
    expect(added({ bonus_spin: 100 }, 'bonus_spin', 500)).toEqual({ bonus_spin: 500 });
    expect(added({ bonus_spin: 100 }, 'bonus_spin', 100)).toBe('Bonus Spin accepts $1 or $5.');
    expect(added({ bonus_spin_xtreme: 100 }, 'bonus_spin_xtreme', 100)).toEqual({ bonus_spin_xtreme: 200 });
  });
});

describe('one chip less', () => {
  it('takes both antes, and all of it below the smallest', () => {
    expect(takeChip(layout, { ante_across: 1_000, ante_down: 1_000 }, 'ante_down', 500)).toEqual({
      ante_across: 500,
      ante_down: 500,
    });
    expect(takeChip(layout, { ante_across: 500, ante_down: 500 }, 'ante_down', 100)).toEqual({});
  });

  it('lets a follower leave alone, and takes it along with its leader', () => {
    const both = { five_card_bonus: 500, six_card_bonus: 500 };
    expect(takeChip(layout, both, 'six_card_bonus', 500)).toEqual({ five_card_bonus: 500 });
    const more = { five_card_bonus: 1_000, six_card_bonus: 1_000 };
    expect(takeChip(layout, more, 'six_card_bonus', 500)).toEqual({ five_card_bonus: 1_000 });
    expect(takeChip(layout, both, 'five_card_bonus', 500)).toEqual({});
  });

  it('goes down by sizes', () => {
    expect(takeChip(layout, { bonus_spin: 500 }, 'bonus_spin', 100)).toEqual({ bonus_spin: 100 });
    expect(takeChip(layout, {}, 'bonus_spin', 100)).toEqual({});
  });
});

it('moves a wager from spot to spot', () => {
  expect(moveChips(layout, { five_card_bonus: 500 }, 'five_card_bonus', 'bonus_spin', FUNDS)).toEqual({
    ok: true,
    wagers: { bonus_spin: 500 },
  });
  expect(moveChips(layout, { five_card_bonus: 2_500 }, 'five_card_bonus', 'bonus_spin', FUNDS).ok).toBe(false);
});

it('says what is missing before a deal', () => {
  expect(missing(layout, {})).toBe('Place chips on Ante Across and Ante Down.');
  expect(missing(layout, smallestWagers(layout))).toBeNull();
  expect(missing(layout, { ...smallestWagers(layout), six_card_bonus: 500 })).toBe(
    'Six Card Bonus requires Five Card Bonus.',
  );
});

it('knows whether remembered wagers still fit', () => {
  expect(fits(layout, { ante_across: 500, ante_down: 500, five_card_bonus: 500 })).toBe(true);
  expect(fits(layout, { ante_across: 500, ante_down: 500, gone: 500 })).toBe(false);
  expect(fits(layout, { ante_across: 50_000, ante_down: 50_000 })).toBe(false);
});

it('counts and compares', () => {
  expect(totalOf({ one: 500, two: 100 })).toBe(600);
  expect(sameWagers({ one: 500 }, { one: 500, two: 0 })).toBe(true);
  expect(sameWagers({ one: 500 }, {})).toBe(false);
  expect(bettingPart(layout, { ante_across: 500, across: 1_000, middle: 0 })).toEqual({ ante_across: 500 });
});
