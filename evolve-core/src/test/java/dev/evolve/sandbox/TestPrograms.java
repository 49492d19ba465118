package dev.evolve.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Small C programs that try one thing each. */
final class TestPrograms {

  /** Exits with 0 if it can connect to a port of the loopback, with 1 if not. */
  static final String CONNECT =
      """
      #include <arpa/inet.h>
      #include <stdlib.h>
      #include <sys/socket.h>
      int main(int count, char **arguments) {
        (void)count;
        struct sockaddr_in address = {.sin_family = AF_INET};
        address.sin_port = htons((unsigned short)atoi(arguments[1]));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        return fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0;
      }
      """;

  /** Touches as many MiB as asked for, one after another, then sleeps as long as asked for. */
  static final String TOUCH_MEMORY =
      """
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      int main(int count, char **arguments) {
        int size = atoi(arguments[1]);
        volatile char sum = 0;
        for (int i = 0; i < size; i++) {
          char *part = malloc(1 << 20);
          if (part == NULL) {
            abort();
          }
          memset(part, 1, 1 << 20);
          sum += part[i];
        }
        if (count > 2) {
          sleep((unsigned)atoi(arguments[2]));
        }
        return 0;
      }
      """;

  /** Prints the smallest step, in ns, that the process's processor clock makes in 20 ms of work. */
  static final String CLOCK_STEP =
      """
      #define _GNU_SOURCE
      #include <stdio.h>
      #include <time.h>
      static long now(void) {
        struct timespec t;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return t.tv_sec * 1000000000L + t.tv_nsec;
      }
      int main(void) {
        long start = now(), last = start, smallest = 1000000000L;
        while (last - start < 20000000L) {
          long next = now();
          if (next > last && next - last < smallest) {
            smallest = next - last;
          }
          last = next;
        }
        printf("%ld\\n", smallest);
        return 0;
      }
      """;

  private TestPrograms() {}

  static void compile(Path directory, String name, String source)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve(name + ".c"), source);
    Path program = directory.resolve(name);
    int status =
        new ProcessBuilder("cc", "-O0", "-o", program.toString(), file.toString())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).as("cc compiles " + name).isZero();
  }
}
