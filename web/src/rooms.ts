/** Which page an address leads to. The home page is in the first load; every other page is fetched on the first visit. */

import type { Component } from 'svelte';
import Home from './home/Home.svelte';

/** Every page gets the rest of its path, and the query. */
export interface PageProps {
  readonly path: readonly string[];
  readonly query: string;
}

export type Place = 'home' | 'criss-cross' | 'king' | 'tables' | 'rules' | 'me' | 'none';

export interface Room {
  /** The entry of the bar that is marked. */
  readonly place: Place;
  /** The number of path parts that lead here; the page reads the rest. */
  readonly depth: number;
  /** Whether it fills the window, as a table does. */
  readonly isWhole: boolean;
  readonly load: () => Promise<{ default: Component<PageProps> }>;
}

/** A page may declare fewer props than it gets, which its type can't express. */
function room(place: Place, depth: number, load: () => Promise<{ default: unknown }>, isWhole = false): Room {
  return { place, depth, load: load as Room['load'], isWhole };
}

const ROOMS: Readonly<Record<string, Room>> = {
  '': room('home', 0, () => Promise.resolve({ default: Home })),
  'criss-cross': room('criss-cross', 1, () => import('./criss-cross/CrissCross.svelte')),
  settle: room('rules', 1, () => import('./criss-cross/settle/Settle.svelte')),
  king: room('king', 1, () => import('./king/King.svelte')),
  'king/daily': room('king', 2, () => import('./king/Daily.svelte')),
  'king/daily/': room('king', 2, () => import('./king/DailyPlay.svelte'), true),
  'king/paper': room('king', 2, () => import('./king/Paper.svelte'), true),
  'king/review/': room('king', 2, () => import('./king/Review.svelte')),
  tables: room('tables', 1, () => import('./tables/Tables.svelte')),
  table: room('tables', 1, () => import('./tables/Table.svelte'), true),
  rounds: room('me', 1, () => import('./rounds/Rounds.svelte')),
  me: room('me', 1, () => import('./tables/Me.svelte')),
  rules: room('rules', 1, () => import('./rules/Rules.svelte')),
};
const NOT_FOUND = room('none', 0, () => import('./home/notFound/NotFound.svelte'));

/** The room with the longest matching prefix of the path; a slash at its end matches any next part. */
export function roomOf(path: readonly string[]): Room {
  const [first = '', second = ''] = path;
  const deep = ROOMS[`${first}/${second}${path.length > 2 ? '/' : ''}`];
  return (path.length > 1 ? deep : undefined) ?? ROOMS[first] ?? NOT_FOUND;
}
