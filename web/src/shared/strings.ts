/**
 * Text for people that every page needs. The build puts each constant where it is used. Objects and functions would
 * make a chunk of the first load, so they are in the `strings` modules of the folders beside this file.
 */

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
export const updated = 'Crossfelt was updated. Reload to continue.';
export const notLoaded = 'Couldn’t load this page';
export const notLoadedAdvice = 'Check your connection, then reload.';
export const failed = 'Something went wrong on this page';
export const failedAdvice = 'Your seat, bets and wallet are safe on the server. Reload to continue.';

export const offline = 'You’re offline. Reconnecting when the network is back.';
export const connectionLost = 'Connection lost. Reconnecting…';
export const online = 'You’re back online.';

/** Titles of practice tables that a page opens. */
export const ownTable = 'Your table';
export const ownSheet = 'Your sheet';
