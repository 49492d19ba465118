/*
 * The commands of the program. Each takes the arguments after its name and returns the exit status.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

enum exit_status { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

int bench_command(int count, char **arguments);
int reference_command(int count, char **arguments);
int serve_command(int count, char **arguments);

/* Reads a decimal number of digits only, no larger than the maximum; anything else is refused. */
bool parse_number(const char *text, uint64_t maximum, uint64_t *number);

#endif
