package dev.evolve.provenance;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;

/** The published JSON Schema of the envelope; fields that it does not know are refused. */
public final class EnvelopeSchema {

  /** The schema's place on the class path. */
  public static final String RESOURCE = "/schemas/output-envelope-1.schema.json";

  private static final int PROBLEMS_SHOWN = 10;

  private final Schema schema;

  private EnvelopeSchema(Schema schema) {
    this.schema = schema;
  }

  /** Loads the schema; nothing is fetched. */
  public static EnvelopeSchema load() {
    try (InputStream in = EnvelopeSchema.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is not on the class path");
      }
      SchemaRegistry registry =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
      return new EnvelopeSchema(registry.getSchema(in, InputFormat.JSON));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong with an envelope's JSON, with the place of each fault; empty if nothing is. */
  public List<String> problems(byte[] json) {
    try {
      List<Error> errors =
          schema.validate(new String(json, StandardCharsets.UTF_8), InputFormat.JSON);
      return errors.stream().limit(PROBLEMS_SHOWN).map(Error::toString).toList();
    } catch (JacksonException e) {
      return List.of("not JSON: " + e.getOriginalMessage());
    }
  }
}
