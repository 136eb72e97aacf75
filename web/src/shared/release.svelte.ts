/**
 * Whether this page is the one that the server serves now. After an upgrade it isn't: the page says so and offers to
 * reload. It never reloads on its own, because a hand may be in progress.
 */

import type { Welcome } from './protocol';

/** The protocol of tables that this page speaks. */
export const PROTOCOL: Welcome['protocol'] = 1;

/**
 * - `current`: nothing speaks against it.
 * - `replaced`: the server has another version, or no longer has the files of this one. What is loaded works.
 * - `unreadable`: the server speaks another protocol, so tables can't be shown.
 */
export type ReleaseState = 'current' | 'replaced' | 'unreadable';

/** The parts of the document that this module uses. */
export interface Origin {
  /** The version that the page was built for; empty while it is developed. */
  readonly version: string;
  /** The document that the server serves now; null when it doesn't answer. */
  readonly fetchDocument: () => Promise<string | null>;
  /** The address of the page's first script, as its own document has it. */
  readonly script: () => string | null;
}

export class Release {
  state = $state<ReleaseState>('current');
  readonly #origin: Origin;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  /** Compares the version that the server names with each answer. */
  meet(version: string | null): void {
    const own = this.#origin.version;
    if (version !== null && own !== '' && version !== own) this.#replaced();
  }

  /** Compares what a table names first. Returns whether this page can read the rest. */
  greet({ protocol, version }: { readonly protocol: number; readonly version: string }): boolean {
    this.meet(version);
    if (protocol !== PROTOCOL) this.state = 'unreadable';
    return protocol === PROTOCOL;
  }

  /** Part of the page didn't load, or failed: looks whether the server has replaced it. */
  async check(): Promise<void> {
    const [script, result] = [this.#origin.script(), await this.#origin.fetchDocument()];
    if (script !== null && result !== null && !result.includes(script)) this.#replaced();
  }

  #replaced(): void {
    if (this.state === 'current') this.state = 'replaced';
  }
}

export const browserOrigin: Origin = {
  version: import.meta.env.CROSSFELT_VERSION,
  fetchDocument: async () => {
    try {
      const response = await fetch('./', { cache: 'no-cache' });
      return response.ok ? await response.text() : null;
    } catch {
      return null;
    }
  },
  script: () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null,
};

export const release = new Release(browserOrigin);
