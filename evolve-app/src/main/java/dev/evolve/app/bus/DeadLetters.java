package dev.evolve.app.bus;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what could not be read or was not valid, with the reason. Thread-safe. */
final class DeadLetters {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  private final KafkaProducer<String, byte[]> producer;
  private final AtomicLong count = new AtomicLong();

  DeadLetters(KafkaProducer<String, byte[]> producer) {
    this.producer = producer;
  }

  /**
   * Puts a record aside.
   *
   * @param source where it came from
   * @param key names this very record; the topic keeps the last of each key
   * @param value the record as it is
   * @param reason what is wrong with it
   */
  void bury(String source, String key, byte[] value, String reason) {
    count.incrementAndGet();
    LOG.warn("a record of {} goes to {}: {}", source, Topics.DEAD_LETTER, reason);
    ProducerRecord<String, byte[]> record = new ProducerRecord<>(Topics.DEAD_LETTER, key, value);
    record.headers().add("source", source.getBytes(StandardCharsets.UTF_8));
    record.headers().add("reason", reason.getBytes(StandardCharsets.UTF_8));
    producer.send(
        record,
        (metadata, failure) -> {
          if (failure != null) {
            LOG.error("a record of {} could not be put aside: {}", source, failure.toString());
          }
        });
  }

  /** How many were put aside since the start. */
  long count() {
    return count.get();
  }
}
