/*
 * The service that canaries send live traffic to: HTTP/1.1 over a Unix socket, on one thread.
 *
 *   GET  /healthz    200 "ok"
 *   POST /multiply   {"m": 64, "n": 64, "k": 64, "seed": 1}  ->  200 {"trace": ..., "norm": ...}
 *
 * The answer depends on the request alone, so two arms that run different configurations can be compared; the time that
 * the multiplication took is in the Server-Timing header, where it does not disturb the comparison.
 */
#include "commands.h"
#include "http.h"
#include "problem.h"
#include "sgemm.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MAXIMUM_CONNECTIONS = 64, IDLE_SECONDS = 60 };

/* The largest integer that every reader of JSON can hold exactly. */
static const uint64_t MAXIMUM_SEED = ((uint64_t)1 << 53) - 1;

/*
 * A client's connection. It reads while nothing waits to be sent and sends while something does, so a client that does
 * not read its answers cannot make the service hold more than one of them.
 */
struct connection {
  int descriptor;
  bool close_after_sending;
  time_t last_active;
  size_t received;
  size_t sent;
  size_t to_send;
  char input[HTTP_MAXIMUM_HEAD_BYTES + HTTP_MAXIMUM_BODY_BYTES];
  char output[1024];
};

struct service {
  int listener;
  size_t connection_count;
  struct connection *connections;
  struct problem problem;
};

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal_number) {
  (void)signal_number;
  stop_requested = 1;
}

/* A position in a request body, for the reader below. */
struct cursor {
  const char *next;
  const char *end;
};

static void skip_space(struct cursor *cursor) {
  while (cursor->next < cursor->end && memchr(" \t\r\n", *cursor->next, 4) != NULL) {
    cursor->next++;
  }
}

static bool take(struct cursor *cursor, char expected) {
  skip_space(cursor);
  if (cursor->next < cursor->end && *cursor->next == expected) {
    cursor->next++;
    return true;
  }
  return false;
}

/* Reads an integer as JSON writes it: no sign, no leading zero, no fraction, no exponent. */
static bool take_integer(struct cursor *cursor, uint64_t maximum, uint64_t *number) {
  skip_space(cursor);
  const char *start = cursor->next;
  uint64_t value = 0;
  while (cursor->next < cursor->end && *cursor->next >= '0' && *cursor->next <= '9') {
    value = value * 10 + (uint64_t)(*cursor->next - '0');
    if (value > maximum) {
      return false;
    }
    cursor->next++;
  }
  *number = value;
  return cursor->next > start && (*start != '0' || cursor->next == start + 1);
}

/* Reads a string without escapes, which is all that the names of our fields need. */
static bool take_name(struct cursor *cursor, struct http_text *name) {
  if (!take(cursor, '"')) {
    return false;
  }
  const char *start = cursor->next;
  while (cursor->next < cursor->end && *cursor->next != '"') {
    cursor->next++;
  }
  *name = (struct http_text){start, (size_t)(cursor->next - start)};
  return take(cursor, '"');
}

/* Reads an object with exactly the fields m, n, k and seed, in any order. */
static bool parse_multiplication(struct http_text body, struct problem *problem, uint64_t *seed) {
  static const char *const names[] = {"m", "n", "k", "seed"};
  enum { FIELDS = sizeof(names) / sizeof(names[0]) };
  uint64_t values[FIELDS] = {0};
  bool seen[FIELDS] = {false};
  struct cursor cursor = {body.bytes, body.bytes + body.length};
  for (int read = 0; read < FIELDS; read++) {
    struct http_text name;
    if (!take(&cursor, read == 0 ? '{' : ',') || !take_name(&cursor, &name) || !take(&cursor, ':')) {
      return false;
    }
    int field = 0;
    while (field < FIELDS && !http_text_equals(name, names[field])) {
      field++;
    }
    const uint64_t maximum = field == FIELDS - 1 ? MAXIMUM_SEED : SGEMM_MAXIMUM_DIMENSION;
    if (field == FIELDS || seen[field] || !take_integer(&cursor, maximum, &values[field])) {
      return false;
    }
    seen[field] = true;
  }
  if (!take(&cursor, '}')) {
    return false;
  }
  skip_space(&cursor);
  if (cursor.next != cursor.end || values[0] == 0 || values[1] == 0 || values[2] == 0) {
    return false;
  }
  problem->m = (int)values[0];
  problem->n = (int)values[1];
  problem->k = (int)values[2];
  *seed = values[3];
  return true;
}

static void answer_error(struct http_response *response, int status, const char *message) {
  response->status = status;
  snprintf(response->content_type, sizeof(response->content_type), "application/json");
  snprintf(response->body, sizeof(response->body), "{\"error\": \"%s\"}\n", message);
}

