/**
 * The server's transparency log. The browser keeps the last checkpoint that it saw, and asks for the proof that the log
 * still begins with it. If there is none, the server has rewritten its log, and the player is warned.
 */

import { ask, type Outcome } from './api';
import type { ConsistencyAnswer } from './protocol';
import { browserStorage, keep, savedValue, type TextStorage } from './savedValues';
import { serverKey, type ServerKey } from './serverKey.svelte';

const NAME = 'checkpoint';
const NOT_THERE = 'not_found';

/** Returns the proof that the log still begins with its first `old` leaves. */
const consistency = (old: number): Promise<Outcome<ConsistencyAnswer>> => ask(`log/consistency?old=${old}`);

/** A checkpoint, and the key that signed it. */
interface Saved {
  readonly logKey: string;
  readonly note: string;
}

export type LogState = 'unchecked' | 'kept' | 'rewritten';

export class TransparencyLog {
  state = $state<LogState>('unchecked');
  /** The last checkpoint that the log kept. */
  note = $state<string | null>(null);

  readonly #key: ServerKey;
  readonly #ask: typeof consistency;
  readonly #storage: TextStorage;
  #isChecking = false;

  constructor(key: ServerKey = serverKey, ask = consistency, storage: TextStorage = browserStorage) {
    this.#key = key;
    this.#ask = ask;
    this.#storage = storage;
    this.note = savedValue(NAME, isSaved, storage)?.note ?? null;
  }

  /** Asks whether the log still begins with the saved checkpoint. A server that doesn't answer is asked again later. */
  async check(): Promise<void> {
    if (this.#isChecking || this.state === 'rewritten') return;
    this.#isChecking = true;
    try {
      await this.#key.settled();
      if (this.#key.state === 'known') await this.#compare(savedValue(NAME, isSaved, this.#storage));
    } catch {
      // The answer can't be fetched now: the next connection tries again.
    } finally {
      this.#isChecking = false;
    }
  }

  /** Forgets the saved checkpoint, because the player said so, and begins with the server's. */
  async accept(): Promise<void> {
    keep(NAME, null, this.#storage);
    this.state = 'unchecked';
    await this.check();
  }

  async #compare(saved: Saved | null): Promise<void> {
    const [result, checks] = await Promise.all([
      this.#ask(Number(saved?.note.split('\n')[1] ?? 0)),
      import('./consistency').catch(() => null),
    ]);
    // Without the code nothing is known: the next connection tries again.
    if (checks === null) return;
    if (!result.ok) {
      // The log has fewer leaves than it had.
      if (saved !== null && result.code === NOT_THERE) this.state = 'rewritten';
      return;
    }
    const { answer } = result;
    const isSameLog = (saved?.logKey ?? answer.log_key) === answer.log_key;
    const isRight = isSameLog && checks.isNamed(answer, this.#key.current ?? '');
    if (!isRight || answer.checkpoint === null || !checks.isConsistent(saved?.note ?? null, answer)) {
      this.state = 'rewritten';
      return;
    }
    this.note = answer.checkpoint;
    this.state = 'kept';
    keep(NAME, { logKey: answer.log_key, note: answer.checkpoint } satisfies Saved, this.#storage);
  }
}

function isSaved(result: unknown): result is Saved {
  const { logKey, note } = (result ?? {}) as Partial<Record<string, unknown>>;
  return typeof logKey === 'string' && typeof note === 'string' && /^[^\n]+\n\d{1,15}\n/.test(note);
}

export const transparencyLog = new TransparencyLog();
