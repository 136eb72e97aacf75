/** How far a box is scrolled sideways, as the browser measures it, in pixels. */
export interface Scrolled {
  readonly scrollLeft: number;
  readonly clientWidth: number;
  readonly scrollWidth: number;
}

/** Whether there is more to see on either side. Browsers round, so a pixel more or less is nothing. */
export function hiddenSides({ scrollLeft, clientWidth, scrollWidth }: Scrolled): { left: boolean; right: boolean } {
  return { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 };
}
