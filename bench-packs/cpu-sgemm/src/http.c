#include "http.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool http_text_equals(struct http_text text, const char *expected) {
  return text.length == strlen(expected) && memcmp(text.bytes, expected, text.length) == 0;
}

static bool equals_ignoring_case(struct http_text text, const char *expected) {
  return text.length == strlen(expected) && strncasecmp(text.bytes, expected, text.length) == 0;
}

static enum http_outcome refuse(struct http_request *request, int status) {
  request->status = status;
  return HTTP_REFUSED;
}

/* Cuts the text before the first separator off the rest. False when there is no separator. */
static bool cut(struct http_text *rest, const char *separator, struct http_text *head) {
  const size_t separator_length = strlen(separator);
  const char *found = memmem(rest->bytes, rest->length, separator, separator_length);
  if (found == NULL) {
    return false;
  }
  *head = (struct http_text){rest->bytes, (size_t)(found - rest->bytes)};
  rest->bytes += head->length + separator_length;
  rest->length -= head->length + separator_length;
  return true;
}

static struct http_text trim(struct http_text text) {
  while (text.length > 0 && (text.bytes[0] == ' ' || text.bytes[0] == '\t')) {
    text.bytes++;
    text.length--;
  }
  while (text.length > 0 && (text.bytes[text.length - 1] == ' ' || text.bytes[text.length - 1] == '\t')) {
    text.length--;
  }
  return text;
}

/* True when the text is not empty and holds only visible ASCII, as a method, a path or a header name must. */
static bool is_visible(struct http_text text) {
  for (size_t i = 0; i < text.length; i++) {
    if (text.bytes[i] <= ' ' || text.bytes[i] > '~') {
      return false;
    }
  }
  return text.length > 0;
}

/* Returns zero, or the status to refuse the request with. */
static int parse_request_line(struct http_text line, struct http_request *request) {
  if (!cut(&line, " ", &request->method) || !cut(&line, " ", &request->path)) {
    return 400;
  }
  if (!is_visible(request->method) || !is_visible(request->path)) {
    return 400;
  }
  if (http_text_equals(line, "HTTP/1.1")) {
    request->keep_alive = true;
  } else if (!http_text_equals(line, "HTTP/1.0")) {
    return 400;
  }
  return 0;
}

static int parse_content_length(struct http_text value, size_t *length) {
  if (value.length == 0) {
    return 400;
  }
  size_t number = 0;
  for (size_t i = 0; i < value.length; i++) {
    if (value.bytes[i] < '0' || value.bytes[i] > '9') {
      return 400;
    }
    /* The value saturates just above the maximum, so that no number of digits can overflow it. */
    number = number * 10 + (size_t)(value.bytes[i] - '0');
    if (number > HTTP_MAXIMUM_BODY_BYTES) {
      number = HTTP_MAXIMUM_BODY_BYTES + 1;
    }
  }
  *length = number;
  return number > HTTP_MAXIMUM_BODY_BYTES ? 413 : 0;
}

static int parse_header(struct http_text line, struct http_request *request, bool *has_length) {
  struct http_text name;
  if (!cut(&line, ":", &name) || !is_visible(name)) {
    return 400;
  }
  const struct http_text value = trim(line);
  if (equals_ignoring_case(name, "Content-Length")) {
    /* Two lengths are how requests are smuggled past a proxy. */
    if (*has_length) {
      return 400;
    }
    *has_length = true;
    return parse_content_length(value, &request->body.length);
  }
  if (equals_ignoring_case(name, "Transfer-Encoding")) {
    return 501;
  }
  if (equals_ignoring_case(name, "Connection") && equals_ignoring_case(value, "close")) {
    request->keep_alive = false;
  }
  return 0;
}

enum http_outcome http_parse(const char *bytes, size_t length, struct http_request *request) {
  *request = (struct http_request){0};
  struct http_text rest = {bytes, length};
  struct http_text head;
  if (!cut(&rest, "\r\n\r\n", &head)) {
    return length >= HTTP_MAXIMUM_HEAD_BYTES ? refuse(request, 431) : HTTP_INCOMPLETE;
  }
  if (head.length + 4 > HTTP_MAXIMUM_HEAD_BYTES) {
    return refuse(request, 431);
  }

  struct http_text lines = {head.bytes, head.length + 2};
  struct http_text line;
  bool has_length = false;
  for (bool first = true; cut(&lines, "\r\n", &line); first = false) {
    const int status = first ? parse_request_line(line, request) : parse_header(line, request, &has_length);
    if (status != 0) {
      return refuse(request, status);
    }
  }
  if (!has_length && http_text_equals(request->method, "POST")) {
    return refuse(request, 411);
  }
  if (rest.length < request->body.length) {
    return HTTP_INCOMPLETE;
  }
  request->body.bytes = rest.bytes;
  request->consumed = (size_t)(rest.bytes - bytes) + request->body.length;
  return HTTP_COMPLETE;
}

static const char *reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 431: return "Request Header Fields Too Large";
    case 501: return "Not Implemented";
    default: return "Unknown";
  }
}

size_t http_write(const struct http_response *response, bool keep_alive, char *bytes, size_t capacity) {
  char timing[64] = "";
  if (response->duration_ms >= 0) {
    snprintf(timing, sizeof(timing), "Server-Timing: multiply;dur=%.6f\r\n", response->duration_ms);
  }
  const int length = snprintf(
      bytes, capacity, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s%s%s%s%s\r\n%s",
      response->status, reason(response->status), response->content_type, strlen(response->body), timing,
      response->allow != NULL ? "Allow: " : "", response->allow != NULL ? response->allow : "",
      response->allow != NULL ? "\r\n" : "", keep_alive ? "" : "Connection: close\r\n", response->body);
  return length > 0 && (size_t)length < capacity ? (size_t)length : 0;
}
