import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textsIn } from './testing/texts';

const ROOT = new URL('./', import.meta.url);

/** Turns that read as translated, each with what to write instead: the list of `tests/support/voice.py`. */
const TURNS: readonly [RegExp, string][] = [
  [/\b(?:whoever|somebody who)\b/i, 'every visitor, a player who'],
  [/\bso (?:many|long)\b(?! as\b)(?![^.;:]*\bthat\b)/i, 'the number of ..., seconds'],
  [/\b(?:anew|once more)\b/i, 'again'],
  [/\b(?:bets?|chips?|cards?|wagers?) (?:lies?|stands?)\b/i, 'is, are'],
  [/\b(?:lies|stands) (?:in|on|with|here|there)\b/i, 'is, are'],
  [/\b(?:comes to|goes on)\b/i, 'totals, continues'],
  [/(?<!there )\bis (?:none|no level)\b/i, 'isn’t a valid ...'],
  [/\blooks? on\b|\bgallery\b/i, 'watches, spectators'],
  [/\b(?:bot|computer|process|worker)s? (?:that )?thinks?\b/i, 'is thinking, the analysis worker'],
  [/\b(?:by itself|at leisure)\b/i, 'automatically, in the background'],
  [/\bholds? the floor\b|\bfloor role\b/i, 'floor manager'],
  [/\bof the house\b(?! edges?\b)/i, 'the house’s, the bot'],
  [/\b(?:send away|nobody yet|you are deleted)\b/i, 'Remove, Not signed in, Account deleted'],
  [/\btells? nothing\b|\b(?:is|was) told\b/i, 'spoiler-free, shown'],
  [/\b(?:colour|behaviour|licence|centre|neighbour|favour|grey|analys(?:e|ed|ing)\b)/i, 'American spelling'],
];

/** Time to parse every source, also on a busy machine. */
const PARSING_MS = 60_000;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter(
    (name) =>
      /\.(?:ts|svelte)$/.test(name) && !/\.test\.ts$|\.d\.ts$|protocol\.ts$|(?:^|\/)testing\b|\/fake/.test(name),
  );
const isStrings = (name: string): boolean => /(?:^|\/)strings\.ts$/.test(name);
const textsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    textsIn(readFileSync(new URL(name, ROOT), 'utf8'), name.endsWith('.svelte')).map(
      ({ line, text }) => `${name}:${line}: ${text}`,
    ),
  );

test(
  'text for people is in the strings module of its room',
  () => {
    expect(files.length).toBeGreaterThan(200);
    expect(textsOf(files.filter((name) => !isStrings(name)))).toEqual([]);
  },
  PARSING_MS,
);

test('no string has a turn that reads as translated', () => {
  const texts = textsOf(files.filter(isStrings));
  const turns = texts.flatMap((text) =>
    TURNS.filter(([turn]) => turn.test(text)).map(([, instead]) => `${text} (write: ${instead})`),
  );
  expect(turns).toEqual([]);
});

test.each([
  ['<p>Deal me in</p>', 'Deal me in'],
  ['<p>{busy ? "Dealing" : name}</p>', 'Dealing'],
  ['<p>{busy ? "dealing" : name}</p>', 'dealing'],
  ['<button aria-label="close">×</button>', 'close'],
  ['<button aria-label="Close the window">x</button>', 'Close the window'],
  ['<Panel heading="Receipt" />', 'Receipt'],
  ['<p>{`${seats} seats free`}</p>', '0 seats free'],
  ['<script lang="ts">const note = "Your bets are in";</script>', 'Your bets are in'],
])('text is found in %s', (source, text) => {
  expect(textsIn(source, true)).toEqual([{ line: 1, text }]);
});

test.each([
  '<p class="one two" style="color: red">{count}&nbsp;/ {total}</p>',
  '<svg viewBox="0 0 5 5"><path d="M8 4.5V8l2.4 1.6" /></svg>',
  '<script lang="ts">if (event.key === "Escape") document.querySelector("main p")?.focus();</script>',
  '<script lang="ts">throw new Error("only developers see this");</script>',
  '<style>p { content: "So many words"; }</style>',
])('nothing is found in %s', (source) => {
  expect(textsIn(source, true)).toEqual([]);
});
