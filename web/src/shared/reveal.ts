import { tick } from 'svelte';

/** Brings the one entry of a list into sight that the link names which led here. */
export function reveal(node: HTMLElement, isShown: boolean): void {
  // A new page first goes to its top; this comes after.
  if (isShown) {
    void tick().then(() => {
      node.scrollIntoView({ block: 'center' });
      node.focus({ preventScroll: true });
    });
  }
}
