/** A server for tests that replays what the real one said (`recorded/`), and can lose, delay and refuse. */

import type { TextStorage } from '../shared/savedValues';
import type { Line, LineEvents, Ports } from '../shared/ports';
import type { ClientMessage, Happened, ServerMessage, TableAnswer, TableRequest, Update } from '../shared/protocol';
import { signatures } from '../shared/signatures';
import { FakeClock } from './fakeClock';
import king from './recorded/king.json';
import rounds from './recorded/rounds.json';
import wheel from './recorded/wheel.json';

type Ask = Extract<ClientMessage, { kind: 'ask' }>;
type Refused = Extract<ServerMessage, { kind: 'refused' }>;
type Entry = { readonly connected: number | null } | { readonly asked: Ask } | { readonly heard: ServerMessage };

export interface Recording {
  readonly table: TableAnswer;
  readonly entries: readonly Entry[];
}

export const RECORDINGS = { king, rounds, wheel } as unknown as Readonly<
  Record<'king' | 'rounds' | 'wheel', Recording>
>;

// Fetched in real time, which a test doesn't move.
await signatures();

const WAY_MS = 5;

/** The requests of a recording, in order. */
export function requestsOf({ entries }: Recording): TableRequest[] {
  return entries.flatMap((entry) => ('asked' in entry ? [entry.asked.request] : []));
}

/** The updates of a recording, in order. */
export function updatesOf({ entries }: Recording): Update[] {
  return entries.flatMap((entry) => ('heard' in entry && entry.heard.kind === 'update' ? [entry.heard] : []));
}

export class FakeServer {
  readonly clock = new FakeClock();
  readonly stored = new Map<string, string>();
  readonly ports: Ports;
  /** How each socket was opened. */
  readonly opened: { readonly path: string; readonly query: Readonly<Record<string, string>> }[] = [];
  /** Everything that arrived, whether it was answered or not. */
  readonly received: ClientMessage[] = [];
  /** The server is there, and nothing it says arrives. */
  isMute = false;
  /** Nobody answers a new socket. */
  isDown = false;
  isStorageBlocked = false;

  readonly #recording: Recording;
  #at = 0;
  #line: { readonly events: LineEvents } | null = null;
  #newest: Update | null = null;
  #welcome: ServerMessage | null = null;
  readonly #happened: Happened[] = [];
  readonly #answers = new Map<string, ServerMessage>();
  #refusal: Refused['code'] | null = null;
  #isGap = false;
  #late: ServerMessage[] | null = null;
  readonly #wakers = new Set<() => void>();

  constructor(recording: Recording) {
    this.#recording = recording;
    this.ports = {
      connect: (path, query, events) => this.#connect(path, query, events),
      clock: this.clock,
      storage: this.#storage(),
      locks: undefined,
      random: () => 0,
      onWake: (run) => {
        this.#wakers.add(run);
        return () => this.#wakers.delete(run);
      },
    };
  }

  /** What was asked, seeds left out. */
  get asks(): readonly Ask[] {
    return this.received.filter((message) => message.kind === 'ask').filter(({ request }) => !isSeed(request));
  }
  get pings(): number {
    return this.received.filter(({ kind }) => kind === 'ping').length;
  }
  get isOpen(): boolean {
    return this.#line !== null;
  }

  pass = (ms: number): Promise<void> => this.clock.pass(ms);

  /** The socket breaks. */
  cut(): void {
    const line = this.#line;
    this.#line = null;
    line?.events.ended();
  }

