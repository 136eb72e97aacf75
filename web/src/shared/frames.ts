/** Calls back once nothing within these elements moves; at once in a window that nobody looks at. The answer cancels it. */
export function atRest(selector: string, run: () => void): () => void {
  let isOver = false;
  const elements = document.hidden ? [] : [...document.querySelectorAll(selector)];
  const moving = elements
    .flatMap((element) => element.getAnimations({ subtree: true }))
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  void Promise.allSettled(moving.map(({ finished }) => finished)).then(() => {
    if (!isOver) run();
  });
  return () => (isOver = true);
}

const LATEST_MS = 100;

/** Waits until what was changed so far is painted, so that a key is seen to work before anything larger is drawn. A
 * hidden window paints nothing: then a short wait is enough. */
export function painted(): Promise<void> {
  return new Promise((done) => {
    const late = window.setTimeout(done, LATEST_MS);
    window.requestAnimationFrame(() => {
      window.clearTimeout(late);
      window.setTimeout(done);
    });
  });
}
