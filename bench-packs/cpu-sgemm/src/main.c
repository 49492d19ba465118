#include "commands.h"

#include <stdio.h>
#include <string.h>

bool parse_number(const char *text, uint64_t maximum, uint64_t *number) {
  uint64_t value = 0;
  if (*text == '\0') {
    return false;
  }
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') {
      return false;
    }
    const uint64_t digit = (uint64_t)(*text - '0');
    if (digit > maximum || value > (maximum - digit) / 10) {
      return false;
    }
    value = value * 10 + digit;
  }
  *number = value;
  return true;
}

int main(int count, char **arguments) {
  if (count >= 2 && strcmp(arguments[1], "bench") == 0) {
    return bench_command(count - 2, arguments + 2);
  }
  if (count >= 2 && strcmp(arguments[1], "reference") == 0) {
    return reference_command(count - 2, arguments + 2);
  }
  if (count >= 2 && strcmp(arguments[1], "serve") == 0) {
    return serve_command(count - 2, arguments + 2);
  }
  fprintf(stderr, "usage: sgemm bench --m M --n N --k K --seed SEED --output FILE [--repetitions COUNT] [--inputs KIND]\n"
                  "       sgemm reference (the same options)\n"
                  "       sgemm serve --socket PATH\n");
  return EXIT_USAGE;
}
