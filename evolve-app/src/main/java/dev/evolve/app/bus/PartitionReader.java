package dev.evolve.app.bus;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads what a partition holds now, committed transactions only. */
final class PartitionReader {

  private static final Duration POLL = Duration.ofMillis(200);

  private PartitionReader() {}

  /** Everything from the beginning. */
  static void readAll(
      KafkaConsumer<String, byte[]> consumer,
      TopicPartition partition,
      Consumer<ConsumerRecord<String, byte[]>> reader) {
    long end = endOf(consumer, partition);
    consumer.seekToBeginning(List.of(partition));
    read(consumer, partition, end, reader);
  }

  /** At least the last record, if there is one, and what stands before it. */
  static void readTail(
      KafkaConsumer<String, byte[]> consumer,
      TopicPartition partition,
      Consumer<ConsumerRecord<String, byte[]>> reader) {
    long end = endOf(consumer, partition);
    boolean[] found = {false};
    for (long window = 64; !found[0]; window *= 8) {
      long from = Math.max(0, end - window);
      consumer.seek(partition, from);
      read(
          consumer,
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

  private static long endOf(KafkaConsumer<String, byte[]> consumer, TopicPartition partition) {
    consumer.assign(List.of(partition));
    Long end = consumer.endOffsets(List.of(partition)).get(partition);
    return end == null ? 0 : end;
  }

  private static void read(
      KafkaConsumer<String, byte[]> consumer,
      TopicPartition partition,
      long end,
      Consumer<ConsumerRecord<String, byte[]>> reader) {
    while (consumer.position(partition) < end) {
      consumer.poll(POLL).records(partition).forEach(reader);
    }
  }
}
