import { describe, expect, it } from 'vitest';
import type { Happened } from '../shared/protocol';
import { layoutOf } from './layout';
import { tell, wagerWords, whyWords } from './eventSentences';
import { FIVE_CARD, rulesDocument, settledWager, tableInfo, tableView, WHEELS } from './testing';

const layout = layoutOf({ ...rulesDocument(FIVE_CARD), progressives: WHEELS });
const community = { across_left: '4c', across_right: 'Jd', down_far: null, down_near: null, middle: null };
const telling = { layout, info: tableInfo(), view: tableView({ community }, ['Kh', '4h']), you: 1 };
const say = (event: Happened['event']) => tell([{ seq: 1, event }], telling).map(([, text]) => text);

describe('what happens', () => {
  it('is told in sentences', () => {
    expect(say({ kind: 'betting_closed', seats: [1] })).toEqual(['No more bets.']);
    expect(say({ kind: 'cards_dealt', placements: [] })).toEqual(['Your cards: king of hearts and four of hearts.']);
    expect(
      say({ kind: 'community_revealed', stage: 'across', cards: { across_left: '4c', across_right: 'Jd' } }),
    ).toEqual(['Across: four of clubs and jack of diamonds. Across hand: pair of 4s, loses for now.']);
    expect(say({ kind: 'seat_folded', seat: 1, stage: 'down', decided_by: 'table' })).toEqual([
      'The table folds for you.',
    ]);
    expect(
      say({
        kind: 'round_voided',
        reason: 'the deck was short',
        clause: '9.A',
        refunds: [],
        reversed: [],
        shrunk: [],
        deck_removed: false,
      }),
    ).toEqual(['The round is void: the deck was short (9.A). All wagers are returned.']);
  });

  it('tells what others do and come to', () => {
    expect(say({ kind: 'wagers_placed', seat: 2, wagers: { ante_across: 500, ante_down: 500 } })).toEqual([
      'Bot careful wagers 10 dollars.',
    ]);
    expect(say({ kind: 'wagers_withdrawn', seat: 2, wagers: { ante_across: 500 } })).toEqual([
      'Bot careful takes back all chips.',
    ]);
    const changed = [
      { kind: 'wagers_withdrawn', seat: 2, wagers: {} },
      { kind: 'wagers_placed', seat: 2, wagers: { ante_across: 700 } },
    ] as const;
    expect(
      tell(
        changed.map((event) => ({ seq: 1, event })),
        telling,
      ).map(([, text]) => text),
    ).toEqual(['Bot careful wagers 7 dollars.']);
    expect(say({ kind: 'hand_shown', seat: 2, cards: ['Ah', 'Kc'] })).toEqual([
      'Bot careful shows ace of hearts and king of clubs.',
    ]);
    expect(say({ kind: 'card_set_aside', position: 3, card: '9d' })).toEqual(['The nine of diamonds is set aside.']);
    const total = { staked: 0, won: 0, returned: 0 };
    expect(
      say({
        kind: 'round_settled',
        totals: [
          { seat: 1, net: 1500, ...total },
          { seat: 2, net: -1000, ...total },
        ],
      }),
    ).toEqual(['You won 15 dollars. Bot careful lost 10 dollars.']);
    const [own, other] = [
      { seat: 1, net: -250, ...total },
      { seat: 2, net: 0, ...total },
    ];
    expect(say({ kind: 'round_settled', totals: [own, other] })).toEqual(['You lost $2.50. Bot careful broke even.']);
    expect(say({ kind: 'round_settled', totals: [{ ...other, net: 100 }] })).toEqual([
      'The round is over. Bot careful won 1 dollar.',
    ]);
  });

  it('says nothing of what nobody needs to hear, nor line by line what others are paid', () => {
    expect(say({ kind: 'seeds_locked', round: 'x', seeds: [] })).toEqual([]);
    expect(say({ kind: 'wagers_placed', seat: 1, wagers: { ante_across: 500 } })).toEqual([]);
    expect(say({ kind: 'wager_settled', wager: settledWager('across', { seat: 2 }) })).toEqual([]);
  });
});

it('tells a wager with its odds', () => {
  const won = settledWager('across', { result: 'win', hand: 'two_pair', odds: 2, won: 1000, returned: 500 });
  expect(wagerWords(layout, won)).toBe('Across Bet wins 10 dollars, two pair, 2 to 1.');
  expect(wagerWords(layout, settledWager('down'))).toBe('Down Bet loses 5 dollars, high card.');
  expect(wagerWords(layout, settledWager('down', { result: 'push', hand: 'pair_6s_to_10s' }))).toBe(
    'Down Bet pushes, pair of 6s to 10s.',
  );
});

it('says why', () => {
  const won = settledWager('middle', { result: 'win', hand: 'two_pair', odds: 2, won: 1000, returned: 500 });
  expect(whyWords(layout, won, 'Two pair')).toBe('Two pair is the better of your two hands: $5 wins $10.');
  expect(whyWords(layout, settledWager('across', { result: 'forfeit' }), '')).toBe(
    'You folded, so this wager is lost.',
  );
  expect(whyWords(layout, settledWager('bonus_spin', { hand: null, odds: null }), '')).toBe(
    'No pair in your hand, so no wheel spins for you.',
  );
  expect(whyWords(layout, { ...won, cut: 300 }, 'Two pair')).toContain('cuts this win by $3');
});
