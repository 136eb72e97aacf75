/* The scoring and the random games of crossfelt.kernels.king.sheets as a C programmer would write them: the measure
   for the compiled kernels. Tables, generator and order of the draws are the same, so the results must be equal. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SQUARES = 25, CENTRE = 12, KING = 48, CARDS = 48, ROLLS = 24, KEY_BITS = 20, ROW_BITS = 7 };

typedef struct {
    const int64_t *keys;
    const uint16_t *offsets;
    const uint8_t *hands;
    const int64_t *points;
} Tables;

static inline int64_t line(Tables t, int64_t keys)
{
    const int64_t bias = 0x3333LL << KEY_BITS, full = 0x8888LL << KEY_BITS;
    unsigned ranks = keys & ((1 << KEY_BITS) - 1);
    unsigned found = t.hands[t.offsets[ranks >> ROW_BITS] + (ranks & ((1 << ROW_BITS) - 1))];
    return t.points[((keys + bias) & full) ? found >> 4 : found & 15];
}

void score(const uint8_t *sheets, size_t count, const int64_t *keys, const uint16_t *offsets, const uint8_t *hands,
           const int64_t *points, int64_t *found)
{
    const Tables t = {keys, offsets, hands, points};
    for (size_t row = 0; row < count; row++, sheets += SQUARES) {
        int64_t k[SQUARES], total = 0;
        for (int square = 0; square < SQUARES; square++)
            k[square] = keys[sheets[square]];
        for (int i = 0; i < 5; i++) {
            total += line(t, k[i] + k[5 + i] + k[10 + i] + k[15 + i] + k[20 + i]);
            total += line(t, k[5 * i] + k[5 * i + 1] + k[5 * i + 2] + k[5 * i + 3] + k[5 * i + 4]);
        }
        total += line(t, k[0] + k[6] + k[12] + k[18] + k[24]);
        total += line(t, k[4] + k[8] + k[12] + k[16] + k[20]);
        found[row] = total;
    }
}

static inline uint64_t draw(uint64_t *state)
{
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static inline unsigned below(uint32_t half, unsigned count) { return (uint64_t)half * count >> 32; }

static unsigned changed(unsigned card, unsigned number)
{
    if (number < 3)
        return (card & ~3u) | ((card + 1 + number) & 3);
    return ((card >> 2) + number - 2) % 12 << 2 | (card & 3);
}

uint64_t play(uint64_t state, const uint32_t *seen, uint8_t *sheets, size_t count)
{
    uint8_t start[ROLLS];
    for (int place = 0; place < ROLLS; place++)
        start[place] = place + (place >= CENTRE);
    for (size_t row = 0; row < count; row++, sheets += SQUARES) {
        uint32_t closed[CARDS] = {0}, open = ((1u << SQUARES) - 1) ^ 1u << CENTRE;
        uint8_t empty[ROLLS];
        memcpy(empty, start, sizeof empty);
        sheets[CENTRE] = KING;
        for (int left = ROLLS; left > 0; left--) {
            uint64_t bits = draw(&state);
            unsigned card = below(bits >> 32, CARDS), place = below(bits, left), rolled = card;
            if (closed[card] >> empty[place] & 1) {
                int is_wild = !(open & ~closed[card]);
                do {
                    bits = draw(&state);
                    place = below(bits, left);
                    if (is_wild)
                        card = changed(rolled, below(bits >> 32, 14));
                } while (closed[card] >> empty[place] & 1);
            }
            unsigned square = empty[place];
            sheets[square] = card;
            closed[card] |= seen[square];
            open &= ~(1u << square);
            empty[place] = empty[left - 1];
        }
    }
    return state;
}