/*
 * Sums up the product in two figures that a comparison with tolerance understands: configurations add in different
 * orders, so a hash of the product would differ between two that are both right.
 */
static void answer_product(struct http_response *response, const struct problem *problem) {
  double trace = 0;
  double squares = 0;
  for (int i = 0; i < problem->m; i++) {
    for (int j = 0; j < problem->n; j++) {
      const double value = problem->c[(size_t)i * problem->n + j];
      squares += value * value;
      trace += i == j ? value : 0.0;
    }
  }
  response->status = 200;
  snprintf(response->content_type, sizeof(response->content_type), "application/json");
  snprintf(response->body, sizeof(response->body), "{\"trace\": %.6g, \"norm\": %.6g}\n", trace, sqrt(squares));
}

static void answer_multiplication(struct service *service, struct http_text body, struct http_response *response) {
  uint64_t seed;
  if (!parse_multiplication(body, &service->problem, &seed)) {
    answer_error(response, 400, "want an object of m, n and k from 1 to 1024 and seed from 0 to 2^53-1");
    return;
  }
  problem_draw(&service->problem, seed, 0);
  response->duration_ms = (double)problem_multiply(&service->problem) / 1e6;
  answer_product(response, &service->problem);
}

static void answer(struct service *service, const struct http_request *request, struct http_response *response) {
  const bool health = http_text_equals(request->path, "/healthz");
  if (!health && !http_text_equals(request->path, "/multiply")) {
    answer_error(response, 404, "no such path");
    return;
  }
  const char *allowed = health ? "GET" : "POST";
  if (!http_text_equals(request->method, allowed)) {
    answer_error(response, 405, "method not allowed");
    response->allow = allowed;
    return;
  }
  if (health) {
    response->status = 200;
    snprintf(response->content_type, sizeof(response->content_type), "text/plain");
    snprintf(response->body, sizeof(response->body), "ok\n");
    return;
  }
  answer_multiplication(service, request->body, response);
}

/* Sends what the socket takes now. False when the connection is finished. */
static bool send_output(struct connection *connection) {
  while (connection->sent < connection->to_send) {
    const ssize_t count = send(
        connection->descriptor, connection->output + connection->sent, connection->to_send - connection->sent,
        MSG_NOSIGNAL);
    if (count < 0) {
      return errno == EAGAIN || errno == EINTR;
    }
    connection->sent += (size_t)count;
  }
  connection->sent = 0;
  connection->to_send = 0;
  return !connection->close_after_sending;
}

/* Answers the requests in the buffer until one is incomplete or an answer has to wait. False when finished. */
static bool answer_received(struct service *service, struct connection *connection) {
  while (connection->to_send == 0) {
    struct http_request request;
    struct http_response response = {.duration_ms = -1};
    switch (http_parse(connection->input, connection->received, &request)) {
      case HTTP_INCOMPLETE:
        return true;
      case HTTP_REFUSED:
        answer_error(&response, request.status, "malformed or oversized request");
        connection->close_after_sending = true;
        break;
      case HTTP_COMPLETE:
        answer(service, &request, &response);
        connection->close_after_sending = !request.keep_alive;
        connection->received -= request.consumed;
        memmove(connection->input, connection->input + request.consumed, connection->received);
        break;
    }
    connection->to_send = http_write(
        &response, !connection->close_after_sending, connection->output, sizeof(connection->output));
    if (connection->to_send == 0 || !send_output(connection)) {
      return false;
    }
  }
  return true;
}

/* Reads what has arrived and answers it. False when the connection is finished. */
static bool receive_input(struct service *service, struct connection *connection) {
  const ssize_t count = recv(
      connection->descriptor, connection->input + connection->received,
      sizeof(connection->input) - connection->received, 0);
  if (count < 0) {
    return errno == EAGAIN || errno == EINTR;
  }
  if (count == 0) {
    return false;
  }
  connection->received += (size_t)count;
  return answer_received(service, connection);
}

static bool serve_connection(struct service *service, struct connection *connection, short events) {
  if ((events & (POLLERR | POLLNVAL)) != 0) {
    return false;
  }
  if (connection->to_send > 0) {
    /* A hang-up while sending shows as an error of send(). */
    return send_output(connection) && answer_received(service, connection);
  }
  return receive_input(service, connection);
}

static time_t seconds_now(void) {
  struct timespec now;
  return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? now.tv_sec : 0;
}

static void accept_connection(struct service *service) {
  const int descriptor = accept4(service->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0) {
    /* The client has gone again, or descriptors are short for now. */
    return;
  }
  struct connection *connection = &service->connections[service->connection_count++];
  connection->descriptor = descriptor;
  connection->close_after_sending = false;
  connection->last_active = seconds_now();
  connection->received = 0;
  connection->sent = 0;
  connection->to_send = 0;
}

