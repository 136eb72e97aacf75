/** Why something was refused, in words of the page: chosen by code, made from the parameters, never read from a message. */

import { plainValue, requestFaults, titled, valueFaults, wagerFaults } from './faults/strings';
import type { FaultDetail } from './protocol';
import { sentence, sentenceOf } from './words';

export type Fault = FaultDetail;
export type FaultParams = Fault['params'];
export type Param = FaultParams[string];

/** How a form names the subject of a fault. */
export interface Naming {
  /** The title of a spot. */
  readonly titleOf: (spot: string) => string;
  /** A value as people type it in the field. */
  readonly shown: (value: Param | undefined) => string;
}

const PLAIN: Naming = { titleOf: sentence, shown: plainValue };

/** The fault without the name of its field; the server's message where the page has no text for its code. */
export function faultPhrase(fault: Fault, naming: Partial<Naming> = {}): string {
  const words = valueFaults[fault.code] ?? wagerFaults[fault.code] ?? requestFaults[fault.code];
  return words?.(fault.params, { ...PLAIN, ...naming }) ?? fault.message;
}

/** A fault under a title, with its clause. */
export function titledFault(title: string, fault: Fault, naming: Partial<Naming> = {}): string {
  return titled(title, faultPhrase(fault, naming), fault.clause);
}

/** A fault as a sentence where no form shows its field. */
export function faultSentence(fault: Fault): string {
  const isWhole = fault.field === '' || fault.code in requestFaults;
  if (isWhole) return sentenceOf(faultPhrase(fault));
  return sentenceOf(titledFault(sentence(fault.field.split('.').at(-1) ?? fault.field), fault));
}
