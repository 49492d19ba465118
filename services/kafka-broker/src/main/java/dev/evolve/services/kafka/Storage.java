package dev.evolve.services.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;

/** The broker's data directory. */
final class Storage {

  private Storage() {}

  /** Formats a directory that was never used; leaves any other as it is. */
  static void formatIfNew(Path data) throws Exception {
    if (Files.exists(data.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
      return;
    }
    if (hasContent(data)) {
      throw new IllegalStateException(
          "data directory " + data + " is corrupt: it has content, but no meta.properties");
    }
    new Formatter()
        .setPrintStream(System.err)
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(BrokerSettings.NODE_ID)
        .setDirectories(List.of(data.toString()))
        .setMetadataLogDirectory(data.toString())
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .run();
  }

  private static boolean hasContent(Path data) throws IOException {
    try (var entries = Files.list(data)) {
      return entries.findAny().isPresent();
    }
  }
}
