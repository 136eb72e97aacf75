import { expect, it } from 'vitest';
import { commandOf, neighbour } from './keys';

const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...more });

it('knows the keys of a table', () => {
  expect(commandOf(key('Enter'), true)).toEqual({ kind: 'go' });
  expect(commandOf(key('F'), true)).toEqual({ kind: 'bet', multiple: 0 });
  expect(commandOf(key('3'), true)).toEqual({ kind: 'bet', multiple: 3 });
  expect(commandOf(key('q'), true)).toBeNull();
});

it('leaves letters alone where they are switched off, and keys of the browser always', () => {
  expect(commandOf(key('r'), false)).toBeNull();
  expect(commandOf(key('ArrowUp'), false)).toEqual({ kind: 'move', dx: 0, dy: -1 });
  expect(commandOf(key('r', { ctrlKey: true }), true)).toBeNull();
});

it('goes over the spots', () => {
  const rows = [['a', 'b'], ['c', 'd'], ['e'], []];
  expect(neighbour(rows, null, 0, 1)).toBe('a');
  expect(neighbour(rows, 'a', 1, 0)).toBe('b');
  expect(neighbour(rows, 'b', 1, 0)).toBe('b');
  expect(neighbour(rows, 'd', 0, 1)).toBe('e');
  expect(neighbour(rows, 'e', 0, 1)).toBe('e');
  expect(neighbour(rows, 'e', 0, -1)).toBe('c');
});
