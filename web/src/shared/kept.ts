/** What the browser keeps for its reader. Storage may be forbidden or full: then nothing is kept, and all else works. */

const PREFIX = 'crossfelt.';

/** What was kept under a name, if it is still of the right form. */
export function kept<T>(name: string, isRight: (found: unknown) => found is T): T | null {
  try {
    const found: unknown = JSON.parse(window.localStorage.getItem(PREFIX + name) ?? 'null');
    return isRight(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it when it is null. Returns whether that was possible. */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === null) window.localStorage.removeItem(PREFIX + name);
    else window.localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const isText = (found: unknown): found is string => typeof found === 'string';
export const isTrue = (found: unknown): found is true => found === true;
