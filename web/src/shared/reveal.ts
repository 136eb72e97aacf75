import { tick } from 'svelte';

/** Brings the one entry of a list into sight that the link names which led here. */
export function reveal(node: HTMLElement, wanted: boolean): void {
  // A new page first goes to its top; this comes after.
  if (wanted) {
    void tick().then(() => {
      node.scrollIntoView({ block: 'center' });
      node.focus({ preventScroll: true });
    });
  }
}
