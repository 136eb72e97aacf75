import { describe, expect, it } from 'vitest';
import { layoutOf, type Row } from './layout';
import { bonusName, formingText, handsOf, openingText, settledText } from './rowText';
import { FIVE_CARD, rulesDocument, settledWager, SIX_CARD, tableView, WHEELS } from './testing';

const plain = layoutOf(rulesDocument(FIVE_CARD));
const full = layoutOf({ ...rulesDocument(FIVE_CARD), progressives: WHEELS });
const row = (id: string, layout = plain) => layout.rows.find((one) => one.id === id) as Row;
const said = ({ lines }: ReturnType<typeof openingText>) =>
  lines.map((line) => `${line?.strong ?? ''} ${line?.text ?? ''}`.trim());

const OPEN = { across_left: '4c', across_right: 'Jd', down_far: null, down_near: null, middle: null };
const ALL = { ...OPEN, down_far: '9h', down_near: '6h', middle: 'Js' };

describe('rows', () => {
  it('say what their wagers are about', () => {
    expect(said(openingText(row('across')))).toEqual(['Your two cards', 'and the three across']);
    expect(said(openingText(row('bonus')))).toEqual(['Five Card', 'the five cross cards']);
    expect(said(openingText(row('bonus', full)))).toEqual(['Five the five cross cards', 'Spin · Xtreme']);
    expect(said(openingText(row('bonus', layoutOf(rulesDocument()))))).toEqual(['No side bets', 'at this table']);
  });

  it('name the hand as it forms', () => {
    const hands = handsOf(tableView({ community: OPEN }, ['Kh', '4h']), 1, true);
    expect(said(formingText(row('across'), hands, false))).toEqual(['Pair of 4s', '− loses for now']);
    expect(said(formingText(row('down'), hands, false))).toEqual(['King high', '− loses for now']);
    expect(said(formingText(row('middle'), hands, false))).toEqual(['Pair of 4s', 'your better hand']);
    expect(said(formingText(row('bonus'), hands, false))).toEqual(['Five Card', 'jack high']);
    expect(said(formingText(row('across'), hands, true))).toEqual(['Pair of 4s', 'folded']);
  });

  it('see no hand where no card can be seen', () => {
    const hands = handsOf(tableView({ community: OPEN }, [null, null]), 1, true);
    expect(hands).toMatchObject({ across: null, down: null });
    expect(said(formingText(row('across'), hands, false))).toEqual(['Your two cards', 'and the three across']);
  });

  it('are a receipt in the end', () => {
    const hands = handsOf(tableView({ community: ALL }, ['Kh', '4h']), 1, true);
    const wagers = [
      settledWager('ante_across', { result: 'win', hand: 'two_pair', odds: 1, won: 500, returned: 500 }),
      settledWager('across', { result: 'win', hand: 'two_pair', odds: 2, won: 1000, returned: 500 }),
      settledWager('ante_down'),
      settledWager('down'),
      settledWager('middle', { result: 'win', hand: 'two_pair', odds: 2, won: 1000, returned: 500 }),
    ];
    expect(settledText(row('across'), hands, wagers, 2)).toMatchObject({ net: 1500 });
    expect(said(settledText(row('across'), hands, wagers, 2))).toEqual(['Two pair', 'ante 1:1, bet 2:1']);
    expect(said(settledText(row('down'), hands, wagers, 2))).toEqual(['King high', 'both lose']);
    expect(said(settledText(row('middle'), hands, wagers, 1))).toEqual(['Two pair', '2:1, from Across']);
    // What is not told yet keeps its place, and no sum.
    expect(settledText(row('across'), hands, wagers.slice(0, 1), 2).net).toBeNull();
    expect(said(settledText(row('across'), hands, [], 2))).toEqual(['Two pair', '…']);
  });

  it('say what a wheel did', () => {
    const hands = handsOf(tableView({ community: ALL }, ['Kh', '4h']), 1, true);
    const prize = { kind: 'wheel' as const, symbol: '13', won: 1300, clause: '12.D(2)(j)' };
    const spin = settledWager('bonus_spin', { result: 'win', hand: null, odds: null, won: 1300, prizes: [prize] });
    expect(said(settledText(row('bonus', full), hands, [spin], 1))[1]).toBe('Spin pays · Xtreme');
    expect(
      said(settledText(row('bonus', full), hands, [settledWager('bonus_spin', { odds: null, hand: null })], 1))[1],
    ).toBe('Spin no pair · Xtreme');
  });

  it('call bonus wagers by what tells them apart', () => {
    const six = row('bonus', layoutOf(rulesDocument(SIX_CARD)));
    expect(six.spots.map((spot) => bonusName(spot, six))).toEqual(['Five Card', 'Six Card']);
  });
});
