/** Hands and sheets that a player has begun and not finished. */

import { api } from '../shared/api';
import type { LobbyEntry } from '../shared/protocol';
import type { GameName } from './lobbyWords';

/** The newest table of a game at which the player has a wager or a sheet in the round in progress. */
export function unfinished(tables: readonly LobbyEntry[], game: GameName): LobbyEntry | null {
  return tables.findLast((table) => table.game === game && table.is_in_round) ?? null;
}

/** Asks the server. Null where there is none, and where the server doesn't say. */
export async function findUnfinished(game: GameName): Promise<LobbyEntry | null> {
  const result = await api.lobby();
  return result.ok ? unfinished(result.answer.tables, game) : null;
}
