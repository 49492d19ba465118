package dev.evolve.gates.compare;

import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.Verdict;
import java.util.List;

/**
 * What came of a comparison.
 *
 * @param verdict INVALID if the layout cannot carry one; FAIL if anything is worse; INCONCLUSIVE if
 *     anything is not decided; else PASS
 * @param summary the same in a sentence
 * @param confidence one-sided confidence of every statement
 * @param floor share by which a metric may be worse
 * @param order who ran when, A for the baseline; empty if it is not known
 * @param claims what the verdict takes on trust, each in a sentence
 * @param layout what speaks against a verdict; empty if nothing
 * @param metrics benchmarks and metrics, failures first; empty if the layout carries no verdict
 * @param notes what was left out and what else to know, each in a sentence
 */
public record GateReport(
    Verdict verdict,
    String summary,
    double confidence,
    double floor,
    String order,
    List<String> claims,
    List<Evidence> layout,
    List<ComparedMetric> metrics,
    List<String> notes) {

  public GateReport {
    claims = List.copyOf(claims);
    layout = List.copyOf(layout);
    metrics = List.copyOf(metrics);
    notes = List.copyOf(notes);
  }
}
