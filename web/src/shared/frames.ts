const LATEST_MS = 100;

/** Waits until what was changed so far is painted, so that a key is seen to work before anything larger is drawn. A
 * window that nobody looks at paints nothing: then a moment is enough. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    const late = window.setTimeout(done, LATEST_MS);
    window.requestAnimationFrame(() => {
      window.clearTimeout(late);
      window.setTimeout(done);
    });
  });
}
