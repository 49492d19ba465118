package dev.evolve.pack;

import java.io.StringReader;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads hostile YAML into a JSON tree from the parser's events alone: nothing is constructed, and
 * anchors, aliases, tags, merge keys, repeated keys, several documents, deep nesting and large
 * input are refused. Plain scalars are read as YAML 1.2 reads them, so {@code off} and {@code no}
 * are text.
 */
final class YamlTreeReader {

  static final int MAXIMUM_CHARACTERS = 256 * 1024;
  private static final int MAXIMUM_DEPTH = 16;
  private static final int MAXIMUM_NODES = 20_000;
  private static final int LONGEST_NUMBER = 40;
  private static final Pattern INTEGER = Pattern.compile("[-+]?(0|[1-9][0-9]*)");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final PackProblems problems;
  private final Map<String, Integer> lines = new HashMap<>();
  private final Iterator<Event> events;
  private int nodes;

  private YamlTreeReader(String text, PackProblems problems) {
    this.problems = problems;
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MAXIMUM_CHARACTERS);
    this.events = new Yaml(new SafeConstructor(options)).parse(new StringReader(text)).iterator();
  }

  /** Reads a text; what is wrong with it is added to {@code problems}. */
  static YamlDocument read(String text, PackProblems problems) {
    if (text.length() > MAXIMUM_CHARACTERS) {
      problems.add(1, "", "the file is larger than " + MAXIMUM_CHARACTERS + " characters");
      return new YamlDocument(NODES.missingNode(), Map.of());
    }
    YamlTreeReader reader = new YamlTreeReader(text, problems);
    return new YamlDocument(reader.readAll(text), reader.lines);
  }

  private JsonNode readAll(String text) {
    try {
      return readDocument();
    } catch (StopReading e) {
      problems.add(e.line, e.field, e.problem);
    } catch (MarkedYAMLException e) {
      problems.add(lineOf(e), "", "not YAML: " + Excerpt.of(String.valueOf(e.getProblem())));
    } catch (org.yaml.snakeyaml.reader.ReaderException e) {
      problems.add(
          lineAt(text, e.getPosition()), "", "a character that YAML does not allow: " + hex(e));
    } catch (YAMLException e) {
      problems.add(1, "", "not YAML: " + Excerpt.of(String.valueOf(e.getMessage())));
    }
    return NODES.missingNode();
  }

  private JsonNode readDocument() {
    JsonNode root = NODES.missingNode();
    boolean seen = false;
    while (events.hasNext()) {
      if (events.next() instanceof DocumentStartEvent start) {
        if (seen) {
          throw new StopReading(line(start), "", "one document was wanted, found a second");
        }
        seen = true;
        root = readNode(events.next(), "", 0);
      }
    }
    if (!seen) {
      throw new StopReading(1, "", "the file is empty; a bench pack was wanted");
    }
    return root;
  }

  private JsonNode readNode(Event event, String path, int depth) {
    refuseExcess(event, path, depth);
    refuseMachinery(event, path);
    lines.putIfAbsent(path, line(event));
    return switch (event) {
      case MappingStartEvent ignored -> readMapping(path, depth);
      case SequenceStartEvent ignored -> readSequence(path, depth);
      case ScalarEvent scalar -> readScalar(scalar, path);
      default -> NODES.missingNode();
    };
  }

  private void refuseExcess(Event event, String path, int depth) {
    nodes++;
    if (nodes > MAXIMUM_NODES) {
      throw new StopReading(line(event), path, "more than " + MAXIMUM_NODES + " values");
    }
    if (depth > MAXIMUM_DEPTH) {
      throw new StopReading(
          line(event), path, "nested more than " + MAXIMUM_DEPTH + " levels deep");
    }
  }

  private void refuseMachinery(Event event, String path) {
    if (event instanceof AliasEvent) {
      problems.add(line(event), path, "YAML aliases are not accepted; write the value out");
    } else if (event instanceof NodeEvent node && node.getAnchor() != null) {
      problems.add(line(event), path, "YAML anchors are not accepted; remove the &");
    }
    if (tagOf(event) != null) {
      problems.add(line(event), path, "YAML tags are not accepted; remove the !");
    }
  }

  private static @Nullable String tagOf(Event event) {
    return switch (event) {
      case ScalarEvent scalar -> scalar.getTag();
      case CollectionStartEvent collection -> collection.getTag();
      default -> null;
    };
  }

  private ObjectNode readMapping(String path, int depth) {
    ObjectNode object = NODES.objectNode();
    for (Event key = events.next(); !(key instanceof MappingEndEvent); key = events.next()) {
      String name = readKey(key, path);
      String child = FieldPath.child(path, name);
      if (object.has(name)) {
        problems.add(line(key), child, "given twice; keep one");
      }
      lines.putIfAbsent(child, line(key));
      object.set(name, readNode(events.next(), child, depth + 1));
    }
    return object;
  }

  private String readKey(Event key, String path) {
    if (!(key instanceof ScalarEvent scalar)) {
      throw new StopReading(line(key), path, "a name was wanted as the key, found a collection");
    }
    refuseExcess(key, path, 0);
    refuseMachinery(key, path);
    if (scalar.isPlain() && "<<".equals(scalar.getValue())) {
      problems.add(line(key), path, "YAML merge keys are not accepted; write the fields out");
    }
    return scalar.getValue();
  }

  private ArrayNode readSequence(String path, int depth) {
    ArrayNode array = NODES.arrayNode();
    for (Event item = events.next(); !(item instanceof SequenceEndEvent); item = events.next()) {
      array.add(readNode(item, FieldPath.item(path, array.size()), depth + 1));
    }
    return array;
  }

  private JsonNode readScalar(ScalarEvent scalar, String path) {
    String text = scalar.getValue();
    if (!scalar.isPlain()) {
      return NODES.stringNode(text);
    }
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> NODES.nullNode();
      case "true", "True", "TRUE" -> NODES.booleanNode(true);
      case "false", "False", "FALSE" -> NODES.booleanNode(false);
      default -> readNumberOrText(text, line(scalar), path);
    };
  }

  private JsonNode readNumberOrText(String text, int line, String path) {
    boolean integer = INTEGER.matcher(text).matches();
    if (!integer && !REAL.matcher(text).matches()) {
      return NODES.stringNode(text);
    }
    try {
      return integer ? NODES.numberNode(Long.parseLong(text)) : NODES.numberNode(realOf(text));
    } catch (NumberFormatException e) {
      problems.add(line, path, "the number " + Excerpt.of(text) + " is out of range");
      return NODES.missingNode();
    }
  }

  private static double realOf(String text) {
    if (text.length() > LONGEST_NUMBER) {
      throw new NumberFormatException(text);
    }
    double value = new BigDecimal(text).doubleValue();
    if (!Double.isFinite(value)) {
      throw new NumberFormatException(text);
    }
    return value;
  }

  private static int line(Event event) {
    Mark mark = event.getStartMark();
    return mark == null ? 1 : mark.getLine() + 1;
  }

  private static int lineOf(MarkedYAMLException e) {
    Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
    return mark == null ? 1 : mark.getLine() + 1;
  }

  private static int lineAt(String text, int position) {
    int end = Math.min(Math.max(position, 0), text.length());
    return 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
  }

  private static String hex(org.yaml.snakeyaml.reader.ReaderException e) {
    return "U+%04X".formatted(e.getCodePoint());
  }

  /** What is wrong is so wrong that nothing after it can be read. */
  private static final class StopReading extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int line;
    private final String field;
    private final String problem;

    StopReading(int line, String field, String problem) {
      super(problem);
      this.line = line;
      this.field = field;
      this.problem = problem;
    }
  }
}
