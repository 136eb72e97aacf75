/** Hash routes: `#/rules/maryland/clauses?find=12.A`. The server needs to know none of them. */

export interface Route {
  readonly path: readonly string[];
  readonly query: string;
}

export function parseHash(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const cut = text.indexOf('?');
  const path = cut < 0 ? text : text.slice(0, cut);
  return {
    path: path
      .split('/')
      .filter((part) => part !== '')
      .map(decode),
    query: cut < 0 ? '' : text.slice(cut + 1),
  };
}

/** A part that a person mangled stays as it is instead of stopping the page. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  current = $state.raw<Route>(parseHash(window.location.hash));

  constructor() {
    window.addEventListener('hashchange', () => {
      this.current = parseHash(window.location.hash);
    });
  }

  /** Goes to a page, as a link to it would. */
  go(path: string): void {
    window.location.hash = `#/${path}`;
  }

  /** Changes the address without a step in the history: for state that follows typing. */
  replaceQuery(path: string, query: string): void {
    const hash = `#/${path}${query === '' ? '' : `?${query}`}`;
    if (hash !== window.location.hash) window.history.replaceState(null, '', hash);
  }
}

export const router = new Router();
