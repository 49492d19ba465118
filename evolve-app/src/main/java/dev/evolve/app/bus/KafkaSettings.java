package dev.evolve.app.bus;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Makes Kafka clients with the limits that all of ours share: nothing waits for longer than the
 * runtime's one thread may be kept.
 *
 * @param bootstrapServers {@code host:port}, separated by commas
 * @param patience how long a call waits for a cluster that does not answer
 */
public record KafkaSettings(String bootstrapServers, Duration patience) {

  private static final Duration PATIENCE = Duration.ofSeconds(7);
  private static final int READING_WAIT_MS = 10;
  private static final int TRANSACTION_MS = 30_000;

  /** A cluster that is waited for as long as the service does. */
  public KafkaSettings(String bootstrapServers) {
    this(bootstrapServers, PATIENCE);
  }

  private int patienceMs() {
    return Math.toIntExact(patience.toMillis());
  }

  /** A client for topics and offsets. */
  public Admin admin() {
    return Admin.create(common());
  }

  /** A producer that writes each transaction as the one owner of {@code transactionalId}. */
  KafkaProducer<String, byte[]> transactionalProducer(String transactionalId) {
    Map<String, Object> settings = producerSettings();
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MS);
    return new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /** A producer of single records, each written once. */
  KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        producerSettings(), new StringSerializer(), new ByteArraySerializer());
  }

  /** A consumer outside of any group that sees committed transactions only. */
  KafkaConsumer<String, byte[]> consumer() {
    return consumer(Map.of());
  }

  /** The same for who reads to the end and leaves: the broker does not hold empty answers back. */
  KafkaConsumer<String, byte[]> readingConsumer() {
    return consumer(Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, READING_WAIT_MS));
  }

  private KafkaConsumer<String, byte[]> consumer(Map<String, Object> special) {
    Map<String, Object> settings = common();
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, patienceMs());
    settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Topics.MAXIMUM_BYTES);
    settings.putAll(special);
    return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
  }

  private Map<String, Object> producerSettings() {
    Map<String, Object> settings = common();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patienceMs());
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, patienceMs());
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Topics.MAXIMUM_BYTES);
    return settings;
  }

  private Map<String, Object> common() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, patienceMs() * 5 / 7);
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
    return settings;
  }
}
