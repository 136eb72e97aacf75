/* The look-up of crossfelt.kernels.hands as a C programmer would write it: the measure for the compiled kernel. */

#include <stddef.h>
#include <stdint.h>

void look_up(const uint8_t *cards, size_t count, const uint32_t *keys, const uint16_t *by_key_sum,
             const uint16_t *by_rank_mask, uint16_t *found)
{
    for (size_t row = 0; row < count; row++, cards += 5) {
        unsigned a = cards[0], b = cards[1], c = cards[2], d = cards[3], e = cards[4];
        if (((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3)
            found[row] = by_key_sum[keys[a] + keys[b] + keys[c] + keys[d] + keys[e]];
        else
            found[row] = by_rank_mask[1u << (a >> 2) | 1u << (b >> 2) | 1u << (c >> 2) | 1u << (d >> 2)
                                      | 1u << (e >> 2)];
    }
}
