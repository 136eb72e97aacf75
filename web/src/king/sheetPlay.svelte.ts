/**
 * A sheet as its player sees it. `shownTurn.ts` says what is chosen, sent and hinted at; this class reads the sheet,
 * asks the game and speaks. The game decides everything: what it refuses can be chosen again.
 */

import { untrack } from 'svelte';
import { type Card, spoken } from '../shared/cards';
import { comparison, heatOf, placementWords } from './hints';
import { BROWSER, type KingPorts } from './kingPorts';
import { Reader } from './reader.svelte';
import { linesWith, type SheetReading, squareOf } from './sheetReading';
import { hasPlaced, NO_TURN, reduceTurn, type ShownTurn, type TurnEvent } from './shownTurn';
import type { Grid } from './squares';
import { hints as hintText, sheet, tray } from './strings';
import type { SheetGame } from './turn';
import { allLinesWords } from './words';

export class SheetPlay {
  shown = $state.raw<ShownTurn>(NO_TURN);
  readonly #game: () => SheetGame;
  readonly #ports: KingPorts;
  readonly #reader: Reader;
  /** The newest answer about a sheet that was shown. */
  #last: SheetReading | null = null;
  /** The lines of a sheet as far as they are known before it is read: they stay in sight for that moment. */
  #before: { readonly grid: string; readonly reading: SheetReading } | null = null;

  constructor(game: () => SheetGame, ports: KingPorts = BROWSER) {
    this.#game = game;
    this.#ports = ports;
    this.#reader = new Reader(ports.read);
  }

  get game(): SheetGame {
    return this.#game();
  }

