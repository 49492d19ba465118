/*
 * The part of HTTP/1.1 that the service needs: a strict reader of requests and a writer of small responses. It does no
 * input or output itself.
 */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_MAXIMUM_HEAD_BYTES = 8192, HTTP_MAXIMUM_BODY_BYTES = 4096 };

enum http_outcome {
  HTTP_INCOMPLETE, /* more bytes are needed */
  HTTP_COMPLETE,   /* the request is filled in */
  HTTP_REFUSED     /* the status is filled in, and the connection cannot go on */
};

/* A span of the connection's buffer; it is valid until the buffer changes. */
struct http_text {
  const char *bytes;
  size_t length;
};

struct http_request {
  struct http_text method;
  struct http_text path;
  struct http_text body;
  bool keep_alive;
  size_t consumed; /* bytes that the request took up */
  int status;      /* why it was refused */
};

struct http_response {
  int status;
  const char *allow; /* the method to name in a 405, or NULL */
  char content_type[32];
  char body[256];
  double duration_ms; /* for the Server-Timing header; negative when nothing was measured */
};

enum http_outcome http_parse(const char *bytes, size_t length, struct http_request *request);

bool http_text_equals(struct http_text text, const char *expected);

/* Returns the length of the response, or zero when it does not fit. */
size_t http_write(const struct http_response *response, bool keep_alive, char *bytes, size_t capacity);

#endif
