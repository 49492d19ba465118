package dev.evolve.app.tune;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedMetricsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "time_ms: 1.5 | {time_ms=1.5}",
        "time_ms: 1.5 ms\\nmemory-mb = 33MB | {time_ms=1.5, memory-mb=33.0}",
        "t=1e-3, rate=+2. total | {t=0.001, rate=2.0}",
        "{\"t\": 1, \"name\": \"a\", \"rate\": 2.5} | {t=1.0, rate=2.5}",
        "{\"metric\": \"t\", \"value\": 3, \"unit\": \"ns\"} | {t=3.0}",
        "t: 1\\nt: 3\\n{\"t\": 5} | {t=3.0}",
        "t: 1,234 | {}",
        "t: nan\\n{\"u\": \"1\"}\\n{broken | {}",
        "v1.2.t: 4 | {v1.2.t=4.0}",
        "hello\\n5 | {}",
      })
  void findsValuesByName(String output, String wanted) {
    assertThat(PrintedMetrics.of(output.replace("\\n", "\n"))).hasToString(wanted);
  }
}
