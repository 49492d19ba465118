package dev.evolve.pack;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.util.List;
import java.util.stream.Collectors;

/** A pack's file is wrong; holds everything that is wrong with it, ordered by line. */
public final class InvalidPackException extends EvolveException {

  private static final long serialVersionUID = 1L;

  private final transient List<PackProblem> problems;

  /** Of at least one problem. */
  public InvalidPackException(List<PackProblem> problems) {
    super(ErrorCode.INVALID_PACK, describe(problems));
    this.problems = List.copyOf(problems);
  }

  /** Everything that is wrong. */
  public List<PackProblem> problems() {
    return problems;
  }

  private static String describe(List<PackProblem> problems) {
    return problems.stream().map(PackProblem::describe).collect(Collectors.joining("\n"));
  }
}
