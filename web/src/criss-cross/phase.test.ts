import { expect, it } from 'vitest';
import { layoutOf } from './layout';
import { followers, isOver, phaseOf, sealWords } from './phase';
import { seatedAt } from './seats';
import { rulesDocument, tableInfo, tableView } from './testing';

const layout = layoutOf(rulesDocument());

it('knows what a table is about', () => {
  const info = tableInfo();
  expect(phaseOf(null, info, null)).toBe('watching');
  expect(phaseOf(null, info, 1)).toBe('waiting');
  expect(phaseOf(tableView({ stage: 'betting', to_act: null }), info, 1)).toBe('betting');
  expect(phaseOf(tableView({ stage: 'dealing', to_act: null }), info, 1)).toBe('dealing');
  expect(phaseOf(tableView(), info, 1)).toBe('decision');
  expect(phaseOf(tableView({ to_act: 2 }), info, 1)).toBe('others');
  expect(phaseOf(tableView(), info, 2)).toBe('others');
  expect(phaseOf(tableView({ stage: 'settling' }), info, 1)).toBe('settling');
  expect(phaseOf(tableView({ stage: 'settled' }), info, 1)).toBe('settled');
  expect(
    phaseOf(tableView({ void: { reason: 'x', clause: '', deck_removed: false, is_floor_ruling: false } }), info, 1),
  ).toBe('void');
  expect(phaseOf(tableView(), tableInfo({ is_closed: true }), 1)).toBe('closed');
});

it('knows who sits out, and when a round is over', () => {
  const [ada] = tableInfo().seats;
  if (ada === undefined) throw new Error('nobody is there');
  const out = tableInfo({ seats: [{ ...ada, is_out: true }] });
  expect(phaseOf(tableView({ stage: 'betting', seats: [] }), out, 1)).toBe('out');
  expect(isOver(tableView({ stage: 'settled' }))).toBe(true);
  expect(isOver(tableView())).toBe(false);
  expect(isOver(null)).toBe(false);
});

it('says of each seat where it stands', () => {
  const [own] = tableView().seats;
  if (own === undefined) throw new Error('nobody is there');
  const bot = { ...own, seat: 2, wagers: { ...own.wagers, across: 1000 } };
  const seats = seatedAt(layout, tableInfo(), tableView({ seats: [own, bot] }), 1);
  expect(seats.map(({ seat, name, says, decided, isBot }) => [seat, name, says, decided, isBot])).toEqual([
    [1, 'Ada', 'your turn', '', false],
    [2, 'careful', '2×', '2×', true],
    [3, '', 'free', '', false],
  ]);
  expect(followers(tableView({ seats: [own, bot] }), layout, 1)).toEqual([]);
  expect(followers(tableView({ seats: [own, { ...own, seat: 2 }] }), layout, 1)).toEqual([2]);
});

it('shortens a commitment', () => {
  expect(sealWords('8f3a00000091c2')).toBe('8f3a·91c2');
  expect(sealWords('')).toBe('');
});
