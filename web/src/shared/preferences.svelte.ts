/** How this reader wants to see things, kept in the browser only. */

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'crossfelt.display';

interface Stored {
  theme: Theme;
  fourColours: boolean;
}

function load(): Stored {
  try {
    const found: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
    if (typeof found === 'object' && found !== null) {
      const { theme, fourColours } = found as Partial<Stored>;
      return {
        theme: theme === 'light' || theme === 'dark' ? theme : 'system',
        fourColours: fourColours === true,
      };
    }
  } catch {
    // Storage may be forbidden or hold something else: the defaults serve.
  }
  return { theme: 'system', fourColours: false };
}

class Preferences {
  theme = $state<Theme>('system');
  fourColours = $state(false);

  constructor() {
    const stored = load();
    this.theme = stored.theme;
    this.fourColours = stored.fourColours;
  }

  /** Shows the choice on the document and remembers it. */
  apply(): void {
    const root = document.documentElement;
    if (this.theme === 'system') root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', this.theme);
    try {
      window.localStorage.setItem(KEY, JSON.stringify({ theme: this.theme, fourColours: this.fourColours }));
    } catch {
      // Not remembered, still shown.
    }
  }
}

export const preferences = new Preferences();
