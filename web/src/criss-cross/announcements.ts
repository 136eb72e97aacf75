/** The announcements and sounds of an update, and when they come. Pure. */

import type { Happened } from '../shared/protocol';
import type { Sound } from '../shared/sound';
import { SPOKEN } from './strings';
import { tell, type Telling } from './eventSentences';

export interface Announcements {
  readonly now: readonly string[];
  /** Announced once cards and wheels have stopped. */
  readonly later: readonly string[];
  readonly sounds: readonly Sound[];
}

const SETTLING = new Set(['wager_settled', 'round_settled']);
const MAKES_A_TURN = ['cards_dealt', 'community_revealed', 'bet_placed', 'seat_folded'];

/** `due` is the title of the bet that the player is to decide on now, if there is one. */
export function announcements(
  said: readonly Happened[],
  telling: Telling,
  waits: boolean,
  due: string | null,
): Announcements {
  const kinds = new Set<string>(said.map(({ event }) => event.kind));
  const has = (sought: readonly string[]): boolean => sought.some((kind) => kinds.has(kind));
  const texts = tell(said, telling);
  const isLater = ([kind]: readonly [string, string]): boolean => waits && SETTLING.has(kind);
  const turn = due !== null && has(MAKES_A_TURN) ? [SPOKEN.yourTurn(due)] : [];
  return {
    now: [...texts.filter((text) => !isLater(text)).map(([, text]) => text), ...turn],
    later: texts.filter(isLater).map(([, text]) => text),
    sounds: [
      ...(has(['cards_dealt']) ? (['card'] as const) : []),
      ...(has(['community_revealed']) ? (['turn'] as const) : []),
    ],
  };
}
