import { describe, expect, test } from 'vitest';
import { failure, type Outcome } from '../shared/api';
import type { LiveTable } from '../shared/live.svelte';
import type { AdviseAnswer, AdviseRequest, BookDocument, Update } from '../shared/protocol';
import { FakeClock, settled } from '../testing/fakeClock';
import { FakeServer, RECORDINGS, updatesOf } from '../testing/fakeServer';
import { situationOf } from './panel/situation';
import { viewOf } from './shownRound';
import { Trainer, verdictWords } from './trainer.svelte';

const { rounds } = RECORDINGS;
const book = rounds.table.rules_document as BookDocument;
const updates = updatesOf(rounds);
const at = (stage: string): Update => updates.find((update) => viewOf(update)?.stage === stage) as Update;
const ROUND = at('across').info.round?.id ?? '';
const AGAIN_MS = 250;

function situation(stage: string): AdviseRequest {
  const view = viewOf(at(stage));
  const result = view === null ? null : situationOf(book, view, 1);
  if (result === null) throw new Error(`nothing to decide at ${stage}`);
  return result;
}

/** Advice by which 3x is best, and 1x costs 2 antes. */
function advice(decision: string): AdviseAnswer {
  return {
    decision,
    best: '3x',
    ev: { fold: -1, '1x': 1, '3x': 3 },
    cost: { fold: 4, '1x': 2, '3x': 0 },
    numerators: { fold: -1, '1x': 1, '3x': 3 },
    denominator: 1,
    middle_cards: {},
    chances: {},
  } as unknown as AdviseAnswer;
}

interface Start {
  answers?: (() => Outcome<AdviseAnswer>)[];
  server?: FakeServer;
}

function coached({ answers = [], server = new FakeServer(rounds) }: Start = {}) {
  const clock = new FakeClock();
  const [asked, said]: [AdviseRequest[], string[]] = [[], []];
  const trainer = new Trainer({
    advise: (request) => {
      asked.push(request);
      const stage = request.bets?.length === 2 ? 'middle' : request.bets?.length === 1 ? 'down' : 'across';
      return Promise.resolve(answers.shift()?.() ?? { ok: true, answer: advice(stage) });
    },
    clock,
    storage: server.ports.storage,
    painted: () => Promise.resolve(),
    say: (text) => said.push(text),
  });
  return { trainer, clock, asked, said, server };
}

async function decides(trainer: Trainer, stage: string, action: string): Promise<void> {
  trainer.deciding();
  trainer.decided(ROUND, situation(stage), action, 500);
  await settled();
}

describe('a decision', () => {
  test('is judged once the table has accepted it, and a costly one holds the next card', async () => {
    const { trainer, said } = coached();
    trainer.deciding();
    expect([trainer.holding, trainer.newest, trainer.goOnWords]).toEqual([true, null, 'Continue']);
    trainer.decided(ROUND, situation('across'), '1x', 500);
    await settled();
    expect([trainer.holding, trainer.newest?.action, trainer.goOnWords]).toEqual([true, '1x', 'Turn the cards']);
    expect(said).toEqual(['Best was 3×. Your choice, 1×, cost 2.00 antes ($10).']);
    expect(trainer.tally).toMatchObject({ decisions: 1, best: 0, rounds: 1, lostAntes: 2 });
    trainer.goOn();
    expect(trainer.holding).toBe(false);
  });

  test('that the table refused is neither judged nor counted', async () => {
    const { trainer, asked } = coached();
    trainer.deciding();
    trainer.undecided();
    await settled();
    expect([trainer.holding, trainer.judged, trainer.tally.decisions, asked]).toEqual([false, [], 0, []]);
    expect(trainer.accuracy).toBeNull();
  });

  test('a new one hides what was said of the one before', async () => {
    const { trainer } = coached();
    await decides(trainer, 'across', '1x');
    trainer.deciding();
    expect(trainer.newest).toBeNull();
    trainer.undecided();
    expect(trainer.newest?.action).toBe('1x');
  });

  test('that was best holds nothing, unless the player wants to read everything', async () => {
    const { trainer } = coached();
    await decides(trainer, 'across', '3x');
    expect([trainer.holding, trainer.accuracy]).toEqual([false, { best: 1, lostPerHundred: 0 }]);
    trainer.choose('always');
    await decides(trainer, 'middle', '3x');
    expect([trainer.holding, trainer.goOnWords]).toEqual([true, 'Turn the card']);
    trainer.choose('never');
    expect(trainer.holding).toBe(false);
    await decides(trainer, 'middle', 'fold');
    expect([trainer.holding, trainer.goOnWords, trainer.ofRound(ROUND).length]).toEqual([false, 'Continue', 3]);
  });

  test('without advice says why, and the round goes on', async () => {
    const { trainer } = coached({ answers: [() => failure('The workers are busy.')] });
    await decides(trainer, 'across', '1x');
    expect([trainer.trouble, trainer.holding, trainer.judged]).toEqual([
      'Couldn’t analyze this decision. The workers are busy.',
      false,
      [],
    ]);
    await decides(trainer, 'across', '1x');
    expect([trainer.trouble, trainer.judged.length]).toEqual([null, 1]);
  });

  test('waits for a server that is busy', async () => {
    const busy = (): Outcome<AdviseAnswer> => ({ ...failure('busy'), code: 'already_asking' });
    const { trainer, clock, asked } = coached({
      answers: [busy, () => ({ ...failure('busy'), code: 'workers_busy' })],
    });
    await decides(trainer, 'across', '1x');
    await clock.pass(2 * AGAIN_MS);
    expect([asked.length, trainer.newest?.action]).toEqual([3, '1x']);
  });
});

