package dev.evolve.canary.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {

  private static final String THREE =
      """
      {"atMs": 100, "method": "POST", "path": "/work", "body": {"size": 1}}
      {"atMs": 110, "method": "POST", "path": "/work", "body": {"size": 2}}

      {"atMs": 140.5, "method": "GET", "path": "/healthz"}
      """;

  private static LoadFile parse(String text) {
    return LoadFile.parse("load.jsonl", text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsRequestsWithTheirTimes() {
    LoadFile load = parse(THREE);

    assertThat(load.arrivals()).hasSize(3);
    assertThat(load.arrivals().get(0).at()).isEqualTo(Duration.ofMillis(100));
    assertThat(load.arrivals().get(1).request().body())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("{\"size\":2}");
    assertThat(load.arrivals().get(2).request().body()).isEmpty();
    assertThat(load.arrivals().get(2).at()).isEqualTo(Duration.ofNanos(140_500_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "not json",
        "[]",
        "null",
        "{\"method\": \"GET\", \"path\": \"/\"}",
        "{\"atMs\": 1, \"method\": \"GET\"}",
        "{\"atMs\": 1, \"path\": \"/\"}",
        "{\"atMs\": -1, \"method\": \"GET\", \"path\": \"/\"}",
        "{\"atMs\": 1e300, \"method\": \"GET\", \"path\": \"/\"}",
        "{\"atMs\": \"NaN\", \"method\": \"GET\", \"path\": \"/\"}",
        "{\"atMs\": 1, \"method\": \"CONNECT\", \"path\": \"/\"}",
        "{\"atMs\": 1, \"method\": \"GET\", \"path\": \"relative\"}",
        "{\"atMs\": 1, \"method\": \"GET\", \"path\": \"/a b\"}",
        "{\"atMs\": 1, \"method\": \"GET\", \"path\": \"/a\\r\\nX: y\"}",
        "{\"atMs\": 1, \"method\": \"GET\", \"path\": \"/\", \"extra\": 1}",
        "{\"atMs\": 1, \"method\": \"GET\", \"path\": \"/\"} trailing",
        "{\"atMs\": 2, \"method\": \"GET\", \"path\": \"/\"}\n{\"atMs\": 1, \"method\": \"GET\", \"path\": \"/\"}"
      })
  void refusesAnythingElse(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PACK))
        .hasMessageContaining("load.jsonl");
  }

  @Test
  void refusesWhatIsNotTextOrTooMuch() {
    assertThatThrownBy(() -> LoadFile.parse("x", new byte[] {(byte) 0xff}))
        .isInstanceOf(EvolveException.class);
    assertThatThrownBy(() -> LoadFile.parse("x", new byte[LoadFile.MAXIMUM_BYTES + 1]))
        .isInstanceOf(EvolveException.class);
  }

  @Test
  void startsAgainFromTheFrontWithTheSameRhythm() {
    ReplaySchedule schedule = new ReplaySchedule(parse(THREE), 0, 7, Duration.ofMinutes(1));

    // 40.5 ms and a mean gap of 20.25 ms.
    assertThat(schedule.speedUp()).isEqualTo(1);
    assertThat(schedule.dueNs(0)).isZero();
    assertThat(schedule.dueNs(1)).isEqualTo(10_000_000);
    assertThat(schedule.dueNs(3)).isEqualTo(60_750_000);
    assertThat(schedule.dueNs(6)).isEqualTo(121_500_000);
    assertThat(schedule.request(4)).isEqualTo(schedule.request(1));
  }

  @Test
  void goesOnWhereAnEarlierStageEnded() {
    LoadFile load = parse(THREE);
    ReplaySchedule first = new ReplaySchedule(load, 0, 2, Duration.ofMinutes(1));
    ReplaySchedule second = new ReplaySchedule(load, 2, 4, Duration.ofMinutes(1));

    assertThat(second.request(0).method()).isEqualTo("GET");
    assertThat(second.dueNs(0)).isZero();
    assertThat(second.dueNs(1)).isEqualTo(20_250_000);
    assertThat(second.request(1)).isEqualTo(first.request(0));
  }

  @Test
  void isSpedUpWhenItWouldTakeTooLong() {
    ReplaySchedule schedule = new ReplaySchedule(parse(THREE), 0, 301, Duration.ofSeconds(1));

    assertThat(schedule.speedUp()).isGreaterThan(6);
    assertThat(schedule.dueNs(300)).isBetween(999_999_000L, 1_000_000_000L);
  }

  @Test
  void oneRequestAloneIsSentAsOftenAsAsked() {
    LoadFile one = parse("{\"atMs\": 5, \"method\": \"GET\", \"path\": \"/\"}");
    ReplaySchedule schedule = new ReplaySchedule(one, 3, 10, Duration.ofSeconds(1));

    assertThat(schedule.dueNs(9)).isZero();
  }
}
