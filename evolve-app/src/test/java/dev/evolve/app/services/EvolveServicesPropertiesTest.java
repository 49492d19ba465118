package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class EvolveServicesPropertiesTest {

  @Test
  void startsBothServicesByDefault() {
    EvolveServicesProperties properties = bind(Map.of());

    assertThat(properties.homeDirectory())
        .isEqualTo(Path.of(System.getProperty("user.home"), ".evolve"));
    assertThat(properties.kafka().isExternal()).isFalse();
    assertThat(properties.neo4j().isExternal()).isFalse();
    assertThat(properties.neo4j().username()).isEqualTo("neo4j");
    assertThat(properties.services().kafka())
        .isEqualTo(
            new EvolveServicesProperties.KafkaService(
                null,
                0,
                DataSize.ofMegabytes(256),
                Duration.ofSeconds(180),
                Duration.ofSeconds(20)));
    assertThat(properties.services().neo4j())
        .isEqualTo(
            new EvolveServicesProperties.Neo4jService(
                null,
                0,
                DataSize.ofMegabytes(512),
                DataSize.ofMegabytes(128),
                Duration.ofSeconds(300),
                Duration.ofSeconds(20)));
  }

  @Test
  void takesEveryKey() {
    EvolveServicesProperties properties =
        bind(
            Map.ofEntries(
                Map.entry("evolve.home", "/data/evolve"),
                Map.entry("evolve.kafka.bootstrap-servers", "one:1,two:2"),
                Map.entry("evolve.neo4j.uri", "bolt://graph:7687"),
                Map.entry("evolve.neo4j.username", "evolve"),
                Map.entry("evolve.neo4j.password", "secret"),
                Map.entry("evolve.services.kafka.classpath-file", "/k"),
                Map.entry("evolve.services.kafka.port", "9092"),
                Map.entry("evolve.services.kafka.heap", "1GB"),
                Map.entry("evolve.services.kafka.start-limit", "10s"),
                Map.entry("evolve.services.kafka.stop-limit", "3s"),
                Map.entry("evolve.services.neo4j.classpath-file", "/n"),
                Map.entry("evolve.services.neo4j.port", "7687"),
                Map.entry("evolve.services.neo4j.heap", "2GB"),
                Map.entry("evolve.services.neo4j.page-cache", "3GB"),
                Map.entry("evolve.services.neo4j.start-limit", "11s"),
                Map.entry("evolve.services.neo4j.stop-limit", "4s")));

    assertThat(properties)
        .isEqualTo(
            new EvolveServicesProperties(
                Path.of("/data/evolve"),
                new EvolveServicesProperties.Kafka("one:1,two:2"),
                new EvolveServicesProperties.Neo4j("bolt://graph:7687", "evolve", "secret"),
                new EvolveServicesProperties.Services(
                    new EvolveServicesProperties.KafkaService(
                        Path.of("/k"),
                        9092,
                        DataSize.ofGigabytes(1),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(3)),
                    new EvolveServicesProperties.Neo4jService(
                        Path.of("/n"),
                        7687,
                        DataSize.ofGigabytes(2),
                        DataSize.ofGigabytes(3),
                        Duration.ofSeconds(11),
                        Duration.ofSeconds(4)))));
    assertThat(properties.toString()).doesNotContain("secret");
  }

  private static EvolveServicesProperties bind(Map<String, String> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("evolve", EvolveServicesProperties.class);
  }
}
