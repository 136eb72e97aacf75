/**
 * A Criss Cross table as its player sees it. `shownRound.ts` holds the moment that is on the felt, `betDraft.ts` the bets
 * before the first card. This class sends requests, keeps time and announces. The table decides everything: a refused
 * change is undone.
 */

import type { Outcome } from '../shared/api';
import { keep, savedValue } from '../shared/savedValues';
import type { LiveTable } from '../shared/live.svelte';
import type { BookDocument, TableAnswer, TableRequest, Update } from '../shared/protocol';
import { sentenceOf } from '../shared/words';
import { announcements } from './announcements';
import { NO_DRAFT, reduceDraft, toSend, type DraftEvent } from './betDraft';
import { addChip, fits, moveChips, smallestWagers, takeChip, totalOf, type Change } from './chips';
import { BROWSER, type FeltPorts } from './feltPorts';
import { FeltView, type Choice } from './feltView.svelte';
import { stageSpot, type Wagers } from './layout';
import { isIn, isOver, seatOf } from './phase';
import { situationOf } from './panel/situation';
import { ownWagers, reduceShown, roundOf, turnedPlaces, viewOf, type ShownEvent, type ShownRound } from './shownRound';
import { DECISION, NOTES, SPOKEN } from './strings';
import type { Trainer } from './trainer.svelte';

const SYNC_MS = 450;
const LINE_MS = 260;
const ALL_LINES_MS = 1_800;
const MIDDLE_TURN_MS = 620;
const PAIR_TURN_MS = 480;
/** Until both own cards have landed. */
const DEAL_MS = 540;

export class FeltState extends FeltView {
  readonly #unlisten: () => void;
  #stopSync: () => void = () => undefined;
  #stopPace: () => void = () => undefined;
  #paced = '';
  #sending: Promise<boolean> = Promise.resolve(true);
  /** Bets made while the wallet is held: they have left the wallet, whatever the round wins. */
  #staked = 0;
  #isHolding = false;
  /** Announced once cards and wheels have stopped. */
  readonly #later: string[] = [];

