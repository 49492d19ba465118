package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("services")
class EmbeddedKafkaIT {

  @TempDir private Path home;

  @Test
  void answersWithTheFeaturesThatWeNeed() throws Exception {
    try (Admin admin = Admin.create(client(SharedServices.kafka()))) {
      assertThat(admin.describeCluster().nodes().get()).hasSize(1);
      assertThat(admin.describeFeatures().featureMetadata().get().finalizedFeatures())
          .containsKeys("share.version", "transaction.version");
    }
  }

  @Test
  void keepsItsDataWhenKilledAndReportsTheDeath() throws Exception {
    RecordingListener listener = new RecordingListener();
    try (EmbeddedKafka kafka = prepare(listener)) {
      send(kafka.start(), "before the kill");
      kill(kafka.pid().orElseThrow());

      assertThat(listener.awaitFailure().code()).isEqualTo(ErrorCode.SERVICE_FAILED);
      assertThat(listener.awaitFailure()).hasMessageContaining("Kafka died");
      assertThat(kafka.state()).isEqualTo(ServiceState.FAILED);
    }
    try (EmbeddedKafka again = prepare(ServiceListener.NONE)) {
      assertThat(send(again.start(), "after it")).isEqualTo(1);
    }
  }

  @Test
  void stopsTheBrokerOfAnEvolveThatWasKilled() throws Exception {
    Process owner = ServiceOwner.startKafka(home, SharedServices.kafkaProperties());
    long orphan = awaitBroker(owner);
    owner.destroyForcibly().waitFor();
    assertThat(isAlive(orphan)).isTrue();

    try (EmbeddedKafka kafka = prepare(ServiceListener.NONE)) {
      assertThat(isAlive(orphan)).isFalse();
      assertThat(send(kafka.start(), "after it")).isZero();
    }
  }

  @Test
  void refusesACorruptDataDirectory() throws Exception {
    Path data = Files.createDirectories(home.resolve("services/kafka/data"));
    Files.writeString(data.resolve("meta.properties"), "garbage");
    RecordingListener listener = new RecordingListener();
    try (EmbeddedKafka kafka = prepare(listener)) {
      EvolveException failure = catchThrowableOfType(EvolveException.class, kafka::start);

      assertThat(failure.code()).isEqualTo(ErrorCode.DATA_CORRUPT);
      assertThat(failure)
          .hasMessageContaining(data.toString())
          .hasMessageContaining("restore it from a backup")
          .hasMessageContaining(home.resolve("services/kafka/logs/kafka.log").toString());
      assertThat(listener.awaitFailure()).isSameAs(failure);
    }
  }

  @Test
  void refusesAConfiguredPortThatIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      EvolveServicesProperties.KafkaService free = SharedServices.kafkaProperties();
      EvolveServicesProperties.KafkaService properties =
          new EvolveServicesProperties.KafkaService(
              free.classpathFile(),
              taken.getLocalPort(),
              free.heap(),
              free.startLimit(),
              free.stopLimit());

      EvolveException failure =
          catchThrowableOfType(
              EvolveException.class,
              () -> EmbeddedKafka.prepare(home, properties, ServiceListener.NONE));

      assertThat(failure.code()).isEqualTo(ErrorCode.PORT_IN_USE);
      assertThat(failure).hasMessageContaining("evolve.services.kafka.port");
    }
  }

  private EmbeddedKafka prepare(ServiceListener listener) {
    return EmbeddedKafka.prepare(home, SharedServices.kafkaProperties(), listener);
  }

  private static long awaitBroker(Process owner) throws Exception {
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(ServiceOwner.RUNS)) {
          return Long.parseLong(line.substring(ServiceOwner.RUNS.length()));
        }
      }
    }
    throw new AssertionError("the owner ended without a broker");
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  private static Map<String, Object> client(KafkaEndpoint endpoint) {
    return Map.of("bootstrap.servers", endpoint.bootstrapServers());
  }

  /** Sends a record to a topic of one partition; returns its offset. */
  private static long send(KafkaEndpoint endpoint, String value) throws Exception {
    try (Admin admin = Admin.create(client(endpoint))) {
      if (!admin.listTopics().names().get().contains("kept")) {
        admin
            .createTopics(List.of(new NewTopic("kept", 1, (short) 1)))
            .all()
            .get(30, TimeUnit.SECONDS);
      }
    }
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(client(endpoint), new StringSerializer(), new StringSerializer())) {
      return producer.send(new ProducerRecord<>("kept", value)).get(60, TimeUnit.SECONDS).offset();
    }
  }
}
