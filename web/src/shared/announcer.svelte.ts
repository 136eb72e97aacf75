/** Announcements for screen readers. `App` has the two live regions. */

import { untrack } from 'svelte';

const MOST_KEPT = 12;
let counted = 0;

interface Said {
  readonly id: number;
  readonly text: string;
}

class Announcer {
  /** Read when the reader has time, in order. */
  polite = $state.raw<readonly Said[]>([]);
  /** Read at once: ten seconds left, connection lost and back. */
  urgent = $state.raw<readonly Said[]>([]);

  say(text: string): void {
    if (text === '') return;
    // Untracked, so that an effect that announces something doesn't run again with each announcement.
    this.polite = [...untrack(() => this.polite), { id: (counted += 1), text }].slice(-MOST_KEPT);
  }

  shout(text: string): void {
    this.urgent = [{ id: (counted += 1), text }];
  }
}

export const announcer = new Announcer();