  constructor(
    live: LiveTable,
    table: TableAnswer,
    book: BookDocument,
    trainer: Trainer | null,
    ports: FeltPorts = BROWSER,
  ) {
    super(live, table, book, trainer, ports);
    const last = savedValue(this.#lastKey, isWagers, ports.storage);
    if (last !== null && fits(this.layout, last)) this.drafted = { ...NO_DRAFT, last };
    const before = ports.left.get(table.info.table);
    if (before !== undefined && isNext(before, live.update)) this.#came(before);
    if (live.update !== null) this.#came(live.update);
    this.#unlisten = live.listen((update) => this.#came(update));
  }

  close(): void {
    this.#unlisten();
    this.#stopSync();
    this.#stopPace();
    const { update } = this.shown;
    const { left, wallet } = this.ports;
    if (update !== null && isOver(this.view)) left.set(this.table.info.table, update);
    else left.delete(this.table.info.table);
    wallet.release();
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
    if (this.phase === 'betting' && this.canUndo) this.#edit({ kind: 'undone' });
  }
  rebet(): void {
    if (this.offer !== null) this.#change({ ok: true, wagers: this.offer });
  }
  chooseChip(step: number): void {
    const at = this.layout.chips.indexOf(this.chip) + step;
    this.chip = this.layout.chips[Math.min(Math.max(at, 0), this.layout.chips.length - 1)] ?? this.chip;
  }

  /** Sends the chips on the felt and asks for cards. */
  async deal(): Promise<void> {
    if (this.phase !== 'betting' || this.isReadying || this.isReady) return;
    if (this.missing !== null) {
      this.say(NOTES.notYet, NOTES.antes, this.missing);
      return;
    }
    this.isReadying = true;
    if (await this.#send()) await this.#ask({ kind: 'ready' });
    this.isReadying = false;
  }

  /** Places the same wagers again, as far as the wallet covers them, and deals. */
  sameAgain(): void {
    this.#finish();
    const { offer } = this;
    if (offer === null) return;
    this.#applyDraft({ kind: 'repeated', wagers: offer, wantsDeal: true });
    this.moveOn();
    this.#dealIfWanted();
  }

  /** Places the smallest antes and deals, for a player who wants to play at once. A round in progress continues. */
  dealMeIn(): void {
    if (isIn(this.view, this.you) && this.phase !== 'betting') return;
    if (totalOf(this.draft) === 0) this.#edit({ kind: 'changed', wagers: smallestWagers(this.layout) });
    this.#applyDraft({ kind: 'repeated', wagers: this.draft, wantsDeal: true });
    this.#dealIfWanted();
  }

  /** Leaves a round that is over. */
  moveOn(): void {
    if (!isOver(this.view)) return;
    this.#apply({ kind: 'moved_on', newest: this.live.update });
    // The earlier chips are back, to be changed; nothing is sent until they change or cards are dealt.
    if (this.offer !== null && !this.wantsDeal)
      this.#applyDraft({ kind: 'repeated', wagers: this.offer, wantsDeal: false });
  }

  decide(multiple: number): void {
    const { view, stage, you, round } = this;
    if (this.phase !== 'decision' || this.choice !== null || view === null || stage === null || you === null) return;
    if (multiple !== 0 && !view.multiples.includes(multiple)) return;
    const short = this.shortFor(multiple);
    if (short > 0) {
      this.say(NOTES.wallet, DECISION.shortOf(short), DECISION.short(short, multiple));
      return;
    }
    const anteCents = this.ante;
    const choice: Choice = { round, stage, multiple };
    this.choice = choice;
    this.ghost = null;
    this.note = null;
    this.ports.play(multiple === 0 ? 'card' : 'chip');
    this.#stake(multiple * anteCents);
    const situation = situationOf(this.book, view, you);
    this.trainer?.deciding();
    const action = multiple === 0 ? ({ kind: 'fold', stage } as const) : ({ kind: 'bet', stage, multiple } as const);
    void this.#ask({ kind: 'act', round, action }).then((isDone) => {
      if (isDone && situation !== null)
        this.trainer?.decided(round, situation, multiple === 0 ? 'fold' : `${multiple}x`, anteCents);
      else this.trainer?.undecided();
      if (isDone) return;
      this.#stake(-multiple * anteCents);
      // By then another decision may be on its way.
      if (this.choice === choice) this.choice = null;
    });
  }

  async takeSeat(): Promise<void> {
    if (!(await this.seatActions.sit())) this.#saysNo(this.seatActions.faults);
  }
  async sitIn(): Promise<void> {
    if (!(await this.seatActions.sitIn())) this.#saysNo(this.seatActions.faults);
  }
  async refill(): Promise<void> {
    const { wallet } = this.ports;
    const filled = await wallet.refill();
    // The new balance already counts every bet so far.
    this.#staked = 0;
    this.#holdWallet();
    if (!filled.ok) this.#refused(filled);
    else this.ports.say(SPOKEN.refilled(wallet.balanceCents ?? 0));
  }

  /** Shows the rest of the settlement at once. */
  finishTelling(): void {
    if (this.pace !== 'rest') this.#finish();
  }

  /** Every wheel has stopped and been read: now the wagers are shown. */
  wheelsDone(spins: number): void {
    this.#apply({ kind: 'spun', spins, isStill: this.ports.isStill() });
  }

  /** Explains a settled wager; without a spot, the next one. */
  explain(spot?: string): void {
    const { settled } = this;
    if (settled.length === 0) return;
    const at = settled.findIndex((one) => one.spot === this.why);
    this.why = spot ?? settled[(at + 1) % settled.length]?.spot ?? null;
    this.note = null;
  }

