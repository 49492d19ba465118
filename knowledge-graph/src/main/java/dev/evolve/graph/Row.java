package dev.evolve.graph;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of one row of a write. Checks what the database's Community edition cannot: that a
 * property is there, and of its type. Values may come from JSON of an older or broken writer, so
 * none is trusted to be present.
 */
final class Row {

  /** The longest key of a node: an index refuses values not much longer. */
  static final int MAXIMUM_KEY_CHARACTERS = 512;

  /** The longest text that is kept; what people want to read in full is in the event. */
  static final int MAXIMUM_TEXT_CHARACTERS = 4_000;

  private final LinkedHashMap<String, Object> values = new LinkedHashMap<>();

  Row() {}

  /** Part of a key or of an index: present, not blank, not too long. */
  Row key(String name, @Nullable String value) {
    String present = present(name, value);
    if (present.isBlank()) {
      throw new IllegalArgumentException(name + " is blank");
    }
    if (present.length() > MAXIMUM_KEY_CHARACTERS) {
      throw new IllegalArgumentException(
          name
              + " has "
              + present.length()
              + " characters, at most "
              + MAXIMUM_KEY_CHARACTERS
              + " can be indexed");
    }
    values.put(name, present);
    return this;
  }

  /** Text for people, cut where it is too long. */
  Row text(String name, @Nullable String value) {
    String present = present(name, value);
    values.put(
        name,
        present.length() <= MAXIMUM_TEXT_CHARACTERS
            ? present
            : present.substring(0, MAXIMUM_TEXT_CHARACTERS));
    return this;
  }

  Row count(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + ", which counts nothing");
    }
    return integer(name, value);
  }

  Row integer(String name, long value) {
    values.put(name, value);
    return this;
  }

  /** A number as it was measured; not finite where the measurement was not. */
  Row number(String name, double value) {
    values.put(name, value);
    return this;
  }

  Row flag(String name, boolean value) {
    values.put(name, value);
    return this;
  }

  Row time(String name, @Nullable Instant value) {
    values.put(name, present(name, value).atZone(ZoneOffset.UTC));
    return this;
  }

  Row row(String name, Row value) {
    values.put(name, value.toMap());
    return this;
  }

  Row rows(String name, List<Row> rows) {
    values.put(name, rows.stream().map(Row::toMap).toList());
    return this;
  }

  /** One element where {@code holds}, none where not: what a FOREACH runs over. */
  Row onlyIf(String name, boolean holds) {
    values.put(name, holds ? List.of(true) : List.of());
    return this;
  }

  Row keys(String name, List<String> keys) {
    keys.forEach(key -> new Row().key(name, key));
    values.put(name, List.copyOf(keys));
    return this;
  }

  Map<String, Object> toMap() {
    return values;
  }

  private static <T> T present(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return value;
  }
}
