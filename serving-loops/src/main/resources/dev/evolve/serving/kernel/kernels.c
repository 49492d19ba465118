/*
 * Float32 kernels of the serving loops. The order of every sum is part of the contract and is the same as in
 * ReferenceKernels.java, operation by operation: products are added by fused multiply-add, elements of a sum go to 16
 * partial sums by their index modulo 16, and those are added pairwise. So results do not depend on the compiler, on the
 * width of the machine's vectors or on how many rows are computed together. Compile without fast-math and without
 * contraction (-ffp-contract=off).
 */
#include <stdint.h>
#include <string.h>

#define LANES 16
#define TILE_POSITIONS 64
#define MOST_HEAD_DIM 256
#define UNROLL _Pragma("GCC unroll 16")
#define MINUS_INFINITY (-__builtin_inff())

typedef float lanes __attribute__((vector_size(64)));

static inline lanes load(const float *from) {
  lanes value;
  memcpy(&value, from, sizeof value);
  return value;
}

static inline void store(float *to, lanes value) { memcpy(to, &value, sizeof value); }

static inline lanes all(float value) {
  lanes result;
  UNROLL for (int l = 0; l < LANES; l++) result[l] = value;
  return result;
}

static inline lanes fused(lanes a, lanes b, lanes c) {
  lanes result;
  for (int l = 0; l < LANES; l++) result[l] = __builtin_fmaf(a[l], b[l], c[l]);
  return result;
}

/* Adds the partial sums pairwise: 8 and 8, 4 and 4, 2 and 2, 1 and 1. */
static inline float reduce(lanes sums) {
  typedef float half __attribute__((vector_size(32)));
  typedef float quarter __attribute__((vector_size(16)));
  half h[2];
  memcpy(h, &sums, sizeof h);
  half eight = h[0] + h[1];
  quarter q[2];
  memcpy(q, &eight, sizeof q);
  quarter four = q[0] + q[1];
  return (four[0] + four[2]) + (four[1] + four[3]);
}

/* e to the x, after Cephes' expf: x = n ln 2 + r, a polynomial in r, scaled by 2 to the n. */
static inline float exponential(float x) {
  x = x < -87.0f ? -87.0f : x;
  x = x > 88.0f ? 88.0f : x;
  float shifted = __builtin_fmaf(x, 1.44269504088896341f, 12582912.0f);
  float n = shifted - 12582912.0f;
  float r = __builtin_fmaf(n, -0.693359375f, x);
  r = __builtin_fmaf(n, 2.12194440e-4f, r);
  float p = 1.9875691500e-4f;
  p = __builtin_fmaf(p, r, 1.3981999507e-3f);
  p = __builtin_fmaf(p, r, 8.3334519073e-3f);
  p = __builtin_fmaf(p, r, 4.1665795894e-2f);
  p = __builtin_fmaf(p, r, 1.6666665459e-1f);
  p = __builtin_fmaf(p, r, 5.0000001201e-1f);
  p = __builtin_fmaf(p, r * r, r) + 1.0f;
  int32_t exponent;
  memcpy(&exponent, &shifted, sizeof exponent);
  int32_t bits = (int32_t)(((uint32_t)exponent - 0x4B400000u + 127u) << 23);
  float scale;
  memcpy(&scale, &bits, sizeof scale);
  return p * scale;
}

/* ---- matrix product: c[i][j] is one chain of fused multiply-adds over p = 0 .. k-1, whatever the tile. */

/* Rows of b lie `step` apart, those of c `n`. */
#define TILE(NAME, ROWS, VECTORS)                                                                          \
  static void NAME(const float *restrict a, const float *restrict b, float *restrict c, int64_t k, int64_t n, \
                   int64_t step) {                                                                         \
    lanes sum[ROWS][VECTORS];                                                                              \
    UNROLL for (int i = 0; i < ROWS; i++) UNROLL for (int v = 0; v < VECTORS; v++) sum[i][v] = all(0.0f);  \
    for (int64_t p = 0; p < k; p++) {                                                                      \
      UNROLL for (int v = 0; v < VECTORS; v++) {                                                           \
        lanes column = load(b + p * step + v * LANES);                                                     \
        UNROLL for (int i = 0; i < ROWS; i++) sum[i][v] = fused(all(a[i * k + p]), column, sum[i][v]);     \
      }                                                                                                    \
    }                                                                                                      \
    UNROLL for (int i = 0; i < ROWS; i++)                                                                  \
      UNROLL for (int v = 0; v < VECTORS; v++) store(c + i * n + v * LANES, sum[i][v]);                    \
  }

#ifdef __AVX512F__
#define WIDE 4
#else
#define WIDE 1
#endif
#define COLUMNS (WIDE * LANES)
#define SINGLE_COLUMNS (8 * LANES)
#define PANEL 64

