/** What the page of a table puts into the bar at the top: its name and its menu. */

import type { Snippet } from 'svelte';
import type { Place } from '../rooms';

class Bar {
  table = $state.raw<Snippet | null>(null);
  /** The entry that a table belongs to: that of its game. */
  place = $state<Place | null>(null);
  /** What leaving the seat would cost right now; null where it costs nothing. */
  leaving = $state.raw<(() => string | null) | null>(null);
}

export const bar = new Bar();
