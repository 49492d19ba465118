/*
 * One multiplication with its seeded inputs and all the memory it needs.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

/* Memory for products of up to the dimensions it was made for. */
struct problem {
  int m;
  int n;
  int k;
  float *a;
  float *b;
  float *c;
  float *workspace;
};

/* Allocates and touches everything, so that no page fault falls into a timed region. False when memory is short. */
bool problem_allocate(struct problem *problem, int m, int n, int k);

void problem_release(struct problem *problem);

/*
 * Draws A and B for one repetition from a seed and fills C with NaN. Equal arguments give equal bytes on every machine;
 * each repetition gets other matrices, so a kernel that remembers an answer is wrong rather than fast, and the NaN
 * betrays an element that the kernel never wrote.
 */
void problem_draw(struct problem *problem, uint64_t seed, uint64_t repetition);

/* Multiplies once and returns the nanoseconds of processor time that it took. */
uint64_t problem_multiply(struct problem *problem);

#endif
