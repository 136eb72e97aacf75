import { describe, expect, it } from 'vitest';
import { failure, type Outcome } from '../shared/api';
import type { TextStorage } from '../shared/savedValues';
import type { KingHintAnswer, KingMatchAnswer, KingReadAnswer, ScoringAnswer } from '../shared/protocol';
import { VALUES, DICE_SUITS, newGame, placed, ROLLS, type LocalGame } from './local';
import { loadGame, LocalPlay, scoring, type LocalServer } from './localPlay.svelte';
import { loadDays } from './days';
import { BLANK_READING } from './sheetReading';
import { CENTRE, SQUARES } from './squares';

const DAY = '2026-11-15';
const CARDS = DICE_SUITS.flatMap((suit) => VALUES.map((value) => value + suit)).slice(0, ROLLS);
const OPEN = SQUARES.filter((square) => square !== CENTRE);
const LINE = { number: 1, made: 'one_pair', points: 25, best: null, best_points: 25, is_complete: true, steps: [] };
const READ = { ...BLANK_READING, lines: [LINE], secured: 25 } as unknown as KingReadAnswer;
const SCORE = { seat: 1, total: 725, hands: [], achievements: [], line_points: 725, bonus_points: 0 };
const MATCH = { score: SCORE, rules_hash: 'abc', share: 'King Cross' } as unknown as KingMatchAnswer;
const answered = <T>(answer: T): Promise<Outcome<T>> => Promise.resolve({ ok: true, answer });

function storage(): TextStorage & { isBlocked: boolean } {
  const stored = new Map<string, string>();
  return {
    isBlocked: false,
    getItem(key) {
      if (this.isBlocked) throw new Error('storage is blocked');
      return stored.get(key) ?? null;
    },
    setItem(key, value) {
      if (this.isBlocked) throw new Error('storage is blocked');
      stored.set(key, value);
    },
    removeItem: (key) => void stored.delete(key),
  };
}

function server(over: Partial<LocalServer> = {}): LocalServer {
  return {
    kingRead: () => answered(READ),
    kingHint: () => answered({ best: { square: 'a1' } } as KingHintAnswer),
    kingMatch: () => answered(MATCH),
    scoring: () =>
      answered({
        points: [{ hand: 'one_pair', points: 25 }],
        achievements: [{ id: 'jackpot', title: 'Jackpot', points: 850 }],
      } as unknown as ScoringAnswer),
    ...over,
  };
}

/** A game with this number of cards placed. */
function played(count: number, day: string | null = DAY): LocalGame {
  return CARDS.slice(0, count).reduce((game, card, at) => placed(game, card, OPEN[at] ?? '', card), newGame(day, true));
}

