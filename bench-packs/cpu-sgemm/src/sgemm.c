/*
 * Single-precision matrix multiplication, packed into cache blocks and computed in register tiles.
 *
 * A panel of KC rows of B is packed for the last cache level, a block of MC rows of A for the level before it, and the
 * micro-kernel keeps an MR by NR tile of C in registers while it walks down the KC steps of both. The knobs arrive as
 * preprocessor definitions from build.sh, which explains and checks each of them.
 */
#include "sgemm.h"

#include <stdbool.h>

/* Columns of the register tile. */
#define NR (NRV * VW)

_Static_assert(MC % MR == 0, "a block of A must hold whole register tiles");
_Static_assert((size_t)MC * KC <= SGEMM_PACKED_A_FLOATS, "the packed block of A must fit the workspace");
_Static_assert((size_t)(NC + NR) * KC <= SGEMM_PACKED_B_FLOATS, "the packed panel of B must fit the workspace");

/*
 * Rows of C and edges of a tile start at any float, hence the reduced alignment. These types are never passed to or
 * returned from a function: vectors wider than the target's registers would change the calling convention.
 */
typedef float vector __attribute__((vector_size(VW * sizeof(float))));
typedef float loose_vector __attribute__((vector_size(VW * sizeof(float)), aligned(sizeof(float)), may_alias));

/*
 * The accumulators stay in registers only if every index into them is a constant, so the loops over the tile must be
 * unrolled completely at every optimisation level. The two compilers spell this differently.
 */
#define PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define UNROLL_BY(count) PRAGMA(unroll count)
#define UNROLL_COMPLETELY PRAGMA(unroll)
#else
#define UNROLL_BY(count) PRAGMA(GCC unroll count)
#define UNROLL_COMPLETELY PRAGMA(GCC unroll 16)
#endif

static inline int minimum(int left, int right) { return left < right ? left : right; }

/* Lays rows of A out so that the micro-kernel reads MR values for each step of k from consecutive addresses. */
static void pack_a(int rows, int steps, const float *a, int a_stride, float *packed) {
  for (int row = 0; row < rows; row += MR) {
    const int height = minimum(MR, rows - row);
    for (int step = 0; step < steps; step++) {
      for (int i = 0; i < height; i++) {
        packed[step * MR + i] = a[(size_t)(row + i) * a_stride + step];
      }
      /* Zeros complete the last tile, so that the micro-kernel needs no second version for edges. */
      for (int i = height; i < MR; i++) {
        packed[step * MR + i] = 0.0f;
      }
    }
    packed += (size_t)MR * steps;
  }
}

/* Lays columns of B out so that the micro-kernel reads NR values for each step of k from consecutive addresses. */
static void pack_b(int columns, int steps, const float *b, int b_stride, float *packed) {
  for (int column = 0; column < columns; column += NR) {
    const int width = minimum(NR, columns - column);
    for (int step = 0; step < steps; step++) {
      for (int j = 0; j < width; j++) {
        packed[step * NR + j] = b[(size_t)step * b_stride + column + j];
      }
      for (int j = width; j < NR; j++) {
        packed[step * NR + j] = 0.0f;
      }
    }
    packed += (size_t)NR * steps;
  }
}

/* Copies the part of an edge tile that lies inside C. */
static void store_edge(int height, int width, const float *tile, float *c, int c_stride, bool accumulate) {
  for (int i = 0; i < height; i++) {
    for (int j = 0; j < width; j++) {
      const float before = accumulate ? c[(size_t)i * c_stride + j] : 0.0f;
      c[(size_t)i * c_stride + j] = before + tile[i * NR + j];
    }
  }
}

/*
 * Computes one MR by NR tile. It is kept out of line because its register allocation suffers when the compiler merges
 * it with the loops around it.
 */
__attribute__((noinline)) static void multiply_tile(
    int steps, const float *restrict a, const float *restrict b, float *restrict c, int c_stride, int height,
    int width, bool accumulate) {
  vector sums[MR][NRV];
  UNROLL_COMPLETELY
  for (int i = 0; i < MR; i++) {
    UNROLL_COMPLETELY
    for (int j = 0; j < NRV; j++) {
      sums[i][j] = (vector){0};
    }
  }

  UNROLL_BY(UNROLL)
  for (int step = 0; step < steps; step++) {
    vector b_row[NRV];
    UNROLL_COMPLETELY
    for (int j = 0; j < NRV; j++) {
      b_row[j] = *(const loose_vector *)(b + j * VW);
    }
#if PREFETCH > 0
    /* Past the end of the panel this names memory that may not be ours; a prefetch never faults. */
    __builtin_prefetch((const void *)((size_t)b + (size_t)PREFETCH * NR * sizeof(float)));
#endif
    UNROLL_COMPLETELY
    for (int i = 0; i < MR; i++) {
      UNROLL_COMPLETELY
      for (int j = 0; j < NRV; j++) {
        sums[i][j] += a[i] * b_row[j];
      }
    }
    a += MR;
    b += NR;
  }

  if (height < MR || width < NR) {
    float tile[MR * NR];
    UNROLL_COMPLETELY
    for (int i = 0; i < MR; i++) {
      UNROLL_COMPLETELY
      for (int j = 0; j < NRV; j++) {
        *(loose_vector *)(tile + i * NR + j * VW) = sums[i][j];
      }
    }
    store_edge(height, width, tile, c, c_stride, accumulate);
    return;
  }

  UNROLL_COMPLETELY
  for (int i = 0; i < MR; i++) {
    UNROLL_COMPLETELY
    for (int j = 0; j < NRV; j++) {
      loose_vector *target = (loose_vector *)(c + (size_t)i * c_stride + j * VW);
      if (accumulate) {
        sums[i][j] += *target;
      }
      *target = sums[i][j];
    }
  }
}

/* Multiplies one packed block of A with one packed panel of B, tile by tile. */
static void multiply_block(
    int rows, int columns, int steps, const float *packed_a, const float *packed_b, float *c, int c_stride,
    bool accumulate) {
  for (int column = 0; column < columns; column += NR) {
    for (int row = 0; row < rows; row += MR) {
      multiply_tile(
          steps, packed_a + (size_t)row * steps, packed_b + (size_t)column * steps,
          c + (size_t)row * c_stride + column, c_stride, minimum(MR, rows - row), minimum(NR, columns - column),
          accumulate);
    }
  }
}

void sgemm(int m, int n, int k, const float *a, const float *b, float *c, float *workspace) {
  float *packed_a = workspace;
  float *packed_b = workspace + SGEMM_PACKED_A_FLOATS;
  for (int column = 0; column < n; column += NC) {
    const int columns = minimum(NC, n - column);
    for (int step = 0; step < k; step += KC) {
      const int steps = minimum(KC, k - step);
      pack_b(columns, steps, b + (size_t)step * n + column, n, packed_b);
      for (int row = 0; row < m; row += MC) {
        const int rows = minimum(MC, m - row);
        pack_a(rows, steps, a + (size_t)row * k + step, k, packed_a);
        multiply_block(rows, columns, steps, packed_a, packed_b, c + (size_t)row * n + column, n, step > 0);
      }
    }
  }
}
