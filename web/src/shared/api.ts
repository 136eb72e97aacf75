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
  TableAnswer,
  TableRequest,
  TableRoundsAnswer,
} from './protocol';

export type Options = Record<string, ChoiceValue>;
/** What came of asking: the answer, or every reason against it, with the code that programs go by. */
export type Outcome<T> =
  | { readonly ok: true; readonly answer: T }
  | { readonly ok: false; readonly faults: readonly string[]; readonly code: string | null };

const NOTHING_TO_SAY = 204;

async function ask<T>(path: string, body?: unknown, method?: string): Promise<Outcome<T>> {
  const request: RequestInit =
    body === undefined
      ? { method: method ?? 'GET' }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(`api/${path}`, request);
  } catch {
    return { ok: false, faults: ['The server does not answer. Is it still running?'], code: null };
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && (answer !== null || response.status === NOTHING_TO_SAY)) return { ok: true, answer: answer as T };
  if (isRefusal(answer)) return { ok: false, faults: answer.faults, code: answer.code ?? null };
  return { ok: false, faults: [`The server answered with status ${response.status}.`], code: null };
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
const page = (before: number | undefined): string => (before === undefined ? '' : `?before=${before}`);

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
  scoring: (id: string) => once<ScoringAnswer>(`rules/${name(id)}/scoring`),
  settle: (request: SettleRequest) => ask<SettledCase>('settle', request),

  me: () => ask<MeAnswer>('me'),
  becomeGuest: (as: string) => ask<GuestAnswer>('guests', { name: as }),
  recover: (code: string) => ask<GuestAnswer>('guests/recover', { code }),
  newCode: () => ask<GuestAnswer>('me/code', undefined, 'POST'),
  rename: (as: string) => ask<MeAnswer>('me/name', { name: as }),
  refill: (id: string) => ask<ReceiptAnswer>('me/refill', { id }),
  removeMe: () => ask<null>('me', undefined, 'DELETE'),
  myRounds: (before?: number) => ask<PlayedRoundsAnswer>(`me/rounds${page(before)}`),
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