TILE(tile_6_wide, 6, WIDE)
TILE(tile_4_wide, 4, WIDE)
TILE(tile_2_wide, 2, WIDE)
TILE(tile_1_wide, 1, WIDE)
TILE(tile_4_narrow, 4, 1)
TILE(tile_1_narrow, 1, 1)
TILE(tile_1_long, 1, 8)

static void wide(const float *a, const float *b, float *c, int64_t m, int64_t k, int64_t n, int64_t step) {
  int64_t i = 0;
  for (; i + 6 <= m; i += 6) tile_6_wide(a + i * k, b, c + i * n, k, n, step);
  for (; i + 4 <= m; i += 4) tile_4_wide(a + i * k, b, c + i * n, k, n, step);
  for (; i + 2 <= m; i += 2) tile_2_wide(a + i * k, b, c + i * n, k, n, step);
  for (; i < m; i++) tile_1_wide(a + i * k, b, c + i * n, k, n, step);
}

static void narrow(const float *a, const float *b, float *c, int64_t m, int64_t k, int64_t n, int64_t step) {
  int64_t i = 0;
  for (; i + 4 <= m; i += 4) tile_4_narrow(a + i * k, b, c + i * n, k, n, step);
  for (; i < m; i++) tile_1_narrow(a + i * k, b, c + i * n, k, n, step);
}

static void column(const float *a, const float *b, float *c, int64_t m, int64_t k, int64_t n) {
  for (int64_t i = 0; i < m; i++) {
    float sum = 0.0f;
    for (int64_t p = 0; p < k; p++) sum = __builtin_fmaf(a[i * k + p], b[p * n], sum);
    c[i * n] = sum;
  }
}

void evolve_matmul(const float *a, const float *b, float *c, int64_t m, int64_t k, int64_t n) {
  int64_t j = 0;
  if (m == 1) {
    for (; j + SINGLE_COLUMNS <= n; j += SINGLE_COLUMNS) tile_1_long(a, b + j, c + j, k, n, n);
  }
  for (; j + COLUMNS <= n; j += COLUMNS) wide(a, b + j, c + j, m, k, n, n);
  for (; j + LANES <= n; j += LANES) narrow(a, b + j, c + j, m, k, n, n);
  for (; j < n; j++) column(a, b + j, c + j, m, k, n);
}

/* b in panels of 64 columns, the last one narrower, so that all of it is read in the order in which it lies. */
void evolve_matmul_packed(const float *a, const float *b, float *c, int64_t m, int64_t k, int64_t n) {
  for (int64_t j = 0; j < n; j += PANEL) {
    int64_t columns = n - j < PANEL ? n - j : PANEL, from = 0;
    for (; from + COLUMNS <= columns; from += COLUMNS) wide(a, b + j * k + from, c + j + from, m, k, n, columns);
    for (; from < columns; from += LANES) narrow(a, b + j * k + from, c + j + from, m, k, n, columns);
  }
}

/* ---- row by row */

void evolve_rms_norm(const float *x, const float *weight, float *out, int64_t rows, int64_t width) {
  for (int64_t i = 0; i < rows; i++, x += width, out += width) {
    lanes sums = all(0.0f);
    int64_t j = 0;
    for (; j + LANES <= width; j += LANES) sums = fused(load(x + j), load(x + j), sums);
    for (int l = 0; j < width; j++, l++) sums[l] = __builtin_fmaf(x[j], x[j], sums[l]);
    float factor = 1.0f / __builtin_sqrtf(reduce(sums) / (float)width + 1e-5f);
    for (j = 0; j < width; j++) out[j] = x[j] * factor * weight[j];
  }
}

void evolve_softmax(const float *x, float *out, int64_t rows, int64_t width) {
  for (int64_t i = 0; i < rows; i++, x += width, out += width) {
    float top = x[0];
    for (int64_t j = 1; j < width; j++) top = x[j] > top ? x[j] : top;
    for (int64_t j = 0; j < width; j++) out[j] = exponential(x[j] - top);
    lanes sums = all(0.0f);
    int64_t j = 0;
    for (; j + LANES <= width; j += LANES) sums += load(out + j);
    for (int l = 0; j < width; j++, l++) sums[l] += out[j];
    float factor = 1.0f / reduce(sums);
    for (j = 0; j < width; j++) out[j] = out[j] * factor;
  }
}

void evolve_gated_silu(const float *gate, const float *up, float *out, int64_t count) {
  for (int64_t i = 0; i < count; i++) out[i] = gate[i] / (1.0f + exponential(-gate[i])) * up[i];
}

void evolve_add_scaled(const float *x, float scale, float *into, int64_t count) {
  for (int64_t i = 0; i < count; i++) into[i] = __builtin_fmaf(x[i], scale, into[i]);
}

