/*
 * Sends standard input to a Unix socket as it is and prints what comes back until the service closes, for run-tests.sh,
 * which cannot count on curl. With "hang-up" it leaves without reading an answer. It gives up after five seconds.
 *
 * usage: client SOCKET [hang-up]
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count < 2 || strlen(arguments[1]) >= sizeof(address.sun_path)) {
    return 2;
  }
  strcpy(address.sun_path, arguments[1]);
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  if (descriptor < 0 || connect(descriptor, (const struct sockaddr *)&address, sizeof(address)) != 0) {
    perror("client");
    return 1;
  }
  alarm(5);
  char buffer[65536];
  ssize_t length;
  while ((length = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0) {
    /* The service may close early on a request that it refuses; its answer still counts. */
    if (send(descriptor, buffer, (size_t)length, MSG_NOSIGNAL) < 0) {
      break;
    }
  }
  if (count > 2 && strcmp(arguments[2], "hang-up") == 0) {
    return close(descriptor);
  }
  while ((length = recv(descriptor, buffer, sizeof(buffer), 0)) > 0) {
    fwrite(buffer, 1, (size_t)length, stdout);
  }
  return close(descriptor);
}
