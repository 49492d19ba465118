package dev.evolve.app.bus;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The published schemas of the telemetry topics. */
final class TelemetrySchemas {

  private static final List<String> PUBLISHED =
      List.of("compiler.pass", "bench.result", "kernel.launch", "serve.scheduler");

  private final Map<String, Schema> byTopic;

  private TelemetrySchemas(Map<String, Schema> byTopic) {
    this.byTopic = Map.copyOf(byTopic);
  }

  static TelemetrySchemas shipped() {
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    Map<String, Schema> schemas = new HashMap<>();
    for (String topic : PUBLISHED) {
      String path = "/schemas/telemetry/" + topic + "-1.schema.json";
      try (InputStream file = TelemetrySchemas.class.getResourceAsStream(path)) {
        if (file == null) {
          throw new EvolveException(ErrorCode.INTERNAL, "the jar holds no " + path);
        }
        schemas.put(topic, registry.getSchema(file, InputFormat.JSON));
      } catch (IOException e) {
        throw new EvolveException(ErrorCode.INTERNAL, "cannot read " + path, e);
      }
    }
    return new TelemetrySchemas(schemas);
  }

  /** What is wrong with an event; a topic without a schema takes nothing. */
  List<String> problems(String topic, String json) {
    Schema schema = byTopic.get(topic);
    if (schema == null) {
      return List.of("topic " + topic + " has no published schema");
    }
    return schema.validate(json, InputFormat.JSON).stream().map(Object::toString).toList();
  }
}
