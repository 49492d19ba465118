/*
 * Judges outputs of the bench, for run-tests.sh.
 *
 *   check files LEFT RIGHT TOLERANCE                        relative L2 distance of two outputs
 *   check double FILE REFERENCE TOLERANCE                   distance of an output from the bench's reference
 *   check reference FILE M N K SEED REPETITION TOLERANCE    distance from a product computed in double precision
 *
 * Exit status: 0 within the tolerance, 1 outside it, 2 when an output cannot be judged.
 */
#include "../src/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float *read_floats(const char *path, size_t count) {
  FILE *file = fopen(path, "rb");
  float *values = malloc((count + 1) * sizeof(float));
  if (file == NULL || values == NULL || fread(values, sizeof(float), count + 1, file) != count) {
    fprintf(stderr, "check: %s does not hold exactly %zu floats\n", path, count);
    exit(2);
  }
  fclose(file);
  return values;
}

static size_t count_floats(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fprintf(stderr, "check: cannot read %s\n", path);
    exit(2);
  }
  const long bytes = ftell(file);
  fclose(file);
  return (size_t)bytes / sizeof(float);
}

/* A NaN on either side makes the distance a NaN, which is within no tolerance. */
static int judge(const char *name, double squared_distance, double squared_norm, double tolerance) {
  const double distance = sqrt(squared_distance / squared_norm);
  printf("  %s: relative L2 distance %.3g, tolerance %.3g\n", name, distance, tolerance);
  return distance <= tolerance ? 0 : 1;
}

static int check_files(char **arguments) {
  const size_t count = count_floats(arguments[0]);
  float *left = read_floats(arguments[0], count);
  float *right = read_floats(arguments[1], count);
  double distance = 0;
  double norm = 0;
  for (size_t i = 0; i < count; i++) {
    const double difference = (double)left[i] - right[i];
    distance += difference * difference;
    norm += (double)left[i] * left[i];
  }
  free(left);
  free(right);
  return judge(arguments[1], distance, norm, atof(arguments[2]));
}

static int check_double(char **arguments) {
  const size_t count = count_floats(arguments[0]);
  float *values = read_floats(arguments[0], count);
  double *expected = malloc(count * sizeof(double));
  FILE *file = fopen(arguments[1], "rb");
  if (expected == NULL || file == NULL || fread(expected, sizeof(double), count, file) != count) {
    fprintf(stderr, "check: %s does not hold %zu doubles\n", arguments[1], count);
    return 2;
  }
  fclose(file);
  double distance = 0;
  double norm = 0;
  for (size_t i = 0; i < count; i++) {
    distance += (values[i] - expected[i]) * (values[i] - expected[i]);
    norm += expected[i] * expected[i];
  }
  free(values);
  free(expected);
  return judge(arguments[1], distance, norm, atof(arguments[2]));
}

static int check_reference(char **arguments) {
  const int m = atoi(arguments[1]);
  const int n = atoi(arguments[2]);
  const int k = atoi(arguments[3]);
  struct problem problem;
  if (!problem_allocate(&problem, m, n, k)) {
    return 2;
  }
  problem_draw(&problem, strtoull(arguments[4], NULL, 10), strtoull(arguments[5], NULL, 10));
  float *values = read_floats(arguments[0], (size_t)m * n);
  double distance = 0;
  double norm = 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      double expected = 0;
      for (int step = 0; step < k; step++) {
        expected += (double)problem.a[(size_t)i * k + step] * problem.b[(size_t)step * n + j];
      }
      const double difference = values[(size_t)i * n + j] - expected;
      distance += difference * difference;
      norm += expected * expected;
    }
  }
  free(values);
  problem_release(&problem);
  return judge("double-precision reference", distance, norm, atof(arguments[6]));
}

int main(int count, char **arguments) {
  if (count == 5 && strcmp(arguments[1], "files") == 0) {
    return check_files(arguments + 2);
  }
  if (count == 5 && strcmp(arguments[1], "double") == 0) {
    return check_double(arguments + 2);
  }
  if (count == 9 && strcmp(arguments[1], "reference") == 0) {
    return check_reference(arguments + 2);
  }
  fprintf(stderr, "usage: see the head of tests/check.c\n");
  return 2;
}
