/** What the voice of the table says right now. */

import { dollars, signedDollars } from '../shared/money';
import { listWords } from '../shared/words';
import type { Felt, Note } from './felt.svelte';
import { stageSpot } from './layout';
import { followers, playerAt, seatOf } from './phase';
import { handsOf, netOf, spotHand } from './rows';
import { sentenceOf, whyWords, who } from './telling';
import type { SettledWager } from '../shared/protocol';

const NEXT: Readonly<Record<string, string>> = {
  across: 'The two Across cards turn next.',
  down: 'Two Down cards turn next.',
  middle: 'The middle card turns next.',
};

export function voiceOf(felt: Felt): Note {
  const { note, info, view } = felt;
  if (note !== null) return note;
  if (felt.why !== null) {
    const wager = felt.settled.find(({ spot }) => spot === felt.why);
    if (wager !== undefined) return whyNote(felt, wager);
  }
  if (view !== null && view.void !== null) {
    const { reason, clause } = view.void;
    // Where no clause decided, what stands in its place is words, such as that the floor ruled.
    const isWords = /^[a-z]/.test(clause) && !clause.startsWith('reading ');
    const says = isWords ? `${sentenceOf(reason)} ${sentenceOf(clause)}` : sentenceOf(reason);
    return { eyebrow: 'Round void', title: 'Chips go back', says, clause: isWords ? '' : clause, reading: '' };
  }
  if (info.paused !== null) return plain('Paused by the floor', 'The table waits', `${sentenceOf(info.paused)} No clock runs.`);
  if (info.out_of_service !== null && felt.phase !== 'settled') {
    return plain('Out of service', 'No wagers now', sentenceOf(info.out_of_service));
  }
  return phaseNote(felt);
}

function phaseNote(felt: Felt): Note {
  switch (felt.phase) {
    case 'closed':
      return plain('The table is closed', 'Its rounds stay', 'They can be replayed and checked.');
    case 'watching':
      return watchingNote(felt);
    case 'out':
      return plain('You sit out', 'Your seat is kept', 'Nobody waits for your wagers.');
    case 'waiting':
      return plain('Next round', 'In a moment', 'It opens by itself.');
    case 'betting':
      return bettingNote(felt);
    case 'dealing':
      return plain('No more bets', 'Cards', 'The deck was sealed before the bets.');
    case 'decision':
      return decisionNote(felt);
    case 'others':
      return othersNote(felt);
    case 'settling':
      return plain('The cross is open', 'Settling', (felt.view?.spin_due ?? null) === null ? 'Line by line.' : 'The wheel turns first.');
    case 'settled':
    case 'void':
      return settledNote(felt);
  }
}

function bettingNote(felt: Felt): Note {
  if (felt.isReady || felt.isReadying || felt.wantsDeal) {
    return plain('Your bets lie', dollars(sum(felt)), felt.isAlone ? 'The cards come.' : 'Waiting for the others, or for the clock.');
  }
  return plain('Place your bets', 'Antes', 'Both antes move together.');
}

function decisionNote(felt: Felt): Note {
  const { stage, view, layout, you } = felt;
  const title = stage === null ? '' : betTitle(felt);
  if (felt.choice !== null) {
    const made = felt.choice.multiple === 0 ? 'Fold' : `${felt.choice.multiple}× placed`;
    return plain(title, made, felt.trainer?.holding ? 'The next card waits.' : 'Waiting for the table.');
  }
  if (stage === null || view === null || you === null) return plain('Your turn', title, '');
  const after = followers(view, layout, you);
  const says = after.length === 0 ? NEXT[stage] ?? '' : `${after.length > 1 ? 'Seats' : 'Seat'} ${listWords(after.map(String))} ${after.length > 1 ? 'follow' : 'follows'}.`;
  return plain('Your turn', title, says);
}

function othersNote(felt: Felt): Note {
  const { view, info, you } = felt;
  const own = seatOf(view, you);
  const acts = view?.to_act ?? null;
  const name = acts === null ? '' : who(info, you, acts);
  if (own?.status === 'folded') return plain('You folded', acts === null ? 'The round goes on' : `${name} decides`, 'Bonus wagers stay in play.');
  if (own === null || own.status === 'empty') return plain('This round', 'You watch', 'You are in from the next round on.');
  return plain(acts === null ? 'The table' : `Seat ${acts} decides`, name, acts !== null && playerAt(info, acts)?.bot ? 'A bot of the house thinks.' : 'Your turn comes.');
}

function watchingNote(felt: Felt): Note {
  const { view, info } = felt;
  if (view === null) return plain('You watch', 'No round yet', 'Take a seat and it begins.');
  if (view.to_act !== null) return plain(`Seat ${view.to_act} decides`, who(info, null, view.to_act), 'You see what everybody sees.');
  return plain('You watch', view.stage === 'betting' ? 'Bets are placed' : 'The round', 'You see what everybody sees.');
}

function settledNote(felt: Felt): Note {
  const last = felt.settled.at(-1);
  if (felt.isTelling && last !== undefined) return whyNote(felt, last);
  const total = felt.view?.totals.find(({ seat }) => seat === felt.you);
  if (total === undefined) return plain('The round is over', '', '');
  const title = total.net === 0 ? 'Even' : signedDollars(total.net).replace('-', '−');
  return plain(`Round ${felt.round.split('-').at(-1) ?? ''}`, title, 'Tap a row and it says why.');
}

function whyNote(felt: Felt, wager: SettledWager): Note {
  const { layout } = felt;
  const spot = layout.spots[wager.spot];
  const named = spot === undefined ? null : spotHand(handsOf(felt.view, felt.you, layout.aceLow), spot);
  // The table goes by the hand that it settled; a name of our own is used only where both agree.
  const words = named !== null && named.hand === wager.hand ? named.words : '';
  const prizes = wager.prizes.map(({ clause }) => clause);
  return {
    eyebrow: spot?.title ?? wager.spot,
    title: resultTitle(wager),
    says: whyWords(layout, wager, words),
    clause: [...new Set([wager.clause, ...prizes])].filter((part) => part !== '').join(', '),
    reading: '',
  };
}

function resultTitle(wager: SettledWager): string {
  if (wager.result === 'push') return 'Push';
  if (wager.result === 'forfeit') return 'Folded';
  if (wager.result === 'lose') return `−${dollars(wager.staked)}`;
  return wager.odds === null ? `+${dollars(netOf(wager))}` : `${wager.odds} to 1`;
}

/** `Down bet`: the spot of the decision, as a sentence would say it. */
export function betTitle(felt: Felt): string {
  const spot = felt.stage === null ? undefined : stageSpot(felt.layout, felt.stage);
  const title = spot?.title ?? '';
  return title.includes(' ') ? title.charAt(0) + title.slice(1).toLowerCase() : `${title} bet`;
}

function sum(felt: Felt): number {
  return Object.values(felt.draft).reduce((total, cents) => total + cents, 0);
}

function plain(eyebrow: string, title: string, says: string): Note {
  return { eyebrow, title, says, clause: '', reading: '' };
}