  /** The page is looked at again, or the network changed. */
  wake(): void {
    for (const run of this.#wakers) run();
  }

  /** The next ask is refused. */
  refuse(code: Refused['code']): void {
    this.#refusal = code;
  }

  /** Forget the events, so that a client that returns has missed too much. */
  forget(): void {
    this.#isGap = true;
    this.#happened.length = 0;
  }

  /** Another version runs from now on, and greets the next socket. */
  upgrade(protocol: number, version: string): void {
    if (this.#welcome?.kind === 'welcome') this.#welcome = { ...this.#welcome, protocol: protocol as 1, version };
  }

  /** What the server says from now on arrives only when it is let go. */
  delay(): void {
    this.#late ??= [];
  }
  async arrive(): Promise<void> {
    const late = this.#late ?? [];
    this.#late = null;
    for (const message of late) this.say(message);
    await this.pass(WAY_MS);
  }

  /** Says something that was never recorded. */
  say(message: ServerMessage): void {
    if (message.kind === 'update') this.#newest = message;
    if (this.isMute) return;
    if (this.#late !== null) {
      this.#late.push(message);
      return;
    }
    const line = this.#line;
    this.clock.after(WAY_MS, () => {
      if (line === this.#line) line?.events.heard(JSON.stringify(message));
    });
  }

  #connect(path: string, query: Readonly<Record<string, string>>, events: LineEvents): Line {
    this.opened.push({ path, query });
    const line = { events };
    if (!this.isDown) {
      this.#line = line;
      this.clock.after(WAY_MS, () => this.#greet(line, query['after'] ?? null));
    }
    return {
      send: (text) => {
        if (this.#line === line) this.#heard(JSON.parse(text) as ClientMessage);
      },
      close: () => {
        if (this.#line === line) this.#line = null;
      },
    };
  }

  #greet(line: object, after: string | null): void {
    if (this.#line !== line) return;
    if (this.#newest === null) {
      this.#at += 1;
      this.#play();
      return;
    }
    if (this.#welcome !== null) this.say(this.#welcome);
    const happened = this.#happened.filter(({ seq }) => after !== null && seq > Number(after));
    this.say({ ...this.#newest, happened, is_gap: this.#isGap });
  }

  #heard(message: ClientMessage): void {
    this.received.push(message);
    if (message.kind === 'ping') {
      this.say({ kind: 'pong', at: message.at });
      return;
    }
    const { id, request } = message;
    const known = this.#answers.get(id);
    if (known !== undefined) {
      this.say(known);
      return;
    }
    if (this.#refusal !== null && !isSeed(request)) {
      const refusal = this.#refusal;
      this.#refusal = null;
      this.say(refused(refusal, id));
      return;
    }
    const next = this.#recording.entries[this.#at];
    if (isSeed(request)) {
      this.say(refused('wrong_stage', id));
    } else if (next !== undefined && 'asked' in next && isLike(next.asked.request, request)) {
      this.#at += 1;
      this.#play(id);
    } else {
      throw new Error(`nothing was recorded for ${JSON.stringify(request)}`);
    }
  }

  /** Says what was recorded up to the next request. */
  #play(id: string | null = null): void {
    for (
      let entry = this.#recording.entries[this.#at];
      entry !== undefined && 'heard' in entry;
      entry = this.#recording.entries[this.#at]
    ) {
      this.#at += 1;
      const { heard } = entry;
      const message = 'id' in heard && id !== null ? { ...heard, id } : heard;
      if (message.kind === 'welcome') this.#welcome = message;
      if (message.kind === 'update') this.#happened.push(...message.happened);
      if (message.kind === 'done' && id !== null) this.#answers.set(id, message);
      this.say(message);
    }
  }

  #storage(): TextStorage {
    const open = (): Map<string, string> => {
      if (this.isStorageBlocked) throw new Error('storage is blocked');
      return this.stored;
    };
    return {
      getItem: (key) => open().get(key) ?? null,
      setItem: (key, value) => void open().set(key, value),
      removeItem: (key) => void open().delete(key),
    };
  }
}

/** A refusal for one reason; without an id it is about the socket as a whole. */
export function refused(code: Refused['code'], id: string | null = null): Refused {
  const reason = { code, field: '', params: {} };
  return {
    kind: 'refused',
    id,
    error: code,
    faults: [code],
    ...reason,
    details: [{ ...reason, message: code, clause: '' }],
  };
}

function isSeed({ kind }: TableRequest): boolean {
  return kind === 'commit_seed' || kind === 'reveal_seed';
}

/** Whether two requests ask for the same; the round is named by the recording. */
function isLike(one: TableRequest, other: TableRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