  readonly #base = $derived.by(() => this.#known(this.game.turn.card));
  /** The options of a wild roll, if it is one. */
  readonly wild = $derived.by(() =>
    this.game.turn.card === null ? null : ((this.#base ?? this.game.known).wild ?? this.game.known.wild),
  );
  /** The card that is to be placed: the rolled one, or what a wild roll becomes. */
  readonly card = $derived.by(() => (this.wild === null ? this.game.turn.card : this.shown.change));
  /** The sheet as read for that card. */
  readonly reading = $derived.by(() => this.#reading());
  readonly openCount = $derived.by(() =>
    this.card === null ? 0 : this.reading.squares.filter(({ is_open }) => is_open).length,
  );
  readonly gain = $derived.by(() =>
    this.shown.chosen === null ? 0 : (squareOf(this.reading, this.shown.chosen)?.gain ?? 0),
  );
  readonly heat = $derived.by(() =>
    this.shown.hint === null || this.card === null ? null : heatOf(this.shown.hint, this.card),
  );
  /** The closed square that the player asks about. */
  readonly why = $derived.by(() =>
    this.shown.asked === null || this.game.turn.card === null
      ? null
      : (squareOf(this.reading, this.shown.asked) ?? null),
  );
  /** The text of the button while there is nothing to place. */
  readonly waits = $derived.by(() => this.game.waits ?? (this.shown.isPlacing ? tray.placing : null));
  readonly roll = $derived.by(() => this.game.turn.rolls.length);

  /** The sheet as read for a card, such as another one that a wild roll may become. */
  readingFor = (card: Card): SheetReading | null => this.#known(card);

  /** Asks for what is shown, as often as that changes. */
  read(): void {
    const { turn, bonus, options } = this.game;
    const ask = (card: Card | null): void => this.#reader.ask(turn.grid, card, bonus, options);
    ask(turn.card);
    if (this.#base !== null) {
      this.#last = this.reading;
      this.#before = { grid: textOf(turn.grid), reading: { ...this.#base, squares: [] } };
    }
    if (this.wild === null || turn.card === null) return;
    if (this.shown.change !== null) ask(this.shown.change);
    const { hint, chosen, change } = this.shown;
    const compared = hint === null ? null : comparison(hint, chosen, change);
    for (const placement of [compared?.better, compared?.other]) if (placement) ask(placement.card);
  }

  /** Follows the game to its next moment. Returns whether it was another one. */
  turn(): boolean {
    const { turn, known } = this.game;
    return untrack(() => {
      const { shown, roll } = this;
      if (turn.key === shown.key) return false;
      if (shown.chosen !== null && hasPlaced(shown, turn)) {
        this.#ports.say(sheet.placed(shown.chosen, known.secured));
        if (this.#last !== null) {
          const reading = { ...this.#last, squares: [], lines: linesWith(this.#last, shown.chosen) };
          this.#before = { grid: textOf(turn.grid), reading };
        }
      }
      this.#apply({ kind: 'turned', turn });
      if (turn.card === null) return true;
      this.#ports.play('dice');
      if (known.wild !== null) this.#ports.shout(tray.wildRoll(roll, spoken(turn.card)));
      else this.#ports.say(tray.roll(roll, spoken(turn.card), known.squares.filter(({ is_open }) => is_open).length));
      return true;
    });
  }

  /** The keyboard or a card in the hand goes to a square. */
  goTo(square: string): void {
    const isOpen = this.card !== null && squareOf(this.reading, square)?.is_open === true;
    this.#apply({ kind: 'went', square, isOpen });
  }

  /** A square is tapped: it is chosen, the chosen one is placed, and a closed one says why. */
  pick(square: string): void {
    if (this.shown.chosen === square) void this.place();
    else this.dropOn(square);
  }

  dropOn(square: string): void {
    this.goTo(square);
    if (this.shown.chosen !== square) this.explain(square);
  }

  /** Says why the card can't go there; a square with a card has nothing to say. */
  explain(square = this.shown.at): void {
    const result = squareOf(this.reading, square);
    if (this.game.turn.card === null || result === undefined || result.is_open || result.why === null) return;
    this.#apply({ kind: 'asked', square });
    this.#ports.say(sheet.closedBecause(square, result.why));
  }

  /** A wild roll becomes this card. */
  become(card: Card): void {
    const squares = this.wild?.find((option) => option.card === card)?.squares ?? [];
    this.#apply({ kind: 'changed', card, squares });
  }

  light(hand: number): void {
    this.#apply({ kind: 'lit', hand });
  }

  escape(): void {
    this.#apply({ kind: 'escaped' });
  }

  readAll(): void {
    this.#ports.say(allLinesWords(this.reading.lines, this.reading.secured));
  }

  async place(): Promise<void> {
    const { card, shown } = this;
    if (shown.chosen === null || card === null || shown.isPlacing || this.waits !== null) return;
    this.#apply({ kind: 'placing' });
    this.#ports.play('card');
    const placed = await this.game.place(shown.chosen, card);
    if (placed.ok || this.shown.key !== shown.key) return;
    const fault = placed.faults.join(' ');
    this.#apply({ kind: 'refused', key: shown.key, fault });
    this.#ports.shout(fault);
  }

  async toggleHint(): Promise<void> {
    const { key, hints, change } = this.shown;
    if (hints === 'shown') {
      this.#apply({ kind: 'hint_hidden' });
      return;
    }
    if (this.game.turn.card === null || hints === 'asking') return;
    if (!this.game.hasHints) {
      this.#ports.say(this.game.noHint);
      return;
    }
    this.#apply({ kind: 'asking_hint' });
    const result = await this.game.hint();
    if (this.shown.key !== key) return;
    if (!result.ok) {
      const fault = result.faults.join(' ');
      this.#apply({ kind: 'not_hinted', key, fault });
      this.#ports.say(fault);
      return;
    }
    this.#apply({ kind: 'hinted', key, hint: result.answer });
    const { best, is_wild } = result.answer;
    // A wild roll has no squares to compare before it is a card: the best one, until the player takes another.
    if (is_wild && change === null) this.become(best.card);
    this.#ports.say(hintText.said(placementWords(best, is_wild), best.value));
  }

  #apply(event: TurnEvent): void {
    this.shown = reduceTurn(this.shown, event);
  }

  #known(card: Card | null): SheetReading | null {
    const { turn, bonus } = this.game;
    return this.#reader.known(turn.grid, card, bonus);
  }

  #reading(): SheetReading {
    const { wild } = this;
    const { change } = this.shown;
    const { known, turn } = this.game;
    const read = wild !== null && change !== null ? this.#known(change) : this.#base;
    if (read !== null) return read;
    const open = new Set(wild?.find((option) => option.card === change)?.squares);
    const squares =
      wild === null ? known.squares : known.squares.map((square) => ({ ...square, is_open: open.has(square.name) }));
    return this.#before?.grid === textOf(turn.grid)
      ? { ...this.#before.reading, squares, secured: known.secured }
      : { ...known, squares };
  }
}

function textOf(grid: Grid): string {
  return grid.map((row) => row.join(' ')).join('/');
}
