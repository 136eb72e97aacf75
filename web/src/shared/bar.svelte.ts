/** What the page of a table puts into the bar at the top: its name and its menu. */

import type { Snippet } from 'svelte';
import type { Place } from '../rooms';

class Bar {
  table = $state.raw<Snippet | null>(null);
  /** The entry that a table belongs to: that of its game. */
  place = $state<Place | null>(null);
}

export const bar = new Bar();
