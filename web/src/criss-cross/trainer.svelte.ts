/**
 * The coach of a practice table: shows the cost of each decision, and why.
 *
 * Advice is requested while the player decides, so that it is ready when they have chosen, and is shown only then. A
 * refused decision isn't judged, and the result of a round counts once the felt has shown it.
 */

import { announcer } from '../shared/announcer.svelte';
import { api, type Outcome } from '../shared/api';
import { painted } from '../shared/frames';
import { browserStorage, keep, savedValue, type TextStorage } from '../shared/savedValues';
import type { LiveTable } from '../shared/live.svelte';
import { browserClock, type Clock } from '../shared/ports';
import type { AdviseAnswer, AdviseRequest, BookDocument, TableAnswer, TableView, Update } from '../shared/protocol';
import {
  accuracy,
  actionWords,
  antes,
  centsOf,
  COSTLY_ANTES,
  costOf,
  isBest,
  isTally,
  luckOf,
  NO_TALLY,
  withDecision,
  type Judgment,
  type Tally,
} from './panel/decisionCosts';
import { mainNet, situationKey, situationOf } from './panel/situation';
import { ACTIONS, COACH } from './strings';

/** A decision at the table, with its advice once it has arrived. */
export interface Judged extends Omit<Judgment, 'advice'> {
  readonly round: string;
  readonly anteCents: number;
  readonly advice: AdviseAnswer | null;
}

/** After which decisions the next card waits until the player has read their cost. */
export type Holding = 'always' | 'costly' | 'never';
export const HOLDINGS: readonly Holding[] = ['always', 'costly', 'never'];

/** The coach's connections to the outside. Tests replace them. */
export interface TrainerPorts {
  readonly advise: (situation: AdviseRequest) => Promise<Outcome<AdviseAnswer>>;
  readonly clock: Pick<Clock, 'after'>;
  readonly storage: TextStorage;
  /** Waits until the changes so far are on the screen. */
  readonly painted: () => Promise<void>;
  readonly say: (text: string) => void;
}

const BROWSER: TrainerPorts = {
  advise: api.advise,
  clock: browserClock,
  storage: browserStorage,
  painted,
  say: (text) => announcer.say(text),
};

const TALLY = 'trainer.tally';
const HOLDS = 'trainer.holds';
/** The cost of the decisions in the last rounds. */
const COSTS = 'trainer.rounds';
/** The server answers one question per address at a time; a second one is asked again. */
const TRIES = 20;
const AGAIN_MS = 250;
const MOST_KEPT = 60;

export class Trainer {
  /** Newest last. */
  judged = $state.raw<readonly Judged[]>([]);
  /** Whether the felt shows nothing new until the player has read the cost of a decision. */
  holding = $state(false);
  /** When it holds; remembered. */
  holds = $state<Holding>('costly');
  tally = $state.raw<Tally>(NO_TALLY);
  /** Why there was no advice on the newest decision. */
  trouble = $state<string | null>(null);

  readonly #ports: TrainerPorts;
  /** Antes given away in each of the last rounds. */
  #costs = $state.raw<Readonly<Record<string, number>>>({});
  readonly #asked = new Map<string, Promise<Outcome<AdviseAnswer>>>();
  #asking: Promise<unknown> = Promise.resolve();
  #results: { readonly round: string; readonly netCents: number }[] = [];
  #followers = 0;
  #unfollow: () => void = () => undefined;
  readonly #counted = new Set<string>();
  /** Rounds whose end the player has seen. */
  readonly #shownRounds = new Set<string>();

  /** Whether a decision is on its way to the table, which may still refuse it. */
  #isDeciding = $state(false);

  constructor(ports: TrainerPorts = BROWSER) {
    this.#ports = ports;
    this.holds = savedValue(HOLDS, isHolding, ports.storage) ?? 'costly';
    this.tally = savedValue(TALLY, isTally, ports.storage) ?? NO_TALLY;
    this.#costs = savedValue(COSTS, isCosts, ports.storage) ?? {};
  }

  /** The newest decision, once it is judged. */
  get newest(): (Judged & { readonly advice: AdviseAnswer }) | null {
    const last = this.judged.at(-1);
    return last === undefined || this.#isDeciding || last.advice === null ? null : { ...last, advice: last.advice };
  }

  /** The label of the button that continues. */
  get goOnWords(): string {
    const { newest } = this;
    if (newest === null || newest.action === 'fold') return ACTIONS.continue;
    return newest.advice.decision === 'middle' ? ACTIONS.turnCard : ACTIONS.turnCards;
  }

  get accuracy(): ReturnType<typeof accuracy> {
    return accuracy(this.tally);
  }

  ofRound(round: string): readonly Judged[] {
    return this.judged.filter((one) => one.round === round);
  }

  /** The antes that the decisions of a round gave away; null where the coach saw none. */
  costOfRound(round: string): number | null {
    return this.#costs[round] ?? null;
  }

