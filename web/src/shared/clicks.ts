/**
 * A handler that ignores the second click of a double click. The bar changes under the pointer, so a second click would
 * make the next decision. A click by keyboard has the detail 0.
 */
export function firstClick(act: () => unknown): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) act();
  };
}
