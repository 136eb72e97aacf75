/** The code of each game's table, fetched when it is first needed. */

export const feltRoom = (): Promise<typeof import('../criss-cross/Felt.svelte')> =>
  import('../criss-cross/Felt.svelte');
export const kingRoom = (): Promise<typeof import('../king/Room.svelte')> => import('../king/Room.svelte');

const ROOMS: Readonly<Record<string, () => Promise<unknown>>> = {
  'criss-cross': feltRoom,
  'king-cross': kingRoom,
};

/** Starts to fetch the code of a game before it is shown. The component that shows it reports a failure. */
export function fetchRoom(game: string): void {
  ROOMS[game]?.().catch(() => undefined);
}

/** Does the same for the page of a table: a button calls it when it is pressed. */
export function fetchTable(game: string): void {
  import('./Table.svelte').catch(() => undefined);
  fetchRoom(game);
}
