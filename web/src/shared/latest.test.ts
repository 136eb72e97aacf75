import { expect, test } from 'vitest';
import { Latest } from './latest';

interface Answer {
  readonly name: string;
}

function question() {
  let resolve: (answer: Answer) => void = () => undefined;
  const promise = new Promise<Answer>((done) => (resolve = done));
  return { promise, resolve: (answer: Answer) => resolve(answer) };
}

test('an answer to an earlier question never replaces a later one', async () => {
  const latest = new Latest();
  const [first, second] = [question(), question()];
  const answers = [latest.only(first.promise), latest.only(second.promise)];
  second.resolve({ name: 'second' });
  first.resolve({ name: 'first' });
  expect(await Promise.all(answers)).toEqual([null, { name: 'second' }]);
});

test('answers in their order count until the next question', async () => {
  const latest = new Latest();
  expect(await latest.only(Promise.resolve({ name: 'one' }))).toEqual({ name: 'one' });
  expect(await latest.only(Promise.resolve({ name: 'two' }))).toEqual({ name: 'two' });
});

test('what is dropped never counts', async () => {
  const latest = new Latest();
  const asked = question();
  const answer = latest.only(asked.promise);
  latest.drop();
  asked.resolve({ name: 'late' });
  expect(await answer).toBeNull();
});