describe('the sheet of a day', () => {
  it('reads the sheet, and knows its turn', async () => {
    const play = new LocalPlay(newGame(DAY, true), CARDS, server(), storage());
    expect([play.isRead, play.known]).toEqual([false, BLANK_READING]);
    await play.open();
    expect([play.isRead, play.known.secured, play.bonus]).toEqual([true, 25, true]);
    expect(play.turn).toMatchObject({ card: CARDS[0], rolls: [CARDS[0]], isOver: false, of: ROLLS });
    expect([play.points, scoring.achievements]).toEqual([
      { one_pair: 25 },
      { jackpot: { title: 'Jackpot', points: 850 } },
    ]);
  });

  it('keeps every placement, and is found again', async () => {
    const saved = storage();
    const play = new LocalPlay(newGame(DAY, true), CARDS, server(), saved);
    await play.place('a1', CARDS[0] ?? '');
    expect(play.turn.key).toContain('1');
    expect(loadGame(`${DAY}-bonus`, saved)?.placements).toHaveLength(1);
    expect(loadGame(`${DAY}-base`, saved)).toBeNull();
  });

  it('is played on where nothing can be kept', async () => {
    const saved = storage();
    saved.isBlocked = true;
    const play = new LocalPlay(newGame(DAY, true), CARDS, server(), saved);
    await play.place('a1', CARDS[0] ?? '');
    expect(play.game.placements).toHaveLength(1);
    expect(loadGame(`${DAY}-bonus`, saved)).toBeNull();
  });

  it('changes nothing that the server refuses', async () => {
    const play = new LocalPlay(
      newGame(DAY, true),
      CARDS,
      server({ kingRead: () => Promise.resolve(failure('No.')) }),
      storage(),
    );
    expect((await play.place('a1', CARDS[0] ?? '')).ok).toBe(false);
    expect([play.game.placements, play.faults]).toEqual([[], ['No.']]);
  });

  it('is settled once, with the try it was', async () => {
    const saved = storage();
    const asked: unknown[] = [];
    const counting = server({
      kingMatch: (request) => {
        asked.push(request.daily);
        return answered(MATCH);
      },
    });
    const full: number[] = [];
    const finish = async (): Promise<LocalPlay> => {
      const play = new LocalPlay(played(ROLLS - 1), CARDS, counting, saved);
      play.onfull = ({ score }) => full.push(score.total);
      await play.place(OPEN[ROLLS - 1] ?? '', CARDS[ROLLS - 1] ?? '');
      return play;
    };
    const first = await finish();
    expect([first.turn.isOver, first.turn.card, full]).toEqual([true, null, [725]]);
    await finish();
    expect(asked).toEqual([
      { day: DAY, hint_count: 0, games_before: 0, first_total: null },
      { day: DAY, hint_count: 0, games_before: 1, first_total: 725 },
    ]);
    expect(loadDays(saved)[`${DAY}-bonus`]?.games).toBe(2);
    expect((await first.place('a1', 'Ah')).ok).toBe(false);
    await first.open();
    expect(asked).toHaveLength(2);
  });

  it('says when it can’t be settled', async () => {
    const refuse = server({ kingMatch: () => Promise.resolve(failure('Other dice.')) });
    const play = new LocalPlay(played(ROLLS), CARDS, refuse, storage());
    await play.open();
    expect(play.faults).toEqual(['Other dice.']);
    const empty = server({ kingMatch: () => answered({ ...MATCH, score: null }) });
    const other = new LocalPlay(played(ROLLS), CARDS, empty, storage());
    await other.open();
    expect(other.faults).toEqual(['The sheet isn’t full yet.']);
  });

  it('notes the rolls with hints, unless the game went on meanwhile', async () => {
    const play = new LocalPlay(newGame(DAY, true), CARDS, server(), storage());
    await play.hint();
    expect(play.game.hinted).toEqual([1]);
    const asking = play.hint();
    await play.place('a1', CARDS[0] ?? '');
    await asking;
    expect(play.game.hinted).toEqual([1]);
    const refused = new LocalPlay(
      newGame(DAY, true),
      CARDS,
      server({ kingHint: () => Promise.resolve(failure()) }),
      storage(),
    );
    await refused.hint();
    expect(refused.game.hinted).toEqual([]);
  });
});

describe('a sheet with real dice', () => {
  it('takes rolls, and takes steps back', async () => {
    const play = new LocalPlay(newGame(null, false), null, server(), storage());
    await play.open();
    expect(play.turn.rolls).toEqual([]);
    await play.hint();
    await play.roll('3c');
    await play.place('a1', '3c');
    await play.undo();
    expect([play.card, play.game.placements]).toEqual(['3c', []]);
    await play.undo();
    expect(play.card).toBeNull();
    await play.again(true);
    expect([play.game.bonus, play.name]).toEqual([true, 'paper']);
    await play.again();
    expect(play.game.bonus).toBe(true);
  });

  it('is settled without a day', async () => {
    const play = new LocalPlay({ ...played(ROLLS - 1, null), rolled: '3c' }, null, server(), storage());
    await play.place(OPEN[ROLLS - 1] ?? '', '3c');
    expect(play.game.settled?.score.total).toBe(725);
  });

  it('keeps the points it has where the scoring can’t be loaded', async () => {
    const before = scoring.points;
    await scoring.load({ scoring: () => Promise.resolve(failure()) });
    expect(scoring.points).toBe(before);
  });
});
