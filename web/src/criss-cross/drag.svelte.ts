/** A chip under the finger: from the rack to a spot, from spot to spot, or off the felt. */

const START_PX = 6;
const HOLD_MS = 500;

export interface Carried {
  readonly cents: number;
  /** The spot that it comes from; null is the rack. */
  readonly from: string | null;
}

interface Hooks {
  /** Dropped on a spot, or beside them all. */
  readonly dropped: (carried: Carried, spot: string | null) => void;
  /** Held still for a while. */
  readonly held: (spot: string) => void;
}

export class Drag {
  carried = $state.raw<Carried | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state<string | null>(null);

  readonly #hooks: Hooks;
  #hold = 0;
  /** A drag or a long press ends with a click that nobody meant. */
  #isUsed = false;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Follows a pointer that went down on a chip. */
  start(event: PointerEvent, carried: Carried): void {
    if (event.button !== 0) return;
    const { clientX, clientY, pointerId } = event;
    const target = event.currentTarget as HTMLElement;
    this.#isUsed = false;
    window.clearTimeout(this.#hold);
    const { from } = carried;
    if (from !== null) {
      this.#hold = window.setTimeout(() => {
        this.#isUsed = true;
        this.#hooks.held(from);
      }, HOLD_MS);
    }
    const moved = (move: PointerEvent): void => {
      if (move.pointerId !== pointerId) return;
      if (this.carried === null && Math.hypot(move.clientX - clientX, move.clientY - clientY) < START_PX) return;
      window.clearTimeout(this.#hold);
      if (carried.cents === 0) return;
      this.#isUsed = true;
      this.carried = carried;
      this.x = move.clientX;
      this.y = move.clientY;
      this.over = spotAt(move);
    };
    const ended = (end: PointerEvent): void => {
      if (end.pointerId !== pointerId) return;
      window.clearTimeout(this.#hold);
      target.removeEventListener('pointermove', moved);
      target.removeEventListener('pointerup', ended);
      target.removeEventListener('pointercancel', ended);
      if (this.carried !== null && end.type === 'pointerup') this.#hooks.dropped(this.carried, spotAt(end));
      this.carried = null;
      this.over = null;
    };
    target.setPointerCapture(pointerId);
    target.addEventListener('pointermove', moved);
    target.addEventListener('pointerup', ended);
    target.addEventListener('pointercancel', ended);
  }

  /** Whether the click that comes now is the end of a drag or a long press. */
  swallows(): boolean {
    const isUsed = this.#isUsed;
    this.#isUsed = false;
    return isUsed;
  }
}

function spotAt({ clientX, clientY }: PointerEvent): string | null {
  const spot = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-spot]');
  return spot?.dataset.spot ?? null;
}
