package dev.evolve.app.bus;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads what a partition holds now, committed transactions only. Gives up with a {@link
 * TimeoutException} when nothing comes any more: its callers may not wait for ever.
 */
final class PartitionReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration SILENCE = Duration.ofSeconds(7);
  private static final Duration CLOSE = Duration.ofMillis(500);
  private static final long FIRST_WINDOW = 64;
  private static final int WINDOW_GROWTH = 8;

  private final KafkaConsumer<String, byte[]> consumer;

  PartitionReader(KafkaSettings settings) {
    this.consumer = settings.readingConsumer();
  }

  /** Everything from the beginning. */
  void readAll(TopicPartition partition, Consumer<ConsumerRecord<String, byte[]>> reader) {
    long end = endOf(partition);
    consumer.seekToBeginning(List.of(partition));
    read(partition, end, reader);
  }

  /** At least the last record, if there is one, and what stands before it. */
  void readTail(TopicPartition partition, Consumer<ConsumerRecord<String, byte[]>> reader) {
    long end = endOf(partition);
    boolean[] found = {false};
    for (long window = FIRST_WINDOW; !found[0]; window *= WINDOW_GROWTH) {
      long from = Math.max(0, end - window);
      consumer.seek(partition, from);
      read(
          partition,
          end,
          record -> {
            found[0] = true;
            reader.accept(record);
          });
      if (from == 0) {
        return;
      }
    }
  }

  private long endOf(TopicPartition partition) {
    consumer.assign(List.of(partition));
    Long end = consumer.endOffsets(List.of(partition)).get(partition);
    return end == null ? 0 : end;
  }

  private void read(
      TopicPartition partition, long end, Consumer<ConsumerRecord<String, byte[]>> reader) {
    long position = consumer.position(partition);
    long lastMove = System.nanoTime();
    while (position < end) {
      consumer.poll(POLL).records(partition).forEach(reader);
      long now = consumer.position(partition);
      if (now > position) {
        lastMove = System.nanoTime();
      } else if (System.nanoTime() - lastMove > SILENCE.toNanos()) {
        throw new TimeoutException(
            "%s gave nothing for %d s at offset %d of %d"
                .formatted(partition, SILENCE.toSeconds(), now, end));
      }
      position = now;
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE));
  }
}
