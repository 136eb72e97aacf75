/** Who ruled at the table of a record, as its log says it. */

import type { RecordAnswer } from '../shared/protocol';

/** Whether the host rules at the table, also on rounds that the host plays in. */
export function hostRules(record: Pick<RecordAnswer, 'proof'>): boolean {
  const opened = record.proof.log.entries.find(({ kind }) => kind === 'round_opened');
  if (opened === undefined) return false;
  const body: unknown = JSON.parse(opened.body);
  return typeof body === 'object' && body !== null && 'host_rules' in body && body.host_rules === true;
}
