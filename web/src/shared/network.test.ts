import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Network } from './network.svelte';

const listeners = new Map<string, () => void>();
const device = { onLine: true };
let network: Network;
let urgent: () => readonly string[];

beforeEach(async () => {
  vi.resetModules();
  listeners.clear();
  device.onLine = true;
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('window', { addEventListener: (name: string, run: () => void) => listeners.set(name, run) });
  const { announcer } = await import('./announcer.svelte');
  urgent = () => announcer.urgent.map(({ text }) => text);
  ({ network } = await import('./network.svelte'));
});
afterEach(() => vi.unstubAllGlobals());

function becomes(isOnline: boolean): void {
  device.onLine = isOnline;
  listeners.get(isOnline ? 'online' : 'offline')?.();
}

test('says at once that the device is offline, and that it is back', () => {
  expect([network.state, urgent()]).toEqual(['there', []]);
  becomes(false);
  expect([network.state, urgent()]).toEqual(['offline', [expect.stringContaining('You’re offline')]]);
  becomes(true);
  expect([network.state, urgent()]).toEqual(['there', ['You’re back online.']]);
});

test('says that a table is lost while the device is online', () => {
  network.table(true);
  expect([network.state, urgent()]).toEqual(['lost', [expect.stringContaining('Connection lost')]]);
  network.table(false);
  expect([network.state, urgent()]).toEqual(['there', ['You’re back online.']]);
});

test('interrupts once for each time away, whatever is found later', async () => {
  const { announcer } = await import('./announcer.svelte');
  becomes(false);
  const said = announcer.urgent;
  network.table(true);
  becomes(true);
  expect([network.state, announcer.urgent]).toEqual(['lost', said]);
  network.table(false);
  expect(urgent()).toEqual(['You’re back online.']);
});

test('a page that is opened offline says so', async () => {
  vi.resetModules();
  device.onLine = false;
  expect((await import('./network.svelte')).network.state).toBe('offline');
});
