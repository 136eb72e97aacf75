/**
 * A Criss Cross table as its player sees it: which moment of it is shown, the chips before they are sent, and what was
 * asked for and is not yet confirmed. The table decides everything; what it refuses goes back to where it was.
 */

import { announcer } from '../shared/announcer.svelte';
import type { Outcome } from '../shared/api';
import { guest } from '../shared/guest.svelte';
import { keep, kept } from '../shared/kept';
import type { LiveTable } from '../shared/live.svelte';
import { dollars } from '../shared/money';
import { preferences } from '../shared/preferences.svelte';
import { play } from '../shared/sound';
import type { Happened, SettledWager, TableAnswer, TableInfo, TableRequest, TableView, Update } from '../shared/protocol';
import { Seating } from '../tables/seating.svelte';
import { addChip, bettingPart, fits, missing, moveChips, sameWagers, smallestWagers, takeChip, totalOf, type Change } from './chips';
import { layoutOf, stageSpot, type Layout, type RulesDocument, type Stage, type Wagers } from './layout';
import { isIn, isOver, isStage, phaseOf, seatOf, type Phase } from './phase';
import { situationOf } from './panel/situation';
import { sentenceOf, tell } from './telling';
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

const SYNC_MS = 450;
const LINE_MS = 260;
const ALL_LINES_MS = 1_800;
const MOST_UNDONE = 50;
const SETTLING = new Set(['wager_settled', 'round_settled']);

export class Felt {
  readonly layout: Layout;
  readonly live: LiveTable;
  readonly table: TableAnswer;
  readonly trainer: Trainer | null;
  readonly seating: Seating;

  /** The update whose cards are on the felt: not always the newest. */
  shown = $state.raw<Update | null>(null);
  /** How many of the own wagers have been told; the rest still lie there. */
  told = $state(0);
  draft = $state.raw<Wagers>({});
  chip = $state(0);
  choice = $state.raw<Choice | null>(null);
  /** What would be bet, while somebody looks at a button. */
  ghost = $state<number | null>(null);
  note = $state.raw<Note | null>(null);
  /** The settled wager that the voice explains. */
  why = $state<string | null>(null);
  /** Whether a round is to be dealt as soon as the table takes wagers. */
  wantsDeal = $state(false);
  /** Whether somebody has said that they are ready, and it is not confirmed yet. */
  isReadying = $state(false);
  last = $state.raw<Wagers | null>(null);
  /** How many of the wheels of the round have been turned. */
  spun = $state(0);
  /** The commitment of the round that is shown: the table forgets it when the round is over. */
  commitment = $state('');

  #undone: Wagers[] = [];
  #sent: Wagers = {};
  #sync = 0;
  #sending: Promise<boolean> = Promise.resolve(true);
  #flying = 0;
  #telling = 0;
  #unsaid: Happened[] = [];
  #round = '';
  /** What is said once the wheels rest. */
  readonly #afterWheels: string[] = [];
  readonly #stop: () => void;

