package dev.evolve.app.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.json.Json;
import dev.evolve.telemetry.TelemetryEvent;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TelemetrySchemasTest {

  private static final String HARDWARE = "0123456789abcdef";
  private final TelemetrySchemas schemas = TelemetrySchemas.shipped();

  static Stream<TelemetryEvent> everyKindOfEvent() {
    return Stream.of(
        LogOfRecordContract.build("proposal", "OK"),
        new TelemetryEvent.BenchResult(
            1,
            Instant.EPOCH,
            HARDWARE,
            7,
            "pack",
            "proposal",
            "square",
            "candidate",
            0,
            "OK",
            "time",
            1.5,
            "ms"),
        new TelemetryEvent.KernelLaunch(
            1, Instant.EPOCH, HARDWARE, 7, "pack", "proposal", "square", "baseline", 5, 4, 3),
        new TelemetryEvent.ServeScheduler(
            1,
            Instant.EPOCH,
            HARDWARE,
            7,
            "pack",
            "proposal",
            1,
            0.05,
            "candidate",
            100,
            0,
            1.0,
            2.0,
            3.0));
  }

  @ParameterizedTest
  @MethodSource("everyKindOfEvent")
  void takesWhatIsPublished(TelemetryEvent event) {
    assertThat(schemas.problems(event.topic(), json(event))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("everyKindOfEvent")
  void refusesFieldsThatAreNotInTheSchema(TelemetryEvent event) {
    String extended = json(event).replaceFirst("\\{", "{\"extra\":1,");
    assertThat(schemas.problems(event.topic(), extended))
        .anyMatch(problem -> problem.contains("extra"));
  }

  @ParameterizedTest
  @MethodSource("everyKindOfEvent")
  void refusesAnEventWithoutItsHardware(TelemetryEvent event) {
    String cut = json(event).replace("\"hardwareId\":\"" + HARDWARE + "\",", "");
    assertThat(schemas.problems(event.topic(), cut))
        .anyMatch(problem -> problem.contains("hardwareId"));
  }

  @Test
  void refusesTopicsWithoutASchema() {
    assertThat(schemas.problems("unheard.of", "{}")).isNotEmpty();
  }

  private static String json(TelemetryEvent event) {
    return Json.mapper().writerFor(TelemetryEvent.class).writeValueAsString(event);
  }
}
