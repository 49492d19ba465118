package dev.evolve.provenance;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a verification found: every check by name, so that a change that was tampered with says
 * where.
 *
 * @param commit full hash of the commit
 * @param kind what the commit is
 * @param proposalId the change; empty if it could not be told
 * @param checks every check in order
 */
public record VerificationReport(String commit, Kind kind, String proposalId, List<Check> checks) {

  public VerificationReport {
    checks = List.copyOf(checks);
  }

  /** What a commit of Evolve is. */
  public enum Kind {
    /** The change with its envelope. */
    PROPOSAL,
    /** The change, approved and merged. */
    MERGE,
    /** The change undone. */
    REVERT,
    /** It could not be told. */
    UNKNOWN
  }

  /**
   * One check.
   *
   * @param name what was checked, such as {@code envelope-hash}
   * @param ok whether it holds; false also if it could not be checked
   * @param detail what was found
   */
  public record Check(String name, boolean ok, String detail) {}

  /** True if there are checks and every one holds. */
  public boolean ok() {
    return !checks.isEmpty() && checks.stream().allMatch(Check::ok);
  }

  /** The checks that do not hold. */
  public List<Check> failures() {
    return checks.stream().filter(check -> !check.ok()).toList();
  }

  /** The checks that do not hold, on one line. */
  public String describeFailures() {
    return failures().stream()
        .map(check -> check.name() + ": " + check.detail())
        .collect(Collectors.joining("; "));
  }
}
