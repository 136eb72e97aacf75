import { describe, expect, it } from 'vitest';
import { failure, type Outcome } from '../shared/api';
import type { TableAnswer } from '../shared/protocol';
import { RECORDINGS } from '../testing/fakeServer';
import { duelTerms, KingTables, type OpeningPorts } from './kingTables.svelte';

const TABLE: Outcome<TableAnswer> = { ok: true, answer: RECORDINGS.king.table };
const PATH = `table/${RECORDINGS.king.table.info.table}?deal=1`;

function opening(over: Partial<OpeningPorts> = {}) {
  const done: string[] = [];
  const tables = new KingTables((path) => done.push(path), {
    open: (terms) => {
      done.push(`open ${terms.title} ${terms.seat_count}`);
      return Promise.resolve(TABLE);
    },
    ask: (_, __, request) => {
      done.push(JSON.stringify(request));
      return Promise.resolve({ ok: true, answer: { version: 1 } as never });
    },
    ...over,
  });
  return { done, tables };
}

describe('opening a table', () => {
  it('plays alone', async () => {
    const { done, tables } = opening();
    const opened = tables.alone(true);
    expect(tables.busy).toBe('alone');
    // One table at a time.
    await tables.alone(true);
    await opened;
    expect([tables.busy, done]).toEqual(['', ['open Your sheet 1', PATH]]);
  });

  it('seats a bot first', async () => {
    const { done, tables } = opening();
    await tables.against('greedy', false, 'communal');
    expect(done).toEqual([
      `open ${duelTerms('communal', false).title} 2`,
      '{"kind":"add_bot","seat":2,"policy":"greedy"}',
      PATH,
    ]);
  });

  it('goes nowhere when the table or the bot is refused', async () => {
    const refused = opening({ open: () => Promise.resolve(failure('Too many tables.')) });
    await refused.tables.against('greedy', false, 'own_dice');
    expect([refused.tables.faults, refused.done]).toEqual([['Too many tables.'], []]);
    const alone = opening({ ask: () => Promise.resolve(failure('No such bot.')) });
    await alone.tables.against('greedy', false, 'own_dice');
    expect([alone.tables.faults, alone.done]).toEqual([['No such bot.'], ['open Against a bot 2']]);
  });
});
