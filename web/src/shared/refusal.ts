/** A refusal of the server in words of the page. */

import type { Failure } from './api';
import { faultSentence } from './faultWords';
import type { Refusal } from './protocol';

/** A refusal of the server, over HTTP or from a table. */
export function refusal({ code, details }: Pick<Refusal, 'code' | 'details'>): Failure {
  return { ok: false, faults: details.map(faultSentence), code, details };
}
