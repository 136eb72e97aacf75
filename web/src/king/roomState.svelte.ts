/**
 * A table of King Cross as its player sees it. `shownMatch.ts` says whose sheet is shown and what the table placed;
 * this class asks the table, speaks, and remembers scores.
 */

import type { Options, Outcome } from '../shared/api';
import type { Card } from '../shared/cards';
import type { LiveTable } from '../shared/live.svelte';
import type {
  KingHintAnswer,
  MatchDocument,
  MatchView,
  SheetView,
  TableAnswer,
  TableRequest,
  Update,
} from '../shared/protocol';
import { bestOf, noteGame, noteHint, scoreWords, wasHinted } from './bestScores';
import { BROWSER, type KingPorts } from './kingPorts';
import {
  BLANK_GRID,
  nameOf,
  othersPlacedWords,
  shownRound,
  subtitleOf,
  termsOf,
  waitWords,
  winnerWords,
} from './roomWords';
import { pointsOf, readingOfView } from './sheetReading';
import {
  matchOf,
  NO_MATCH,
  placedByTable,
  reduceMatch,
  shownSeat,
  type MatchEvent,
  type ShownMatch,
} from './shownMatch';
import { progress, room as roomText } from './strings';
import type { SheetGame, Turn } from './turn';

const BLANK: SheetView = {
  seat: 0,
  grid: BLANK_GRID.map((row) => [...row]),
  made: Array<string>(12).fill('everything_else'),
  points_made: 0,
  rolls: [],
  in_hand: null,
  is_wild: false,
  has_placed: false,
  absent: false,
  sealed: null,
};
const NONE: ReadonlySet<string> = new Set();

export class RoomState implements SheetGame {
  shown = $state.raw<ShownMatch>(NO_MATCH);
  /** How the score of the match compares with those before it. */
  compared = $state('');
  readonly #live: LiveTable;
  readonly #table: TableAnswer;
  readonly #document: MatchDocument;
  readonly #ports: KingPorts;
  readonly #unlisten: () => void;

  constructor(live: LiveTable, table: TableAnswer, document: MatchDocument, ports: KingPorts = BROWSER) {
    this.#live = live;
    this.#table = table;
    this.#document = document;
    this.#ports = ports;
    if (live.update !== null) this.#apply({ kind: 'came', update: live.update });
    this.#unlisten = live.listen((update, before) => this.#came(update, before));
  }

  close(): void {
    this.#unlisten();
  }

