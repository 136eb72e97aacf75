/** Values that the browser saves. Storage may be forbidden or full: then nothing is saved, and everything else works. */

const PREFIX = 'crossfelt.';

/** A browser's storage. Any of these may throw. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Asks for the storage on each use: a browser that forbids it throws then. */
export const browserStorage: TextStorage = {
  getItem: (key) => window.localStorage.getItem(key),
  setItem: (key, value) => window.localStorage.setItem(key, value),
  removeItem: (key) => window.localStorage.removeItem(key),
};

/** The value saved under a name, if it still has the right form. */
export function savedValue<T>(
  name: string,
  isRight: (result: unknown) => result is T,
  storage = browserStorage,
): T | null {
  try {
    const result: unknown = JSON.parse(storage.getItem(PREFIX + name) ?? 'null');
    return isRight(result) ? result : null;
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it when it is null. Returns whether that was possible. */
export function keep(name: string, value: unknown, storage = browserStorage): boolean {
  try {
    if (value === null) storage.removeItem(PREFIX + name);
    else storage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const isText = (result: unknown): result is string => typeof result === 'string';
export const isTrue = (result: unknown): result is true => result === true;
