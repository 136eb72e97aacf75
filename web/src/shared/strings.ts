/**
 * Text for people that every page needs. It is part of the first load, so text that only some pages need is in the
 * `strings` module of a folder that those pages load.
 */

import type { NetworkState } from './network.svelte';

export const productName = 'Crossfelt';
export const homeLabel = 'Crossfelt, home';

export const pagesLabel = 'Pages';
export const menuPagesLabel = 'Menu pages';
export const morePagesLabel = 'More pages';
export const menuLabel = 'Menu and settings';
export const playMoney = 'play money';

export const crissCross = 'Criss Cross';
export const kingCross = 'King Cross';
export const tables = 'Tables';
export const rules = 'Rules';
export const myRounds = 'My rounds';
export const myWallet = 'My wallet and name';
export const settleRound = 'Settle a round';

export const close = 'Close';
export const copied = 'Copied';
export const reload = 'Reload';
export const home = 'Home';

export const newVersion = 'New version: reload';
export const newVersionNeeded = 'New version: reload to continue';
export const updated = 'Crossfelt was updated. Reload to continue where you are.';
export const notLoaded = 'Couldn’t load this page';
export const notLoadedAdvice = 'Check your connection, then reload.';
export const failed = 'Something went wrong on this page';
export const failedAdvice = 'Your seat, your bets and your wallet are safe on the server. Reload to continue.';

export const networkText: Readonly<Record<Exclude<NetworkState, 'there'>, string>> = {
  offline: 'You’re offline. Reconnecting when the network is back.',
  lost: 'Connection lost. Reconnecting…',
};
export const online = 'You’re back online.';
export const noAnswer = 'Can’t reach the server. Check your connection and try again.';
export const badStatus = (status: number): string =>
  `The server returned an error (status ${status}). Try again later.`;

/** The name of a guest who hasn’t chosen one. */
export const guestName = (number: number): string => `Guest ${number}`;

/** Titles of practice tables that a page opens. */
export const ownTable = 'Your table';
export const ownSheet = 'Your sheet';

const RANKS: Readonly<Record<string, string>> = {
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  T: 'ten',
  '9': 'nine',
  '8': 'eight',
  '7': 'seven',
  '6': 'six',
  '5': 'five',
  '4': 'four',
  '3': 'three',
  '2': 'two',
};
const SUITS: Readonly<Record<string, string>> = { h: 'hearts', c: 'clubs', d: 'diamonds', s: 'spades' };

/** `ten of hearts` for `Th`. */
export const cardName = (card: string): string => `${RANKS[card[0] ?? '']} of ${SUITS[card[1] ?? '']}`;
