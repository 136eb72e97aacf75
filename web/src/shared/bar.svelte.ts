/** The content that the page of a table adds to the bar at the top: its name and its menu. */

import type { Snippet } from 'svelte';
import type { Place } from '../rooms';

class Bar {
  table = $state.raw<Snippet | null>(null);
  /** The entry that a table belongs to: that of its game. */
  place = $state<Place | null>(null);
  /** The cost of leaving the seat right now, as a sentence; null if there is none. */
  leaving = $state.raw<(() => string | null) | null>(null);
}

export const bar = new Bar();
