/**
 * Adds the player's own seed to each round: stores it, commits to it, and reveals it only after the server has locked
 * the commitment under a head that is signed by the key this browser knows.
 */

import type { Outcome } from './api';
import { browserStorage, type TextStorage } from './savedValues';
import { signatures } from './signatures';
import type { SignedHead } from './signedHeads';
import { newSeed, saveSeed, seedsOf, typedSeed, typeSeed, type OwnSeed, type Place } from './ownSeeds';
import { takesPart } from './participation';
import type { Locks } from './ports';
import type { ReceiptAnswer, TableHappening, TableRequest, Update } from './protocol';
import type { ServerKey } from './serverKey.svelte';

export type SeedState =
  /** No seat, or no round. */
  | 'none'
  | 'committing'
  | 'committed'
  /** Another browser of the same guest committed. */
  | 'elsewhere'
  /** The seat has no wager or sheet in this round. */
  | 'outside'
  | 'revealing'
  | 'revealed'
  | 'counted'
  /** The seed is not in the draw, and the page never got an answer to the reveal. */
  | 'withheld'
  | 'unsigned'
  | 'missing'
  | 'changed'
  /** The server acknowledged the seed, then marked it as withheld. */
  | 'denied'
  | 'refused';

/** States that the player must be warned about: the server did what it must not do. */
export const ALARMS: readonly SeedState[] = ['unsigned', 'missing', 'changed', 'denied'];

type Ask = (request: TableRequest) => Promise<Outcome<ReceiptAnswer>>;
type Locked = Extract<TableHappening, { kind: 'commitments_locked' }>;
type Drawn = Extract<TableHappening, { kind: 'seeds_locked' }>;

export class Seeding {
  state = $state<SeedState>('none');
  round = $state('');
  /** The seed of this browser for the round. */
  seed = $state.raw<OwnSeed | null>(null);
  /** The round that was closed last while this page watched. */
  closed = $state<string | null>(null);
  /** A violation by the server, until the player dismisses it. */
  alarm = $state.raw<{ readonly state: SeedState; readonly round: string } | null>(null);
  /** The seed that the player typed for the next commitments; empty for random ones. */
  typed = $state('');

  readonly #table: string;
  readonly #ask: Ask;
  readonly #key: ServerKey;
  readonly #locks: Locks | undefined;
  readonly #storage: TextStorage;
  readonly #busy = new Set<string>();
  #update: Update | null = null;

  constructor(
    table: string,
    ask: Ask,
    key: ServerKey,
    locks: Locks | undefined,
    storage: TextStorage = browserStorage,
  ) {
    this.#table = table;
    this.#ask = ask;
    this.#key = key;
    this.#locks = locks;
    this.#storage = storage;
    this.typed = typedSeed(table, storage);
  }

  /** Looks at an update: what was locked, and whether there is something to commit to. */
  async follow(update: Update): Promise<void> {
    this.#update = update;
    for (const { event } of update.happened) if (event.kind === 'round_closed') this.closed = event.round;
    const place = this.#place(update);
    const { round } = update.info;
    if (place === null || round === null) {
      if (round?.id !== this.round) this.#show('none', null, round?.id ?? '');
      return;
    }
    if (round.id !== this.round) this.#show('none', this.#newest(place), round.id);
    for (const { event } of update.happened) {
      if (event.kind === 'commitments_locked' && event.round === round.id) await this.#lock(event, update, place);
      else if (event.kind === 'seeds_locked' && event.round === round.id) this.#draw(event, place);
    }
    if (round.is_open && round.phase === 'committing') await this.#commit(place);
  }

