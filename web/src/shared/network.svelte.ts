/** Whether the server can be reached, by the browser's network status and the connection of the open table. */

import { announcer } from './announcer.svelte';
import * as text from './strings';

/** The browser's own view of the network. */
export interface NetworkPort {
  readonly isOnline: () => boolean;
  /** Calls back when the network comes or goes. */
  readonly onChange: (run: () => void) => void;
}

/**
 * - `there`: the server can be reached, as far as we know.
 * - `offline`: this device has no network.
 * - `lost`: the network is there, and the table's connection isn't.
 */
export type NetworkState = 'there' | 'offline' | 'lost';

export const NETWORK_WORDS: Readonly<Record<Exclude<NetworkState, 'there'>, string>> = {
  offline: text.offline,
  lost: text.connectionLost,
};

export class Network {
  state = $state<NetworkState>('there');
  readonly #port: NetworkPort;
  readonly #shout: (text: string) => void;
  #isTableLost = false;

  constructor(port: NetworkPort, shout: (text: string) => void) {
    this.#port = port;
    this.#shout = shout;
    port.onChange(() => this.#look());
    this.#look();
  }

  /** The table's connection was lost, or is back, or its page was left. */
  table(isLost: boolean): void {
    this.#isTableLost = isLost;
    this.#look();
  }

  #look(): void {
    const before = this.state;
    this.state = !this.#port.isOnline() ? 'offline' : this.#isTableLost ? 'lost' : 'there';
    if (before === this.state) return;
    // Said once for each time away, whichever reason is found first.
    if (this.state === 'there') this.#shout(text.online);
    else if (before === 'there') this.#shout(NETWORK_WORDS[this.state]);
  }
}

export const network = new Network(
  {
    isOnline: () => navigator.onLine,
    onChange: (run) => {
      window.addEventListener('online', run);
      window.addEventListener('offline', run);
    },
  },
  (text) => announcer.shout(text),
);
