/** The note on the table right now. */

import { dollars, netOf, signedMoney } from '../shared/money';
import { playerAt } from '../tables/seatWords';
import { roundNumber, sentence, sentenceOf, withPeriod } from '../shared/words';
import { totalOf } from './chips';
import type { FeltView, Note } from './feltView.svelte';
import { stageSpot } from './layout';
import { followers, seatOf } from './phase';
import { handsOf, spotHand } from './rowText';
import { NOTES } from './strings';
import { whyWords, who } from './eventSentences';
import type { SettledWager, VoidView } from '../shared/protocol';

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
      NOTES.pausedBy,
      NOTES.paused,
      info.paused === '' ? NOTES.clocksStopped : NOTES.pausedFor(sentenceOf(info.paused)),
    );
  if (info.out_of_service !== null && felt.phase !== 'settled') {
    return plain(NOTES.outOfService, NOTES.noWagers, sentenceOf(info.out_of_service));
  }
  return phaseNote(felt);
}

/** The cost of leaving the seat now, in words; null where it costs nothing. */
export function leaveWords({
  phase,
  atRisk,
  view,
  you,
}: Pick<FeltView, 'phase' | 'atRisk' | 'view' | 'you'>): string | null {
  const isIn = seatOf(view, you)?.status === 'in';
  if (!isIn || atRisk === 0 || !['dealing', 'others', 'decision'].includes(phase)) return null;
  return NOTES.leaving(atRisk);
}

/** Why a round was voided, with the clause or reading behind it. */
export function voidNote({ reason, clause, is_floor_ruling }: VoidView): Note {
  const why = withPeriod(sentence(reason.trim()));
  if (is_floor_ruling) return plain(NOTES.void, NOTES.chipsBack, NOTES.ruled(why));
  return { eyebrow: NOTES.void, title: NOTES.chipsBack, says: why, clause, reading: '' };
}

function phaseNote(felt: FeltView): Note {
  switch (felt.phase) {
    case 'closed':
      return plain(NOTES.closed, NOTES.roundsKept, NOTES.roundsMore);
    case 'watching':
      return watchingNote(felt);
    case 'out':
      return plain(NOTES.out, NOTES.seatSaved, NOTES.outMore);
    case 'waiting':
      return plain(NOTES.next, NOTES.moment, NOTES.opens);
    case 'betting':
      return bettingNote(felt);
    case 'dealing':
      return plain(NOTES.noMoreBets, NOTES.dealing, NOTES.sealed);
    case 'decision':
      return decisionNote(felt);
    case 'others':
      return othersNote(felt);
    case 'settling':
      return plain(
        NOTES.faceUp,
        NOTES.settling,
        (felt.view?.spin_due ?? null) === null ? NOTES.lineByLine : NOTES.wheelFirst,
      );
    case 'settled':
    case 'void':
      return settledNote(felt);
  }
}

function bettingNote(felt: FeltView): Note {
  if (felt.isReady || felt.isReadying || felt.wantsDeal) {
    return plain(NOTES.betsIn, dollars(totalOf(felt.draft)), felt.isAlone ? NOTES.dealing : NOTES.waitingForPlayers);
  }
  return plain(NOTES.placeBets, NOTES.antes, NOTES.antesEqual);
}

function decisionNote(felt: FeltView): Note {
  const { stage, view, layout, you } = felt;
  const title = stage === null ? '' : betTitle(felt);
  if (felt.choice !== null) {
    const made = felt.choice.multiple === 0 ? NOTES.fold : NOTES.placed(felt.choice.multiple);
    return plain(title, made, felt.trainer?.holding ? NOTES.readFirst : NOTES.waitingForTable);
  }
  if (stage === null || view === null || you === null) return plain(NOTES.yourTurn, title, '');
  const after = followers(view, layout, you);
  return plain(NOTES.yourTurn, title, after.length === 0 ? NOTES.nextCards[stage] : NOTES.followers(after));
}

function othersNote(felt: FeltView): Note {
  const { view, info, you } = felt;
  const own = seatOf(view, you);
  const acts = view?.to_act ?? null;
  const name = acts === null ? '' : who(info, you, acts);
  if (own?.status === 'folded')
    return plain(NOTES.youFolded, acts === null ? NOTES.continues : NOTES.deciding(name), NOTES.sideBetsStay);
  if (own === null || own.status === 'empty') return plain(NOTES.thisRound, NOTES.watching, NOTES.joinNext);
  return plain(
    acts === null ? NOTES.table : NOTES.seatDeciding(acts),
    name,
    acts !== null && playerAt(info, acts)?.bot ? NOTES.botThinking : NOTES.waitingForThem,
  );
}

function watchingNote(felt: FeltView): Note {
  const { view, info } = felt;
  if (view === null) return plain(NOTES.watching, NOTES.noRound, NOTES.sitToStart);
  if (view.to_act !== null)
    return plain(NOTES.seatDeciding(view.to_act), who(info, null, view.to_act), NOTES.handsHidden);
  return plain(NOTES.watching, view.stage === 'betting' ? NOTES.playersBet : NOTES.inProgress, NOTES.handsHidden);
}

function settledNote(felt: FeltView): Note {
  const last = felt.settled.at(-1);
  if (!felt.isTold)
    return last === undefined ? plain(NOTES.faceUp, NOTES.settling, NOTES.lineByLine) : whyNote(felt, last);
  const total = felt.view?.totals.find(({ seat }) => seat === felt.you);
  if (total === undefined) return plain(NOTES.over, '', '');
  const title = total.net === 0 ? NOTES.even : signedMoney(total.net);
  return plain(NOTES.round(roundNumber(felt.round)), title, NOTES.tapRow);
}

function whyNote(felt: FeltView, wager: SettledWager): Note {
  const { layout } = felt;
  const spot = layout.spots[wager.spot];
  const named = spot === undefined ? null : spotHand(handsOf(felt.readView, felt.you, layout.aceLow), spot);
  // The hand that the table settled decides; a more precise name is used only where both agree.
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
  if (wager.result === 'push') return NOTES.push;
  if (wager.result === 'forfeit') return NOTES.folded;
  if (wager.result === 'lose') return NOTES.lost(wager.staked);
  return wager.odds === null ? NOTES.won(netOf(wager)) : NOTES.odds(wager.odds);
}

/** `Down bet`: the spot of the decision, as a sentence would say it. */
export function betTitle(felt: FeltView): string {
  const spot = felt.stage === null ? undefined : stageSpot(felt.layout, felt.stage);
  const title = spot?.title ?? '';
  return title.includes(' ') ? title.charAt(0) + title.slice(1).toLowerCase() : NOTES.bet(title);
}

function plain(eyebrow: string, title: string, says: string): Note {
  return { eyebrow, title, says, clause: '', reading: '' };
}
