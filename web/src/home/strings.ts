/** Texts of the home page. */

import { plural } from '../shared/plural';

export const home = {
  headline: 'Two games on a cross.',
  invitation: 'Sit down and play.',
  about:
    'Play Criss Cross Poker and King Cross Poker by their published rules, free and without an account. Verify every shuffle, and learn what each decision cost.',
  failed: 'That didn’t work',
  failedBecause: (faults: string) => `That didn’t work. ${faults}`,
  resume: 'Resume',
  ruleBook: 'Rule book',
};

export const crissCross = {
  title: 'Criss Cross',
  about: 'Two cards, two lines, three decisions against the pay table.',
  deal: 'Deal me in',
  dealing: 'Dealing…',
  antes: (amount: string) => `${amount} antes, practice table`,
  unfinished: (table: string) => `Your hand at ${table}`,
  progressives: 'Play progressives',
  exampleWeights: (book: string) => `${book}, example wheel weights`,
};

export const kingCross = {
  title: 'King Cross',
  about: 'Roll a card, place it on your sheet, and make twelve hands around the King.',
  roll: 'Roll the dice',
  rolling: 'Rolling…',
  alone: 'Solo sheet',
  unfinished: (table: string) => `Your sheet at ${table}`,
  newSheet: 'New sheet',
};

export const tiles = {
  label: 'More to explore',
  tables: 'Tables with people',
  withOthers: 'Play with others',
  daily: 'Daily sheet',
  dailyAbout: 'The same rolls for everyone',
  hands: 'How hands rank',
  handsAbout: 'New to poker? Start here',
  rules: 'Rule books',
  rulesAbout: 'What pays and why',
  settle: 'Check a hand',
  settleAbout: 'Settle any round',
  noTables: 'None open now. Start one.',
  openTables: (tables: number, seats: number) =>
    `${plural(tables, { other: '# open' })}, ${plural(seats, { one: '# seat free', other: '# seats free' })}`,
};
