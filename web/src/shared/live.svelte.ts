/**
 * A table as it runs: the newest update, and a way to ask for something.
 *
 * A lost connection comes back automatically. What was asked and not yet answered is sent again with the same id, so
 * that it is done once however often it is sent; the table sends what was missed.
 */

import { api, failure, type Outcome } from './api';
import { rememberHead } from './heads';
import { newId } from './ids';
import { pendingAfter } from './ownSeeds';
import { browserPorts, type Line, type Ports } from './ports';
import type { CorrectionNotice, ReceiptAnswer, ServerMessage, TableRequest, Update } from './protocol';
import { release, type Release } from './release.svelte';
import { refusal } from './refusal';
import { Seeding } from './seeding.svelte';
import { serverKey, type ServerKey } from './serverKey.svelte';
import { signatures } from './signatures';
import * as text from './strings';
import { pauseMs } from './backoff';

/** `outdated`: the server speaks another protocol than this page. What was shown stays; nothing more can be asked. */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused' | 'outdated';

/** Something asked for and not yet answered. */
interface Asked {
  readonly id: string;
  readonly request: TableRequest;
  readonly answer: (outcome: Outcome<ReceiptAnswer>) => void;
}

/** The code of a table that is there no longer: coming back to it again and again would be of no use. */
const GONE = 'no_such_table';
const PING_MS = 10_000;
/** A connection that stays silent for this long after a ping is lost, whatever the system says. */
const SILENCE_MS = 8_000;
/** The same after a wake, when the connection may be long dead and the player is waiting. */
const WAKE_SILENCE_MS = 2_000;
const TICK_MS = 1_000;
/** A tick that is this late means that the machine or the page slept. */
const SLEPT_MS = 3_000;

export class LiveTable {
  readonly id: string;
  update = $state.raw<Update | null>(null);
  connection = $state<Connection>('connecting');
  /** Why the table cannot be shown at all. */
  refusal = $state<string | null>(null);
  /** Corrections of your closed rounds, at this table or another, since the page was opened. */
  corrections = $state.raw<readonly CorrectionNotice[]>([]);
  /** Called with the balance of the own wallet when the table says it. */
  onWallet: (balanceCents: number) => void = () => undefined;
  /** How many requests wait for their answer. */
  waiting = $state(0);
  /** When the update came, by `performance.now()`: the clocks in it count down from then. */
  updatedAt = $state(0);

  /** The player's own seed in each round. */
  readonly seeding: Seeding;
  readonly #asFloor: boolean;
  readonly #ports: Ports;
  readonly #key: ServerKey;
  readonly #release: Pick<Release, 'greet'>;
  readonly #listeners = new Set<(update: Update, before: Update | null) => void>();
  readonly #asked = new Map<string, Asked>();
  readonly #unwake: () => void;
  #line: Line | null = null;
  #attempts = 0;
  #stopRetry: () => void = () => undefined;
  #stopTicks: () => void = () => undefined;
  /** How many messages have come, so that a ping can tell whether anything came after it. */
  #heardCount = 0;
  #isOver = false;

  constructor(
    id: string,
    asFloor = false,
    ports: Ports = browserPorts(),
    key: ServerKey = serverKey,
    ownRelease: Pick<Release, 'greet'> = release,
  ) {
    this.id = id;
    this.#asFloor = asFloor;
    this.#ports = ports;
    this.#key = key;
    this.#release = ownRelease;
    this.seeding = new Seeding(id, (request) => this.ask(request), key, ports.locks, ports.storage);
    this.#unwake = ports.onWake(() => this.#wake());
    this.#connect();
    // Needed when the first seeds are locked, which is too late to fetch it.
    void signatures();
  }

  /** Your seat, or null when you watch. */
  get you(): number | null {
    return this.update?.you ?? null;
  }

  /** Whether the table can't be reached by trying again. */
  get isEnded(): boolean {
    return this.connection === 'refused' || this.connection === 'outdated';
  }

