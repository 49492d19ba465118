package dev.evolve.search.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;
import tools.jackson.core.io.JsonStringEncoder;

/** Writes JSON piece by piece, so that its layout is the one other tools look for. */
final class JsonText {

  private final Writer out;

  JsonText(Writer out) {
    this.out = out;
  }

  JsonText raw(String text) {
    try {
      out.write(text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonText text(String value) {
    return raw(quoted(value));
  }

  JsonText literal(Literal literal) {
    return raw(literal.kind() == Literal.Kind.TEXT ? quoted(literal.text()) : literal.text());
  }

  JsonText number(double value) {
    return raw(Double.toString(value));
  }

  JsonText field(String name) {
    return text(name).raw(": ");
  }

  <T> JsonText list(List<T> items, Function<T, String> text) {
    return raw("[").raw(String.join(", ", items.stream().map(text).toList())).raw("]");
  }

  static String of(Literal literal) {
    return literal.kind() == Literal.Kind.TEXT ? quoted(literal.text()) : literal.text();
  }

  static String quoted(String value) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(value)) + '"';
  }

  void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
