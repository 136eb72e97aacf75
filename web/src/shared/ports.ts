/** The browser's parts that a live table uses: a socket, a clock and storage. Tests use their own. */

import { browserStorage, type TextStorage } from './savedValues';

/** An open socket. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  readonly heard: (text: string) => void;
  /** Called once, however the socket ended. */
  readonly ended: () => void;
}

export interface Clock {
  /** Milliseconds that never run backwards. They may stand still while the machine sleeps. */
  now(): number;
  /** Milliseconds of the wall clock, which go on while the machine sleeps. */
  wall(): number;
  /** Calls back once. The answer cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Calls back again and again. The answer stops it. */
  every(ms: number, run: () => void): () => void;
}

export interface Locks {
  request(name: string, run: () => Promise<void>): Promise<unknown>;
}

/** The tabs of this browser that show the same page. */
export interface Tabs {
  /** Calls back in every other tab. */
  tell(): void;
  listen(run: () => void): void;
}

export interface Ports {
  /** Opens a socket to a path below the page's own address. */
  readonly connect: (path: string, query: Readonly<Record<string, string>>, events: LineEvents) => Line;
  readonly clock: Clock;
  readonly storage: TextStorage;
  /** One tab at a time; undefined where the browser has no locks. */
  readonly locks: Locks | undefined;
  /** A number from 0 to 1, for the pause before the next try. */
  readonly random: () => number;
  /** Calls back when the network comes or goes, or the page is looked at again. The answer stops it. */
  readonly onWake: (run: () => void) => () => void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after: (ms, run) => {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = window.setInterval(run, ms);
    return () => window.clearInterval(timer);
  },
};

/** Tabs that hear each other under a name; a browser without channels has none to tell. */
export function browserTabs(name: string): Tabs {
  if (typeof window === 'undefined' || !('BroadcastChannel' in window))
    return { tell: () => undefined, listen: () => undefined };
  const channel = new BroadcastChannel(name);
  return {
    tell: () => channel.postMessage(null),
    listen: (run) => channel.addEventListener('message', run),
  };
}

export function browserPorts(): Ports {
  return {
    connect,
    clock: browserClock,
    storage: browserStorage,
    locks: navigator.locks,
    random: Math.random,
    onWake,
  };
}

function connect(path: string, query: Readonly<Record<string, string>>, { heard, ended }: LineEvents): Line {
  const address = new URL(path, document.baseURI);
  address.protocol = address.protocol.replace('http', 'ws');
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const socket = new WebSocket(address);
  socket.onmessage = (event) => heard(String(event.data));
  socket.onclose = ended;
  return {
    send: (text) => {
      // A socket that is closing drops what it is given; what was asked is sent again on the next one.
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}

function onWake(run: () => void): () => void {
  const looked = (): void => {
    if (!document.hidden) run();
  };
  const names = ['online', 'offline', 'pageshow', 'focus'];
  for (const name of names) window.addEventListener(name, looked);
  document.addEventListener('visibilitychange', looked);
  return () => {
    for (const name of names) window.removeEventListener(name, looked);
    document.removeEventListener('visibilitychange', looked);
  };
}