/* Turns pairs (d, d + half) of every head by the angle of the row's position. */
void evolve_rotate(float *x, const float *cosines, const float *sines, const int32_t *positions, int64_t rows,
                   int64_t heads, int64_t head_dim) {
  int64_t half = head_dim / 2;
  for (int64_t i = 0; i < rows; i++) {
    const float *cosine = cosines + positions[i] * half;
    const float *sine = sines + positions[i] * half;
    for (int64_t h = 0; h < heads; h++, x += head_dim) {
      for (int64_t d = 0; d < half; d++) {
        float low = x[d], high = x[d + half];
        x[d] = __builtin_fmaf(low, cosine[d], -(high * sine[d]));
        x[d + half] = __builtin_fmaf(high, cosine[d], low * sine[d]);
      }
    }
  }
}

/* ---- attention over paged keys and values, 64 positions at a time with a running maximum */

typedef struct {
  const float *keys, *values;
  int64_t width, head_dim, block_size, queries_per_head;
  float scale;
} paged;

static int64_t rows_of(const paged *cache, const int32_t *table, int64_t start, int64_t count, int64_t *rows) {
  int64_t block = start / cache->block_size, slot = start % cache->block_size;
  for (int64_t p = 0; p < count; p++) {
    rows[p] = (table[block] * cache->block_size + slot) * cache->width;
    if (++slot == cache->block_size) {
      slot = 0;
      block++;
    }
  }
  return count;
}

static inline float dot(const float *a, const float *b, int64_t count) {
  lanes sums = all(0.0f);
  for (int64_t d = 0; d < count; d += LANES) sums = fused(load(a + d), load(b + d), sums);
  return reduce(sums);
}

typedef struct {
  float top;
  lanes total;
  lanes sums[MOST_HEAD_DIM / LANES];
} running;

static void tile(const paged *cache, const float *query, int64_t offset, const int64_t *rows, int64_t count,
                 running *state) {
  int64_t vectors = cache->head_dim / LANES;
  float weights[TILE_POSITIONS];
  for (int64_t p = 0; p < TILE_POSITIONS; p++) weights[p] = MINUS_INFINITY;
  for (int64_t p = 0; p < count; p++)
    weights[p] = dot(query, cache->keys + rows[p] + offset, cache->head_dim) * cache->scale;
  float top = state->top;
  for (int64_t p = 0; p < count; p++) top = weights[p] > top ? weights[p] : top;
  float correction = exponential(state->top - top);
  state->top = top;
  for (int64_t p = 0; p < TILE_POSITIONS; p++) weights[p] = p < count ? exponential(weights[p] - top) : 0.0f;
  state->total *= all(correction);
  for (int64_t p = 0; p < TILE_POSITIONS; p += LANES) state->total += load(weights + p);
  for (int64_t v = 0; v < vectors; v++) state->sums[v] *= all(correction);
  for (int64_t p = 0; p < count; p++) {
    lanes weight = all(weights[p]);
    const float *value = cache->values + rows[p] + offset;
    for (int64_t v = 0; v < vectors; v++) state->sums[v] = fused(weight, load(value + v * LANES), state->sums[v]);
  }
}

static void attend(const paged *cache, const float *query, const int32_t *table, int64_t first, int64_t last,
                   int64_t heads, running *states, float *out) {
  int64_t vectors = cache->head_dim / LANES;
  int64_t rows[TILE_POSITIONS];
  for (int64_t h = 0; h < heads; h++) {
    states[h].top = MINUS_INFINITY;
    states[h].total = all(0.0f);
    for (int64_t v = 0; v < vectors; v++) states[h].sums[v] = all(0.0f);
  }
  for (int64_t start = first; start < last; start += TILE_POSITIONS) {
    int64_t count = last - start < TILE_POSITIONS ? last - start : TILE_POSITIONS;
    rows_of(cache, table, start, count, rows);
    for (int64_t h = 0; h < heads; h++)
      tile(cache, query + h * cache->head_dim, h / cache->queries_per_head * cache->head_dim, rows, count, &states[h]);
  }
  for (int64_t h = 0; h < heads; h++) {
    lanes factor = all(1.0f / reduce(states[h].total));
    for (int64_t v = 0; v < vectors; v++)
      store(out + h * cache->head_dim + v * LANES, states[h].sums[v] * factor);
  }
}

#define MOST_HEADS 64

/* spans holds for each row: where its block table begins in tables, its first position, and one past its last. */
void evolve_attention(const float *queries, const float *keys, const float *values, const int32_t *spans,
                      const int32_t *tables, float *out, int64_t rows, int64_t heads, int64_t head_dim,
                      int64_t block_size, int64_t queries_per_head) {
  running states[MOST_HEADS];
  int64_t query_heads = heads * queries_per_head, width = query_heads * head_dim;
  paged cache = {keys, values, heads * head_dim, head_dim, block_size, queries_per_head,
                 1.0f / __builtin_sqrtf((float)head_dim)};
  for (int64_t i = 0; i < rows; i++)
    attend(&cache, queries + i * width, tables + spans[3 * i], spans[3 * i + 1], spans[3 * i + 2], query_heads, states,
           out + i * width);
}