  say(eyebrow: string, title: string, says: string, clause = '', reading = ''): void {
    this.note = { eyebrow, title, says, clause, reading };
    this.ports.say(`${title}. ${says}`);
  }
  hush(): void {
    this.note = null;
    this.why = null;
  }

  /** The coach no longer holds back the next cards. */
  release(): void {
    this.#apply({ kind: 'released', newest: this.live.update, isStill: this.ports.isStill() });
  }

  get #lastKey(): string {
    return `rebet.${this.table.info.rules_hash.slice(0, 16)}`;
  }

  #came(update: Update): void {
    this.#apply({ kind: 'came', update, isHolding: this.trainer?.holding ?? false, isStill: this.ports.isStill() });
  }

  #finish(): void {
    this.#apply({ kind: 'finished' });
  }

  #apply(event: ShownEvent): void {
    const before = this.shown;
    const toldBefore = this.isTold ? this.round : null;
    const shown = reduceShown(before, event);
    if (shown === before) return;
    this.shown = shown;
    if (shown.update !== before.update) this.#follow(before, shown);
    this.#holdWallet();
    if (this.isTold && this.round !== toldBefore) this.#rest(before.update === null);
    this.#schedule(before);
    this.#dealIfWanted();
  }

  /** Another update is shown. */
  #follow(before: ShownRound, shown: ShownRound): void {
    const [old, view] = [viewOf(before.update), this.view];
    const own = seatOf(view, this.you)?.wagers ?? {};
    if (roundOf(before.update) !== this.round) {
      // Once the cards are dealt, the bets have left the wallet.
      this.#applyDraft({ kind: 'opened', own: view?.stage === 'betting' ? own : {}, isKept: before.wantsNext });
      this.#staked = 0;
      this.why = null;
      this.isReadying = false;
    }
    if (this.choice !== null && (this.choice.stage !== view?.stage || this.choice.round !== this.round))
      this.choice = null;
    if (view?.stage !== old?.stage) this.note = null;
    if (view?.stage === 'betting') this.#applyDraft({ kind: 'confirmed', own });
    if (isIn(view, this.you) && old?.stage === 'betting' && view?.stage !== 'betting') {
      this.#applyDraft({ kind: 'closed', own });
      keep(this.#lastKey, this.last, this.ports.storage);
    }
    if (shown.said !== before.said) this.#speak(shown);
  }

  #speak({ said }: ShownRound): void {
    const { layout, info, view, you, pace } = this;
    const waits = pace === 'turning' || pace === 'spinning';
    const due = this.phase === 'decision' && this.stage !== null ? stageSpot(layout, this.stage) : undefined;
    const { now, later, sounds } = announcements(said, { layout, info, view, you }, waits, due?.title ?? null);
    for (const text of now) this.ports.say(text);
    this.#later.push(...later);
    for (const sound of sounds) this.ports.play(sound);
  }

  /** All of a round has been shown. */
  #rest(isFirst: boolean): void {
    this.trainer?.roundShown(this.round);
    if (isFirst) return;
    if ((this.view?.totals.find(({ seat }) => seat === this.you)?.net ?? 0) > 0) this.ports.play('win');
  }

  /** From the last bet to the last result, the wallet shows its balance before the settlement. */
  #holdWallet(): void {
    const { view } = this;
    const isOpen = isIn(view, this.you) && view?.stage !== 'betting' && !this.isTold;
    if (isOpen) this.ports.wallet.hold(this.#staked);
    else if (this.#isHolding) this.ports.wallet.release();
    this.#isHolding = isOpen;
  }

  #stake(cents: number): void {
    this.#staked += cents;
    this.#holdWallet();
  }

  /** Starts the timer of the current step, unless it runs already. */
  #schedule(before: ShownRound): void {
    const { pace } = this;
    if (pace !== 'turning' && pace !== 'spinning') for (const text of this.#later.splice(0)) this.ports.say(text);
    // Cards that begin to turn while others still do take their own time.
    const turned = turnedPlaces(viewOf(before.update), this.view);
    const paced = `${this.round} ${pace} ${this.shown.linesShown}`;
    if (paced === this.#paced && (pace !== 'turning' || turned.length === 0)) return;
    this.#paced = paced;
    this.#stopPace();
    const { clock, atRest } = this.ports;
    if (pace === 'turning') {
      const ms = turned.includes('middle') ? MIDDLE_TURN_MS : turned.includes('hole_0') ? DEAL_MS : PAIR_TURN_MS;
      this.#stopPace = clock.after(ms, () => {
        // On a slow machine a card is drawn late, and may still be turning.
        this.#stopPace = atRest(() => this.#apply({ kind: 'turned' }));
      });
    } else if (pace === 'telling') {
      const all = ownWagers(this.shown).length;
      const ms = this.shown.linesShown === 0 ? LINE_MS : Math.min(LINE_MS, ALL_LINES_MS / all);
      this.#stopPace = clock.after(ms, () => this.#apply({ kind: 'told' }));
    }
  }

  #dealIfWanted(): void {
    if (!this.wantsDeal || this.phase !== 'betting' || !this.shown.update?.info.may_act.includes(this.you ?? 0)) return;
    this.#applyDraft({ kind: 'dealing' });
    void this.deal();
  }

  #change(change: Change): void {
    if (this.phase !== 'betting') return;
    if (!change.ok) {
      this.say(NOTES.overLimit, NOTES.notPlaced, change.says, change.clause, change.reading);
      return;
    }
    const before = this.drafted;
    this.#edit({ kind: 'changed', wagers: change.wagers });
    if (this.drafted !== before) this.note = null;
  }

  /** Changes the chips, and sends them after a moment without changes. */
  #edit(event: DraftEvent): void {
    const before = this.drafted;
    this.#applyDraft(event);
    if (this.drafted === before) return;
    const { clock } = this.ports;
    const total = totalOf(this.draft);
    this.ports.play('chip');
    this.ports.say(total === 0 ? SPOKEN.emptyFelt : SPOKEN.onFelt(total));
    this.#stopSync();
    this.#stopSync = clock.after(SYNC_MS, () => void this.#send());
  }

  #applyDraft(event: DraftEvent): void {
    this.drafted = reduceDraft(this.layout, this.drafted, event);
  }

  /** Sends the chips on the felt if cards could be dealt for them. Resolves to whether the table has them. */
  #send(): Promise<boolean> {
    this.#stopSync();
    // One at a time, so that the last one wins.
    this.#sending = this.#sending.then(() => this.#sendNow());
    return this.#sending;
  }

  async #sendNow(): Promise<boolean> {
    if (this.phase !== 'betting') return false;
    const wagers = toSend(this.drafted, this.missing === null);
    if (wagers === null) return totalOf(this.drafted.sent) > 0;
    const action =
      totalOf(wagers) === 0 ? ({ kind: 'withdraw_wagers' } as const) : ({ kind: 'place_wagers', wagers } as const);
    this.#applyDraft({ kind: 'asking', wagers });
    const isDone = await this.#ask({ kind: 'act', round: this.round, action });
    this.#applyDraft({ kind: isDone ? 'accepted' : 'refused' });
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
    this.say(NOTES.refused, NOTES.notDone, faults.map(sentenceOf).join(' '));
  }
}

/** Whether the table accepts wagers for the round after `before`. */
function isNext(before: Update, newest: Update | null): boolean {
  const number = (update: Update | null): number => Number(roundOf(update).split('-').at(-1));
  return viewOf(newest)?.stage === 'betting' && number(newest) === number(before) + 1;
}

function isWagers(value: unknown): value is Wagers {
  return typeof value === 'object' && value !== null && Object.values(value).every((cents) => Number.isInteger(cents));
}
