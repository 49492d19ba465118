package dev.evolve.pack;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a configuration into the file that a pack names, and reads back what took effect. Only the
 * values of knobs change; every other character of the file stays.
 */
public final class ConfigurationFiles {

  private static final JsonFactory JSON = new JsonFactory();

  private final BenchPack.ConfigurationFile file;
  private final List<Knob> knobs;

  /** For the configuration file of a pack. */
  public ConfigurationFiles(BenchPack pack) {
    this.file = pack.configuration();
    this.knobs = pack.knobs();
  }

  /**
   * The file's content with a configuration in it.
   *
   * @param content the file as it is
   * @throws EvolveException if the file lacks a knob or does not give back what was written
   */
  public String write(String content, Configuration configuration) {
    String written = content;
    for (Knob knob : knobs) {
      String value = configuration.values().get(knob.name());
      if (value == null || !KnobDomain.of(knob).contains(value)) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST,
            knob.name() + " wants " + KnobDomain.of(knob).describe() + ", found " + value);
      }
      written = replace(written, knob, value);
    }
    return verified(written, configuration);
  }

  private String verified(String written, Configuration configuration) {
    Configuration found = read(written);
    if (!found.equals(configuration)) {
      throw refusal("does not give back what was written: " + found.describeAgainst(configuration));
    }
    return written;
  }

  /**
   * What the content says of each knob.
   *
   * @throws EvolveException if it lacks a knob, or a value is none of the knob's
   */
  public Configuration read(String content) {
    TreeMap<String, String> values = new TreeMap<>();
    for (Knob knob : knobs) {
      List<Span> spans = spans(content, knob);
      if (spans.isEmpty()) {
        throw refusal("lacks " + lineFor(knob.name()) + "; add it");
      }
      Span last = spans.getLast();
      String value = content.substring(last.start(), last.end());
      String bare = isQuoted(knob) ? value.substring(1, value.length() - 1) : value;
      if (!KnobDomain.of(knob).contains(bare)) {
        throw refusal(
            "says "
                + knob.name()
                + " is "
                + Excerpt.of(bare)
                + ", which is not "
                + KnobDomain.of(knob).describe());
      }
      values.put(knob.name(), bare);
    }
    return new Configuration(values);
  }

  private String replace(String content, Knob knob, String value) {
    List<Span> spans = spans(content, knob);
    if (spans.isEmpty()) {
      throw refusal("lacks " + lineFor(knob.name()) + "; add it");
    }
    StringBuilder text = new StringBuilder(content);
    String written = isQuoted(knob) ? '"' + value + '"' : value;
    for (Span span : spans.reversed()) {
      text.replace(span.start(), span.end(), written);
    }
    return text.toString();
  }

  private boolean isQuoted(Knob knob) {
    return file.format() == BenchPack.ConfigurationFile.Format.JSON
        && (knob instanceof Knob.Categorical || knob instanceof Knob.Permutation);
  }

  private List<Span> spans(String content, Knob knob) {
    String name = Pattern.quote(knob.name());
    return switch (file.format()) {
      case ENV -> matches(content, "(?m)^[ \\t]*(?:export[ \\t]+)?" + name + "=([^\\s#\"']*)");
      case HEADER -> matches(content, "(?m)^[ \\t]*#[ \\t]*define[ \\t]+" + name + "[ \\t]+(\\S+)");
      case JSON -> {
        Span span = fields(content).get(knob.name());
        boolean fits = span != null && isQuoted(knob) == (content.charAt(span.start()) == '"');
        yield fits ? List.of(span) : List.of();
      }
    };
  }

  private static List<Span> matches(String content, String pattern) {
    return Pattern.compile(pattern)
        .matcher(content)
        .results()
        .map(match -> new Span(match.start(1), match.end(1)))
        .toList();
  }

  /** Where the values of the fields of a JSON object lie. */
  private Map<String, Span> fields(String content) {
    Map<String, Span> fields = new TreeMap<>();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), content)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw refusal("is not a JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        int start = (int) parser.currentTokenLocation().getCharOffset();
        if (value.isScalarValue()) {
          parser.getString();
          fields.put(name, new Span(start, endOf(content, start)));
        } else {
          parser.skipChildren();
        }
      }
    } catch (JacksonException e) {
      throw refusal("is not JSON: " + Excerpt.of(String.valueOf(e.getOriginalMessage())));
    }
    return fields;
  }

  private static int endOf(String content, int start) {
    Matcher matcher = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,}\\]]+").matcher(content);
    return matcher.region(start, content.length()).lookingAt() ? matcher.end() : start;
  }

  private String lineFor(String knob) {
    return switch (file.format()) {
      case ENV -> "a line " + knob + "=…";
      case HEADER -> "a line #define " + knob + " …";
      case JSON -> "a field \"" + knob + "\" of the right type";
    };
  }

  private EvolveException refusal(String what) {
    return new EvolveException(
        ErrorCode.INVALID_PACK, "the configuration file " + file.file() + " " + what);
  }

  private record Span(int start, int end) {}
}
