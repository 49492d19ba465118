package dev.evolve.loop.gate;

import java.util.List;

/**
 * What a check found.
 *
 * @param requests how many requests took part
 * @param steps how many steps were executed in all runs together
 * @param findings why it did not pass; empty if it did
 */
public record LoopGateReport(int requests, long steps, List<String> findings) {

  public LoopGateReport {
    findings = List.copyOf(findings);
  }

  /** Whether nothing was found, and something was run. */
  public boolean passed() {
    return findings.isEmpty() && steps > 0;
  }
}
