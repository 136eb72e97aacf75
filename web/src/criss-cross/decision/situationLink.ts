/** A decision as an address, so that it can be tried again and shared: `rules=maryland&hole=Kh4h&across=9c9d&bets=1`. */

import { DECK, type Card } from '../../shared/cards';
import type { AdviseRequest, BookDocument, ChoiceValue } from '../../shared/protocol';

const CARD_LENGTH = 2;
const PAIR = 2;

/** The query of a decision. Choices that a rule book makes by default are left out. */
export function situationQuery(situation: AdviseRequest, defaults: BookDocument['choices'] = {}): string {
  const query = new URLSearchParams({ rules: situation.rules, hole: situation.hole.join('') });
  for (const line of ['across', 'down'] as const) {
    const cards = situation[line] ?? [];
    if (cards.length > 0) query.set(line, cards.join(''));
  }
  if (situation.bets !== undefined && situation.bets.length > 0) query.set('bets', situation.bets.join('-'));
  const changed = Object.entries(situation.options ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  if (changed.length > 0) query.set('options', JSON.stringify(Object.fromEntries(changed)));
  return query.toString();
}

/** The decision of an address; null where it describes none. */
export function situationOfQuery(text: string): AdviseRequest | null {
  const query = new URLSearchParams(text);
  const rules = query.get('rules') ?? '';
  const [hole, across, down] = ['hole', 'across', 'down'].map((name) => cardsOf(query.get(name) ?? ''));
  const bets = (query.get('bets') ?? '').split('-').filter((part) => part !== '');
  const options = optionsOf(query.get('options'));
  if (rules === '' || options === null || !hole || !across || !down) return null;
  const cards = [...hole, ...across, ...down];
  const isDealt =
    hole.length === PAIR &&
    across.length === (bets.length > 0 ? PAIR : 0) &&
    down.length === (bets.length > 1 ? PAIR : 0) &&
    new Set(cards).size === cards.length;
  if (!isDealt || bets.length > PAIR || !bets.every((bet) => /^[1-9]$/.test(bet))) return null;
  return {
    rules,
    options,
    hole,
    across: across.length > 0 ? across : null,
    down: down.length > 0 ? down : null,
    bets: bets.map(Number),
  };
}

/** `KhQd` as cards; null where it isn't one or more of them. */
function cardsOf(text: string): Card[] | null {
  const cards = text.match(/.{1,2}/g) ?? [];
  return text.length % CARD_LENGTH === 0 && cards.every((card) => DECK.includes(card)) ? cards : null;
}

function optionsOf(text: string | null): Record<string, ChoiceValue> | null {
  if (text === null) return {};
  try {
    const result: unknown = JSON.parse(text);
    const isRight = typeof result === 'object' && result !== null && !Array.isArray(result);
    return isRight ? (result as Record<string, ChoiceValue>) : null;
  } catch {
    return null;
  }
}
