/* The reduction of crossfelt.kernels.crisscross.solution as a C programmer would write it: the measure for the compiled kernel.

   One hole at a time. p and q are kinds of pair, p across and q down; every unordered pair of pairs is met once. Sums
   over the middle cards are made in 16 bits, many states side by side along q. It serves tables whose odds rise with
   the hands, whose values fit 16 bits and which allow three bet sizes: that of the benchmark does all three. */

#include <stdint.h>
#include <string.h>

enum { RANKS = 13, KINDS = 24, PAIRS = 289, LANES = 16, WIDTH = 304, SPAN = 32, BETS = 3, SHAPES = 3 };
enum { ACROSS_PAIRS = 1225, DOWN_PAIRS = 1128, MIDDLES = 46 };

/* What is the same for all holes of one shape: 0 paired, 1 unsuited, 2 suited. */
typedef struct {
    int kinds, pairs, width;
    int16_t counts[KINDS];
    int first[PAIRS], second[PAIRS];
    int start[KINDS]; /* the first pair whose first kind is this one */
    int16_t ways[PAIRS];
    int16_t after[PAIRS][WIDTH], back[PAIRS][WIDTH]; /* ways to draw q beside p, and p beside q, for q behind p */
} Shape;

/* What is made for one hole: x is what a unit on the bets wins, y what an ante wins. */
typedef struct {
    int16_t x[KINDS][WIDTH], y[KINDS][WIDTH], scaled[KINDS][WIDTH]; /* by middle card and pair; x times cards */
    int16_t pair_x[PAIRS][2 * SPAN], pair_y[PAIRS][2 * SPAN];       /* the same by pair and middle card */
    int16_t own_x[WIDTH], own_y[WIDTH];                             /* sums over the cards left beside the pair */
    int16_t x_first[WIDTH], x_second[WIDTH];                        /* where the pair's own cards are the middle card */
    int32_t sums[BETS][2][WIDTH];                                   /* bet across, smallest or largest down, pair */
} Hole;

static Shape shapes[SHAPES];
static Hole hole;
static const int64_t *rank_keys;
static const uint8_t *by_key_sum, *by_rank_mask;

static inline int16_t max16(int16_t a, int16_t b) { return a > b ? a : b; }

static int16_t ways_to_draw(const int16_t *left, int a, int b)
{
    return a == b ? left[a] * (left[a] - 1) / 2 : left[a] * left[b];
}

void prepare(const int64_t *keys, const uint8_t *key_sums, const uint8_t *rank_masks)
{
    rank_keys = keys;
    by_key_sum = key_sums;
    by_rank_mask = rank_masks;
    memset(shapes, 0, sizeof shapes);
    for (int number = 0; number < SHAPES; number++) {
        Shape *shape = &shapes[number];
        shape->kinds = number == 2 ? KINDS : RANKS;
        for (int kind = 0; kind < shape->kinds; kind++)
            switch (number) {
            case 0: shape->counts[kind] = kind < 1 ? 2 : 4; break;
            case 1: shape->counts[kind] = kind < 2 ? 3 : 4; break;
            default: shape->counts[kind] = kind < RANKS ? 3 : 1;
            }
        for (int a = 0; a < shape->kinds; a++) {
            shape->start[a] = shape->pairs;
            for (int b = a + (shape->counts[a] == 1); b < shape->kinds; b++) {
                shape->first[shape->pairs] = a;
                shape->second[shape->pairs++] = b;
            }
        }
        shape->width = (shape->pairs + LANES - 1) / LANES * LANES;
        for (int p = 0; p < shape->pairs; p++) {
            int16_t left[KINDS];
            memcpy(left, shape->counts, sizeof left);
            shape->ways[p] = ways_to_draw(left, shape->first[p], shape->second[p]);
            left[shape->first[p]]--;
            left[shape->second[p]]--;
            for (int q = p; q < shape->pairs; q++)
                shape->after[p][q] = ways_to_draw(left, shape->first[q], shape->second[q]);
            for (int q = 0; q < p; q++)
                shape->back[q][p] = ways_to_draw(left, shape->first[q], shape->second[q]);
        }
    }
}

