import { describe, expect, it } from 'vitest';
import { failure, type Outcome } from '../shared/api';
import type { KingReadAnswer, KingReadRequest } from '../shared/protocol';
import { settled } from '../testing/fakeClock';
import { gridOf } from './local';
import { MOST_KEPT, Reader } from './reader.svelte';
import { BLANK_READING } from './sheetReading';

const GRID = gridOf([]);

function reading() {
  const asked: KingReadRequest[] = [];
  const answers: Outcome<KingReadAnswer>[] = [];
  const read = (request: KingReadRequest): Promise<Outcome<KingReadAnswer>> => {
    asked.push(request);
    const secured = asked.length;
    return Promise.resolve(
      answers.shift() ?? { ok: true, answer: { ...BLANK_READING, secured } as unknown as KingReadAnswer },
    );
  };
  return { asked, answers, reader: new Reader(read) };
}

describe('reading sheets', () => {
  it('asks once for each sheet and card', async () => {
    const { asked, reader } = reading();
    reader.ask(GRID, '3c', true, {});
    reader.ask(GRID, '3c', true, {});
    expect(reader.known(GRID, '3c', true)).toBeNull();
    await settled();
    reader.ask(GRID, '3c', true, {});
    reader.ask(GRID, null, true, {});
    await settled();
    expect(asked.map(({ card }) => card)).toEqual(['3c', null]);
    expect(reader.known(GRID, '3c', true)?.secured).toBe(1);
    expect(reader.known(GRID, '3c', false)).toBeNull();
  });

  it('asks again for what failed', async () => {
    const { asked, answers, reader } = reading();
    answers.push(failure('Not now.'));
    reader.ask(GRID, '3c', true, {});
    await settled();
    reader.ask(GRID, '3c', true, {});
    await settled();
    expect(asked).toHaveLength(2);
    expect(reader.known(GRID, '3c', true)).not.toBeNull();
  });

  it('forgets the oldest, and can be asked for them again', async () => {
    const { asked, reader } = reading();
    const sheet = (number: number) => gridOf([{ rolled: '3c', square: 'a1', card: `card ${number}` }]);
    for (let number = 0; number <= MOST_KEPT; number += 1) reader.ask(sheet(number), null, true, {});
    await settled();
    expect(reader.known(sheet(0), null, true)).toBeNull();
    expect(reader.known(sheet(MOST_KEPT), null, true)).not.toBeNull();
    reader.ask(sheet(0), null, true, {});
    await settled();
    expect(reader.known(sheet(0), null, true)).not.toBeNull();
    expect(asked).toHaveLength(MOST_KEPT + 2);
  });
});
