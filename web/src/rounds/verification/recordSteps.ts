/** Follows the steps of a record: repeats every draw, and checks that every card is the one in the deck. */

import type { BookDocument, KingEvent, RecordAnswer, RecordStep, SettledWager } from '../../shared/protocol';
import type { Segment } from '../../criss-cross/wheel/progressives';
import { netOf } from '../../shared/money';
import { crissCrossRules } from '../../shared/rulesDocuments';
import { isSame, need } from '../../shared/bytes';
import type { Stream } from './draws';
import { STEP_FAULTS } from './strings';

/** Follows one kind of contest. */
export interface Course {
  /** One step; with a stream where chance acts. */
  step(step: RecordStep, stream: Stream | null): void;
  /** Whether it is over, or nothing is at stake. */
  isAtRest(): boolean;
}

/** The events that only chance may cause, each with its action. */
const CHANCES: Readonly<Record<string, string>> = {
  shuffled: 'shuffle',
  wheel_spun: 'spin',
  hot_spot_drawn: 'draw_hot_spot',
  rolled: 'roll_dice',
};

export function courseOf(record: RecordAnswer): Course {
  const book = crissCrossRules(record.game, record.rules_document);
  if (book !== null) return new Round(book);
  need(record.game === 'king-cross', STEP_FAULTS.unknownGame);
  return new Match();
}

/** Actions of the system: nobody else gives up a seat or a sheet for a player (readings R15 and K17). */
const SYSTEM_ONLY: ReadonlySet<string> = new Set(['abandon', 'take_over', 'place_for', 'abandon_sheet']);

/** Checks that only chance draws, and that it draws whenever it acts. */
function checkActor({ actor, action, events }: RecordStep): void {
  need(actor === 'system' || !SYSTEM_ONLY.has(action.kind), STEP_FAULTS.systemOnly(actor, action.kind));
  const drawn = events.map(({ kind }) => CHANCES[kind]).filter((kind) => kind !== undefined);
  if (actor === 'chance') need(drawn.length === 1 && drawn[0] === action.kind, STEP_FAULTS.noDraw(action.kind));
  else need(drawn.length === 0, STEP_FAULTS.drawBy(actor));
}

class Round implements Course {
  readonly #rules: BookDocument;
  readonly #wagers = new Map<number, Record<string, number>>();
  readonly #forfeited = new Set<number>();
  readonly #takenOver = new Set<number>();
  readonly #placed = new Map<string, number>();
  #settled: SettledWager[] = [];
  #deck: readonly string[] = [];
  #next = 0;
  #isOver = false;

  constructor(rules: BookDocument) {
    this.#rules = rules;
  }

  isAtRest(): boolean {
    return this.#isOver || this.#inPlay().length === 0;
  }

