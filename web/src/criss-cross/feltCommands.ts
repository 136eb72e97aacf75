/** What a command from the keyboard does at a table. */

import type { FeltState } from './feltState.svelte';
import { neighbour, type Command } from './keys';

type CommandedFelt = Pick<
  FeltState,
  | 'phase'
  | 'layout'
  | 'sameAgain'
  | 'deal'
  | 'takeSeat'
  | 'sitIn'
  | 'rebet'
  | 'decide'
  | 'chooseChip'
  | 'take'
  | 'undo'
  | 'clear'
  | 'finishTelling'
  | 'explain'
  | 'hush'
> & { readonly trainer: Pick<NonNullable<FeltState['trainer']>, 'holding' | 'goOn'> | null };

/** What a command needs of the page around the felt. */
export interface FeltPage {
  /** The spot that has the focus. */
  readonly spot: string | null;
  /** Whether the key is held down. */
  readonly isRepeated: boolean;
  readonly focusSpot: (spot: string) => void;
  readonly verify: () => void;
  readonly listKeys: () => void;
}

/** Obeys a command. Returns whether the key is used up by it. */
export function obey(felt: CommandedFelt, command: Command, page: FeltPage): boolean {
  switch (command.kind) {
    case 'go':
      if (!page.isRepeated) go(felt);
      break;
    case 'rebet':
      felt.rebet();
      break;
    case 'bet':
      felt.decide(command.multiple);
      break;
    case 'chip':
      felt.chooseChip(command.step);
      break;
    case 'move': {
      const rows = felt.layout.rows.map(({ spots }) => spots.map(({ id }) => id));
      const next = neighbour(rows, page.spot, command.dx, command.dy);
      if (next !== null) page.focusSpot(next);
      break;
    }
    case 'take':
      if (page.spot === null) return false;
      felt.take(page.spot);
      break;
    case 'undo':
      felt.undo();
      break;
    case 'clear':
      if (felt.phase === 'betting') felt.clear();
      break;
    case 'why':
      felt.finishTelling();
      felt.explain();
      break;
    case 'verify':
      page.verify();
      break;
    case 'escape':
      felt.finishTelling();
      felt.hush();
      break;
    case 'help':
      page.listKeys();
  }
  return true;
}

/** The one thing that Enter does now. */
function go(felt: CommandedFelt): void {
  if (felt.trainer?.holding) felt.trainer.goOn();
  else if (felt.phase === 'settled' || felt.phase === 'void') felt.sameAgain();
  else if (felt.phase === 'betting') void felt.deal();
  else if (felt.phase === 'watching') void felt.takeSeat();
  else if (felt.phase === 'out') void felt.sitIn();
}
