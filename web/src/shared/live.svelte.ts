/**
 * A table as it runs: the newest update, and a way to ask for something.
 *
 * A lost connection comes back by itself. Whatever was asked and not yet answered is sent again with the same id, so
 * that it is done once however often it is sent; the table tells what was missed.
 */

import { api, type Outcome } from './api';
import { rememberHead } from './heads';
import { newId } from './ids';
import { pendingAfter } from './ownSeeds';
import type { CorrectionNotice, ReceiptAnswer, ServerMessage, TableRequest, Update } from './protocol';
import { Seeding } from './seeding.svelte';
import { serverKey } from './serverKey.svelte';
import { pauseMs } from './waiting';

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

/** Something asked for and not yet answered. */
interface Asked {
  readonly id: string;
  readonly request: TableRequest;
  readonly answer: (outcome: Outcome<ReceiptAnswer>) => void;
}

/** The code of a table that is there no longer: coming back to it again and again would be of no use. */
const GONE = 'no_such_table';
const PING_MS = 10_000;
/** A connection that stays silent for so long after a ping is lost, whatever the system says. */
const SILENCE_MS = 8_000;

export class LiveTable {
  readonly id: string;
  update = $state.raw<Update | null>(null);
  connection = $state<Connection>('connecting');
  /** Why the table cannot be shown at all. */
  refusal = $state<string | null>(null);
  /** Corrections of your closed rounds, at this table or another, since the page was opened. */
  corrections = $state.raw<readonly CorrectionNotice[]>([]);
  /** How many requests wait for their answer. */
  waiting = $state(0);
  /** When the update came, by `performance.now()`: the clocks in it count down from then. */
  updatedAt = $state(0);

  /** The player's own seed in each round. */
  readonly seeding: Seeding;
  readonly #asFloor: boolean;
  readonly #listeners = new Set<(update: Update, before: Update | null) => void>();
  readonly #asked = new Map<string, Asked>();
  #socket: WebSocket | null = null;
  #attempts = 0;
  #retry = 0;
  #heartbeat = 0;
  #heardAt = 0;
  #isOver = false;

  constructor(id: string, asFloor = false) {
    this.id = id;
    this.#asFloor = asFloor;
    const locks = navigator.locks as LockManager | undefined;
    this.seeding = new Seeding(id, (request) => this.ask(request), serverKey, locks);
    window.addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#connect();
  }

  /** Your seat, or null when you watch. */
  get you(): number | null {
    return this.update?.you ?? null;
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
      if (this.connection === 'refused') this.#answered(asked.id, { ok: false, faults: [this.refusal ?? ''], code: null });
      else if (this.connection === 'open') this.#send(asked);
    });
  }

  /** Connects anew, as somebody else: a guest who was just made is not the spectator of before. */
  reconnect(): void {
    window.clearTimeout(this.#retry);
    this.#drop();
    this.#attempts = 0;
    // What is asked from here on waits until the new connection is there.
    if (this.connection === 'open') this.connection = 'connecting';
    this.#connect();
  }

  close(): void {
    this.#isOver = true;
    window.removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    window.clearTimeout(this.#retry);
    this.#drop();
  }

  #connect(): void {
    const address = new URL(`api/tables/${encodeURIComponent(this.id)}/live`, document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    // A page that was loaded again asks for what happened to its own seed; nothing else is told twice.
    const after = this.update?.seq ?? pendingAfter(this.id);
    if (after !== null) address.searchParams.set('after', String(after));
    if (this.#asFloor) address.searchParams.set('floor', 'true');
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) => {
      this.#heardAt = performance.now();
      this.#heard(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    // A connection that never comes about is given up, and tried anew.
    window.setTimeout(() => {
      if (socket === this.#socket && this.connection !== 'open') this.#lost();
    }, SILENCE_MS);
  }

  #heard(message: ServerMessage): void {
    switch (message.kind) {
      case 'welcome':
        void serverKey.meet(message.key, statements);
        this.#opened();
        return;
      case 'update':
        this.#updated(message);
        return;
      case 'correction':
        this.corrections = [...this.corrections, message];
        return;
      case 'done':
        this.#answered(message.id, { ok: true, answer: message.receipt });
        return;
      case 'refused':
        if (message.id !== null) this.#answered(message.id, { ok: false, faults: message.faults, code: message.code });
        else if (this.update === null || message.code === GONE) this.#refused(message.error);
        return;
      case 'pong':
    }
  }

  #opened(): void {
    this.#attempts = 0;
    this.connection = 'open';
    window.clearInterval(this.#heartbeat);
    this.#heartbeat = window.setInterval(() => this.#beat(), PING_MS);
    for (const asked of this.#asked.values()) this.#send(asked);
  }

  #updated(update: Update): void {
    const before = this.update;
    // After a reconnection the table may tell again what is known already.
    if (before !== null && update.seq < before.seq) return;
    const shown = before === null ? { ...update, happened: [], is_gap: false } : update;
    this.updatedAt = performance.now();
    this.update = shown;
    if (update.you !== null) rememberHead(update, serverKey.current ?? '');
    void this.seeding.follow(update);
    for (const listener of this.#listeners) listener(shown, before);
  }

  #send(asked: Asked): void {
    this.#socket?.send(JSON.stringify({ kind: 'ask', id: asked.id, request: asked.request }));
  }

  #answered(id: string, outcome: Outcome<ReceiptAnswer>): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    this.waiting = this.#asked.size;
    asked.answer(outcome);
  }

  #beat(): void {
    const sent = performance.now();
    this.#socket?.send(JSON.stringify({ kind: 'ping', at: Math.round(sent) }));
    window.setTimeout(() => {
      if (this.connection === 'open' && this.#heardAt < sent) this.#lost();
    }, SILENCE_MS);
  }

  #lost(): void {
    this.#drop();
    if (this.#isOver || this.connection === 'refused') return;
    this.connection = this.update === null ? 'connecting' : 'lost';
    this.#attempts += 1;
    window.clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.#connect(), pauseMs(this.#attempts, Math.random()));
  }

  #refused(why: string): void {
    this.refusal = why;
    this.connection = 'refused';
    for (const id of [...this.#asked.keys()]) this.#answered(id, { ok: false, faults: [why], code: null });
    this.#drop();
  }

  #drop(): void {
    window.clearInterval(this.#heartbeat);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Does not wait when the network is back, or when somebody looks again. */
  readonly #hurry = (): void => {
    if (this.#socket !== null || this.#isOver || document.hidden || this.connection === 'refused') return;
    window.clearTimeout(this.#retry);
    this.#connect();
  };
}

/** The rotation statements of the server, or none when it doesn't answer. */
async function statements(): Promise<readonly string[]> {
  const found = await api.keys();
  return found.ok ? found.answer.statements : [];
}
