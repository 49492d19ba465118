package dev.evolve.serving.json;

import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object, asked for by name and type. What is not there or of another type is
 * an {@link IllegalArgumentException} that says what was wanted, where, and what was found.
 */
public final class JsonFields {

  private final String path;
  private final SequencedMap<String, Object> members;

  JsonFields(String path, SequencedMap<String, Object> members) {
    this.path = path;
    this.members = members;
  }

  /** Whether there is a member of this name. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** A text. */
  public String text(String name) {
    return member(name, String.class, "text");
  }

  /** An integer. */
  public long integer(String name) {
    return member(name, Long.class, "integer");
  }

  /** An integer that fits an {@code int}. */
  public int count(String name) {
    return Math.toIntExact(integer(name));
  }

  /** A number. */
  public double number(String name) {
    return member(name, Number.class, "number").doubleValue();
  }

  /** A truth value. */
  public boolean truth(String name) {
    return member(name, Boolean.class, "truth value");
  }

  /** An object. */
  @SuppressWarnings("unchecked") // Only JsonText makes these maps, and their names are texts.
  public JsonFields fields(String name) {
    return new JsonFields(
        path + "/" + name,
        (SequencedMap<String, Object>) member(name, SequencedMap.class, "object"));
  }

  /** A list of texts. */
  public List<String> texts(String name) {
    return list(name).stream().map(element -> as(name, element, String.class, "text")).toList();
  }

  /** A list of numbers. */
  public List<Double> numbers(String name) {
    return list(name).stream()
        .map(element -> as(name, element, Number.class, "number").doubleValue())
        .toList();
  }

  /** A list of objects. */
  @SuppressWarnings("unchecked") // Only JsonText makes these maps, and their names are texts.
  public List<JsonFields> objects(String name) {
    return list(name).stream()
        .map(
            element ->
                (SequencedMap<String, Object>) as(name, element, SequencedMap.class, "object"))
        .map(object -> new JsonFields(path + "/" + name, object))
        .toList();
  }

  private List<?> list(String name) {
    return member(name, List.class, "list");
  }

  private <T> T member(String name, Class<T> type, String what) {
    return as(name, members.get(name), type, what);
  }

  private <T> T as(String name, @Nullable Object value, Class<T> type, String what) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          path
              + "/"
              + name
              + " must be of type "
              + what
              + "; found "
              + (value == null ? "nothing" : value.getClass().getSimpleName()));
    }
    return type.cast(value);
  }
}
