/** What a sheet and a room need besides their game: questions to the server, time, storage, and a voice. Tests put their own in place. */

import { announcer } from '../shared/announcer.svelte';
import { api } from '../shared/api';
import { browserStorage, type TextStorage } from '../shared/savedValues';
import { browserClock, type Clock } from '../shared/ports';
import { play, type Sound } from '../shared/sound';

export interface KingPorts {
  readonly clock: Clock;
  readonly storage: TextStorage;
  /** Reads a sheet: what it is, and what it can become. */
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
