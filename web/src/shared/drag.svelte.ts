/** Something under the finger: a chip on its way to a spot, or a card to a square. */

const START_PX = 6;
const HOLD_MS = 500;

interface Hooks<Carried> {
  /** The name of a place that something can be dropped on, under this point; null beside them all. */
  readonly placeAt: (x: number, y: number) => string | null;
  readonly dropped: (carried: Carried, place: string | null) => void;
  /** Whether it can be carried away; by default everything can. */
  readonly isMovable?: (carried: Carried) => boolean;
  /** What happens when it is held still for a while; null where nothing does. */
  readonly onHold?: (carried: Carried) => (() => void) | null;
}

export class Drag<Carried> {
  carried = $state.raw<Carried | null>(null);
  x = $state(0);
  y = $state(0);
  /** The place under it. */
  over = $state<string | null>(null);

  readonly #hooks: Hooks<Carried>;
  #stop: () => void = () => undefined;
  /** A drag or a long press ends with a click that nobody meant. */
  #isUsed = false;

  constructor(hooks: Hooks<Carried>) {
    this.#hooks = hooks;
  }

  /** Follows a pointer that went down on something. */
  start(event: PointerEvent, carried: Carried): void {
    if (event.button !== 0) return;
    const { clientX, clientY, pointerId } = event;
    const { placeAt, dropped, isMovable, onHold } = this.#hooks;
    this.cancel();
    this.#isUsed = false;
    const held = onHold?.(carried) ?? null;
    const hold =
      held === null
        ? 0
        : window.setTimeout(() => {
            this.#isUsed = true;
            held();
          }, HOLD_MS);
    const moved = (move: PointerEvent): void => {
      if (move.pointerId !== pointerId) return;
      if (this.carried === null && Math.hypot(move.clientX - clientX, move.clientY - clientY) < START_PX) return;
      window.clearTimeout(hold);
      if (isMovable?.(carried) === false) return;
      this.#isUsed = true;
      this.carried = carried;
      this.x = move.clientX;
      this.y = move.clientY;
      this.over = placeAt(move.clientX, move.clientY);
    };
    const ended = (end: PointerEvent): void => {
      if (end.pointerId !== pointerId) return;
      const wasCarried = this.carried;
      this.cancel();
      if (wasCarried !== null && end.type === 'pointerup') dropped(wasCarried, placeAt(end.clientX, end.clientY));
    };
    // What went down may be drawn again while it is carried; the window stays.
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', ended);
    window.addEventListener('pointercancel', ended);
    (event.currentTarget as HTMLElement).setPointerCapture(pointerId);
    this.#stop = () => {
      window.clearTimeout(hold);
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', ended);
      window.removeEventListener('pointercancel', ended);
    };
  }

  /** Puts it back where it came from. */
  cancel(): void {
    this.#stop();
    this.#stop = () => undefined;
    this.carried = null;
    this.over = null;
  }

  /** Whether the click that comes now is the end of a drag or a long press. */
  swallows(): boolean {
    const isUsed = this.#isUsed;
    this.#isUsed = false;
    return isUsed;
  }
}

/** The value of a data attribute of what is under a point. */
export function dataAt(name: string): (x: number, y: number) => string | null {
  return (x, y) => document.elementFromPoint(x, y)?.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? null;
}
