/**
 * What is on a felt right now, read off the table, the round that is shown and the chips before the first card. It
 * changes nothing: `FeltState` does.
 */

import type { LiveTable } from '../shared/live.svelte';
import type { BookDocument, SettledWager, TableAnswer, TableInfo, TableView } from '../shared/protocol';
import { seatActionsOf, type SeatActions } from '../tables/seatActions.svelte';
import { NO_DRAFT, type BetDraft } from './betDraft';
import { affordable, missing, smallestWagers, totalOf } from './chips';
import type { FeltPorts } from './feltPorts';
import { layoutOf, stageSpot, type Layout, type Stage, type Wagers } from './layout';
import { isOver, isStage, phaseOf, seatOf, type Phase } from './phase';
import {
  isSpinning,
  NOTHING_SHOWN,
  ownWagers,
  paceOf,
  roundOf,
  viewOf,
  type Pace,
  type ShownRound,
} from './shownRound';
import type { Trainer } from './trainer.svelte';

/** Something that the voice says out of turn: a limit, a refusal, why a wager was settled so. */
export interface Note {
  readonly eyebrow: string;
  readonly title: string;
  readonly says: string;
  readonly clause: string;
  readonly reading: string;
}

/** A decision that is on its way. */
export interface Choice {
  readonly round: string;
  readonly stage: Stage;
  /** 0 folds. */
  readonly multiple: number;
}

export class FeltView {
  readonly layout: Layout;
  readonly live: LiveTable;
  readonly table: TableAnswer;
  readonly book: BookDocument;
  readonly trainer: Trainer | null;
  readonly seatActions: SeatActions;

  chip = $state(0);
  choice = $state.raw<Choice | null>(null);
  /** What would be bet, while somebody looks at a button. */
  ghost = $state<number | null>(null);
  note = $state.raw<Note | null>(null);
  /** The settled wager that the voice explains. */
  why = $state<string | null>(null);
  /** Whether somebody has said that they are ready, and it is not confirmed yet. */
  isReadying = $state(false);

  protected shown = $state.raw<ShownRound>(NOTHING_SHOWN);
  protected drafted = $state.raw<BetDraft>(NO_DRAFT);
  protected readonly ports: FeltPorts;

  constructor(live: LiveTable, table: TableAnswer, book: BookDocument, trainer: Trainer | null, ports: FeltPorts) {
    this.live = live;
    this.table = table;
    this.book = book;
    this.trainer = trainer;
    this.ports = ports;
    this.seatActions = seatActionsOf(live, table);
    this.layout = layoutOf(book);
    const ante = Math.max(...Object.values(smallestWagers(this.layout)));
    this.chip = this.layout.chips.find((chip) => chip >= ante) ?? this.layout.chips[0] ?? ante;
  }

  get view(): TableView | null {
    return viewOf(this.shown.update);
  }
  /** The view that texts are about: cards that are still turning are not in it. */
  get readView(): TableView | null {
    return this.shown.read;
  }
  /** Who sits where, and whether the table runs: always the newest. */
  get info(): TableInfo {
    return (this.live.update ?? this.shown.update)?.info ?? this.table.info;
  }
  get you(): number | null {
    return this.shown.update?.you ?? null;
  }
  get pace(): Pace {
    return paceOf(this.shown);
  }
  get phase(): Phase {
    const phase = phaseOf(this.view, this.info, this.you);
    return phase === 'settled' && (this.pace === 'turning' || this.pace === 'spinning') ? 'settling' : phase;
  }
  /** Whether a wheel turns, or is about to, once the cards are face up. */
  get isSpinning(): boolean {
    return this.pace !== 'turning' && isSpinning(this.shown);
  }
  get isTelling(): boolean {
    return this.pace === 'telling';
  }
  /** Whether the round is over and all of it has been told. */
  get isTold(): boolean {
    return isOver(this.view) && this.pace === 'rest';
  }
  get meters(): TableView['meters'] {
    return this.shown.meters;
  }
  get spun(): number {
    return this.shown.spun;
  }
  get commitment(): string {
    return this.shown.commitment;
  }
  get round(): string {
    return roundOf(this.shown.update);
  }
  get isAlone(): boolean {
    return this.info.seat_count === 1;
  }
  get isPractice(): boolean {
    return this.info.table_kind === 'practice';
  }
  get isReady(): boolean {
    return this.info.seats.some(({ seat, is_ready }) => seat === this.you && is_ready);
  }
  get draft(): Wagers {
    return this.drafted.wagers;
  }
  get last(): Wagers | null {
    return this.drafted.last;
  }
  get wantsDeal(): boolean {
    return this.drafted.wantsDeal;
  }
  get canUndo(): boolean {
    return this.drafted.undone.length > 0;
  }
  get missing(): string | null {
    return missing(this.layout, this.draft);
  }
  /** What is on the felt for this player: placed before the first card, or as the table knows it. */
  get wagers(): Wagers {
    const own = seatOf(this.view, this.you);
    if (this.phase === 'betting' || own === null) return this.draft;
    const spot = this.choice === null ? undefined : stageSpot(this.layout, this.choice.stage);
    if (this.choice === null || this.choice.multiple === 0 || spot === undefined || own.wagers[spot.id])
      return own.wagers;
    return { ...own.wagers, [spot.id]: this.choice.multiple * (own.wagers[spot.multipleOf ?? ''] ?? 0) };
  }
  /** What a fold, or leaving the seat, gives up; wagers that stay in play are not lost by it. */
  get atRisk(): number {
    return totalOf(
      Object.fromEntries(Object.entries(this.wagers).filter(([id]) => !this.layout.spots[id]?.survivesFold)),
    );
  }
  get stage(): Stage | null {
    const stage = this.view?.stage ?? '';
    return isStage(stage) ? stage : null;
  }
  get ante(): number {
    const spot = this.stage === null ? undefined : stageSpot(this.layout, this.stage);
    return this.wagers[spot?.multipleOf ?? ''] ?? 0;
  }
  /** The view without the results of a round, until all of them are shown. */
  get seatView(): TableView | null {
    const { view } = this;
    return view === null || !isOver(view) || this.isTold ? view : { ...view, totals: [] };
  }
  /** The own wagers in the order in which they are settled, as far as they have been told. */
  get settled(): readonly SettledWager[] {
    return ownWagers(this.shown).slice(0, this.shown.linesShown);
  }
  get funds(): number {
    // On a slow connection the table is there before the wallet is known: then the server alone refuses.
    const { balanceCents } = this.ports.wallet;
    return balanceCents === null
      ? Number.MAX_SAFE_INTEGER
      : balanceCents + totalOf(this.drafted.asked ?? this.drafted.sent);
  }
  /** What the wallet lacks for a bet of this many antes; 0 when it holds enough. */
  shortFor(multiple: number): number {
    return this.choice === null ? Math.max(0, multiple * this.ante - this.funds) : 0;
  }
  /** Whether the wallet may be filled up again: open wagers count too. */
  get canRefill(): boolean {
    const { me, balanceCents } = this.ports.wallet;
    const onTable = this.phase === 'betting' ? 0 : isOver(this.view) ? 0 : totalOf(this.wagers);
    return me !== null && balanceCents !== null && balanceCents + onTable < me.refill_below_cents;
  }
  /** Whether the wallet doesn't even hold the smallest antes, and may be filled up again. */
  get isBroke(): boolean {
    return this.canRefill && this.funds < totalOf(smallestWagers(this.layout));
  }
  /** The bets of before, or as much of them as the wallet holds. */
  get offer(): Wagers | null {
    return this.last === null ? null : affordable(this.layout, this.last, this.funds);
  }
}
