package dev.evolve.app.serving.http;

/** What handlers of one connection tell each other. */
enum ConnectionEvent {
  /** A request was not read within its time. */
  REQUEST_TIMED_OUT,
  /** A request was read to its end, and its answer is due. */
  REQUEST_READ,
  /** An answer was written; the next request may be read. */
  ANSWERED
}
