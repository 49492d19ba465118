package dev.evolve.provenance;

import dev.evolve.provenance.VerificationReport.Check;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers checks. Whatever goes wrong inside a check makes that check fail, with its name. */
final class CheckList {

  private final List<Check> checks = new ArrayList<>();

  /** Finds something, or throws saying what is wrong. */
  @FunctionalInterface
  interface Finding<T> {
    T find() throws Exception;
  }

  /** Runs a check that gives a value for later ones; null if it failed. */
  <T> @Nullable T find(String name, String whenOk, Finding<T> finding) {
    try {
      T found = finding.find();
      checks.add(new Check(name, true, whenOk));
      return found;
    } catch (Exception e) {
      checks.add(new Check(name, false, describe(e)));
      return null;
    }
  }

  /** Runs a check whose detail is what it found. */
  void holds(String name, Finding<String> finding) {
    try {
      checks.add(new Check(name, true, finding.find()));
    } catch (Exception e) {
      checks.add(new Check(name, false, describe(e)));
    }
  }

  /** Notes checks that cannot be made, which is never a pass. */
  void impossible(String why, String... names) {
    for (String name : names) {
      checks.add(new Check(name, false, "not checked: " + why));
    }
  }

  List<Check> checks() {
    return List.copyOf(checks);
  }

  private static String describe(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Ends a check that does not hold. */
  static IllegalArgumentException broken(String wanted, Object found) {
    return new IllegalArgumentException("wanted " + wanted + ", found " + found);
  }

  /** Ends a check unless two values are equal. */
  static void same(String what, Object wanted, Object found) {
    if (!wanted.equals(found)) {
      throw broken(what + " " + wanted, found.toString().isEmpty() ? "none" : found);
    }
  }
}