/* Hands and pays of one hole. */
static void deal(const Shape *shape, int high, int low, const int16_t *pay, const int16_t *ante)
{
    int ranks[KINDS], known = 0;
    ranks[known++] = high;
    if (low != high)
        ranks[known++] = low;
    for (int rank = RANKS - 1; rank >= 0; rank--)
        if (rank != high && rank != low) {
            if (shape->kinds > RANKS)
                ranks[known + RANKS - 2] = rank;
            ranks[known++] = rank;
        }
    int64_t hole_keys = rank_keys[high] + rank_keys[low];
    int hole_mask = 1 << high | 1 << low;
    for (int p = 0; p < shape->pairs; p++) {
        int a = shape->first[p], b = shape->second[p];
        int64_t keys = hole_keys + rank_keys[ranks[a]] + rank_keys[ranks[b]];
        int mask = hole_mask | 1 << ranks[a] | 1 << ranks[b];
        int16_t all_x = 0, all_y = 0;
        for (int kind = 0; kind < shape->kinds; kind++) {
            int hand = kind >= RANKS && a >= RANKS ? by_rank_mask[mask | 1 << ranks[kind]]
                                                   : by_key_sum[keys + rank_keys[ranks[kind]]];
            int16_t x = pay[hand], y = ante[hand], count = shape->counts[kind];
            hole.x[kind][p] = hole.pair_x[p][kind] = x;
            hole.y[kind][p] = hole.pair_y[p][kind] = y;
            hole.scaled[kind][p] = x * count;
            all_x += x * count;
            all_y += y * count;
        }
        hole.x_first[p] = hole.x[a][p];
        hole.x_second[p] = hole.x[b][p];
        hole.own_x[p] = all_x - hole.x[a][p] - hole.x[b][p];
        hole.own_y[p] = all_y - hole.y[a][p] - hole.y[b][p];
    }
    memset(hole.sums, 0, sizeof hole.sums);
}

