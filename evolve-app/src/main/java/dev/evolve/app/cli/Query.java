package dev.evolve.app.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The query of a URL, from whatever people type. */
final class Query {

  private final StringBuilder text = new StringBuilder();

  private Query() {}

  static Query of(String name, Object value) {
    return new Query().and(name, value);
  }

  /** Adds a parameter; nothing for an empty value. */
  Query and(String name, Object value) {
    String written = String.valueOf(value);
    if (!written.isEmpty()) {
      text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(encode(written));
    }
    return this;
  }

  /** With its question mark; empty without a parameter. */
  String text() {
    return text.toString();
  }

  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** A part of a path. */
  static String segment(String value) {
    return encode(value).replace("+", "%20");
  }
}
