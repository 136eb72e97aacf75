/** The bytes of one draw, and the cards, spins, seats and dice made from them. */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { RecordSeed } from '../../shared/protocol';
import { fields, need } from '../../shared/bytes';
import { DRAW_FAULTS } from './strings';

/** The 52 cards in their order before the shuffle. */
const ORDERED: readonly string[] = Array.from('23456789TJQKA').flatMap((rank) =>
  Array.from('hcds').map((suit) => rank + suit),
);
/** The most bytes of a whole number that JavaScript represents exactly. */
const MOST_BYTES = 6;

export class Stream {
  readonly #secret: Uint8Array;
  readonly #message: Uint8Array;
  #block = 0;
  #bytes: number[] = [];

  constructor(secret: Uint8Array, round: string, seeds: readonly RecordSeed[], number: number) {
    this.#secret = secret;
    const parts = seeds.flatMap(({ seat, commitment, state, nonce, seed }) => [
      seat,
      commitment,
      state,
      hexToBytes(nonce),
      seed,
    ]);
    // The empty field is reserved for a public beacon.
    this.#message = fields('crossfelt-chance-2', round, ...parts, '', 'draw', number);
  }

  /** A number from 0 to `count` - 1, each as likely as any other. */
  below(count: number): number {
    need(Number.isSafeInteger(count) && count >= 1, DRAW_FAULTS.empty);
    let size = 1;
    while (256 ** size < count) size += 1;
    need(size <= MOST_BYTES, DRAW_FAULTS.tooMany);
    const most = Math.floor(256 ** size / count) * count;
    for (;;) {
      let number = 0;
      for (let at = 0; at < size; at += 1) number = number * 256 + this.#next();
      if (number < most) return number % count;
    }
  }

  deck(): string[] {
    const cards = [...ORDERED];
    for (let place = cards.length - 1; place > 0; place -= 1) {
      const other = this.below(place + 1);
      [cards[place], cards[other]] = [cards[other] ?? '', cards[place] ?? ''];
    }
    return cards;
  }

  /** The index of the segment at which a wheel with these weights stops. */
  stop(weights: readonly number[]): number {
    let left = this.below(weights.reduce((sum, weight) => sum + weight, 0));
    return weights.findIndex((weight) => (left -= weight) < 0);
  }

  roll(): { value: number; suit: number } {
    const number = this.below(48);
    return { value: Math.floor(number / 4) + 1, suit: (number % 4) + 1 };
  }

  #next(): number {
    if (this.#bytes.length === 0) {
      this.#bytes = [...hmac(sha256, this.#secret, concatBytes(this.#message, fields(this.#block)))];
      this.#block += 1;
    }
    return this.#bytes.shift() ?? 0;
  }
}
