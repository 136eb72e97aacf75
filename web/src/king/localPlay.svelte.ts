/** Plays a game of one sheet in this browser: the server reads the sheet at each step, and settles it when it is full. */

import { api, type Outcome } from '../shared/api';
import type { Card } from '../shared/cards';
import { keep, kept } from '../shared/kept';
import type { KingHintAnswer } from '../shared/protocol';
import { loadDays, noteDay } from './days';
import { gameName, gridOf, isFull, isLocalGame, type LocalGame, newGame, placed, ROLLS, undone, waiting, withHint } from './local';
import type { Points, SheetReading } from './reading';
import type { Turn } from './turn';

const PREFIX = 'king.game.';

/** The game that was kept under a name. */
export function loadGame(name: string): LocalGame | null {
  const found = kept(PREFIX + name, isLocalGame);
  return found !== null && gameName(found.day, found.bonus) === name ? found : null;
}

export interface Titled {
  readonly title: string;
  readonly points: number;
}

/** What the scoring says: points of hands, and achievements. */
class Scoring {
  points = $state.raw<Points>({});
  achievements = $state.raw<Readonly<Record<string, Titled>>>({});

  async load(): Promise<void> {
    const found = await api.scoring('king-cross');
    if (!found.ok) return;
    this.points = Object.fromEntries(found.answer.points.map(({ hand, points }) => [hand, points]));
    this.achievements = Object.fromEntries(found.answer.achievements.map(({ id, title, points }) => [id, { title, points }]));
  }
}

export const scoring = new Scoring();

export class LocalPlay {
  game: LocalGame;
  /** The sheet as the server reads it for the roll that waits; null until the first answer. */
  known = $state.raw<SheetReading | null>(null);
  faults = $state.raw<readonly string[]>([]);
  readonly #rolls: readonly Card[] | null;

  constructor(game: LocalGame, rolls: readonly Card[] | null) {
    this.game = $state.raw(game);
    this.#rolls = rolls;
  }

  get name(): string {
    return gameName(this.game.day, this.game.bonus);
  }

  get card(): Card | null {
    return waiting(this.game, this.#rolls);
  }

  get turn(): Turn {
    const { placements } = this.game;
    const rolls = placements.map(({ rolled }) => rolled);
    const card = this.card;
    return {
      key: `${this.name} ${placements.length} ${card ?? ''}`,
      grid: gridOf(placements),
      rolls: card === null ? rolls : [...rolls, card],
      of: ROLLS,
      card,
      isOver: isFull(this.game),
    };
  }

  /** Reads the sheet as it stands, and settles it when that has not been done. */
  async open(): Promise<void> {
    void scoring.load();
    await this.#become(this.game);
  }

  async place(square: string, card: Card): Promise<Outcome<unknown>> {
    const rolled = this.card;
    if (rolled === null) return { ok: false, faults: ['There is no roll to place.'], code: null };
    return this.#become(placed(this.game, rolled, square, card));
  }

  /** Enters a roll of real dice. */
  roll(card: Card): Promise<Outcome<unknown>> {
    return this.#become({ ...this.game, rolled: card });
  }

  undo(): Promise<Outcome<unknown>> {
    return this.#become(undone(this.game));
  }

  again(bonus = this.game.bonus): Promise<Outcome<unknown>> {
    return this.#become(newGame(this.game.day, bonus));
  }

  async hint(): Promise<Outcome<KingHintAnswer>> {
    const { game, card } = this;
    const found = await api.kingHint({ grid: gridOf(game.placements).map((row) => [...row]), roll: card ?? '', bonus: game.bonus });
    if (found.ok && this.game === game) this.#keep(withHint(game));
    return found;
  }

  /** Shows a state of the game once the server has read it; nothing changes where it cannot. */
  async #become(game: LocalGame): Promise<Outcome<unknown>> {
    const grid = gridOf(game.placements).map((row) => [...row]);
    const read = await api.kingRead({ grid, card: waiting(game, this.#rolls), bonus: game.bonus });
    if (!read.ok) {
      this.faults = read.faults;
      return read;
    }
    const points = read.answer.lines.map((line) => line.points);
    const settled = isFull(game) && game.settled === null ? await this.#settle(game, points) : null;
    if (settled !== null && !settled.ok) {
      this.faults = settled.faults;
      return settled;
    }
    this.faults = [];
    this.known = read.answer;
    this.#keep(settled?.answer ?? game);
    return read;
  }

  async #settle(game: LocalGame, points: readonly number[]): Promise<Outcome<LocalGame>> {
    const { day, bonus, placements, hinted } = game;
    const before = day === null ? undefined : loadDays()[gameName(day, bonus)];
    const daily =
      day === null
        ? null
        : { day, hint_count: hinted.length, games_before: before?.games ?? 0, first_total: before?.first ?? null };
    const found = await api.kingMatch({ placements: [...placements], bonus, daily });
    if (!found.ok) return found;
    const { score, rules_hash, share } = found.answer;
    if (score === null) return { ok: false, faults: ['The sheet is not full.'], code: null };
    if (day !== null) noteDay(day, bonus, score.total, points);
    return { ok: true, answer: { ...game, settled: { score, rules_hash, share } } };
  }

  #keep(game: LocalGame): void {
    this.game = game;
    keep(PREFIX + this.name, game);
  }
}
