/** A game on one sheet that a test plays by hand. */

import type { Outcome } from '../shared/api';
import type { KingHintAnswer, PlacementHint } from '../shared/protocol';
import { gridOf } from './local';
import { BLANK_READING, type SheetReading } from './sheetReading';
import { SQUARES } from './squares';
import type { SheetGame, Turn } from './turn';

const GRID = gridOf([]);
const square = (name: string, isOpen = true) => ({
  name,
  is_open: isOpen,
  why: isOpen ? null : 'Hand 3 holds it.',
  twin: null,
  twin_line: null,
  lines: [],
  gain: isOpen ? 25 : 0,
  secured: 0,
});
/** c2 is closed, and everything else open. */
export const KNOWN: SheetReading = {
  ...BLANK_READING,
  squares: SQUARES.map((name) => square(name, name !== 'c2')),
  secured: 75,
};
export const WILD: SheetReading = {
  ...KNOWN,
  wild: [
    { card: '4c', squares: ['b2'] },
    { card: '5c', squares: ['b3'] },
  ],
};
export const entry = (at: string, card: string, loss: number): PlacementHint => ({
  square: at,
  card,
  value: 900 - loss,
  loss,
  against: null,
  reasons: [],
});
export const hintOf = (placements: PlacementHint[], isWild = false): KingHintAnswer => ({
  roll: '3c',
  is_wild: isWild,
  bonus: false,
  best: placements[0] as PlacementHint,
  placements,
  score_card: '',
  score_card_hash: '',
});

/** A game that a test plays by hand. */
export class FakeGame implements SheetGame {
  turn: Turn = $state.raw({ key: 'one', grid: GRID, rolls: ['3c'], of: 24, card: '3c', isOver: false });
  known: SheetReading = $state.raw(KNOWN);
  waits: string | null = null;
  hasHints = true;
  noHint = '';
  readonly bonus = false;
  readonly options = {};
  readonly points = {};
  readonly rules = 'king-cross';
  readonly byTable = new Set<string>();
  readonly placed: string[] = [];
  answer: Promise<Outcome<unknown>> = Promise.resolve({ ok: true, answer: null });
  advice: Promise<Outcome<KingHintAnswer>> = Promise.resolve({ ok: true, answer: hintOf([entry('b2', '3c', 0)]) });
  place = (on: string, card: string): Promise<Outcome<unknown>> => {
    this.placed.push(`${card} ${on}`);
    return this.answer;
  };
  hint = (): Promise<Outcome<KingHintAnswer>> => this.advice;
}
