/** The server's answers, typed by the generated protocol; a refusal is a value, a broken connection an error. */

import type {
  ChoiceValue,
  ClausesAnswer,
  ProcedureAnswer,
  ReadingsAnswer,
  Refusal,
  RuleBookAnswer,
  RuleBooksAnswer,
  SettledCase,
  SettleRequest,
} from './protocol';

export type Options = Record<string, ChoiceValue>;
export type Outcome<T> = { ok: true; answer: T } | { ok: false; faults: readonly string[] };

async function ask<T>(path: string, body?: unknown): Promise<Outcome<T>> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(`api/${path}`, request);
  } catch {
    return { ok: false, faults: ['The server does not answer. Is it still running?'] };
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return { ok: true, answer: answer as T };
  if (isRefusal(answer)) return { ok: false, faults: answer.faults };
  return { ok: false, faults: [`The server answered with status ${response.status}.`] };
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as Partial<Refusal>).faults);
}

const kept = new Map<string, Promise<Outcome<unknown>>>();

/** Rule books do not change while the server runs, so each is asked for once; a failure is not kept. */
function once<T>(path: string): Promise<Outcome<T>> {
  const known = kept.get(path);
  if (known !== undefined) return known as Promise<Outcome<T>>;
  const asked = ask<T>(path).then((outcome) => {
    if (!outcome.ok) kept.delete(path);
    return outcome;
  });
  kept.set(path, asked);
  return asked;
}

const name = encodeURIComponent;

export const api = {
  ruleBooks: () => once<RuleBooksAnswer>('rules'),
  ruleBook: (id: string, options: Options = {}) =>
    Object.keys(options).length === 0
      ? once<RuleBookAnswer>(`rules/${name(id)}`)
      : ask<RuleBookAnswer>(`rules/${name(id)}/resolve`, { options }),
  clauses: (id: string) => once<ClausesAnswer>(`rules/${name(id)}/clauses`),
  readings: (id: string) => once<ReadingsAnswer>(`rules/${name(id)}/readings`),
  procedure: (id: string, method: string) =>
    once<ProcedureAnswer>(`rules/${name(id)}/procedure?method=${name(method)}`),
  settle: (request: SettleRequest) => ask<SettledCase>('settle', request),
};
