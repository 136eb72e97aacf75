import { describe, expect, test } from 'vitest';
import { MOST_UNDONE, NO_DRAFT, reduceDraft, toSend, type BetDraft, type DraftEvent } from './betDraft';
import { layoutOf } from './layout';
import { FIVE_CARD, rulesDocument } from './testing';

const layout = layoutOf(rulesDocument(FIVE_CARD));
const antes = { ante_across: 500, ante_down: 500 };
const more = { ...antes, five_card_bonus: 500 };
const after = (events: readonly DraftEvent[], draft: BetDraft = NO_DRAFT): BetDraft =>
  events.reduce((one, event) => reduceDraft(layout, one, event), draft);

describe('chips before the first card', () => {
  test('change, and are undone', () => {
    const draft = after([
      { kind: 'changed', wagers: antes },
      { kind: 'changed', wagers: more },
    ]);
    expect(draft).toMatchObject({ wagers: more, undone: [{}, antes] });
    expect(after([{ kind: 'undone' }], draft)).toMatchObject({ wagers: antes, undone: [{}] });
    expect(after([{ kind: 'undone' }])).toBe(NO_DRAFT);
    expect(after([{ kind: 'changed', wagers: more }], draft)).toBe(draft);
  });

  test('a bounded number of changes is remembered', () => {
    const events = Array.from({ length: MOST_UNDONE + 9 }, (_, at): DraftEvent => ({
      kind: 'changed',
      wagers: { ante_across: 100 * (at + 1) },
    }));
    expect(after(events).undone).toHaveLength(MOST_UNDONE);
  });

  test('are sent once, and only what could be dealt', () => {
    const draft = after([{ kind: 'changed', wagers: antes }]);
    expect(toSend(draft, true)).toEqual(antes);
    expect(toSend(draft, false)).toBeNull();
    const asking = after([{ kind: 'asking', wagers: antes }], draft);
    expect(toSend(asking, true)).toBeNull();
    const sent = after([{ kind: 'accepted' }], asking);
    expect([toSend(sent, true), toSend(sent, false)]).toEqual([null, {}]);
    expect(after([{ kind: 'accepted' }], sent).sent).toEqual(antes);
  });

  test('that are refused go back to where they were', () => {
    const sent = after([{ kind: 'changed', wagers: antes }, { kind: 'asking', wagers: antes }, { kind: 'accepted' }]);
    const refused = after(
      [{ kind: 'changed', wagers: more }, { kind: 'asking', wagers: more }, { kind: 'refused' }],
      sent,
    );
    expect(refused).toMatchObject({ wagers: antes, sent: antes, asked: null, wantsDeal: false });
  });

  test('that changed since are not taken back by a late refusal', () => {
    const draft = after([
      { kind: 'changed', wagers: antes },
      { kind: 'asking', wagers: antes },
      { kind: 'changed', wagers: more },
      { kind: 'refused' },
    ]);
    expect(draft).toMatchObject({ wagers: more, sent: {}, asked: null });
  });

  test('a withdrawal that is refused puts the chips back', () => {
    const sent = after([
      { kind: 'confirmed', own: antes },
      { kind: 'changed', wagers: { ante_across: 500 } },
    ]);
    expect(after([{ kind: 'asking', wagers: {} }, { kind: 'refused' }], sent).wagers).toEqual(antes);
    expect(after([{ kind: 'refused' }], sent).wagers).toEqual({ ante_across: 500 });
  });

  test('what is on its way is newer than what the table says', () => {
    const asking = after([
      { kind: 'changed', wagers: antes },
      { kind: 'asking', wagers: antes },
    ]);
    expect(after([{ kind: 'confirmed', own: {} }], asking)).toBe(asking);
  });
});

describe('from round to round', () => {
  test('what is bet has left the wallet, and is remembered', () => {
    const closed = after([
      { kind: 'changed', wagers: more },
      { kind: 'closed', own: { ...more, across: 500 } },
    ]);
    expect(closed).toMatchObject({ wagers: {}, sent: {}, last: more, undone: [] });
  });

  test('a new round begins empty, unless its player put chips down for it', () => {
    const draft = after([{ kind: 'changed', wagers: antes }]);
    expect(after([{ kind: 'opened', own: {}, isKept: false }], draft).wagers).toEqual({});
    expect(after([{ kind: 'opened', own: {}, isKept: true }], draft).wagers).toEqual(antes);
    expect(after([{ kind: 'opened', own: { ...more, across: 500 }, isKept: false }], draft).wagers).toEqual(more);
    const again = after([
      { kind: 'repeated', wagers: more, wantsDeal: true },
      { kind: 'opened', own: {}, isKept: false },
    ]);
    expect(again).toMatchObject({ wagers: more, wantsDeal: true });
    expect(after([{ kind: 'dealing' }], again).wantsDeal).toBe(false);
    expect(after([{ kind: 'repeated', wagers: antes, wantsDeal: false }], again).wantsDeal).toBe(true);
  });
});
