/** What the voice of the table says right now. */

import { dollars, netOf, signedMoney } from '../shared/money';
import { playerAt } from '../tables/seatWords';
import { listWords, roundNumber, sentence, sentenceOf, withPeriod } from '../shared/words';
import { totalOf } from './chips';
import type { FeltView, Note } from './feltView.svelte';
import { stageSpot } from './layout';
import { followers, seatOf } from './phase';
import { handsOf, spotHand } from './rowText';
import { whyWords, who } from './telling';
import type { SettledWager, VoidView } from '../shared/protocol';

const NEXT: Readonly<Record<string, string>> = {
  across: 'The two Across cards turn next.',
  down: 'Two Down cards turn next.',
  middle: 'The middle card turns next.',
};

export function tableNote(felt: FeltView): Note {
  const { note, info, view } = felt;
  if (note !== null) return note;
  if (felt.why !== null) {
    const wager = felt.settled.find(({ spot }) => spot === felt.why);
    if (wager !== undefined) return whyNote(felt, wager);
  }
  if (view !== null && view.void !== null) return voidNote(view.void);
  if (info.paused !== null)
    return plain(
      'Paused by the floor',
      'Paused',
      `${info.paused === '' ? '' : `${sentenceOf(info.paused)} `}All clocks are stopped.`,
    );
  if (info.out_of_service !== null && felt.phase !== 'settled') {
    return plain('Out of service', 'No wagers now', sentenceOf(info.out_of_service));
  }
  return phaseNote(felt);
}

/** What leaving the seat now costs; null where it costs nothing. */
export function leaveWords({
  phase,
  atRisk,
  view,
  you,
}: Pick<FeltView, 'phase' | 'atRisk' | 'view' | 'you'>): string | null {
  const isIn = seatOf(view, you)?.status === 'in';
  if (!isIn || atRisk === 0 || !['dealing', 'others', 'decision'].includes(phase)) return null;
  return `If you leave now, your hand is folded and you lose ${dollars(atRisk)}. Side bets stay in play.`;
}

/** Why a round was voided, and the clause or reading that it rests on. */
export function voidNote({ reason, clause, is_floor_ruling }: VoidView): Note {
  const why = withPeriod(sentence(reason.trim()));
  const eyebrow = 'Round void';
  const title = 'Chips go back';
  if (is_floor_ruling) return plain(eyebrow, title, `${why} The floor ruled on it.`);
  return { eyebrow, title, says: why, clause, reading: '' };
}

function phaseNote(felt: FeltView): Note {
  switch (felt.phase) {
    case 'closed':
      return plain('The table is closed', 'Its rounds stay', 'They can be replayed and checked.');
    case 'watching':
      return watchingNote(felt);
    case 'out':
      return plain('You sit out', 'Your seat is kept', 'Nobody waits for your wagers.');
    case 'waiting':
      return plain('Next round', 'In a moment', 'It opens automatically.');
    case 'betting':
      return bettingNote(felt);
    case 'dealing':
      return plain('No more bets', 'Cards', 'The deck was sealed before the bets.');
    case 'decision':
      return decisionNote(felt);
    case 'others':
      return othersNote(felt);
    case 'settling':
      return plain(
        'The cross is open',
        'Settling',
        (felt.view?.spin_due ?? null) === null ? 'Line by line.' : 'The wheel turns first.',
      );
    case 'settled':
    case 'void':
      return settledNote(felt);
  }
}

function bettingNote(felt: FeltView): Note {
  if (felt.isReady || felt.isReadying || felt.wantsDeal) {
    return plain(
      'Your bets are in',
      dollars(totalOf(felt.draft)),
      felt.isAlone ? 'Dealing …' : 'Waiting for the other players.',
    );
  }
  return plain('Place your bets', 'Antes', 'Both antes move together.');
}

function decisionNote(felt: FeltView): Note {
  const { stage, view, layout, you } = felt;
  const title = stage === null ? '' : betTitle(felt);
  if (felt.choice !== null) {
    const made = felt.choice.multiple === 0 ? 'Fold' : `${felt.choice.multiple}× placed`;
    return plain(title, made, felt.trainer?.holding ? 'Read this, then turn the card.' : 'Waiting for the table.');
  }
  if (stage === null || view === null || you === null) return plain('Your turn', title, '');
  const after = followers(view, layout, you);
  const says =
    after.length === 0
      ? (NEXT[stage] ?? '')
      : `${after.length > 1 ? 'Seats' : 'Seat'} ${listWords(after.map(String))} ${after.length > 1 ? 'follow' : 'follows'}.`;
  return plain('Your turn', title, says);
}

function othersNote(felt: FeltView): Note {
  const { view, info, you } = felt;
  const own = seatOf(view, you);
  const acts = view?.to_act ?? null;
  const name = acts === null ? '' : who(info, you, acts);
  if (own?.status === 'folded')
    return plain('You folded', acts === null ? 'The round goes on' : `${name} decides`, 'Bonus wagers stay in play.');
  if (own === null || own.status === 'empty')
    return plain('This round', 'You’re watching', 'You play from the next round on.');
  return plain(
    acts === null ? 'The table' : `Seat ${acts} decides`,
    name,
    acts !== null && playerAt(info, acts)?.bot ? 'The bot is thinking.' : 'You’re next in line.',
  );
}

function watchingNote(felt: FeltView): Note {
  const { view, info } = felt;
  if (view === null) return plain('You’re watching', 'No round yet', 'Take a seat to start one.');
  if (view.to_act !== null)
    return plain(`Seat ${view.to_act} decides`, who(info, null, view.to_act), 'Hands stay hidden.');
  return plain('You’re watching', view.stage === 'betting' ? 'Players are betting' : 'The round', 'Hands stay hidden.');
}

function settledNote(felt: FeltView): Note {
  const last = felt.settled.at(-1);
  if (!felt.isTold)
    return last === undefined ? plain('The cross is open', 'Settling', 'Line by line.') : whyNote(felt, last);
  const total = felt.view?.totals.find(({ seat }) => seat === felt.you);
  if (total === undefined) return plain('The round is over', '', '');
  const title = total.net === 0 ? 'Even' : signedMoney(total.net);
  return plain(`Round ${roundNumber(felt.round)}`, title, 'Tap a row to see why.');
}

function whyNote(felt: FeltView, wager: SettledWager): Note {
  const { layout } = felt;
  const spot = layout.spots[wager.spot];
  const named = spot === undefined ? null : spotHand(handsOf(felt.readView, felt.you, layout.aceLow), spot);
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
export function betTitle(felt: FeltView): string {
  const spot = felt.stage === null ? undefined : stageSpot(felt.layout, felt.stage);
  const title = spot?.title ?? '';
  return title.includes(' ') ? title.charAt(0) + title.slice(1).toLowerCase() : `${title} bet`;
}

function plain(eyebrow: string, title: string, says: string): Note {
  return { eyebrow, title, says, clause: '', reading: '' };
}
