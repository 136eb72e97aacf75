/** Texts of the panel beside the felt: receipt, coach, rounds and pay tables, and the guide. */

import { list, number, plural } from '../../shared/intl';
import { dollars } from '../../shared/money';

const LINES: Readonly<Record<string, string>> = { across: 'Across', down: 'Down', middle: 'Middle', higher: 'Middle' };

export const FIGURES = {
  line: (line: string) => LINES[line] ?? line,
  fold: 'Fold',
  times: (multiple: string) => `${multiple}×`,
  percent: (share: number, digits: number) => `${number(share, digits)}%`,
  unknown: '–',
};

export const PANEL = {
  tabs: 'What the panel shows',
  titles: { receipt: 'Receipt', trainer: 'Coach', rounds: 'Rounds', pays: 'Pays' },
  seat: (seat: number) => `Seat ${seat}`,
  payoutsLater: 'Payouts appear here, each with its rule.',
  noRound: 'No round yet.',
  replay: 'Replay',
  check: 'Check this round',
  rules: 'Rules',
  allRounds: 'All rounds',
};

export const RECEIPT = {
  title: 'Receipt',
  round: (name: string) => `Round ${name}`,
  order: (clauses: Iterable<string>) => `in the order of ${list(clauses)}`,
  voided: (reason: string) => `The round was void: ${reason}. All wagers were returned.`,
  ofSeat: (name: string, title: string) => `${name}: ${title}`,
  forfeit: 'lost by folding',
  noWheel: 'no wheel spun',
  prizes: { wheel: 'the wheel', jackpot: 'the jackpot', community: 'Community Pay' },
  prizeList: (prizes: Iterable<string>) => list(prizes),
  betterHand: (hand: string) => `${hand}, the better hand`,
  push: (hand: string) => `${hand}, push`,
  win: (hand: string, odds: number, isCut: boolean) =>
    isCut ? `${hand}, ${odds} to 1, cut by the aggregate limit` : `${hand}, ${odds} to 1`,
  sum: (staked: number, back: number) => `Staked ${dollars(staked)}, returned ${dollars(back)}`,
};

export const ROUNDS = {
  title: 'Last rounds',
  columns: 'result, cost in antes',
  best: '✓ best',
  cost: (antes: string) => `−${antes}`,
  empty: 'Your finished rounds appear here.',
};

export const PAY_TABLES = {
  ranking: 'How hands rank, with pictures',
  title: (wagers: Iterable<string>) => list(wagers),
  hand: 'Hand',
  pays: 'Pays',
  made: ', made in this round',
  rest: 'Anything less',
  loses: 'Loses',
};

export const TRAINER = {
  title: 'After each decision',
  intro: 'The coach shows what it cost, what was best, and why. It stays quiet until you choose.',
  last: (decisions: number) =>
    plural(decisions, {
      one: 'Last decision. A longer bar costs more.',
      other: 'Last # decisions. Longer bars cost more.',
    }),
  best: 'best choices',
  lost: 'antes lost per 100 rounds',
  luck: 'luck so far',
  luckTitle: 'Your results compared with the value of your first two cards, not counting mistakes',
  perHundred: (antes: number) => number(antes, 1),
  card: 'Strategy card',
  pauseAfter: 'Pause after',
  holdings: { always: 'every decision', costly: 'costly mistakes', never: 'nothing' },
  noDecisions: 'No decisions yet.',
  strip: (decisions: number, mistakes: number, most: string) => {
    const last = plural(decisions, { one: 'The last decision', other: 'The last # decisions' });
    const best = `${number(decisions - mistakes)} best`;
    if (mistakes === 0) return `${last}: ${best}.`;
    return plural(mistakes, {
      one: `${last}: ${best}, # mistake. It cost ${most} antes.`,
      other: `${last}: ${best}, # mistakes. The largest cost ${most} antes.`,
    });
  },
};

export const VERDICT = {
  title: 'What the decision cost',
  wasBest: (action: string) => `${action} was best`,
  bestWas: (action: string) => `Best was ${action}`,
  noCost: (line: string) => `${line} bet, no cost`,
  exactly: (antes: string) => `exactly ${antes} antes`,
  lost: (cents: number) => `−${dollars(cents)}`,
  antes: (antes: string) => `*${antes}* antes`,
  values: 'Value of each choice, in antes',
  best: 'Best',
  you: 'You',
  yourChoice: ', your choice',
  lines: 'Line shown on the map',
  middleCard: 'Middle card',
  middleCardFor: (line: string) => `Middle card for ${line}`,
  pay: (cards: number) => plural(cards, { one: '*#* pays', other: '*#* pay' }),
  push: (cards: number) => plural(cards, { one: '*#* pushes', other: '*#* push' }),
  lose: (cards: number) => plural(cards, { one: '*#* loses', other: '*#* lose' }),
  seen: (cards: number) => `${number(cards)} seen`,
};

