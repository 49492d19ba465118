package dev.evolve.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The project's JSON: records by component order, absent instead of null, times as ISO-8601 text,
 * unknown and trailing content refused. Equal values give equal text.
 */
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private Json() {}

  /** The shared, immutable mapper. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** The value as compact JSON text. */
  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** The value as UTF-8 JSON. */
  public static byte[] writeBytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text is not JSON of that type, or null
   */
  public static <T> T read(String json, Class<T> type) {
    try {
      return present(MAPPER.readValue(json, type), type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Reads a value from UTF-8 JSON.
   *
   * @throws IllegalArgumentException if the bytes are not JSON of that type, or null
   */
  public static <T> T read(byte[] json, Class<T> type) {
    try {
      return present(MAPPER.readValue(json, type), type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  private static <T> T present(@Nullable T value, Class<T> type) {
    if (value == null) {
      throw new IllegalArgumentException("not a " + type.getSimpleName() + ": null");
    }
    return value;
  }

  /**
   * Reads a tree.
   *
   * @throws IllegalArgumentException if the text is not JSON
   */
  public static JsonNode readTree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }
}
