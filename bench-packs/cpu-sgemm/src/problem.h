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

/* What the elements of A and B are like. */
enum problem_inputs {
  INPUTS_UNIFORM,    /* in [-0.5, 0.5) */
  INPUTS_SUBNORMAL,  /* A is subnormal, and so are the products */
  INPUTS_TINY,       /* the products are about the smallest normal number */
  INPUTS_HUGE,       /* the products are large, but no sum of them overflows */
  INPUTS_CANCELLING, /* the terms of a sum cancel in pairs but for a 64th */
  INPUTS_INFINITIES, /* uniform, with one infinity of each sign in A */
  INPUTS_NAN         /* uniform, with one NaN in A */
};

/* Finds the inputs of a name such as "subnormal". False when there are none. */
bool problem_inputs_named(const char *name, enum problem_inputs *inputs);

/* Draws inputs of another kind; problem_draw() draws uniform ones. */
void problem_draw_inputs(struct problem *problem, enum problem_inputs inputs, uint64_t seed, uint64_t repetition);

/* Computes A * B in double precision into m * n doubles. */
void problem_reference(const struct problem *problem, double *product);

/* Multiplies once and returns the nanoseconds of processor time that it took. */
uint64_t problem_multiply(struct problem *problem);

#endif
