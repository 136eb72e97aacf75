import { expect, test } from 'vitest';
import type { RecordAnswer } from '../shared/protocol';
import { hostRules } from './ruling';

const record = (...entries: readonly object[]) => ({ proof: { log: { entries } } }) as unknown as RecordAnswer;
const opened = (body: object) => ({ kind: 'round_opened', sealed: false, body: JSON.stringify(body) });

test('a record says whether the host rules at its table', () => {
  expect(hostRules(record({ kind: 'round_committed', body: '{}' }, opened({ round: 'oak-1', host_rules: true })))).toBe(
    true,
  );
  expect(hostRules(record(opened({ round: 'oak-1', host_rules: false })))).toBe(false);
  expect(hostRules(record(opened({ round: 'oak-1' })))).toBe(false);
  expect(hostRules(record())).toBe(false);
});
