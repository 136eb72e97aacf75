const DOUBLE_TAP_MS = 300;
let lastTapMs = -Infinity;

/**
 * A handler that ignores the second click of a double click. The bar changes under the pointer, so a second click would
 * make the next decision. A click by keyboard has the detail 0. Some phones count each tap of a double tap as the first,
 * so a tap that follows another one at once is ignored too.
 */
export function firstClick(act: () => unknown): (event: MouseEvent) => void {
  return (event) => {
    const isTap = 'pointerType' in event && event.pointerType === 'touch';
    const isDoubleTap = isTap && event.timeStamp - lastTapMs < DOUBLE_TAP_MS;
    if (isTap) lastTapMs = event.timeStamp;
    if (event.detail < 2 && !isDoubleTap) act();
  };
}
