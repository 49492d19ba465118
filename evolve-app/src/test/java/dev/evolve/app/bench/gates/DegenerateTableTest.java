package dev.evolve.app.bench.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DegenerateTableTest {

  static List<DegenerateCase> cases() {
    return DegenerateTable.cases();
  }

  @Test
  void passesTheComparisonsThatTheOthersAreSpoiltFrom() {
    assertThat(DegenerateTable.whole().verdict()).contains(Verdict.PASS);
    assertThat(DegenerateTable.wholeWithTimeStamps().verdict()).contains(Verdict.PASS);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void refusesEveryOneOfThem(DegenerateCase is) {
    assertThat(is.verdict().orElse(Verdict.INVALID)).as(is.name()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void altersNoVerdictByAChangeOfUnit() {
    assertThat(DegenerateSection.altered()).isZero();
    assertThat(DegenerateTable.inUnit(1.1, 1e-6, "ms").verdict()).contains(Verdict.FAIL);
    assertThat(DegenerateTable.inUnit(0.9, 1e-9, "s").verdict()).contains(Verdict.PASS);
  }
}