  readonly terms = $derived.by(() => termsOf(this.#document));
  readonly points = $derived.by(() => pointsOf(this.#document));
  readonly info = $derived.by(() => this.#live.update?.info ?? this.#table.info);
  readonly you = $derived.by(() => this.#live.update?.you ?? null);
  readonly view = $derived.by(() => matchOf(this.#live.update));
  /** The seat whose sheet is on the felt. */
  readonly seat = $derived.by(() => shownSeat(this.shown, this.#live.update));
  readonly isOwn = $derived.by(() => this.seat !== null && this.seat === this.you);
  readonly sheet = $derived.by(() => this.view?.seats.find(({ seat }) => seat === this.seat) ?? BLANK);
  readonly isOver = $derived.by(() => this.view?.stage === 'finished');
  readonly isPlaying = $derived.by(() => this.info.round?.is_playing === true && this.view !== null && !this.isOver);
  /** The clock that counts for this player, or else the first. */
  readonly ticking = $derived.by(() => {
    const clocks = this.#live.update?.clocks ?? [];
    return clocks.find(({ seat }) => seat === this.you) ?? clocks[0] ?? null;
  });
  readonly isReady = $derived.by(() => this.info.seats.some(({ seat, is_ready }) => seat === this.you && is_ready));
  readonly subtitle = $derived.by(() =>
    this.isOwn || this.seat === null ? subtitleOf(this.terms) : roomText.sheetOf(nameOf(this.info, this.seat)),
  );

  readonly turn: Turn = $derived.by(() => ({
    key: `${this.info.round?.id ?? ''} ${this.seat ?? ''} ${this.sheet.rolls.length} ${this.sheet.in_hand ?? ''} ${this.isOver}`,
    grid: this.sheet.grid,
    rolls: this.sheet.rolls,
    of: this.terms.rolls,
    card: this.isOwn && this.isPlaying ? this.sheet.in_hand : null,
    isOver: !this.isPlaying,
  }));
  readonly known = $derived.by(() =>
    readingOfView(this.sheet, this.isOwn ? (this.view?.options ?? []) : [], this.points),
  );
  readonly waits = $derived.by(() => this.#waits());
  readonly hasHints = $derived.by(() => this.info.table_kind === 'practice' && this.isOwn);
  readonly noHint = $derived.by(() =>
    this.info.table_kind !== 'practice' && this.isOwn && this.isPlaying ? progress.noHints : '',
  );
  readonly byTable = $derived.by(() => this.shown.byTable.get(this.seat ?? 0) ?? NONE);

  get bonus(): boolean {
    return this.terms.bonus;
  }
  get options(): Options {
    return this.#document.score_card.choices;
  }
  get rules(): string {
    return this.info.rules.replace(/-\d+$/, '');
  }
  /** The best total under these rules without hints, if there is one. */
  get best(): number | null {
    return this.view === null ? null : (bestOf(this.view.rules_hash, this.#ports.storage)?.total ?? null);
  }

  look(seat: number): void {
    this.#apply({ kind: 'looked', seat });
  }

  async ready(): Promise<void> {
    if (this.shown.isBusy || this.isReady) return;
    this.#apply({ kind: 'asking' });
    const done = await this.#ask({ kind: 'ready' });
    const fault = done.ok ? null : done.faults.join(' ');
    this.#apply({ kind: 'answered', fault });
    if (fault !== null) this.#ports.shout(fault);
  }

  place(square: string, card: Card): Promise<Outcome<unknown>> {
    const { round } = this.info;
    return this.#ask({
      kind: 'act',
      round: round?.id ?? '',
      action: { kind: 'place', roll: this.sheet.rolls.length, square, card },
    });
  }

  async hint(): Promise<Outcome<KingHintAnswer>> {
    const { round } = this.info;
    if (round !== null) noteHint(round.id, this.#ports.storage);
    return (await this.#ports.advice(this.#live.id)) as Outcome<KingHintAnswer>;
  }

  #waits(): string | null {
    if (this.#live.connection !== 'open') return progress.reconnecting;
    if (this.info.paused !== null) return roomText.paused;
    if (this.view === null || this.turn.card !== null) return null;
    return this.isOwn
      ? waitWords(this.view, this.info, this.you)
      : progress.watching(nameOf(this.info, this.seat ?? 0));
  }

  #ask(request: TableRequest): Promise<Outcome<unknown>> {
    return this.#live.ask(request);
  }

  #apply(event: MatchEvent): void {
    this.shown = reduceMatch(this.shown, event);
  }

  #came(now: Update, before: Update | null): void {
    const { round } = this.shown;
    this.#apply({ kind: 'came', update: now });
    if (round !== this.shown.round) this.compared = '';
    for (const { seat, square } of placedByTable(now.happened))
      if (seat === now.you) this.#ports.say(progress.placedByTable(square));
    const match = matchOf(now);
    if (before === null) return;
    for (const { event } of now.happened) this.#ports.say(othersPlacedWords(event, now.info, now.you));
    if (match === null) return;
    const was = matchOf(before);
    if (match.stage === 'finished' && was?.stage !== 'finished') this.#finish(match, now);
    else if (isLastWaitedFor(match, was, now.you)) this.#ports.say(waitWords(match, now.info, now.you));
  }

  #finish(match: MatchView, now: Update): void {
    const score = match.scores.find(({ seat }) => seat === now.you);
    const winner = winnerWords(match, now.info, now.you);
    if (score === undefined) {
      this.#ports.say(progress.over(winner));
      return;
    }
    const { storage, clock } = this.#ports;
    const round = shownRound(now.info);
    const hinted = round !== null && wasHinted(round, storage);
    const { total } = score;
    const { rules_hash: rules, bonus, mode } = match;
    const best = noteGame({ rules, bonus, mode, hinted, total, round, at_ms: clock.wall() }, storage);
    this.compared = scoreWords(total, best?.total ?? null, hinted);
    this.#ports.play('win');
    this.#ports.say(progress.overWith(total, winner, this.compared));
  }
}

/** Whether everyone but one other player has placed now, this player among them. */
function isLastWaitedFor(match: MatchView, was: MatchView | null, you: number | null): boolean {
  const others = (result: MatchView | null): number => result?.to_place.filter((seat) => seat !== you).length ?? 0;
  return (
    you !== null && match.seats.length > 1 && !match.to_place.includes(you) && others(match) === 1 && others(was) > 1
  );
}
