// Single-precision matrix product c = a * b of n x n row-major matrices. One block of TILE x TILE
// threads computes one TILE x TILE tile of c, staging tiles of a and b in shared memory.
#ifndef TILE
#define TILE 16
#endif

extern "C" __global__ void sgemm(const float *a, const float *b, float *c, int n) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE + 1];  // The extra column avoids bank conflicts.

  const int row = blockIdx.y * TILE + threadIdx.y;
  const int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += TILE) {
    const int a_column = k + threadIdx.x;
    const int b_row = k + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < n && a_column < n ? a[row * n + a_column] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = b_row < n && column < n ? b[b_row * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; i++) {
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    }
    __syncthreads();
  }

  if (row < n && column < n) {
    c[row * n + column] = sum;
  }
}
