/* Whole rounds of Criss Cross Poker at a table of six seats, every bet the smallest: the measure for the kernel of
   simulated tables. The same cards for the same seed and number, so that both must win the same to the last ante. */

#include <stdint.h>
#include <string.h>

enum { CARDS = 52, CROSS = 5, SEATS = 6, DEALT = CROSS + 2 * SEATS, HANDS = 12 };

static inline uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static inline unsigned mask_of(unsigned x, unsigned y, unsigned a, unsigned b, unsigned m)
{
    return 1u << (x >> 2) | 1u << (y >> 2) | 1u << (a >> 2) | 1u << (b >> 2) | 1u << (m >> 2);
}

/* What all seats win, in antes, and the squares of what they win in each round. `wins` is [across hand][down hand]. */
void play(uint64_t seed, int64_t start, int64_t stop, const uint32_t *keys, const uint8_t *by_key_sum,
          const uint8_t *by_rank_mask, const int32_t *wins, int64_t *sums)
{
    static const uint64_t gamma = 0x9E3779B97F4A7C15u, fraction_mask = (UINT64_C(1) << 58) - 1;
    uint8_t fresh[CARDS], deck[CARDS];
    for (int card = 0; card < CARDS; card++)
        fresh[card] = (uint8_t)card;
    int64_t total = 0, squares = 0;
    for (int64_t number = start; number < stop; number++) {
        memcpy(deck, fresh, CARDS);
        uint64_t state = mix((seed ^ (uint64_t)number * 0xD1342543DE82EF95u) + gamma), fraction = 0;
        for (unsigned place = 0; place < DEALT; place++) {
            if (place % 4 == 0) {
                state += gamma;
                fraction = mix(state) >> 6;
            }
            uint64_t scaled = fraction * (CARDS - place);
            unsigned other = place + (unsigned)(scaled >> 58);
            fraction = scaled & fraction_mask;
            uint8_t card = deck[other];
            deck[other] = deck[place];
            deck[place] = card;
        }
        unsigned a = deck[0], b = deck[1], c = deck[2], d = deck[3], m = deck[4];
        uint32_t across_keys = keys[a] + keys[b] + keys[m], down_keys = keys[c] + keys[d] + keys[m];
        unsigned across_suit = ((a ^ b) | (a ^ m)) & 3 ? 4 : a & 3, down_suit = ((c ^ d) | (c ^ m)) & 3 ? 4 : c & 3;
        int64_t won = 0;
        for (unsigned seat = 0; seat < SEATS; seat++) {
            unsigned x = deck[CROSS + 2 * seat], y = deck[CROSS + 2 * seat + 1];
            unsigned suit = (x ^ y) & 3 ? 5 : x & 3;
            uint32_t own = keys[x] + keys[y];
            unsigned across = by_key_sum[own + across_keys], down = by_key_sum[own + down_keys];
            if (suit == across_suit)
                across = by_rank_mask[mask_of(x, y, a, b, m)];
            if (suit == down_suit)
                down = by_rank_mask[mask_of(x, y, c, d, m)];
            won += wins[across * HANDS + down];
        }
        total += won;
        squares += won * won;
    }
    sums[0] += total;
    sums[1] += squares;
}
