package dev.evolve.app.bus;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the domain events of the log of record, one thread a subscription. A record that cannot
 * be read, or that a follower cannot take, is put aside with the reason and does not hold the rest
 * up.
 */
public final class KafkaEventLog implements EventFeed, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventLog.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration CLOSE = Duration.ofMillis(500);
  private static final int DELIVERIES = 3;

  private final KafkaSettings settings;
  private final KafkaProducer<String, byte[]> producer;
  private final DeadLetters deadLetters;
  private final Set<String> buried = ConcurrentHashMap.newKeySet();

  /**
   * @param settings the cluster
   */
  public KafkaEventLog(KafkaSettings settings) {
    this.settings = settings;
    this.producer = settings.producer();
    this.deadLetters = new DeadLetters(producer);
  }

  @Override
  public AutoCloseable follow(Listener listener) {
    return follow(Map.of(), listener);
  }

  /**
   * Follows the log from given offsets on; partitions that are not named, from their beginning.
   *
   * @return closes the subscription
   */
  public AutoCloseable follow(Map<Integer, Long> positions, Listener listener) {
    Subscription subscription = new Subscription(positions, listener);
    subscription.thread.start();
    return subscription;
  }

  /** How many records could not be read since the start. */
  public long deadLetters() {
    return deadLetters.count();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }

  /** One follower. */
  private final class Subscription implements AutoCloseable {

    private final Map<Integer, Long> positions = new HashMap<>();
    private final Listener listener;
    private final Thread thread =
        Thread.ofPlatform().name("event-log-follower").daemon().unstarted(this::run);
    private volatile boolean closed;
    private volatile @Nullable KafkaConsumer<String, byte[]> open;
    private boolean caughtUp;

    Subscription(Map<Integer, Long> positions, Listener listener) {
      this.positions.putAll(positions);
      this.listener = listener;
    }

    @Override
    public void close() {
      closed = true;
      KafkaConsumer<String, byte[]> consumer = open;
      if (consumer != null) {
        consumer.wakeup();
      }
      if (Thread.currentThread().equals(thread)) {
        return;
      }
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void run() {
      while (!closed) {
        KafkaConsumer<String, byte[]> consumer = settings.consumer();
        open = consumer;
        try {
          follow(consumer);
        } catch (WakeupException e) {
          LOG.debug("a follower of the event log was closed");
        } catch (KafkaException e) {
          LOG.warn("the event log cannot be followed, trying again: {}", e.toString());
          pause();
        } finally {
          open = null;
          consumer.close(CloseOptions.timeout(CLOSE));
        }
      }
    }

    private void pause() {
      try {
        Thread.sleep(PAUSE_AFTER_FAILURE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void follow(KafkaConsumer<String, byte[]> consumer) {
      List<TopicPartition> partitions = new ArrayList<>();
      for (int partition = 0; partition < Topics.PARTITIONS; partition++) {
        partitions.add(new TopicPartition(Topics.EVENTS, partition));
      }
      consumer.assign(partitions);
      partitions.forEach(
          partition -> consumer.seek(partition, positions.getOrDefault(partition.partition(), 0L)));
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (!closed) {
        tellIfCaughtUp(consumer, ends);
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
          deliver(record);
          positions.put(record.partition(), record.offset() + 1);
        }
      }
    }

    private void tellIfCaughtUp(
        KafkaConsumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
      if (!caughtUp
          && ends.entrySet().stream()
              .allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
        caughtUp = true;
        listener.caughtUp();
      }
    }

    private void deliver(ConsumerRecord<String, byte[]> record) {
      String place = record.topic() + "-" + record.partition() + "@" + record.offset();
      RecordedEvent event;
      try {
        event = Json.read(record.value(), RecordedEvent.class);
      } catch (IllegalArgumentException e) {
        bury(place, place, record, String.valueOf(e.getMessage()));
        return;
      }
      RuntimeException failure = null;
      for (int delivery = 0; delivery < DELIVERIES && !closed; delivery++) {
        try {
          listener.recorded(record.partition(), record.offset(), event);
          return;
        } catch (RuntimeException e) {
          LOG.error("a follower of the event log failed on {}", event.id(), e);
          failure = e;
          pause();
        }
      }
      if (failure != null && !closed) {
        String follower = listener.getClass().getName();
        bury(place, place + " for " + follower, record, follower + " failed: " + failure);
      }
    }

    /** Puts a record aside, once a run however many follow. */
    private void bury(
        String place, String key, ConsumerRecord<String, byte[]> record, String reason) {
      if (buried.add(key)) {
        deadLetters.bury(place, key, record.value(), reason);
      }
    }
  }
}
