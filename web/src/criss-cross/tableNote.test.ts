import { expect, test } from 'vitest';
import { voidNote } from './tableNote';

const VOID = { reason: 'Misdeal.', clause: '13.C', deck_removed: false, is_floor_ruling: false };

test('a void names its clause, or says that the floor ruled', () => {
  expect(voidNote(VOID)).toMatchObject({ says: 'Misdeal.', clause: '13.C' });
  expect(voidNote({ ...VOID, reason: 'wrong_card_count', clause: 'reading R17' })).toMatchObject({
    says: 'Wrong card count.',
    clause: 'reading R17',
  });
  expect(voidNote({ ...VOID, is_floor_ruling: true, clause: 'any words' })).toMatchObject({
    says: 'Misdeal. The floor manager ruled on it.',
    clause: '',
  });
});
