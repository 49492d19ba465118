package dev.evolve.serving.json;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes and reads JSON of maps, lists, texts, integers, doubles and truth values. Members keep
 * their order, so equal values give equal text. A double is written so that it reads as the same
 * double again.
 */
public final class JsonText {

  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /** The text of an object. */
  public static String write(SequencedMap<String, Object> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      value(out, object);
    }
    return text.toString();
  }

  /** The UTF-8 bytes of an object. */
  public static byte[] bytes(SequencedMap<String, Object> object) {
    return write(object).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads one object.
   *
   * @throws IllegalArgumentException if the text is not one JSON object
   */
  public static JsonFields read(String text) {
    try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("a JSON object is wanted; found " + excerpt(text));
      }
      SequencedMap<String, Object> object = object(in);
      if (in.nextToken() != null) {
        throw new IllegalArgumentException("one JSON object is wanted; found more after it");
      }
      return new JsonFields("", object);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "a JSON object is wanted; found " + excerpt(text) + ": " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Reads one object from UTF-8.
   *
   * @throws IllegalArgumentException if the bytes are not one JSON object
   */
  public static JsonFields read(byte[] bytes) {
    return read(new String(bytes, StandardCharsets.UTF_8));
  }

  private static String excerpt(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "...";
  }

  private static void value(JsonGenerator out, Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        out.writeStartObject();
        map.forEach(
            (name, member) -> {
              out.writeName((String) name);
              value(out, member);
            });
        out.writeEndObject();
      }
      case List<?> list -> {
        out.writeStartArray();
        list.forEach(element -> value(out, element));
        out.writeEndArray();
      }
      case String text -> out.writeString(text);
      case Integer number -> out.writeNumber(number.longValue());
      case Long number -> out.writeNumber(number.longValue());
      case Double number -> out.writeNumber(number.doubleValue());
      case Boolean truth -> out.writeBoolean(truth.booleanValue());
      default ->
          throw new IllegalArgumentException("JSON here has no " + value.getClass().getName());
    }
  }

  private static SequencedMap<String, Object> object(JsonParser in) {
    SequencedMap<String, Object> members = new LinkedHashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      in.nextToken();
      if (members.put(name, element(in)) != null) {
        throw new IllegalArgumentException("member \"" + name + "\" is there twice");
      }
    }
    return members;
  }

  private static List<Object> array(JsonParser in) {
    List<Object> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      elements.add(element(in));
    }
    return elements;
  }

  private static Object element(JsonParser in) {
    return switch (in.currentToken()) {
      case START_OBJECT -> object(in);
      case START_ARRAY -> array(in);
      case VALUE_STRING -> in.getString();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw new IllegalArgumentException("JSON here has no " + in.currentToken());
    };
  }
}