static void close_connection(struct service *service, size_t index) {
  close(service->connections[index].descriptor);
  service->connection_count--;
  if (index != service->connection_count) {
    service->connections[index] = service->connections[service->connection_count];
  }
}

/* Waits for events and handles each once. The stop signals are let in only while waiting, so none is missed. */
static bool serve_once(struct service *service, const sigset_t *signals_while_waiting) {
  struct pollfd events[MAXIMUM_CONNECTIONS + 1];
  const size_t count = service->connection_count;
  for (size_t i = 0; i < count; i++) {
    events[i].fd = service->connections[i].descriptor;
    events[i].events = service->connections[i].to_send > 0 ? POLLOUT : POLLIN;
  }
  /* A full house leaves newcomers in the queue of the socket; a negative descriptor is ignored. */
  events[count].fd = count < MAXIMUM_CONNECTIONS ? service->listener : -1;
  events[count].events = POLLIN;
  events[count].revents = 0;

  const struct timespec patience = {.tv_sec = 1};
  const int ready = ppoll(events, count + 1, &patience, signals_while_waiting);
  if (ready < 0) {
    return errno == EINTR;
  }
  const time_t now = seconds_now();
  /* From the last to the first, since closing one moves the last into its place. */
  for (size_t i = count; i-- > 0;) {
    struct connection *connection = &service->connections[i];
    if (events[i].revents != 0) {
      connection->last_active = now;
      if (!serve_connection(service, connection, events[i].revents)) {
        close_connection(service, i);
      }
    } else if (now - connection->last_active > IDLE_SECONDS) {
      close_connection(service, i);
    }
  }
  if (events[count].revents != 0) {
    accept_connection(service);
  }
  return true;
}

/* Opens the listening socket, in place of one that an earlier process left behind. */
static int listen_on(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, path, strlen(path) + 1);
  struct stat existing;
  if (lstat(path, &existing) == 0 && S_ISSOCK(existing.st_mode)) {
    unlink(path);
  }
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) {
    return -1;
  }
  if (bind(listener, (const struct sockaddr *)&address, sizeof(address)) != 0
      || listen(listener, MAXIMUM_CONNECTIONS) != 0) {
    close(listener);
    return -1;
  }
  return listener;
}

/* Blocks the stop signals everywhere but in the wait, and returns the mask to wait with. */
static sigset_t prepare_signals(void) {
  struct sigaction stop = {.sa_handler = request_stop};
  sigaction(SIGTERM, &stop, NULL);
  sigaction(SIGINT, &stop, NULL);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, NULL);
  sigset_t blocked;
  sigset_t waiting;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGINT);
  sigprocmask(SIG_BLOCK, &blocked, &waiting);
  sigdelset(&waiting, SIGTERM);
  sigdelset(&waiting, SIGINT);
  return waiting;
}

static int serve(struct service *service, const char *path) {
  const int maximum = SGEMM_MAXIMUM_DIMENSION;
  service->connections = calloc(MAXIMUM_CONNECTIONS, sizeof(*service->connections));
  if (service->connections == NULL || !problem_allocate(&service->problem, maximum, maximum, maximum)) {
    fprintf(stderr, "sgemm serve: out of memory\n");
    return EXIT_FAILED;
  }
  const sigset_t signals_while_waiting = prepare_signals();
  service->listener = listen_on(path);
  if (service->listener < 0) {
    fprintf(stderr, "sgemm serve: cannot listen on %s: %s\n", path, strerror(errno));
    return EXIT_FAILED;
  }

  bool healthy = true;
  while (healthy && !stop_requested) {
    healthy = serve_once(service, &signals_while_waiting);
  }
  if (!healthy) {
    fprintf(stderr, "sgemm serve: cannot wait for requests: %s\n", strerror(errno));
  }
  while (service->connection_count > 0) {
    close_connection(service, service->connection_count - 1);
  }
  close(service->listener);
  unlink(path);
  return healthy ? EXIT_OK : EXIT_FAILED;
}

int serve_command(int count, char **arguments) {
  if (count != 2 || strcmp(arguments[0], "--socket") != 0) {
    fprintf(stderr, "usage: sgemm serve --socket PATH\n");
    return EXIT_USAGE;
  }
  const size_t longest = sizeof(((struct sockaddr_un *)NULL)->sun_path) - 1;
  if (strlen(arguments[1]) == 0 || strlen(arguments[1]) > longest) {
    fprintf(stderr, "sgemm serve: a socket path has 1 to %zu bytes\n", longest);
    return EXIT_USAGE;
  }
  struct service service = {0};
  const int status = serve(&service, arguments[1]);
  problem_release(&service.problem);
  free(service.connections);
  return status;
}