  step(step: RecordStep, stream: Stream | null): void {
    need(!this.#isOver, STEP_FAULTS.over);
    checkActor(step);
    const { action } = step;
    for (const event of step.events) {
      switch (event.kind) {
        case 'shuffled':
          need(action.kind === 'shuffle' && isSame(action.deck, event.deck), STEP_FAULTS.deckAsked);
          need(stream !== null && isSame(event.deck, stream.deck()), STEP_FAULTS.deck);
          this.#deck = event.deck;
          this.#next = 0;
          break;
        case 'wheel_spun': {
          const segments = this.#segments(event.wheel, event.seat);
          const symbol = stream === null ? null : segments[stream.stop(segments.map(({ weight }) => weight))]?.symbol;
          need(event.symbol === symbol, STEP_FAULTS.wheel);
          const { wheel, seat } = event;
          need(isSame(action, { kind: 'spin', wheel, seat, symbol }), STEP_FAULTS.spinAsked);
          break;
        }
        case 'hot_spot_drawn': {
          const among = this.#xtremeSeats();
          const seat = stream === null ? null : among[stream.below(among.length)];
          need(isSame(event.among, among) && event.seat === seat, STEP_FAULTS.hotSpot);
          need(action.kind === 'draw_hot_spot' && action.seat === seat, STEP_FAULTS.hotSpotAsked);
          break;
        }
        case 'wagers_placed':
          this.#wagers.set(event.seat, { ...event.wagers });
          break;
        case 'wagers_withdrawn':
          need(isSame(this.#wagers.get(event.seat) ?? {}, event.wagers), STEP_FAULTS.withdrawn);
          this.#wagers.delete(event.seat);
          break;
        case 'deck_withdrawn':
          need(this.#placed.size === 0, STEP_FAULTS.deckWithdrawn);
          this.#deck = [];
          break;
        case 'cards_dealt': {
          const left = this.#dealPlaces().filter((place) => !this.#placed.has(place));
          const dealt = left
            .slice(0, event.placements.length)
            .map((place, index) => ({ place, position: this.#next + index }));
          need(isSame(event.placements, dealt), STEP_FAULTS.dealOrder);
          for (const { place, position } of dealt) this.#placed.set(place, position);
          this.#next += dealt.length;
          break;
        }
        case 'card_set_aside':
          need(event.position === this.#next && event.card === this.#deck[this.#next], STEP_FAULTS.setAside);
          this.#next += 1;
          break;
        case 'irregularity_ruled':
          if (event.place !== null) need(event.card === this.#card(event.place), STEP_FAULTS.card(event.place));
          break;
        case 'bet_placed':
          this.#bet(event.seat, event.spot, event.multiple, event.cents);
          break;
        case 'community_revealed':
          for (const [place, card] of Object.entries(event.cards)) {
            need(card === this.#card(place), STEP_FAULTS.card(place));
          }
          break;
        case 'hand_shown': {
          const hole = [1, 2].map((number) => this.#card(`hole:${event.seat}:${number}`));
          need(isSame(event.cards, hole), STEP_FAULTS.hand(event.seat));
          break;
        }
        case 'bonus_cards_revealed': {
          const cards = [1, 2, 3, 4].map((number) => this.#card(`bonus_${number}`));
          need(isSame(event.cards, cards), STEP_FAULTS.bonusCards);
          break;
        }
        case 'seat_taken_over':
          this.#takenOver.add(event.seat);
          break;
        case 'seat_forfeited':
          need(action.kind !== 'abandon' || !this.#takenOver.has(event.seat), STEP_FAULTS.removed(event.seat));
          this.#forfeited.add(event.seat);
          break;
        case 'wager_settled': {
          const { seat, spot, staked } = event.wager;
          need(staked === 0 || staked === this.#wagers.get(seat)?.[spot], STEP_FAULTS.stake(seat, spot));
          this.#settled.push(event.wager);
          break;
        }
        case 'community_pay_taken':
          this.#settled = this.#settled.filter((wager) => !isSame(wager, event.wager));
          break;
        case 'round_settled':
          need(isSame(event.totals, this.#totals()), STEP_FAULTS.totals);
          this.#isOver = true;
          break;
        case 'round_voided':
          need(isSame(event.refunds, this.#refunds()), STEP_FAULTS.refunds);
          this.#isOver = true;
          break;
      }
    }
    const isKept = this.#settled.some(({ seat, staked }) => staked === 0 && this.#forfeited.has(seat));
    need(!isKept, STEP_FAULTS.communityPay);
  }

  #inPlay(): number[] {
    const seats = [...this.#wagers].filter(([, wagers]) => Object.keys(wagers).length > 0).map(([seat]) => seat);
    return seats.sort((one, other) => one - other);
  }

  #card(place: string): string | null {
    const position = this.#placed.get(place);
    return position === undefined ? null : (this.#deck[position] ?? null);
  }

  #bet(seat: number, spot: string, multiple: number, cents: number): void {
    const wagers = this.#wagers.get(seat);
    const ante = wagers?.[this.#rules.spots[spot]?.multiple_of ?? ''];
    need(wagers !== undefined && ante !== undefined && cents === multiple * ante, STEP_FAULTS.bet(seat, multiple));
    wagers[spot] = cents;
  }

  /** Every place that gets a card, in the order of the dealing method. */
  #dealPlaces(): string[] {
    let round = 0;
    return (this.#rules.dealing[this.#rules.dealing_method]?.order ?? []).flatMap((token) => {
      if (token === 'seat_round') round += 1;
      const numbers = token === 'seat_round' ? [round] : token === 'seat_stacks' ? [1, 2] : null;
      return numbers === null
        ? [token]
        : this.#inPlay().flatMap((seat) => numbers.map((number) => `hole:${seat}:${number}`));
    });
  }

  #xtremeSeats(): number[] {
    return this.#inPlay().filter((seat) => this.#wagers.get(seat)?.['bonus_spin_xtreme'] && !this.#forfeited.has(seat));
  }

  #segments(wheel: string, seat: number | null): readonly Segment[] {
    const { bonus_spin: spin, xtreme } = this.#rules.progressives ?? {};
    if (wheel === 'bonus_spin') return spin?.segments ?? [];
    if (wheel === 'community') {
      return (xtreme?.community_weights ?? []).map((weight, index) => ({ symbol: String(index + 1), weight }));
    }
    const wagered = this.#wagers.get(seat ?? 0)?.['bonus_spin_xtreme'];
    const size = xtreme?.sizes.find(({ size_cents }) => size_cents === wagered);
    return xtreme?.wheels[size?.wheel ?? '']?.segments ?? [];
  }

  #totals(): object[] {
    return this.#inPlay().map((seat) => {
      const lines = this.#settled.filter((line) => line.seat === seat);
      const [staked, won, returned] = (['staked', 'won', 'returned'] as const).map((key) =>
        lines.reduce((sum, line) => sum + line[key], 0),
      ) as [number, number, number];
      return { seat, staked, won, returned, net: netOf({ staked, won, returned }) };
    });
  }

  #refunds(): object[] {
    const sum = (wagers: Record<string, number> = {}) => Object.values(wagers).reduce((all, cents) => all + cents, 0);
    return this.#inPlay().map((seat) => ({ seat, cents: sum(this.#wagers.get(seat)) }));
  }
}

const DICE_RANKS = 'A23456789TJQ';
const DICE_SUITS = 'hcds';

class Match implements Course {
  readonly #rolled = new Map<number | null, string>();
  readonly #taken = new Set<string>();
  #isOver = false;

  /** No chips are ever at stake. */
  isAtRest(): boolean {
    return true;
  }

  step(step: RecordStep, stream: Stream | null): void {
    need(!this.#isOver, STEP_FAULTS.matchOver);
    checkActor(step);
    for (const event of step.events as KingEvent[]) {
      if (event.kind === 'rolled') {
        const { value, suit } = stream?.roll() ?? { value: 0, suit: 0 };
        need(isSame(step.action, { kind: 'roll_dice', value, suit }), STEP_FAULTS.roll);
        const card = `${DICE_RANKS[value - 1]}${DICE_SUITS[suit - 1]}`;
        need(event.card === card, STEP_FAULTS.dice);
        this.#rolled.set(event.seat, card);
      } else if (event.kind === 'card_placed' || event.kind === 'placement_sealed') this.#place(event.placement);
      else if (event.kind === 'match_finished') this.#isOver = true;
    }
  }

  #place({ seat, square, card, is_wild }: { seat: number; square: string; card: string; is_wild: boolean }): void {
    const rolled = this.#rolled.get(seat) ?? this.#rolled.get(null) ?? '';
    const differs = Number(card[0] !== rolled[0]) + Number(card[1] !== rolled[1]);
    need(differs === (is_wild ? 1 : 0), STEP_FAULTS.placed(seat));
    need(!this.#taken.has(`${seat} ${square}`), STEP_FAULTS.twice(seat, square));
    this.#taken.add(`${seat} ${square}`);
  }
}
