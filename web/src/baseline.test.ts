import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linesOfSources } from './shared/testing';

/** Features of browsers that are newer than 2019 or not in all of them, and how a source shows that it uses one. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  'light-dark()': /light-dark\(/,
  'text-wrap: balance': /text-wrap: balance/,
  'text-wrap: pretty': /text-wrap: pretty/,
  ':has()': /:has\(/,
  '@container': /@container\b/,
  'color-mix()': /color-mix\(/,
  dvh: /\d[dls]v[hw]\b/,
  '<dialog>': /<dialog\b/,
  BroadcastChannel: /\bBroadcastChannel\(/,
  'navigator.locks': /navigator\.locks/,
  'Array.findLast()': /\.findLast(?:Index)?\(/,
  'Array.at()': /\.at\(-/,
  'Array.toSorted()': /\.to(?:Sorted|Reversed|Spliced)\(/,
  'Object.groupBy()': /\b(?:Object|Map)\.groupBy\(/,
  'Set.union()': /\.(?:union|intersection|difference|isSubsetOf)\(/,
  'Promise.withResolvers()': /Promise\.(?:withResolvers|try)\(/,
  'reportError()': /\breportError\(/,
  ':focus-visible': /:focus-visible/,
  'aspect-ratio': /aspect-ratio:/,
  inset: /(?:^|[\s;{])inset:/,
  AudioContext: /\bAudioContext\b/,
  'String.replaceAll()': /\.replaceAll\(/,
  ResizeObserver: /\bResizeObserver\(/,
  'navigator.clipboard.writeText()': /navigator\.clipboard/,
  IntersectionObserver: /\bIntersectionObserver\(/,
  'accent-color': /accent-color:/,
  'navigator.share()': /navigator\.share\b/,
  popover: /\bpopover(?:target)?=/,
  inert: /\binert[=}\s/>]/,
  subgrid: /\bsubgrid\b/,
  '@layer': /@layer\b/,
  '@property': /@property\b/,
  '@scope': /@scope\b/,
  'crypto.randomUUID()': /\brandomUUID\(/,
  'structuredClone()': /\bstructuredClone\(/,
  'document.startViewTransition()': /startViewTransition\(/,
  'requestIdleCallback()': /requestIdleCallback\(/,
  'AbortSignal.any()': /AbortSignal\.(?:any|timeout)\(/,
  'content-visibility': /content-visibility:/,
  'field-sizing': /field-sizing:/,
  'interpolate-size': /interpolate-size:/,
  'anchor positioning': /anchor-name:|position-anchor:/,
  'scroll-driven animations': /animation-timeline:/,
  'regular expressions that look behind': /\(\?<[=!]/,
  'Intl.DurationFormat': /Intl\.DurationFormat/,
};
const DOCUMENTED = [
  ...readFileSync(new URL('../../docs/browsers.md', import.meta.url), 'utf8').matchAll(
    /^\| `([^`]+)` \| (\d{4}|none) \| (.+) \|$/gm,
  ),
].map(([, feature = '', year = '', without = '']) => ({ feature, year, without }));

describe('features of browsers', () => {
  const isUsed = (feature: RegExp): boolean => linesOfSources((line) => feature.test(line)).length > 0;

  test('are documented when they are used, and only then', () => {
    const used = Object.entries(FEATURES).flatMap(([name, pattern]) => (isUsed(pattern) ? [name] : []));
    expect(DOCUMENTED.map(({ feature }) => feature).sort()).toEqual(used.sort());
  });

  test('that the page cannot do without are in every browser since 2024 at least', () => {
    const required = DOCUMENTED.filter(({ without }) => without.startsWith('required'));
    expect(required.length).toBeGreaterThan(5);
    expect(required.filter(({ year }) => year === 'none' || Number(year) > 2024)).toEqual([]);
  });
});
