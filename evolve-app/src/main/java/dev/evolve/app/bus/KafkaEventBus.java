package dev.evolve.app.bus;

import dev.evolve.json.Json;
import dev.evolve.telemetry.EventBus;
import dev.evolve.telemetry.TelemetryEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Telemetry on Kafka: checked against its published schema, sent without waiting, counted. */
public final class KafkaEventBus implements EventBus, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventBus.class);
  private static final Duration FLUSH = Duration.ofSeconds(5);

  private final KafkaProducer<String, byte[]> producer;
  private final DeadLetters deadLetters;
  private final TelemetrySchemas schemas = TelemetrySchemas.shipped();
  private final Counter published;
  private final Counter failed;
  private volatile boolean failing;

  /**
   * @param settings the cluster
   * @param meters counts what was published and what failed
   */
  public KafkaEventBus(KafkaSettings settings, MeterRegistry meters) {
    this.producer = settings.producer();
    this.deadLetters = new DeadLetters(producer);
    this.published =
        Counter.builder("evolve.telemetry.published")
            .description("telemetry events acknowledged by Kafka")
            .register(meters);
    this.failed =
        Counter.builder("evolve.telemetry.failed")
            .description("telemetry events that Kafka did not take")
            .register(meters);
  }

  @Override
  public void publish(TelemetryEvent event) {
    String json = Json.mapper().writerFor(TelemetryEvent.class).writeValueAsString(event);
    byte[] value = json.getBytes(StandardCharsets.UTF_8);
    try {
      List<String> problems = schemas.problems(event.topic(), json);
      if (!problems.isEmpty()) {
        deadLetters.bury(event.topic(), event.key(), value, String.join("; ", problems));
        return;
      }
      producer.send(
          new ProducerRecord<>(event.topic(), event.key(), value),
          (metadata, failure) -> answered(failure));
    } catch (KafkaException e) {
      answered(e);
    }
  }

  private void answered(@Nullable Exception failure) {
    if (failure == null) {
      published.increment();
      failing = false;
      return;
    }
    failed.increment();
    if (!failing) {
      failing = true;
      LOG.warn("telemetry is not taken by Kafka: {}", failure.toString());
    }
  }

  @Override
  public void close() {
    producer.close(FLUSH);
  }
}