/** Why the best choice is the best. */
export const REASONS = {
  foldBest: (playing: string, folding: string) =>
    `Playing on loses ${playing} antes on average. Folding loses only ${folding}.`,
  wrongFoldLoses: (folding: string, best: string, antes: string, because: string) =>
    `Folding loses ${folding} antes. ${best} loses only ${antes} on average${because}.`,
  wrongFoldWins: (folding: string, best: string, antes: string, because: string) =>
    `Folding loses ${folding} antes. ${best} wins ${antes} on average${because}.`,
  playing: (antes: string, because: string) => `Playing on is worth ${antes} antes more than folding${because}.`,
  betLeast: (line: string, antes: string, because: string) =>
    `Each extra ante on ${line} loses ${antes} antes${because}, so bet the least.`,
  betMost: (line: string, antes: string, because: string) =>
    `Each extra ante on ${line} earns ${antes} antes${because}, so bet the most.`,
  bet: (line: string, antes: string, because: string, action: string) =>
    `Each extra ante on ${line} earns ${antes} antes${because}, so bet ${action}.`,
  cardsPay: (pay: number, cards: number) =>
    plural(pay, {
      one: ` because # of ${number(cards)} cards pays`,
      other: ` because # of ${number(cards)} cards pay`,
    }),
  chance: (percent: string) => ` because it pays ${percent} of the time`,
};

export const ROUND_VERDICT = {
  allBest: (decisions: number) =>
    plural(decisions, { one: 'Your decision was best.', other: 'All # of your decisions were best.' }),
  folding: 'Folding',
  cost: (action: string, line: string, antes: string, cents: number) =>
    `${action} on ${line} cost ${antes} antes (${dollars(cents)}).`,
};

export const RUNOUT = {
  label: 'Runout',
  title: 'How it would have run out',
  line: (line: string, hand: string, odds: string) => `${line}: ${hand}, ${odds}.`,
  caution: 'One deal proves little. The averages above cover every deal.',
};

export const MAP = {
  caption: (line: string) => `Result of each middle card for ${line}`,
  summary: (pays: number, pushes: number, loses: number) =>
    `Of ${plural(pays + pushes + loses, { one: '# middle card', other: '# middle cards' })}, ${list([
      plural(pays, { one: '# pays', other: '# pay' }),
      plural(pushes, { one: '# pushes', other: '# push' }),
      plural(loses, { one: '# loses', other: '# lose' }),
    ])}.`,
  chances: (hands: readonly (readonly [string, string])[]) =>
    `Chances: ${list(hands.map(([hand, percent]) => `${hand} ${percent}`))}.`,
  toCome: (line: string) => `Several ${line} cards are still to come. The chances:`,
  pays: 'pays',
  pushes: 'pushes',
  loses: 'loses',
  titles: { pushes: 'Pushes', loses: 'Loses', seen: 'Already seen' },
  paysTitle: (odds: number) => `Pays ${odds} to 1`,
  cards: (cards: readonly string[]) => (cards.length === 0 ? 'none' : cards.join(', ')),
};

export const GUIDE = {
  label: 'Guide',
  hide: 'Hide tips',
  antes: {
    title: 'Two antes',
    says: 'Put a chip on an ante. One ante is for Across and one for Down, and both are always equal.',
  },
  deal: { title: 'Now deal', says: 'Both antes are placed. Press Deal to get two cards.' },
  across: {
    title: 'Look at your two cards',
    says: 'Your cards make one hand with the three across and another with the three down. Bet on Across, or fold.',
  },
  down: {
    title: 'Two cards are face up',
    says: 'The two open cards count for Across only. Now bet on Down, or fold and lose your antes and bets.',
  },
  middle: {
    title: 'One card is left',
    says: 'The middle card belongs to both lines. The Middle bet is on the better of your two hands.',
  },
  results: {
    title: 'How each bet ended',
    says: 'The hand on its line decides each bet. Tap a row to see why it won or lost.',
  },
  rebet: {
    title: 'Same again',
    says: 'Rebet places your last chips again. The bonus spots are side bets: they can win even if you fold.',
  },
  coach: { title: 'Your third round', says: 'From now on, the coach shows the cost of each choice.' },
  cost: { title: 'What did it cost?', says: 'The coach shows what each choice cost, with luck left out.' },
  ruleOfThumb: {
    title: 'A rule of thumb',
    says: 'Bet 3 with a pair and 1 with nearly everything else. Fold only two low cards, 5 or less, of different suits.',
  },
  pair: {
    title: 'A pair already?',
    says: 'A pair in your hand counts for both lines. If it already pays or pushes, bet 3.',
  },
  countPays: {
    title: 'Count what pays',
    says: 'If one of your lines is sure to pay, bet 3. If hardly any card helps, bet 1 or fold.',
  },
  alone: {
    title: 'On your own',
    says: 'After you choose, the map shows which of the 52 cards would have paid.',
  },
};