  /** Calls back for every update, in order. Returns what stops it. */
  listen(listener: (update: Update, before: Update | null) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks for something; the answer comes when it is on the server's disk, or when it was refused. */
  ask(request: TableRequest): Promise<Outcome<ReceiptAnswer>> {
    return new Promise((answer) => {
      const asked = { id: newId(), request, answer };
      this.#asked.set(asked.id, asked);
      this.waiting = this.#asked.size;
      if (this.connection === 'refused') this.#answered(asked.id, failure(this.refusal ?? ''));
      else if (this.connection === 'outdated') this.#answered(asked.id, failure(text.updated));
      else if (this.connection === 'open') this.#send(asked);
    });
  }

  /** Connects again as another guest: a visitor who has just become a guest is no longer a spectator. */
  reconnect(): void {
    this.#stopRetry();
    this.#drop();
    this.#attempts = 0;
    // Requests from here on wait for the new connection.
    if (this.connection === 'open') this.connection = 'connecting';
    this.#connect();
  }

  close(): void {
    this.#isOver = true;
    this.#unwake();
    this.#stopRetry();
    this.#drop();
  }

  #connect(): void {
    const { connect, clock, storage } = this.#ports;
    // A page that was reloaded asks for the events of its own seed again, and for no others.
    const after = this.update?.seq ?? pendingAfter(this.id, storage);
    const query = { ...(after === null ? {} : { after: String(after) }), ...(this.#asFloor ? { floor: 'true' } : {}) };
    const line = connect(`api/tables/${encodeURIComponent(this.id)}/live`, query, {
      heard: (text) => {
        // Ignore messages of an abandoned line: the next one sends them again, or newer ones.
        if (line !== this.#line) return;
        this.#heardCount += 1;
        this.#heard(JSON.parse(text) as ServerMessage);
      },
      ended: () => {
        if (line === this.#line) this.#lost();
      },
    });
    this.#line = line;
    // A connection that never comes about is given up, and tried again.
    clock.after(SILENCE_MS, () => {
      if (line === this.#line && this.connection !== 'open') this.#lost();
    });
  }

  #heard(message: ServerMessage): void {
    switch (message.kind) {
      case 'welcome':
        if (!this.#release.greet(message)) {
          this.#ends('outdated', text.updated);
          return;
        }
        void this.#key.meet(message.key, statements);
        this.#opened();
        return;
      case 'update':
        this.#updated(message);
        return;
      case 'correction':
        this.corrections = [...this.corrections, message];
        return;
      case 'wallet':
        this.onWallet(message.balance_cents);
        return;
      case 'done':
        this.#answered(message.id, { ok: true, answer: message.receipt });
        return;
      case 'refused':
        if (message.id !== null) this.#answered(message.id, refusal(message));
        else if (this.update === null || message.code === GONE) this.#refused(refusal(message).faults.join(' '));
        return;
      case 'pong':
    }
  }

  #opened(): void {
    this.#attempts = 0;
    this.connection = 'open';
    this.#stopTicks();
    this.#stopTicks = this.#tick();
    for (const asked of this.#asked.values()) this.#send(asked);
  }

  #updated(update: Update): void {
    const before = this.update;
    // After a reconnection the table may tell again what is known already.
    if (before !== null && update.seq < before.seq) return;
    // After a gap, or at the start, only the current state is shown: events with gaps aren't announced.
    const shown = before === null || update.is_gap ? { ...update, happened: [], is_gap: before !== null } : update;
    this.updatedAt = this.#ports.clock.now();
    this.update = shown;
    if (update.you !== null) rememberHead(update, this.#key.current ?? '', this.#ports.storage);
    void this.seeding.follow(update);
    for (const listener of this.#listeners) listener(shown, before);
  }

  #send(asked: Asked): void {
    this.#line?.send(JSON.stringify({ kind: 'ask', id: asked.id, request: asked.request }));
  }

  #answered(id: string, outcome: Outcome<ReceiptAnswer>): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    this.waiting = this.#asked.size;
    asked.answer(outcome);
  }

  /** Pings every ten seconds, and at once when a late tick shows that the machine slept. */
  #tick(): () => void {
    const { clock } = this.#ports;
    let tickedAt = clock.wall();
    let pingedAt = clock.now();
    return clock.every(TICK_MS, () => {
      const isLate = clock.wall() - tickedAt > SLEPT_MS;
      tickedAt = clock.wall();
      if (!isLate && clock.now() - pingedAt < PING_MS) return;
      pingedAt = clock.now();
      this.#ping(isLate ? WAKE_SILENCE_MS : SILENCE_MS);
    });
  }

  #ping(patienceMs: number): void {
    const [line, heard, { clock }] = [this.#line, this.#heardCount, this.#ports];
    line?.send(JSON.stringify({ kind: 'ping', at: Math.round(clock.now()) }));
    clock.after(patienceMs, () => {
      if (line === this.#line && this.connection === 'open' && this.#heardCount === heard) this.#lost();
    });
  }

  #lost(): void {
    this.#drop();
    if (this.#isOver || this.isEnded) return;
    this.connection = this.update === null ? 'connecting' : 'lost';
    this.#attempts += 1;
    this.#stopRetry();
    this.#stopRetry = this.#ports.clock.after(pauseMs(this.#attempts, this.#ports.random()), () => this.#connect());
  }

  #refused(why: string): void {
    this.refusal = why;
    this.#ends('refused', why);
  }

  /** No further connection is tried. */
  #ends(connection: 'refused' | 'outdated', why: string): void {
    this.connection = connection;
    for (const id of [...this.#asked.keys()]) this.#answered(id, failure(why));
    this.#drop();
  }

  #drop(): void {
    this.#stopTicks();
    const line = this.#line;
    this.#line = null;
    line?.close();
  }

  /** Acts at once when the network changes or when the page becomes visible again. */
  #wake(): void {
    if (this.#isOver || this.isEnded) return;
    if (this.#line !== null) {
      if (this.connection === 'open') this.#ping(WAKE_SILENCE_MS);
      return;
    }
    this.#stopRetry();
    this.#connect();
  }
}

/** The rotation statements of the server, or none when it doesn't answer. */
async function statements(): Promise<readonly string[]> {
  const result = await api.keys();
  return result.ok ? result.answer.statements : [];
}