  choose(holds: Holding): void {
    this.holds = holds;
    keep(HOLDS, holds, this.#ports.storage);
    if (holds === 'never') this.goOn();
  }

  /** A decision is coming: its advice is requested now and stays hidden. */
  foresee(situation: AdviseRequest): void {
    void this.#advice(situation);
  }

  /** The player has chosen, and the table hasn't answered yet: the next cards are held back without a comment. */
  deciding(): void {
    this.#isDeciding = true;
    this.trouble = null;
    this.holding = this.holds !== 'never';
  }

  /** The table refused: nothing was decided, so nothing is judged or counted. */
  undecided(): void {
    this.#isDeciding = false;
    this.goOn();
  }

  /** The table has accepted a decision. */
  decided(round: string, situation: AdviseRequest, action: string, anteCents: number): void {
    const judged: Judged = { round, situation, action, anteCents, advice: null };
    this.judged = [...this.judged, judged].slice(-MOST_KEPT);
    this.#isDeciding = false;
    void Promise.all([this.#advice(situation), this.#ports.painted()]).then(([outcome]) =>
      this.#judge(judged, outcome),
    );
  }

  /** All of a round is on the felt: its result may count. */
  roundShown(round: string): void {
    this.#shownRounds.add(round);
    this.#countResults();
  }

  /** The player continues. */
  goOn(): void {
    this.holding = false;
    this.#countResults();
  }

  /** Watches a table for coming decisions and finished rounds, until every caller has stopped it. */
  follow(live: LiveTable, table: TableAnswer, book: BookDocument): () => void {
    if (table.info.table_kind !== 'practice') return () => undefined;
    if (this.#followers === 0) {
      const look = (update: Update): void => this.#look(update, book);
      if (live.update !== null) look(live.update);
      this.#unfollow = live.listen(look);
    }
    this.#followers += 1;
    return () => {
      this.#followers -= 1;
      if (this.#followers === 0) this.#unfollow();
    };
  }

  #look({ view, you, info }: Update, book: BookDocument): void {
    if (view === null || view.kind !== 'table') return;
    const situation = situationOf(book, view, you);
    if (situation !== null) this.foresee(situation);
    this.#ended(info.round?.id ?? '', view, you, book);
  }

  #ended(round: string, view: TableView, you: number | null, book: BookDocument): void {
    const netCents = mainNet(book, view, you);
    if (netCents === null || this.ofRound(round).length === 0 || this.#results.some((one) => one.round === round))
      return;
    this.#results.push({ round, netCents });
    this.#countResults();
  }

  /** Counts the result of a round once its last decision has been read, so that no figure reveals the end early. */
  #countResults(): void {
    if (this.holding) return;
    for (const { round, netCents } of this.#results.filter(
      (one) => this.#shownRounds.has(one.round) && !this.#counted.has(one.round),
    )) {
      const decisions = this.ofRound(round);
      const [first] = decisions;
      if (!first?.advice || decisions.some(({ advice }) => advice === null)) continue;
      this.#counted.add(round);
      // A player who joined in mid-round missed the value of its first cards.
      if (first.advice.decision !== 'across') continue;
      const costs = decisions.map(({ advice, action }) => (advice === null ? 0 : costOf(advice, action)));
      this.#keep({
        ...this.tally,
        luckCents: this.tally.luckCents + luckOf(netCents, first.advice, costs, first.anteCents),
      });
    }
  }

  #judge(judged: Judged, outcome: Outcome<AdviseAnswer>): void {
    if (!outcome.ok) {
      this.judged = this.judged.filter((one) => one !== judged);
      this.trouble = COACH.noAdvice(outcome.faults.join(' '));
      this.goOn();
      return;
    }
    const advice = outcome.answer;
    const isFirst = this.judged.find(({ round }) => round === judged.round) === judged;
    this.judged = this.judged.map((one) => (one === judged ? { ...judged, advice } : one));
    this.#keep(withDecision(this.tally, advice, judged.action, isFirst));
    const cost = costOf(advice, judged.action);
    const others = Object.entries(this.#costs).filter(([round]) => round !== judged.round);
    const entry: [string, number] = [judged.round, (this.costOfRound(judged.round) ?? 0) + cost];
    this.#costs = Object.fromEntries([...others, entry].slice(-MOST_KEPT));
    keep(COSTS, this.#costs, this.#ports.storage);
    this.#ports.say(verdictWords(advice, judged.action, judged.anteCents));
    if (this.holds === 'costly' && cost < COSTLY_ANTES) this.goOn();
    else if (!this.holding) this.#countResults();
  }

  #keep(tally: Tally): void {
    this.tally = tally;
    keep(TALLY, tally, this.#ports.storage);
  }

  #advice(situation: AdviseRequest): Promise<Outcome<AdviseAnswer>> {
    const key = situationKey(situation);
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    // One at a time: the server answers one question per address at a time.
    const asked = this.#asking.then(() => this.#ask(situation));
    this.#asking = asked;
    this.#asked.set(key, asked);
    void asked.then(({ ok }) => {
      if (!ok) this.#asked.delete(key);
    });
    return asked;
  }

  async #ask(situation: AdviseRequest): Promise<Outcome<AdviseAnswer>> {
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.#ports.advise(situation);
      const isBusy = !outcome.ok && (outcome.code === 'already_asking' || outcome.code === 'workers_busy');
      if (!isBusy || tries === TRIES) return outcome;
      await new Promise<void>((resolve) => this.#ports.clock.after(AGAIN_MS, resolve));
    }
  }
}

/** `Best choice: 3×.` or `Best was 3×. Your choice, 1×, cost 2.78 antes ($13.91).` */
export function verdictWords(advice: AdviseAnswer, action: string, anteCents: number): string {
  if (isBest(advice, action)) return COACH.best(actionWords(action));
  const cost = costOf(advice, action);
  return COACH.cost(actionWords(advice.best), actionWords(action), antes(cost), centsOf(cost, anteCents));
}

function isCosts(value: unknown): value is Record<string, number> {
  return typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);
}

function isHolding(value: unknown): value is Holding {
  return HOLDINGS.includes(value as Holding);
}
