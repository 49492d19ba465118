package dev.evolve.app.bus;

import org.junit.jupiter.api.Tag;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The same promises on a broker of Apache's image; skipped where no container engine is. */
@Tag("containers")
@Testcontainers(disabledWithoutDocker = true)
class LogOfRecordContainerIT extends LogOfRecordContract {

  @Container
  private static final KafkaContainer KAFKA = new KafkaContainer("apache/kafka-native:4.1.0");

  @Override
  KafkaSettings settings() {
    return new KafkaSettings(KAFKA.getBootstrapServers());
  }
}
