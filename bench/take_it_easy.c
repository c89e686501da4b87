/* Whole random games of Take it Easy!, as `whole` in src/tablee/games/take_it_easy/kernels/batch.py plays them: the same algorithm
   and the same random words, so the same scores. bench/fast.py compiles it with `gcc -O3 -march=native`.

   19 of 27 tiles go to the cells a1 … e3, six draws from each 64-bit word; sixteen boards are scored side by side. */
#include <stdint.h>
#include <string.h>

#define LANES 16
#define GOLDEN 0x9E3779B97F4A7C15ull
#define FRACTION ((1ull << 59) - 1)
#define ONES 0x421 /* the lowest bit of three fields of five */

typedef uint16_t row[LANES]; /* one cell of sixteen boards */

static inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

#define DRAW(k) { \
    uint64_t wide = fraction * (27 - (k)), at = (k) + (wide >> 59); \
    fraction = wide & FRACTION; \
    board[k][0] = bag[at]; \
    bag[at] = bag[k]; \
}

/* Not inlined: unrolled sixteen times it outgrows the cache of decoded instructions and is a quarter slower. */
static __attribute__((noinline)) void deal(uint64_t key, const uint16_t *tiles, row *board) {
    uint16_t bag[32] __attribute__((aligned(32)));
    memcpy(bag, tiles, sizeof bag);
    uint64_t fraction = mix(key) >> 5;
    DRAW(0) DRAW(1) DRAW(2) DRAW(3) DRAW(4) DRAW(5)
    fraction = mix(key + GOLDEN) >> 5;
    DRAW(6) DRAW(7) DRAW(8) DRAW(9) DRAW(10) DRAW(11)
    fraction = mix(key + 2 * GOLDEN) >> 5;
    DRAW(12) DRAW(13) DRAW(14) DRAW(15) DRAW(16) DRAW(17)
    fraction = mix(key + 3 * GOLDEN) >> 5;
    DRAW(18)
}

#define B(c) b[c][x]
#define THREE(way, p, q, r) ((uint16_t)(B(p) & B(q) & B(r)) >> (way) & ONES)
#define FOUR(way, p, q, r, s) ((uint16_t)(B(p) & B(q) & B(r) & B(s)) >> (way) & ONES)
#define FIVE(way, p, q, r, s, t) ((uint16_t)(B(p) & B(q) & B(r) & B(s) & B(t)) >> (way) & ONES)
#define POINTS(f, low, middle, high) (((f) & 31) * (low) + ((f) >> 5 & 31) * (middle) + ((f) >> 10) * (high))

static inline void score(row *b, uint16_t *out) {
    for (int x = 0; x < LANES; x++) {
        uint16_t down = 3 * (THREE(0, 0, 1, 2) + THREE(0, 16, 17, 18)) + 5 * FIVE(0, 7, 8, 9, 10, 11)
                      + 4 * (FOUR(0, 3, 4, 5, 6) + FOUR(0, 12, 13, 14, 15));
        uint16_t rise = 3 * (THREE(1, 0, 3, 7) + THREE(1, 11, 15, 18)) + 5 * FIVE(1, 2, 5, 9, 13, 16)
                      + 4 * (FOUR(1, 1, 4, 8, 12) + FOUR(1, 6, 10, 14, 17));
        uint16_t fall = 3 * (THREE(2, 7, 12, 16) + THREE(2, 2, 6, 11)) + 5 * FIVE(2, 0, 4, 9, 14, 18)
                      + 4 * (FOUR(2, 3, 8, 13, 17) + FOUR(2, 1, 5, 10, 15));
        out[x] = POINTS(down, 1, 5, 9) + POINTS(rise, 2, 6, 7) + POINTS(fall, 3, 4, 8);
    }
}

/* `tiles`: 32 numbers, of which 27 count: a bit for each of a tile's values, at 5 × rank + direction. */
void whole(uint64_t base, uint64_t first, int64_t n, const uint16_t *tiles, int32_t *out) {
    row board[19] __attribute__((aligned(32)));
    uint16_t scores[LANES] __attribute__((aligned(32)));
    for (int64_t block = 0; block < n; block += LANES) {
        for (int lane = 0; lane < LANES; lane++)
            deal(base + ((first + block + lane) << 20) * GOLDEN, tiles, (row *)&board[0][lane]);
        score(board, scores);
        int64_t left = n - block < LANES ? n - block : LANES;
        for (int lane = 0; lane < left; lane++)
            out[block + lane] = scores[lane];
    }
}