describe('a round', () => {
  const table = rounds.table;
  /** A table that sends the messages of a test. */
  function live() {
    const listeners = new Set<(update: Update, before: Update | null) => void>();
    const shown = {
      update: null as Update | null,
      listen: (one: (update: Update, before: Update | null) => void) => (
        listeners.add(one),
        () => listeners.delete(one)
      ),
    };
    return {
      shown: shown as unknown as LiveTable,
      listeners,
      sends: (update: Update) => listeners.forEach((one) => one(update, null)),
    };
  }

  test('advice is asked for while the player thinks, once', async () => {
    const { trainer, asked } = coached();
    const { shown, sends, listeners } = live();
    shown.update = at('across');
    const [stop, other] = [trainer.follow(shown, table, book), trainer.follow(shown, table, book)];
    await settled();
    expect(asked).toHaveLength(1);
    sends(at('across'));
    sends({ ...at('across'), view: null });
    await decides(trainer, 'across', '1x');
    expect(asked).toHaveLength(1);
    stop();
    expect(listeners.size).toBe(1);
    other();
    expect(listeners.size).toBe(0);
  });

  test('what it came to is counted when the felt has told it', async () => {
    const { trainer } = coached();
    const { shown, sends } = live();
    trainer.follow(shown, table, book);
    await decides(trainer, 'across', '3x');
    sends(at('settled'));
    sends(at('settled'));
    expect(trainer.tally.luckCents).toBe(0);
    trainer.roundShown(ROUND);
    const counted = trainer.tally.luckCents;
    expect(counted).not.toBe(0);
    trainer.roundShown(ROUND);
    expect(trainer.tally.luckCents).toBe(counted);
  });

  test('a coach who holds counts nothing until the player has read on', async () => {
    const { trainer } = coached();
    const { shown, sends } = live();
    trainer.follow(shown, table, book);
    trainer.choose('always');
    await decides(trainer, 'across', '3x');
    sends(at('settled'));
    trainer.roundShown(ROUND);
    expect(trainer.tally.luckCents).toBe(0);
    trainer.goOn();
    expect(trainer.tally.luckCents).not.toBe(0);
  });

  test('whoever joined in the middle of a round is told nothing of luck', async () => {
    const { trainer } = coached();
    const { shown, sends } = live();
    trainer.follow(shown, table, book);
    await decides(trainer, 'middle', '3x');
    sends(at('settled'));
    trainer.roundShown(ROUND);
    expect(trainer.tally.luckCents).toBe(0);
  });

  test('there is no coach at a live table', () => {
    const { trainer, asked } = coached();
    const { shown } = live();
    shown.update = at('across');
    trainer.follow(shown, { ...table, info: { ...table.info, table_kind: 'live' } }, book)();
    expect(asked).toEqual([]);
  });
});

test('accuracy, costs and the pause survive a reload', async () => {
  const { trainer, server } = coached();
  trainer.choose('always');
  await decides(trainer, 'across', '1x');
  await decides(trainer, 'down', '3x');
  const { trainer: again } = coached({ server });
  expect(again.accuracy).toEqual(trainer.accuracy);
  expect([again.holds, again.costOfRound(ROUND), again.costOfRound('another')]).toEqual(['always', 2, null]);
  server.isStorageBlocked = true;
  expect(coached({ server }).trainer.holds).toBe('costly');
});

test('a best choice is told in one line', () => {
  expect(verdictWords(advice('across'), '3x', 500)).toBe('Best choice: 3×.');
});
