package dev.evolve.loop.file;

import java.io.IOException;

/** What lies at the reader's place is no whole record. */
final class BadRecordException extends IOException {

  private static final long serialVersionUID = 1L;

  private final long offset;

  BadRecordException(long offset, String found) {
    super(found);
    this.offset = offset;
  }

  long offset() {
    return offset;
  }

  String found() {
    return String.valueOf(getMessage());
  }
}
