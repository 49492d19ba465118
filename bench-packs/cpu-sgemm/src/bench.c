/*
 * The harness: it draws the inputs, times the multiplications, writes the last product and prints the metrics. The
 * timed body is one call of sgemm(), packing included; drawing inputs and writing output are outside it.
 */
#include "commands.h"
#include "problem.h"
#include "sgemm.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_REPETITIONS = 25, MAXIMUM_REPETITIONS = 1000 };

struct bench_options {
  uint64_t m;
  uint64_t n;
  uint64_t k;
  uint64_t seed;
  uint64_t repetitions;
  const char *output;
  const char *inputs;
};

static int usage_error(const char *problem, const char *subject) {
  fprintf(stderr, "sgemm bench: %s: %s\n", problem, subject);
  return EXIT_USAGE;
}

/* Reads the options, each at most once, and returns an exit status. */
static int parse_options(int count, char **arguments, struct bench_options *options) {
  const struct {
    const char *name;
    uint64_t minimum;
    uint64_t maximum;
    uint64_t *number;
    const char **text;
    bool required;
  } known[] = {
      {"--m", 1, SGEMM_MAXIMUM_DIMENSION, &options->m, NULL, true},
      {"--n", 1, SGEMM_MAXIMUM_DIMENSION, &options->n, NULL, true},
      {"--k", 1, SGEMM_MAXIMUM_DIMENSION, &options->k, NULL, true},
      {"--seed", 0, UINT64_MAX, &options->seed, NULL, true},
      {"--repetitions", 1, MAXIMUM_REPETITIONS, &options->repetitions, NULL, false},
      {"--output", 0, 0, NULL, &options->output, true},
      {"--inputs", 0, 0, NULL, &options->inputs, false},
  };
  enum { KNOWN = sizeof(known) / sizeof(known[0]) };
  bool seen[KNOWN] = {false};
  for (int i = 0; i < count; i += 2) {
    size_t option = 0;
    while (option < KNOWN && strcmp(arguments[i], known[option].name) != 0) {
      option++;
    }
    if (option == KNOWN) {
      return usage_error("unknown option", arguments[i]);
    }
    if (seen[option]) {
      return usage_error("option given twice", arguments[i]);
    }
    seen[option] = true;
    if (i + 1 == count) {
      return usage_error("option without a value", arguments[i]);
    }
    if (known[option].text != NULL) {
      *known[option].text = arguments[i + 1];
    } else if (!parse_number(arguments[i + 1], known[option].maximum, known[option].number)
               || *known[option].number < known[option].minimum) {
      fprintf(stderr, "sgemm bench: %s takes a number from %" PRIu64 " to %" PRIu64 ", not '%s'\n", arguments[i],
              known[option].minimum, known[option].maximum, arguments[i + 1]);
      return EXIT_USAGE;
    }
  }
  for (size_t option = 0; option < KNOWN; option++) {
    if (known[option].required && !seen[option]) {
      return usage_error("missing option", known[option].name);
    }
  }
  return EXIT_OK;
}

static int compare_times(const void *left, const void *right) {
  const uint64_t first = *(const uint64_t *)left;
  const uint64_t second = *(const uint64_t *)right;
  return (first > second) - (first < second);
}

static double median(uint64_t *times, size_t count) {
  qsort(times, count, sizeof(times[0]), compare_times);
  return ((double)times[(count - 1) / 2] + (double)times[count / 2]) / 2.0;
}

/* Readers of the output expect little-endian floats, which is what memory holds on every machine we build for. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the output writer needs a little-endian machine");

static bool write_output(const char *path, const void *values, size_t size, size_t count) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) {
    return false;
  }
  const bool written = fwrite(values, size, count, file) == count;
  const int write_error = errno;
  if (fclose(file) != 0) {
    return false;
  }
  errno = write_error;
  return written;
}

/* Reads the options and finds the inputs that they name. */
static int prepare(int count, char **arguments, struct bench_options *options, enum problem_inputs *inputs) {
  *options = (struct bench_options){.repetitions = DEFAULT_REPETITIONS, .inputs = "uniform"};
  const int status = parse_options(count, arguments, options);
  if (status == EXIT_OK && !problem_inputs_named(options->inputs, inputs)) {
    return usage_error("unknown inputs", options->inputs);
  }
  return status;
}

/* Says what kept the output from being written and returns an exit status. */
static int finish(bool written, const char *path) {
  if (!written) {
    fprintf(stderr, "sgemm bench: cannot write %s: %s\n", path, strerror(errno));
  }
  return written ? EXIT_OK : EXIT_FAILED;
}

int bench_command(int count, char **arguments) {
  struct bench_options options;
  enum problem_inputs inputs;
  const int status = prepare(count, arguments, &options, &inputs);
  if (status != EXIT_OK) {
    return status;
  }

  struct problem problem;
  if (!problem_allocate(&problem, (int)options.m, (int)options.n, (int)options.k)) {
    fprintf(stderr, "sgemm bench: out of memory\n");
    return EXIT_FAILED;
  }
  /* Repetition zero warms caches, branch predictors and the clock frequency, and is thrown away. */
  uint64_t times[MAXIMUM_REPETITIONS];
  problem_draw_inputs(&problem, inputs, options.seed, 0);
  problem_multiply(&problem);
  for (uint64_t repetition = 0; repetition < options.repetitions; repetition++) {
    problem_draw_inputs(&problem, inputs, options.seed, repetition + 1);
    times[repetition] = problem_multiply(&problem);
  }

  const size_t elements = (size_t)options.m * options.n;
  const int written = finish(write_output(options.output, problem.c, sizeof(float), elements), options.output);
  problem_release(&problem);
  if (written != EXIT_OK) {
    return written;
  }

  const double time_ns = median(times, options.repetitions);
  const double operations = 2.0 * (double)options.m * (double)options.n * (double)options.k;
  printf("{\"metric\": \"time\", \"value\": %.1f, \"unit\": \"ns\"}\n", time_ns);
  printf("{\"metric\": \"throughput\", \"value\": %.6g, \"unit\": \"GFLOP/s\"}\n", operations / time_ns);
  return fflush(stdout) == 0 ? EXIT_OK : EXIT_FAILED;
}

/* Writes the last product of bench_command() in double precision, without the kernel. */
int reference_command(int count, char **arguments) {
  struct bench_options options;
  enum problem_inputs inputs;
  const int status = prepare(count, arguments, &options, &inputs);
  if (status != EXIT_OK) {
    return status;
  }
  const size_t elements = (size_t)options.m * options.n;
  struct problem problem;
  double *product = malloc(elements * sizeof(double));
  if (!problem_allocate(&problem, (int)options.m, (int)options.n, (int)options.k) || product == NULL) {
    fprintf(stderr, "sgemm reference: out of memory\n");
    return EXIT_FAILED;
  }
  problem_draw_inputs(&problem, inputs, options.seed, options.repetitions);
  problem_reference(&problem, product);
  const int written = finish(write_output(options.output, product, sizeof(double), elements), options.output);
  problem_release(&problem);
  free(product);
  return written;
}
