/** The server's answers, typed by the generated protocol; a refusal is a value, a broken connection an error. */

import type {
  AdviseAnswer,
  AdviseRequest,
  BandAnswer,
  BotsAnswer,
  ChoiceValue,
  ClausesAnswer,
  GuestAnswer,
  KeysAnswer,
  KingDailyAnswer,
  KingHintAnswer,
  KingHintRequest,
  KingMatchAnswer,
  KingMatchRequest,
  KingReadAnswer,
  KingReadRequest,
  KingReviewAnswer,
  KingReviewRequest,
  LobbyAnswer,
  MeAnswer,
  OpenTableRequest,
  PlayedRoundsAnswer,
  ProcedureAnswer,
  ReadingsAnswer,
  ReceiptAnswer,
  RecordAnswer,
  Refusal,
  ReplayAnswer,
  RuleBookAnswer,
  RuleBooksAnswer,
  ScoringAnswer,
  SettledCase,
  SettleRequest,
  StatementAnswer,
  StrategyAnswer,
  StrategyRequest,
  SubmissionAnswer,
  TableAnswer,
  TableRequest,
  TableRoundsAnswer,
} from './protocol';
import type { Fault } from './faultWords';
import { release } from './release.svelte';
import * as text from './requests/strings';

export type Options = Record<string, ChoiceValue>;

/** Why a request failed. */
export interface Failure {
  readonly ok: false;
  /** Every reason in words of the page. */
  readonly faults: readonly string[];
  /** The code of the server's refusal; null where the server refused nothing. */
  readonly code: Fault['code'] | null;
  /** Every reason in parts, for a form that words it by its own fields. */
  readonly details: readonly Fault[];
}

/** The result of a request: the answer, or every reason for its refusal. */
export type Outcome<T> = { readonly ok: true; readonly answer: T } | Failure;

/** A failure that the page itself states. */
export function failure(...faults: readonly string[]): Failure {
  return { ok: false, faults, code: null, details: [] };
}

const NOTHING_TO_SAY = 204;

export async function ask<T>(path: string, body?: unknown, method?: string): Promise<Outcome<T>> {
  const request: RequestInit =
    body === undefined
      ? { method: method ?? 'GET' }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(`api/${path}`, request);
  } catch {
    return failure(text.noAnswer);
  }
  release.meet(response.headers.get('crossfelt-version'));
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && (answer !== null || response.status === NOTHING_TO_SAY)) return { ok: true, answer: answer as T };
  if (isRefusal(answer)) {
    // The page's own texts are loaded with the first refusal. If that fails, the server's are shown.
    const worded = await import('./refusal').catch(() => null);
    return worded?.refusal(answer) ?? { ...failure(...answer.faults), code: answer.code, details: answer.details };
  }
  return failure(text.badStatus(response.status));
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as Partial<Refusal>).details);
}

const cached = new Map<string, Promise<Outcome<unknown>>>();

/** Rule books do not change while the server runs, so each is asked for once; a failure is not kept. */
function once<T>(path: string): Promise<Outcome<T>> {
  const known = cached.get(path);
  if (known !== undefined) return known as Promise<Outcome<T>>;
  const asked = ask<T>(path).then((outcome) => {
    if (!outcome.ok) cached.delete(path);
    return outcome;
  });
  cached.set(path, asked);
  return asked;
}

const name = encodeURIComponent;
const page = (before: number | undefined): string => (before === undefined ? '' : `?before=${before}`);

export const api = {
  ruleBooks: () => once<RuleBooksAnswer>('rules'),
  ruleBook: (id: string, options: Options = {}) =>
    Object.keys(options).length === 0
      ? once<RuleBookAnswer>(`rules/${name(id)}`)
      : ask<RuleBookAnswer>(`rules/${name(id)}/resolve`, { options }),
  checkSubmission: (submission: string) => ask<SubmissionAnswer>('submissions/check', { submission }),
  clauses: (id: string) => once<ClausesAnswer>(`rules/${name(id)}/clauses`),
  readings: (id: string) => once<ReadingsAnswer>(`rules/${name(id)}/readings`),
  /** The steps of a table that offers these wagers, or those of the rule book. */
  procedure: (id: string, method: string, wagers: readonly string[] | null) =>
    once<ProcedureAnswer>(
      `rules/${name(id)}/procedure?method=${name(method)}${wagers === null ? '' : `&wagers=${name(wagers.join(','))}`}`,
    ),
  scoring: (id: string) => once<ScoringAnswer>(`rules/${name(id)}/scoring`),
  settle: (request: SettleRequest) => ask<SettledCase>('settle', request),

  /** The guest of this browser, or null. A browser without a guest isn't refused. */
  me: () => ask<MeAnswer | null>('me?optional=true'),
  becomeGuest: (as: string) => ask<GuestAnswer>('guests', { name: as }),
  /** `replace`: whether the guest of this browser may be lost. */
  recover: (code: string, replace: boolean) => ask<GuestAnswer>('guests/recover', { code, replace }),
  newCode: () => ask<GuestAnswer>('me/code', undefined, 'POST'),
  rename: (as: string) => ask<MeAnswer>('me/name', { name: as }),
  refill: (id: string) => ask<ReceiptAnswer>('me/refill', { id }),
  removeMe: () => ask<null>('me', undefined, 'DELETE'),
  myRounds: (before?: number, limit = 50) =>
    ask<PlayedRoundsAnswer>(`me/rounds?limit=${limit}${before === undefined ? '' : `&before=${before}`}`),
  statement: (before?: number) => ask<StatementAnswer>(`me/statement${page(before)}`),

  bots: () => once<BotsAnswer>('bots'),
  lobby: () => ask<LobbyAnswer>('tables'),
  table: (id: string) => ask<TableAnswer>(`tables/${name(id)}`),
  openTable: (request: OpenTableRequest) => ask<TableAnswer>('tables', request),
  askTable: (id: string, action: string, request: TableRequest) =>
    ask<ReceiptAnswer>(`tables/${name(id)}/ask`, { id: action, request }),
  tableRounds: (id: string, before?: number) => ask<TableRoundsAnswer>(`tables/${name(id)}/rounds${page(before)}`),
  tableReport: (id: string) => ask<BandAnswer>(`tables/${name(id)}/band`),
  keys: () => ask<KeysAnswer>('keys'),
  record: (round: string) => ask<RecordAnswer>(`rounds/${name(round)}/record`),
  replay: (round: string, seat?: number) =>
    ask<ReplayAnswer>(`rounds/${name(round)}/replay${seat === undefined ? '' : `?seat=${seat}`}`),

  advise: (request: AdviseRequest) => ask<AdviseAnswer>('advise', request),
  strategy: (request: StrategyRequest) => ask<StrategyAnswer>('strategy', request),
  tableAdvice: (id: string) => ask<AdviseAnswer | KingHintAnswer>(`tables/${name(id)}/advice`, undefined, 'POST'),
  kingRead: (request: KingReadRequest) => ask<KingReadAnswer>('king/read', request),
  kingDaily: (day?: string) => ask<KingDailyAnswer>(`king/daily${day === undefined ? '' : `?day=${name(day)}`}`),
  kingMatch: (request: KingMatchRequest) => ask<KingMatchAnswer>('king/match', request),
  kingHint: (request: KingHintRequest) => ask<KingHintAnswer>('king/hint', request),
  kingReview: (request: KingReviewRequest) => ask<KingReviewAnswer>('king/review', request),
};