  constructor(live: LiveTable, table: TableAnswer, trainer: Trainer | null) {
    this.live = live;
    this.table = table;
    this.trainer = trainer;
    this.seating = new Seating(live, table);
    this.layout = layoutOf(table.rules_document as unknown as RulesDocument);
    const ante = Math.max(...Object.values(smallestWagers(this.layout)));
    this.chip = this.layout.chips.find((chip) => chip >= ante) ?? this.layout.chips[0] ?? ante;
    this.last = kept(this.#lastKey, isWagers);
    if (this.last !== null && !fits(this.layout, this.last)) this.last = null;
    if (live.update !== null) this.#show(live.update, true);
    this.#stop = live.listen((update) => this.#came(update));
  }

  close(): void {
    this.#stop();
    window.clearTimeout(this.#sync);
    window.clearTimeout(this.#telling);
  }

  get view(): TableView | null {
    return (this.shown?.view as TableView | null | undefined) ?? null;
  }
  /** Who sits where, and whether the table runs: always the newest. */
  get info(): TableInfo {
    return (this.live.update ?? this.shown)?.info ?? this.table.info;
  }
  get you(): number | null {
    return this.shown?.you ?? null;
  }
  get phase(): Phase {
    const phase = phaseOf(this.view, this.info, this.you);
    return phase === 'settled' && this.isSpinning ? 'settling' : phase;
  }
  /** Whether a wheel turns, or is about to. */
  get isSpinning(): boolean {
    const { view } = this;
    return view !== null && view.void === null && (view.spin_due !== null || view.spins.length > this.spun);
  }
  get round(): string {
    return this.shown?.info.round?.id ?? '';
  }
  get isAlone(): boolean {
    return this.info.seat_count === 1;
  }
  get isPractice(): boolean {
    return this.info.table_kind === 'practice';
  }
  /** Whether the next round takes wagers already, though the last one is still shown. */
  get nextIsOpen(): boolean {
    const newest = this.live.update;
    return newest !== null && newest.info.round?.id !== this.round && (newest.view as TableView | null)?.stage === 'betting';
  }
  get isReady(): boolean {
    return this.info.seats.some(({ seat, is_ready }) => seat === this.you && is_ready);
  }
  /** What lies on the felt for this player: placed before the first card, or as the table knows it. */
  get wagers(): Wagers {
    const own = seatOf(this.view, this.you);
    if (this.phase === 'betting' || own === null) return this.draft;
    const spot = this.choice === null ? undefined : stageSpot(this.layout, this.choice.stage);
    if (this.choice === null || this.choice.multiple === 0 || spot === undefined || own.wagers[spot.id]) return own.wagers;
    return { ...own.wagers, [spot.id]: this.choice.multiple * (own.wagers[spot.multipleOf ?? ''] ?? 0) };
  }
  get stage(): Stage | null {
    const stage = this.view?.stage ?? '';
    return isStage(stage) ? stage : null;
  }
  get ante(): number {
    const spot = this.stage === null ? undefined : stageSpot(this.layout, this.stage);
    return this.wagers[spot?.multipleOf ?? ''] ?? 0;
  }
  /** The own wagers in the order in which they are settled, as far as they have been told. */
  get settled(): readonly SettledWager[] {
    return this.#mine(this.view).slice(0, this.told);
  }
  get isTelling(): boolean {
    return this.told < this.#mine(this.view).length;
  }
  get funds(): number {
    // On a slow connection the table is there before the wallet is known: then the server alone refuses.
    return guest.me === null ? Number.MAX_SAFE_INTEGER : guest.me.balance_cents + totalOf(this.#sent);
  }
  /** Whether the wallet does not even hold the smallest antes, and may be filled up again. */
  get isBroke(): boolean {
    const { me } = guest;
    return me !== null && me.balance_cents < me.refill_below_cents && this.funds < totalOf(smallestWagers(this.layout));
  }
  get missing(): string | null {
    return missing(this.layout, this.draft);
  }
  get canUndo(): boolean {
    return this.#undoable > 0;
  }

  add(spot: string, chip = this.chip): void {
    this.#change(addChip(this.layout, this.draft, spot, chip, this.funds));
  }
  take(spot: string, chip = this.chip): void {
    this.#change({ ok: true, wagers: takeChip(this.layout, this.draft, spot, chip) });
  }
  move(from: string, to: string | null): void {
    if (to === null) this.take(from, this.draft[from] ?? 0);
    else this.#change(moveChips(this.layout, this.draft, from, to, this.funds));
  }
  clear(): void {
    this.#change({ ok: true, wagers: {} });
  }
  undo(): void {
    const before = this.#undone.pop();
    this.#undoable = this.#undone.length;
    if (before !== undefined && this.phase === 'betting') this.#set(before);
  }
  rebet(): void {
    if (this.last !== null && this.#canPay(this.last)) this.#change({ ok: true, wagers: this.last });
  }
  chooseChip(step: number): void {
    const at = this.layout.chips.indexOf(this.chip) + step;
    this.chip = this.layout.chips[Math.min(Math.max(at, 0), this.layout.chips.length - 1)] ?? this.chip;
  }

  /** Sends what lies there and asks for cards. */
  async deal(): Promise<void> {
    if (this.phase !== 'betting' || this.isReadying || this.isReady) return;
    if (this.missing !== null) {
      this.say('Not yet', 'Antes', this.missing);
      return;
    }
    this.isReadying = true;
    if (await this.#send()) await this.#ask({ kind: 'ready' });
    this.isReadying = false;
  }

  /** The same wagers again, and cards. */
  sameAgain(): void {
    if (this.last === null || !this.#canPay(this.last)) return;
    this.draft = this.last;
    this.wantsDeal = true;
    this.moveOn();
    this.#dealIfWanted();
  }

  /** Places the smallest antes and deals, for somebody who wants to play at once. */
  dealMeIn(): void {
    if (totalOf(this.draft) === 0) this.#set(smallestWagers(this.layout));
    this.wantsDeal = true;
    this.#dealIfWanted();
  }

  /** Leaves a round that is over. */
  moveOn(): void {
    this.finishTelling();
    if (!isOver(this.view)) return;
    const newest = this.live.update;
    if (newest !== null && newest.info.round?.id !== this.round) this.#show(newest);
    else this.#wantsNext = true;
    // The chips of before lie there again, to be changed; nothing is sent until something changes or is dealt.
    if (this.last !== null && totalOf(this.last) <= this.funds) this.draft = this.last;
  }

  decide(multiple: number): void {
    const { view, stage, you } = this;
    if (this.phase !== 'decision' || this.choice !== null || view === null || stage === null || you === null) return;
    if (multiple !== 0 && !view.multiples.includes(multiple)) return;
    this.choice = { round: this.round, stage, multiple };
    play(multiple === 0 ? 'card' : 'chip');
    this.ghost = null;
    this.note = null;
    const situation = situationOf(this.table.rules_document, view, you);
    if (situation !== null) this.trainer?.decided(this.round, situation, multiple === 0 ? 'fold' : `${multiple}x`, this.ante);
    const action = multiple === 0 ? ({ kind: 'fold', stage } as const) : ({ kind: 'bet', stage, multiple } as const);
    void this.#ask({ kind: 'act', round: this.round, action }).then((isDone) => {
      if (!isDone) this.choice = null;
    });
  }

  async takeSeat(): Promise<void> {
    if (!(await this.seating.sit())) this.#saysNo(this.seating.faults);
  }
  async sitIn(): Promise<void> {
    if (!(await this.seating.sitIn())) this.#saysNo(this.seating.faults);
  }
  async refill(): Promise<void> {
    const filled = await guest.refill();
    if (!filled.ok) this.#refused(filled);
    else announcer.say(`Your wallet holds ${dollars(guest.me?.balance_cents ?? 0)} again.`);
  }

  /** Tells what is left of the settlement at once. */
  finishTelling(): void {
    if (!this.isTelling) return;
    window.clearTimeout(this.#telling);
    this.told = this.#mine(this.view).length;
    void guest.refresh();
  }

  /** Every wheel has been turned and read: now the wagers are told. */
  wheelsDone(spun: number): void {
    this.spun = spun;
    for (const text of this.#afterWheels.splice(0)) announcer.say(text);
    this.#settle(this.view, false);
  }

  /** The voice explains a settled wager; without one, the next. */
  explain(spot?: string): void {
    const { settled } = this;
    if (settled.length === 0) return;
    const at = settled.findIndex((one) => one.spot === this.why);
    this.why = spot ?? settled[(at + 1) % settled.length]?.spot ?? null;
    this.note = null;
  }

  say(eyebrow: string, title: string, says: string, clause = '', reading = ''): void {
    this.note = { eyebrow, title, says, clause, reading };
    announcer.say(`${title}. ${says}`);
  }
  hush(): void {
    this.note = null;
    this.why = null;
  }

  /** What is new may be shown again: the trainer holds it no longer. */
  release(): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#show(held);
    if (this.live.update !== null && this.live.update !== held) this.#came(this.live.update);
  }

  #undoable = $state(0);
  #wantsNext = false;
  /** The newest of the round that is shown, while the trainer holds it: the next round may open before it is read. */
  #held: Update | null = null;

  get #lastKey(): string {
    return `rebet.${this.table.info.rules_hash.slice(0, 16)}`;
  }

  #canPay(wagers: Wagers): boolean {
    const total = totalOf(wagers);
    if (total > this.funds) this.say('Your wallet', dollars(this.funds), `The same wagers again would be ${dollars(total)}.`);
    return total <= this.funds;
  }

  #mine(view: TableView | null): readonly SettledWager[] {
    return view?.settled_wagers.filter(({ seat }) => seat === this.you) ?? [];
  }

  #came(update: Update): void {
    const seen = this.#unsaid.at(-1)?.seq ?? this.shown?.seq ?? 0;
    this.#unsaid.push(...update.happened.filter(({ seq }) => seq > seen));
    if (this.trainer?.holding) {
      if (update.info.round?.id === this.round) this.#held = update;
      return;
    }
    if (!this.#stays(update)) this.#show(update);
  }

  /** A round that is over stays until its player moves on, unless the next one is dealt without them. */
  #stays(update: Update): boolean {
    if (this.#wantsNext || !isOver(this.view) || update.info.round?.id === this.round) return false;
    const next = update.view as TableView | null;
    if (this.isTelling) return next?.stage === 'betting';
    if (this.you === null || !isIn(this.view, this.you)) return next?.stage === 'betting' && next.seats.every(({ status }) => status === 'empty');
    return next === null || next.stage === 'betting';
  }

  #show(update: Update, isFirst = false): void {
    const before = this.view;
    const wasRound = this.#round;
    this.shown = update;
    const view = this.view;
    this.#round = update.info.round?.id ?? '';
    if (update.info.round?.commitment) this.commitment = update.info.round.commitment;
    if (this.#round !== wasRound) this.#newRound(view);
    if (this.choice !== null && (this.choice.stage !== view?.stage || this.choice.round !== this.#round)) this.choice = null;
    if (view?.stage !== before?.stage) this.note = null;
    // What is on its way is newer than what the table tells.
    if (view?.stage === 'betting' && this.#flying === 0) this.#sent = seatOf(view, this.you)?.wagers ?? {};
    if (isIn(view, this.you) && before?.stage === 'betting' && view?.stage !== 'betting') this.#remember(view);
    this.#settle(view, isFirst);
    this.#speak(update, isFirst);
    this.#dealIfWanted();
  }

  #newRound(view: TableView | null): void {
    const isKept = this.wantsDeal || this.#wantsNext;
    this.#wantsNext = false;
    this.#undone = [];
    this.#undoable = 0;
    this.#sent = {};
    this.told = 0;
    this.spun = 0;
    this.why = null;
    this.isReadying = false;
    const own = seatOf(view, this.you)?.wagers ?? {};
    if (totalOf(own) > 0) this.draft = bettingPart(this.layout, own);
    else if (!isKept) this.draft = {};
  }

  #remember(view: TableView | null): void {
    this.last = bettingPart(this.layout, seatOf(view, this.you)?.wagers ?? {});
    this.draft = {};
    keep(this.#lastKey, this.last);
  }

  #settle(view: TableView | null, isFirst: boolean): void {
    const all = this.#mine(view).length;
    if (isFirst) this.spun = view?.spins.length ?? 0;
    if (all <= this.told || this.isSpinning) return;
    window.clearTimeout(this.#telling);
    if (isFirst || preferences.isStill) {
      this.told = all;
      return;
    }
    const pace = Math.min(LINE_MS, ALL_LINES_MS / all);
    const next = (): void => {
      this.told += 1;
      if (this.told < all) {
        this.#telling = window.setTimeout(next, pace);
        return;
      }
      void guest.refresh();
      if ((view?.totals.find(({ seat }) => seat === this.you)?.net ?? 0) > 0) play('win');
    };
    this.#telling = window.setTimeout(next, LINE_MS);
  }

  #speak(update: Update, isFirst: boolean): void {
    const happened = this.#unsaid;
    this.#unsaid = [];
    if (isFirst) return;
    const { layout, info, view, you } = this;
    for (const [kind, text] of tell(happened, { layout, info, view, you })) {
      if (this.isSpinning && SETTLING.has(kind)) this.#afterWheels.push(text);
      else announcer.say(text);
    }
    if (happened.some(({ event }) => event.kind === 'cards_dealt')) play('card');
    if (happened.some(({ event }) => event.kind === 'community_revealed')) play('turn');
    const spot = this.stage === null ? undefined : stageSpot(layout, this.stage);
    const isDue = happened.some(({ event }) => event.kind === 'cards_dealt' || event.kind === 'community_revealed' || event.kind === 'bet_placed' || event.kind === 'seat_folded');
    if (this.phase === 'decision' && isDue && spot !== undefined) announcer.say(`Your turn: ${spot.title}.`);
    const moved = happened.some(({ event }) => 'seat' in event && event.seat === you && (event.kind === 'wagers_placed' || event.kind === 'wagers_withdrawn' || event.kind === 'bet_placed'));
    const isVoid = happened.some(({ event }) => event.kind === 'round_voided' || event.kind === 'corrected');
    if (moved || isVoid || (update.view as TableView | null)?.stage === 'settled' && !this.isTelling) void guest.refresh();
  }

  #dealIfWanted(): void {
    if (!this.wantsDeal || this.phase !== 'betting' || !this.shown?.info.may_act.includes(this.you ?? 0)) return;
    this.wantsDeal = false;
    void this.deal();
  }

  #change(change: Change): void {
    if (this.phase !== 'betting') return;
    if (!change.ok) {
      this.say('A limit', 'The chip stays', change.says, change.clause, change.reading);
      return;
    }
    if (sameWagers(change.wagers, this.draft)) return;
    this.#undone = [...this.#undone, this.draft].slice(-MOST_UNDONE);
    this.#undoable = this.#undone.length;
    this.note = null;
    this.#set(change.wagers);
  }

  #set(wagers: Wagers): void {
    this.draft = wagers;
    play('chip');
    announcer.say(totalOf(wagers) === 0 ? 'No chips on the felt.' : `On the felt: ${dollars(totalOf(wagers))}.`);
    window.clearTimeout(this.#sync);
    this.#sync = window.setTimeout(() => void this.#send(), SYNC_MS);
  }

  /** Tells the table what lies on the felt, if it could be dealt so. Answers whether the table has it. */
  #send(): Promise<boolean> {
    window.clearTimeout(this.#sync);
    // One after the other, so that the last is what stays.
    this.#sending = this.#sending.then(() => this.#sendNow());
    return this.#sending;
  }

  async #sendNow(): Promise<boolean> {
    if (this.phase !== 'betting') return false;
    const wanted = this.missing === null ? this.draft : {};
    if (sameWagers(wanted, this.#sent)) return totalOf(wanted) > 0;
    const before = this.#sent;
    this.#sent = wanted;
    const action = totalOf(wanted) === 0 ? ({ kind: 'withdraw_wagers' } as const) : ({ kind: 'place_wagers', wagers: wanted } as const);
    this.#flying += 1;
    const isDone = await this.#ask({ kind: 'act', round: this.round, action });
    this.#flying -= 1;
    if (!isDone) {
      this.#sent = before;
      this.draft = before;
    }
    return isDone;
  }

  async #ask(request: TableRequest): Promise<boolean> {
    const outcome = await this.live.ask(request);
    if (!outcome.ok) this.#refused(outcome);
    return outcome.ok;
  }

  #refused(outcome: Outcome<unknown>): void {
    if (outcome.ok || outcome.code === 'already_so') return;
    this.#saysNo(outcome.faults);
  }

  #saysNo(faults: readonly string[]): void {
    this.say('Refused', 'The table says no', faults.map(sentenceOf).join(' '));
  }
}

function isWagers(found: unknown): found is Wagers {
  return typeof found === 'object' && found !== null && Object.values(found).every((cents) => Number.isInteger(cents));
}
