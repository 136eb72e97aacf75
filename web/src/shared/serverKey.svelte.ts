/**
 * The key with which the server signs. The browser remembers the first one it meets; a later key must be named by a
 * rotation statement of the one before, or the player is warned and seeds stay secret until the player accepts it.
 */

import { browserStorage, isText, keep, savedValue, type TextStorage } from './savedValues';
import { signatures } from './signatures';

const NAME = 'key';

export type KeyState = 'none' | 'known' | 'checking' | 'unexplained';
type Statements = () => Promise<readonly string[]>;

export class ServerKey {
  state = $state<KeyState>('none');
  /** The key that this browser trusts. */
  known = $state<string | null>(null);
  /** The key that the server used last. */
  current = $state<string | null>(null);
  /** Whether a rotation statement has just explained a new key. */
  wasRotated = $state(false);

  readonly #storage: TextStorage;
  #checking: Promise<void> = Promise.resolve();

  constructor(storage: TextStorage = browserStorage) {
    this.#storage = storage;
    this.known = savedValue(NAME, isText, storage);
  }

  /** Compares the key of a new connection with the one that is known. */
  meet(key: string, statements: Statements): Promise<void> {
    this.known = savedValue(NAME, isText, this.#storage) ?? this.known;
    if (key === this.current && this.state !== 'none') return this.#checking;
    this.current = key;
    if (this.known === null || this.known === key) {
      this.#trust(key);
      return Promise.resolve();
    }
    this.state = 'checking';
    this.#checking = this.#explain(this.known, key, statements);
    return this.#checking;
  }

  /** Waits until a changed key is either explained or not. */
  settled(): Promise<void> {
    return this.#checking;
  }

  /** Trusts the new key although nothing explains it, because the player said so. */
  accept(): void {
    if (this.current !== null) this.#trust(this.current);
  }

  async #explain(from: string, to: string, statements: Statements): Promise<void> {
    const [result, { isSucceeded }] = await Promise.all([statements(), signatures()]);
    if (this.current !== to || this.state !== 'checking') return;
    if (isSucceeded(from, to, result)) {
      this.wasRotated = true;
      this.#trust(to);
    } else {
      this.state = 'unexplained';
    }
  }

  #trust(key: string): void {
    this.known = key;
    this.state = 'known';
    keep(NAME, key, this.#storage);
  }
}

export const serverKey = new ServerKey();
