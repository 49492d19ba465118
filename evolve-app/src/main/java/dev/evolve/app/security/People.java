package dev.evolve.app.security;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Who asked: the name that decisions are recorded under. */
public final class People {

  private static final int LONGEST = 100;

  /**
   * The person's name.
   *
   * @throws EvolveException NOT_ALLOWED if nobody is signed in
   */
  public String nameOf(@Nullable Principal principal) {
    if (principal == null || principal.getName().isBlank()) {
      throw new EvolveException(ErrorCode.NOT_ALLOWED, "nobody is signed in");
    }
    return principal.getName();
  }

  /** A name fit to be recorded: one line, not too long. */
  static String clean(String name) {
    String line = name.replaceAll("[\\p{Cntrl}<>]", " ").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
  }
}
