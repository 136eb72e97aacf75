/** What the page of a table puts into the bar at the top: its name and its menu. */

import type { Snippet } from 'svelte';

class Bar {
  table = $state.raw<Snippet | null>(null);
}

export const bar = new Bar();
