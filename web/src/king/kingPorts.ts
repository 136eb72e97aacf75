/** Ports of a sheet and a room: the server, the clock, storage, announcements, and sound. Tests replace them. */

import { announcer } from '../shared/announcer.svelte';
import { api } from '../shared/api';
import { browserStorage, type TextStorage } from '../shared/savedValues';
import { browserClock, type Clock } from '../shared/ports';
import { play, type Sound } from '../shared/sound';

export interface KingPorts {
  readonly clock: Clock;
  readonly storage: TextStorage;
  /** Reads a sheet: its hands, and the best each can become. */
  readonly read: typeof api.kingRead;
  readonly advice: typeof api.tableAdvice;
  readonly say: (text: string) => void;
  readonly shout: (text: string) => void;
  readonly play: (sound: Sound) => void;
}

export const BROWSER: KingPorts = {
  clock: browserClock,
  storage: browserStorage,
  read: api.kingRead,
  advice: api.tableAdvice,
  say: (text) => announcer.say(text),
  shout: (text) => announcer.shout(text),
  play,
};
