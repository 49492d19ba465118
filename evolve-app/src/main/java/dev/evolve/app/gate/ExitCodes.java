package dev.evolve.app.gate;

import dev.evolve.verdict.Verdict;
import java.util.Set;

/** The exit codes of {@code evolve gate}, which CI may rely on. */
public final class ExitCodes {

  /** Nothing counts as failing. */
  public static final int PASS = 0;

  /** Something is worse. */
  public static final int FAIL = 1;

  /** Misused, or something could not be read, built or run. */
  public static final int UNUSABLE = 2;

  /** The layout of the runs cannot carry a verdict. */
  public static final int INVALID = 3;

  /** The runs do not decide. */
  public static final int INCONCLUSIVE = 4;

  private ExitCodes() {}

  /** The code of a verdict, where {@code failing} names those that count as failing. */
  public static int of(Verdict verdict, Set<Verdict> failing) {
    return !failing.contains(verdict)
        ? PASS
        : switch (verdict) {
          case PASS -> PASS;
          case FAIL -> FAIL;
          case INVALID -> INVALID;
          case INCONCLUSIVE -> INCONCLUSIVE;
        };
  }
}
