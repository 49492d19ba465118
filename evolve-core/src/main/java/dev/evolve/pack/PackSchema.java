package dev.evolve.pack;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks a pack's tree against the published JSON Schema and says in our words what is wrong. */
final class PackSchema {

  /** Where the schema is published, as a resource of this module. */
  static final String RESOURCE = "/schemas/evolve-pack-1.schema.json";

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(text(), InputFormat.JSON);

  private PackSchema() {}

  /** The schema's text. */
  static String text() {
    try (InputStream in = PackSchema.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + RESOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + RESOURCE, e);
    }
  }

  static void check(YamlDocument document, PackProblems problems) {
    for (Error error : SCHEMA.validate(document.root())) {
      String field = fieldOf(error);
      problems.add(document.line(field), field, messageOf(error));
    }
  }

  private static String fieldOf(Error error) {
    String path = "";
    NodePath location = error.getInstanceLocation();
    for (int i = 0; i < location.getNameCount(); i++) {
      path =
          location.getElement(i) instanceof Integer index
              ? FieldPath.item(path, index)
              : FieldPath.child(path, location.getName(i));
    }
    String property = error.getProperty();
    return property == null ? path : FieldPath.child(path, property);
  }

  private static String messageOf(Error error) {
    JsonNode found = error.getInstanceNode();
    JsonNode schema = error.getSchemaNode();
    return switch (String.valueOf(error.getKeyword())) {
      case "required" -> "is missing";
      case "additionalProperties" -> "is not a field of a bench pack; remove it or check its name";
      case "type" -> wrongType(schema, found);
      case "enum" -> show(found) + " is not one of " + listed(schema);
      case "const" -> show(found) + " is not " + show(schema);
      case "pattern" -> show(found) + " does not match " + show(schema);
      case "propertyNames" -> "is not a name that a knob can have; letters, digits and _ only";
      case "minimum" -> show(found) + " is less than " + show(schema);
      case "maximum" -> show(found) + " is more than " + show(schema);
      case "exclusiveMinimum" -> show(found) + " is not more than " + show(schema);
      case "exclusiveMaximum" -> show(found) + " is not less than " + show(schema);
      case "minLength" -> "is empty";
      case "maxLength" -> "is longer than " + show(schema) + " characters";
      case "minItems", "minProperties" -> "has fewer than " + show(schema) + " entries";
      case "maxItems", "maxProperties" -> "has more than " + show(schema) + " entries";
      default -> Excerpt.of(String.valueOf(error.getMessage()));
    };
  }

  private static String wrongType(@Nullable JsonNode schema, @Nullable JsonNode found) {
    String wanted = schema == null ? "another type" : schema.asString("another type");
    boolean scalar = found != null && (found.isNumber() || found.isBoolean());
    String hint = scalar && "string".equals(wanted) ? "; put it in quotes" : "";
    return "wants " + named(wanted) + ", found " + kindOf(found) + " " + show(found) + hint;
  }

  private static String named(String type) {
    return switch (type) {
      case "object" -> "a mapping";
      case "array" -> "a list";
      case "string" -> "text";
      case "integer" -> "a whole number";
      case "number" -> "a number";
      case "boolean" -> "true or false";
      default -> type;
    };
  }

  private static String kindOf(@Nullable JsonNode found) {
    return found == null ? "nothing" : found.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private static String listed(@Nullable JsonNode schema) {
    return schema == null
        ? ""
        : schema.valueStream().map(PackSchema::show).collect(Collectors.joining(", "));
  }

  private static String show(@Nullable JsonNode node) {
    if (node == null || node.isContainer()) {
      return "";
    }
    return Excerpt.of(node.isString() ? node.stringValue() : node.toString());
  }
}