/* All states of one hole. `kinds` is a constant where this is inlined, so that loops over kinds unroll. */
static inline __attribute__((always_inline)) void solve_hole(const Shape *shape, const int kinds, const int16_t *bets)
{
    static int16_t gone_first[WIDTH + SPAN], gone_second[WIDTH + SPAN], gone_ante[WIDTH + SPAN];
    static int16_t here[WIDTH], there[WIDTH], base[WIDTH], middles[WIDTH];
    const int width = shape->width;
    const int16_t low = bets[0], middle = bets[1], high = bets[2];
    for (int p = 0; p < shape->pairs; p++) {
        const int start = p / LANES * LANES, a = shape->first[p], b = shape->second[p];

        /* What the cards of q would have made of p. Pairs with one first kind lie side by side; what is written too
           much is overwritten by the next kind. */
        const int16_t *px = hole.pair_x[p], *py = hole.pair_y[p];
        for (int kind = a; kind < kinds; kind++) {
            const int q = shape->start[kind], other = kind + (shape->counts[kind] == 1);
            const int16_t x = px[kind], y = py[kind];
            for (int next = 0; next < SPAN; next++) {
                gone_first[q + next] = x;
                gone_second[q + next] = px[other + next];
                gone_ante[q + next] = y + py[other + next];
            }
        }

        /* Both lines, the antes and the Middle wager, summed over the middle cards left. */
        const int16_t *xa = hole.x[a], *xb = hole.x[b], *ya = hole.y[a], *yb = hole.y[b];
        const int16_t x_p = hole.own_x[p], y_p = hole.own_y[p], x_a = xa[p], x_b = xb[p];
        for (int q = start; q < width; q++) {
            here[q] = x_p - gone_first[q] - gone_second[q];
            there[q] = hole.own_x[q] - xa[q] - xb[q];
            base[q] = y_p + hole.own_y[q] - gone_ante[q] - ya[q] - yb[q];
            middles[q] = -(max16(x_a, xa[q]) + max16(x_b, xb[q]) + max16(gone_first[q], hole.x_first[q])
                           + max16(gone_second[q], hole.x_second[q]));
        }
        for (int kind = 0; kind < kinds; kind += 8)
            for (int q = start; q < width; q++) {
                int16_t sum = middles[q];
                for (int next = kind; next < kind + 8 && next < kinds; next++)
                    sum += max16(hole.scaled[next][p], hole.scaled[next][q]);
                middles[q] = sum;
            }
        for (int q = start; q < width; q++)
            base[q] += max16(middles[q] * low, middles[q] * high);

        /* Folding or not, for every pair of bets that can be the best one. */
        const int16_t *after = shape->after[p], *back = shape->back[p];
        for (int i = 0; i < BETS; i++) {
            const int16_t bet = bets[i], fold_low = -MIDDLES * (2 + bet + low);
            const int16_t fold_middle = -MIDDLES * (2 + bet + middle), fold_high = -MIDDLES * (2 + bet + high);
            int32_t total_low = 0, total_high = 0;
            if (i == 1) {
                for (int q = start; q < width; q++) {
                    const int16_t so_far = base[q] + bet * here[q];
                    total_low += after[q] * max16(so_far + low * there[q], fold_low);
                    total_high += after[q] * max16(so_far + high * there[q], fold_high);
                }
            } else {
                int32_t *to_low = hole.sums[0][i / 2], *to_middle = hole.sums[1][i / 2], *to_high = hole.sums[2][i / 2];
                for (int q = start; q < width; q++) {
                    const int16_t so_far = base[q] + bet * here[q];
                    const int16_t value_low = max16(so_far + low * there[q], fold_low);
                    const int16_t value_middle = max16(so_far + middle * there[q], fold_middle);
                    const int16_t value_high = max16(so_far + high * there[q], fold_high);
                    total_low += after[q] * value_low;
                    total_high += after[q] * value_high;
                    to_low[q] += back[q] * value_low;
                    to_middle[q] += back[q] * value_middle;
                    to_high[q] += back[q] * value_high;
                }
            }
            hole.sums[i][0][p] += total_low;
            hole.sums[i][1][p] += total_high;
        }
    }
}

/* The best first decision, from the sums of one hole. */
static int64_t best_first(const Shape *shape, const int16_t *bets)
{
    int64_t best = -2 * (int64_t)ACROSS_PAIRS * DOWN_PAIRS * MIDDLES;
    for (int i = 0; i < BETS; i++) {
        const int32_t fold = -(2 + bets[i]) * DOWN_PAIRS * MIDDLES;
        int64_t value = 0;
        for (int p = 0; p < shape->pairs; p++) {
            int32_t low = hole.sums[i][0][p], high = hole.sums[i][1][p], second = low > high ? low : high;
            value += shape->ways[p] * (int64_t)(second > fold ? second : fold);
        }
        if (value > best)
            best = value;
    }
    return best;
}

/* The value of the game over all deals, in antes. */
int64_t solve(const int16_t *pay, const int16_t *ante, const int16_t *bets)
{
    int64_t total = 0;
    for (int high = RANKS - 1; high >= 0; high--)
        for (int low = high; low >= 0; low--) {
            const Shape *plain = &shapes[low < high];
            deal(plain, high, low, pay, ante);
            solve_hole(plain, RANKS, bets);
            total += best_first(plain, bets) * (low < high ? 12 : 6);
            if (low < high) {
                deal(&shapes[2], high, low, pay, ante);
                solve_hole(&shapes[2], KINDS, bets);
                total += best_first(&shapes[2], bets) * 4;
            }
        }
    return total;
}
