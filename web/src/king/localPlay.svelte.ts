/** Plays a game of one sheet in this browser: the server reads the sheet at each step, and settles it when it is full. */

import { api, failure, type Options, type Outcome } from '../shared/api';
import type { Card } from '../shared/cards';
import { browserStorage, keep, savedValue, type TextStorage } from '../shared/savedValues';
import type { KingHintAnswer } from '../shared/protocol';
import { loadDays, noteDay } from './days';
import {
  gameName,
  gridOf,
  isFull,
  isLocalGame,
  type LocalGame,
  newGame,
  placed,
  ROLLS,
  type Settled,
  undone,
  waiting,
  withHint,
} from './local';
import { BLANK_READING, type Points, type SheetReading } from './sheetReading';
import { local as text } from './strings';
import type { SheetGame, Turn } from './turn';

const PREFIX = 'king.game.';

/** The requests that a game in the browser makes. */
export type LocalServer = Pick<typeof api, 'kingRead' | 'kingHint' | 'kingMatch' | 'scoring'>;

/** The game saved under a name. */
export function loadGame(name: string, storage = browserStorage): LocalGame | null {
  const result = savedValue(PREFIX + name, isLocalGame, storage);
  return result !== null && gameName(result.day, result.bonus) === name ? result : null;
}

export interface Titled {
  readonly title: string;
  readonly points: number;
}

/** The score card: points of hands, and achievements. */
class Scoring {
  points = $state.raw<Points>({});
  achievements = $state.raw<Readonly<Record<string, Titled>>>({});

  async load(server: Pick<LocalServer, 'scoring'> = api): Promise<void> {
    const result = await server.scoring('king-cross');
    if (!result.ok) return;
    this.points = Object.fromEntries(result.answer.points.map(({ hand, points }) => [hand, points]));
    this.achievements = Object.fromEntries(
      result.answer.achievements.map(({ id, title, points }) => [id, { title, points }]),
    );
  }
}

export const scoring = new Scoring();

const NONE: ReadonlySet<string> = new Set();

export class LocalPlay implements SheetGame {
  game: LocalGame;
  /** The sheet as the server reads it for the roll that waits; null until the first answer. */
  #read = $state.raw<SheetReading | null>(null);
  faults = $state.raw<readonly string[]>([]);
  readonly options: Options = {};
  readonly rules = 'king-cross';
  readonly waits = null;
  readonly hasHints = true;
  readonly noHint = '';
  readonly byTable = NONE;
  /** Called when the last card is placed. */
  onfull: (settled: Settled) => void = () => undefined;
  readonly #rolls: readonly Card[] | null;
  readonly #server: LocalServer;
  readonly #storage: TextStorage;

  constructor(
    game: LocalGame,
    rolls: readonly Card[] | null,
    server: LocalServer = api,
    storage: TextStorage = browserStorage,
  ) {
    this.game = $state.raw(game);
    this.#rolls = rolls;
    this.#server = server;
    this.#storage = storage;
  }

  /** Whether the server has read the sheet. */
  get isRead(): boolean {
    return this.#read !== null;
  }
  get known(): SheetReading {
    return this.#read ?? BLANK_READING;
  }
  get bonus(): boolean {
    return this.game.bonus;
  }
  get points(): Points {
    return scoring.points;
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

  /** Reads the sheet, and settles it if that hasn't been done. */
  async open(): Promise<void> {
    void scoring.load(this.#server);
    await this.#become(this.game);
  }

  async place(square: string, card: Card): Promise<Outcome<unknown>> {
    const rolled = this.card;
    if (rolled === null) return failure(text.noRoll);
    const done = await this.#become(placed(this.game, rolled, square, card));
    if (done.ok && this.game.settled !== null) this.onfull(this.game.settled);
    return done;
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
    const result = await this.#server.kingHint({
      grid: gridOf(game.placements).map((row) => [...row]),
      roll: card ?? '',
      bonus: game.bonus,
    });
    if (result.ok && this.game === game) this.#keep(withHint(game));
    return result;
  }

  /** Shows a state of the game once the server has read it; nothing changes where it cannot. */
  async #become(game: LocalGame): Promise<Outcome<unknown>> {
    const grid = gridOf(game.placements).map((row) => [...row]);
    const read = await this.#server.kingRead({ grid, card: waiting(game, this.#rolls), bonus: game.bonus });
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
    this.#read = read.answer;
    this.#keep(settled?.answer ?? game);
    return read;
  }

  async #settle(game: LocalGame, points: readonly number[]): Promise<Outcome<LocalGame>> {
    const { day, bonus, placements, hinted } = game;
    const before = day === null ? undefined : loadDays(this.#storage)[gameName(day, bonus)];
    const daily =
      day === null
        ? null
        : { day, hint_count: hinted.length, games_before: before?.games ?? 0, first_total: before?.first ?? null };
    const result = await this.#server.kingMatch({ placements: [...placements], bonus, daily });
    if (!result.ok) return result;
    const { score, rules_hash, share } = result.answer;
    if (score === null) return failure(text.notFull);
    if (day !== null) noteDay(day, bonus, score.total, points, this.#storage);
    return { ok: true, answer: { ...game, settled: { score, rules_hash, share } } };
  }

  #keep(game: LocalGame): void {
    this.game = game;
    keep(PREFIX + this.name, game, this.#storage);
  }
}
