import { expect, test } from 'vitest';
import type { Update } from '../protocol';
import { FakeClock } from '../../testing/fakeClock';
import { Countdown } from './countdown.svelte';
import { CLOCK } from './strings';

interface Told {
  seq: number;
  stage?: string;
  left: number;
}

function table() {
  const clock = new FakeClock();
  const heard: string[] = [];
  const live = { update: null as Update | null, updatedAt: 0, you: 2 as number | null };
  const countdown = new Countdown(live, clock, (text) => heard.push(text));
  const stop = countdown.start();
  const comes = ({ seq, stage = 'across', left }: Told): void => {
    live.update = {
      seq,
      clocks: [{ seat: 2, left_ms: left, of_ms: 30_000 }],
      info: { round: { id: 'oak-1' } },
      view: { stage },
    } as unknown as Update;
    live.updatedAt = clock.now();
  };
  return { clock, heard, live, countdown, stop, comes };
}

test('ten seconds are said once in a turn, whatever else happens', async () => {
  const { clock, heard, comes } = table();
  comes({ seq: 1, left: 12_000 });
  await clock.pass(1_500);
  expect(heard).toEqual([]);
  await clock.pass(600);
  expect(heard).toEqual(['Ten seconds left.']);
  for (let seq = 2; seq < 6; seq += 1) {
    comes({ seq, left: 9_000 - 1_000 * seq });
    await clock.pass(1_000);
  }
  expect(heard).toHaveLength(1);
  comes({ seq: 9, stage: 'down', left: 11_000 });
  await clock.pass(3_000);
  expect(heard).toHaveLength(2);
});

test('a turn that begins with less says nothing', async () => {
  const { clock, heard, comes } = table();
  comes({ seq: 1, left: 8_000 });
  await clock.pass(9_000);
  expect(heard).toEqual([]);
});

test('counts down between updates, and stops with the page', async () => {
  const { clock, countdown, comes, stop, live } = table();
  await clock.pass(1_000);
  expect(countdown.left(2)).toBeNull();
  comes({ seq: 1, left: 15_000 });
  await clock.pass(5_000);
  expect([countdown.left(2), countdown.left(3)]).toEqual([{ part: 10 / 30, seconds: 10 }, null]);
  await clock.pass(60_000);
  expect(countdown.left(2)).toEqual({ part: 0, seconds: 0 });
  stop();
  live.you = null;
  await clock.pass(1_000);
  expect(CLOCK.left(65)).toBe('1:05');
});

test('a clock of nothing, a spectator and a table between rounds', async () => {
  const { clock, countdown, heard, live, comes } = table();
  live.update = {
    seq: 1,
    clocks: [{ seat: 2, left_ms: 11_000, of_ms: 0 }],
    info: { round: null },
    view: null,
  } as unknown as Update;
  await clock.pass(2_000);
  expect([countdown.left(2)?.part, heard.length]).toEqual([0, 1]);
  comes({ seq: 2, left: 11_000 });
  live.you = null;
  await clock.pass(4_000);
  expect(heard).toHaveLength(1);
});