  /** Uses a typed seed from now on, in this round too while it can still be changed; empty for random ones. */
  async type(seed: string): Promise<void> {
    this.typed = seed.trim();
    typeSeed(this.#table, this.typed, this.#storage);
    const [update, place] = [this.#update, this.#update === null ? null : this.#place(this.#update)];
    if (place !== null && update?.info.round?.phase === 'committing') await this.#commit(place);
  }

  #place({ you, info }: Update): Place | null {
    const player = info.seats.find(({ seat }) => seat === you)?.player;
    return you === null || player === undefined || info.round === null
      ? null
      : { table: info.table, round: info.round.id, seat: you, player };
  }

  async #commit(place: Place): Promise<void> {
    const { round } = place;
    if (this.#busy.has(round)) return;
    this.#busy.add(round);
    try {
      await this.#alone(`crossfelt.seed.${round}`, () => this.#commitNow(place));
    } finally {
      this.#busy.delete(round);
    }
  }

  /** One tab at a time: the next one finds what this one has stored and sent. */
  async #commitNow(place: Place): Promise<void> {
    const known = this.#newest(place);
    const isWanted = known !== null && (this.typed === '' ? !known.isTyped : known.seed === this.typed);
    const seat = this.#update?.info.seats.find((one) => one.seat === place.seat);
    if (known === null && seat?.has_committed === true) {
      this.#show('elsewhere', null);
      return;
    }
    if (isWanted && known.committed !== null) {
      this.#show('committed', known);
      return;
    }
    const seed = isWanted ? known : newSeed(place, this.typed, this.#update?.seq ?? 0);
    // Stored first: a commitment without its seed would count as withheld.
    saveSeed(seed, this.#storage);
    this.#show('committing', seed);
    const done = await this.#ask({ kind: 'commit_seed', round: place.round, commitment: seed.commitment });
    if (!done.ok) {
      // The lock may have come first; then nothing of this seat is named in it.
      if (this.state === 'committing') this.#show('refused', seed);
      return;
    }
    const committed = {
      ...(seedsOf(place.round, this.#storage).find(({ commitment }) => commitment === seed.commitment) ?? seed),
      committed: this.#signed(done.answer),
    };
    saveSeed(committed, this.#storage);
    if (this.state === 'committing') this.#show('committed', committed);
  }

  async #lock({ commitments }: Locked, update: Update, place: Place): Promise<void> {
    const own = seedsOf(place.round, this.#storage).filter((seed) => isOf(seed, place));
    const locked = commitments.find(({ seat, player }) => seat === place.seat && player === place.player);
    if (own.length === 0) {
      this.#show(locked === undefined ? 'outside' : 'elsewhere', null);
      return;
    }
    const seed = own.find(({ commitment }) => commitment === locked?.commitment);
    if (locked === undefined) {
      const isMissing = own.some(({ committed }) => committed !== null) && takesPart(update.view, place.seat);
      this.#show(isMissing ? 'missing' : 'outside', own.at(-1) ?? null);
      return;
    }
    if (seed === undefined) {
      this.#show('changed', own.at(-1) ?? null);
      return;
    }
    if (seed.revealed !== null) return;
    const head = this.#headOf(update);
    const [{ isSigned }] = await Promise.all([signatures(), this.#key.settled()]);
    if (this.#key.state !== 'known' || this.#key.known !== head.key || !isSigned(head)) {
      this.#show('unsigned', seed);
      return;
    }
    const seen = { ...seed, locked: head };
    saveSeed(seen, this.#storage);
    await this.#reveal(seen);
  }

  async #reveal(seed: OwnSeed): Promise<void> {
    this.#show('revealing', seed);
    const done = await this.#ask({ kind: 'reveal_seed', round: seed.round, nonce: seed.nonce, seed: seed.seed });
    if (done.ok) {
      const revealed = {
        ...(seedsOf(seed.round, this.#storage).find(({ commitment }) => commitment === seed.commitment) ?? seed),
        revealed: this.#signed(done.answer),
      };
      saveSeed(revealed, this.#storage);
      if (this.state === 'revealing') this.#show('revealed', revealed);
    } else if (this.state === 'revealing' && !this.#isRevealed(seed)) {
      this.#show('refused', seed);
    }
  }

  #draw({ seeds }: Drawn, place: Place): void {
    const own = seedsOf(place.round, this.#storage).filter((seed) => isOf(seed, place));
    const drawn = seeds.find(({ seat }) => seat === place.seat);
    const seed = own.find(({ commitment }) => commitment === drawn?.commitment);
    if (seed === undefined || drawn === undefined) {
      // Whatever was missing or changed was said at the lock.
      for (const one of own) saveSeed({ ...one, isOver: true }, this.#storage);
      return;
    }
    const over = { ...seed, isOver: true };
    saveSeed(over, this.#storage);
    if (drawn.state === 'withheld') this.#show(seed.revealed === null ? 'withheld' : 'denied', over);
    else this.#show(drawn.nonce === seed.nonce && drawn.seed === seed.seed ? 'counted' : 'changed', over);
  }

  #newest(place: Place): OwnSeed | null {
    return seedsOf(place.round, this.#storage).findLast((seed) => isOf(seed, place)) ?? null;
  }

  /** Another tab may have revealed the same seed just before. */
  #isRevealed({ seat }: OwnSeed): boolean {
    return this.#update?.info.seats.some((one) => one.seat === seat && one.has_revealed) === true;
  }

  dismiss(): void {
    this.alarm = null;
  }

  #show(state: SeedState, seed: OwnSeed | null, round = this.round): void {
    this.state = state;
    if (ALARMS.includes(state)) this.alarm = { state, round };
    this.seed = seed;
    this.round = round;
  }

  #headOf({ seq, head, signature, info }: Update): SignedHead {
    return { table: info.table, seq, head, signature, key: this.#key.current ?? '' };
  }

  #signed({ table, last_seq, head, signature }: ReceiptAnswer): SignedHead {
    return { table, seq: last_seq, head, signature, key: this.#key.current ?? '' };
  }

  async #alone(name: string, run: () => Promise<void>): Promise<void> {
    // Locks need a secure context; without them the server keeps one of the commitments, and all are stored here.
    if (this.#locks === undefined) await run();
    else await this.#locks.request(name, run);
  }
}

function isOf(seed: OwnSeed, { seat, player }: Place): boolean {
  return seed.seat === seat && seed.player === player;
}
