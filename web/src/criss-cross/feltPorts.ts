/** What a felt needs besides its table: time, storage, the wallet, and a voice. Tests put their own in place. */

import { announcer } from '../shared/announcer.svelte';
import { atRest } from '../shared/frames';
import { guest } from '../shared/guest.svelte';
import { browserStorage, type TextStorage } from '../shared/savedValues';
import { browserClock, type Clock } from '../shared/ports';
import { preferences } from '../shared/preferences.svelte';
import type { Update } from '../shared/protocol';
import { play, type Sound } from '../shared/sound';

/** The wallet of the guest: its balance, and the part that may be shown before a round is revealed. */
export type Wallet = Pick<typeof guest, 'me' | 'balanceCents' | 'refill' | 'hold' | 'release'>;

export interface FeltPorts {
  readonly clock: Clock;
  /** Calls back once no card moves. The answer cancels it. */
  readonly atRest: (run: () => void) => () => void;
  readonly storage: TextStorage;
  readonly wallet: Wallet;
  readonly isStill: () => boolean;
  readonly say: (text: string) => void;
  readonly play: (sound: Sound) => void;
  /** Settled rounds that were on the felt when their page was left, by table, so that they are there again on return. */
  readonly left: Map<string, Update>;
}

export const BROWSER: FeltPorts = {
  clock: browserClock,
  atRest: (run) => atRest('.felt .cross, .felt .hand', run),
  storage: browserStorage,
  wallet: guest,
  isStill: () => preferences.isStill,
  say: (text) => announcer.say(text),
  play,
  left: new Map(),
};
