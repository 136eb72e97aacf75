/** How this reader wants things shown, heard and moved, kept in the browser only. */

import { keep, savedValue } from './savedValues';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'less';

const KEY = 'display';

interface Stored {
  readonly theme: Theme;
  readonly fourColors: boolean;
  readonly sound: boolean;
  readonly letterKeys: boolean;
  readonly motion: Motion;
}

const isStored = (result: unknown): result is Partial<Record<keyof Stored, unknown>> =>
  typeof result === 'object' && result !== null;

class Preferences {
  theme = $state<Theme>('system');
  fourColors = $state(false);
  /** Sound is off by default. */
  sound = $state(false);
  /** Whether single letters such as F for fold are keys. */
  letterKeys = $state(true);
  motion = $state<Motion>('system');

  constructor() {
    const { theme, fourColors, sound, letterKeys, motion } = savedValue(KEY, isStored) ?? {};
    this.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
    this.fourColors = fourColors === true;
    this.sound = sound === true;
    this.letterKeys = letterKeys !== false;
    this.motion = motion === 'less' ? 'less' : 'system';
  }

  /** Whether things appear where they end instead of moving there. */
  get isStill(): boolean {
    return this.motion === 'less' || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** Shows the choices on the document and remembers them. */
  apply(): void {
    const root = document.documentElement;
    show(root, 'data-theme', this.theme);
    show(root, 'data-motion', this.motion);
    show(root, 'data-suits', this.fourColors ? 'four' : 'system');
    const { theme, fourColors, sound, letterKeys, motion } = this;
    keep(KEY, { theme, fourColors, sound, letterKeys, motion } satisfies Stored);
  }
}

function show(root: HTMLElement, name: string, value: string): void {
  if (value === 'system') root.removeAttribute(name);
  else root.setAttribute(name, value);
}

export const preferences = new Preferences();
