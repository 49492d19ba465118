/*
 * The contract between the kernel, which a proposal may change, and the harness, which it may not.
 */
#ifndef SGEMM_H
#define SGEMM_H

#include <stddef.h>

/* The largest m, n or k that the harness and the service will ask for. */
#define SGEMM_MAXIMUM_DIMENSION 1024

/*
 * The workspace holds one packed block of A and one packed panel of B. It is sized for the largest blocks in the
 * knob space and not for the blocks that were compiled in, so that no configuration can look better or worse in peak
 * memory or page faults merely because its buffers have another size. Both sizes are in floats.
 */
#define SGEMM_PACKED_A_FLOATS ((size_t)384 * 512)
#define SGEMM_PACKED_B_FLOATS ((size_t)(1024 + 64) * 512)
#define SGEMM_WORKSPACE_FLOATS (SGEMM_PACKED_A_FLOATS + SGEMM_PACKED_B_FLOATS)
#define SGEMM_WORKSPACE_ALIGNMENT 64

/*
 * Computes C = A * B for dense row-major matrices: A is m by k, B is k by n and C is m by n. Whatever C held before is
 * overwritten. All dimensions are at least one. The workspace holds SGEMM_WORKSPACE_FLOATS floats at an address that
 * is a multiple of SGEMM_WORKSPACE_ALIGNMENT; its content means nothing between calls.
 */
void sgemm(int m, int n, int k, const float *a, const float *b, float *c, float *workspace);

#endif
