#include "problem.h"

#include "sgemm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint64_t GOLDEN_GAMMA = 0x9e3779b97f4a7c15u;

/* The finaliser of splitmix64: it turns any counter into well-mixed bits. */
static uint64_t mix(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/* Fills the matrix with floats in [-0.5, 0.5); 24 random bits fit a float exactly. */
static void fill(float *values, size_t count, uint64_t key) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t bits = mix(key + (i + 1) * GOLDEN_GAMMA) >> 40;
    values[i] = (float)bits * (1.0f / 16777216.0f) - 0.5f;
  }
}

static float *allocate_touched(size_t count) {
  const size_t alignment = SGEMM_WORKSPACE_ALIGNMENT;
  const size_t bytes = (count * sizeof(float) + alignment - 1) / alignment * alignment;
  float *values = aligned_alloc(alignment, bytes);
  if (values != NULL) {
    memset(values, 0xff, bytes);
  }
  return values;
}

bool problem_allocate(struct problem *problem, int m, int n, int k) {
  problem->m = m;
  problem->n = n;
  problem->k = k;
  problem->a = allocate_touched((size_t)m * k);
  problem->b = allocate_touched((size_t)k * n);
  problem->c = allocate_touched((size_t)m * n);
  problem->workspace = allocate_touched(SGEMM_WORKSPACE_FLOATS);
  if (problem->a != NULL && problem->b != NULL && problem->c != NULL && problem->workspace != NULL) {
    return true;
  }
  problem_release(problem);
  return false;
}

void problem_release(struct problem *problem) {
  free(problem->a);
  free(problem->b);
  free(problem->c);
  free(problem->workspace);
  *problem = (struct problem){0};
}

bool problem_inputs_named(const char *name, enum problem_inputs *inputs) {
  static const char *const names[] = {"uniform", "subnormal", "tiny", "huge", "cancelling", "infinities", "nan"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    if (strcmp(name, names[i]) == 0) {
      *inputs = (enum problem_inputs)i;
      return true;
    }
  }
  return false;
}

static void scale(float *values, size_t count, float factor) {
  for (size_t i = 0; i < count; i++) {
    values[i] *= factor;
  }
}

/* Every second term of a sum takes 63 parts in 64 of the term before it away; an odd last one is nothing. */
static void cancel(struct problem *problem) {
  for (int step = 0; step < problem->k; step += 2) {
    const bool last = step + 1 == problem->k;
    for (int i = 0; i < problem->m; i++) {
      float *row = problem->a + (size_t)i * problem->k + step;
      if (last) {
        row[0] = 0.0f;
      } else {
        row[1] = -row[0] * (63.0f / 64.0f);
      }
    }
    if (!last) {
      float *row = problem->b + (size_t)step * problem->n;
      memcpy(row + problem->n, row, (size_t)problem->n * sizeof(float));
    }
  }
}

static void put(struct problem *problem, uint64_t key, float value) {
  problem->a[mix(key) % ((uint64_t)problem->m * (uint64_t)problem->k)] = value;
}

void problem_draw_inputs(struct problem *problem, enum problem_inputs inputs, uint64_t seed, uint64_t repetition) {
  const uint64_t key = mix(seed + GOLDEN_GAMMA) ^ mix(repetition * 2 + 1);
  const size_t a_count = (size_t)problem->m * problem->k;
  const size_t b_count = (size_t)problem->k * problem->n;
  fill(problem->a, a_count, mix(key));
  fill(problem->b, b_count, mix(key + GOLDEN_GAMMA));
  memset(problem->c, 0xff, (size_t)problem->m * problem->n * sizeof(float));
  switch (inputs) {
    case INPUTS_UNIFORM:
      break;
    case INPUTS_SUBNORMAL:
      scale(problem->a, a_count, 0x1p-134f);
      break;
    case INPUTS_TINY:
      scale(problem->a, a_count, 0x1p-62f);
      scale(problem->b, b_count, 0x1p-62f);
      break;
    case INPUTS_HUGE:
      scale(problem->a, a_count, 0x1p58f);
      scale(problem->b, b_count, 0x1p58f);
      break;
    case INPUTS_CANCELLING:
      cancel(problem);
      break;
    case INPUTS_INFINITIES:
      put(problem, key + 1, INFINITY);
      put(problem, key + 2, -INFINITY);
      break;
    case INPUTS_NAN:
      put(problem, key + 1, NAN);
      break;
  }
}

void problem_draw(struct problem *problem, uint64_t seed, uint64_t repetition) {
  problem_draw_inputs(problem, INPUTS_UNIFORM, seed, repetition);
}

void problem_reference(const struct problem *problem, double *product) {
  const size_t n = (size_t)problem->n;
  for (int i = 0; i < problem->m; i++) {
    double *row = product + (size_t)i * n;
    memset(row, 0, n * sizeof(double));
    for (int step = 0; step < problem->k; step++) {
      const double left = problem->a[(size_t)i * problem->k + step];
      const float *right = problem->b + (size_t)step * n;
      for (size_t j = 0; j < n; j++) {
        row[j] += left * right[j];
      }
    }
  }
}

/*
 * The clock counts the processor time of the whole process: other processes on the machine hardly show in it, and a
 * kernel that hands its work to helper threads is charged for them all.
 */
static uint64_t processor_time_ns(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0) {
    abort();
  }
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t problem_multiply(struct problem *problem) {
  const uint64_t start = processor_time_ns();
  sgemm(problem->m, problem->n, problem->k, problem->a, problem->b, problem->c, problem->workspace);
  return processor_time_ns() - start;
}
