package dev.evolve.app.bus;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.telemetry.EventBus;
import dev.evolve.telemetry.TelemetryEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Telemetry on Kafka: checked against its published schema, sent and counted by a thread of its
 * own, so that whoever publishes never waits, whatever state Kafka is in.
 */
public final class KafkaEventBus implements EventBus, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventBus.class);
  private static final int MOST_WAITING = 10_000;
  private static final Duration IDLE = Duration.ofMillis(200);
  private static final Duration FLUSH = Duration.ofSeconds(5);

  private final BlockingQueue<TelemetryEvent> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final KafkaProducer<String, byte[]> producer;
  private final DeadLetters deadLetters;
  private final TelemetrySchemas schemas = TelemetrySchemas.shipped();
  private final Counter published;
  private final Counter failed;
  private final Counter invalid;
  private final Thread sender;
  private volatile boolean closed;
  private volatile boolean failing;

  /**
   * @param settings the cluster
   * @param meters counts what was published, what failed and what was not valid
   */
  public KafkaEventBus(KafkaSettings settings, MeterRegistry meters) {
    this.producer = settings.producer();
    this.deadLetters = new DeadLetters(producer);
    this.published =
        counter(meters, "evolve.telemetry.published", "telemetry events acknowledged by Kafka");
    this.failed =
        counter(meters, "evolve.telemetry.failed", "telemetry events that Kafka did not take");
    this.invalid =
        counter(meters, "evolve.telemetry.invalid", "telemetry events that break their schema");
    this.sender = Thread.ofPlatform().name("telemetry").daemon().start(this::send);
  }

  private static Counter counter(MeterRegistry meters, String name, String description) {
    return Counter.builder(name).description(description).register(meters);
  }

  @Override
  public void publish(TelemetryEvent event) {
    if (closed || !waiting.offer(event)) {
      answered(new IllegalStateException(closed ? "the bus is closed" : "too many events wait"));
    }
  }

  private void send() {
    try {
      while (!closed || !waiting.isEmpty()) {
        TelemetryEvent event = waiting.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        if (event != null) {
          send(event);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("the sender of telemetry was interrupted");
    }
  }

  private void send(TelemetryEvent event) {
    try {
      String json = Json.mapper().writerFor(TelemetryEvent.class).writeValueAsString(event);
      byte[] value = json.getBytes(StandardCharsets.UTF_8);
      List<String> problems = schemas.problems(event.topic(), json);
      if (!problems.isEmpty()) {
        invalid.increment();
        deadLetters.bury(
            event.topic(),
            event.topic() + "/" + Digests.sha256(value),
            value,
            String.join("; ", problems));
        return;
      }
      producer.send(
          new ProducerRecord<>(event.topic(), event.key(), value),
          (metadata, failure) -> answered(failure));
    } catch (KafkaException e) {
      answered(e);
    } catch (RuntimeException e) {
      LOG.error("an event of {} cannot be published", event.topic(), e);
      failed.increment();
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
      LOG.warn(
          "telemetry is not taken by Kafka, further failures are only counted: {}",
          failure.toString());
    }
  }

  /** Sends what waits, for a bounded time. */
  @Override
  public void close() {
    closed = true;
    try {
      if (!sender.join(FLUSH)) {
        sender.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close(FLUSH);
    if (!waiting.isEmpty()) {
      failed.increment(waiting.size());
      LOG.warn("{} telemetry events were not sent before the end", waiting.size());
    }
  }
}
