package dev.evolve.promotion;

import java.time.Instant;

/**
 * In whose name Evolve commits.
 *
 * @param name for people
 * @param email address; need not exist
 */
public record CommitterIdentity(String name, String email) {

  /** The name used when none is configured. */
  public static final CommitterIdentity EVOLVE =
      new CommitterIdentity("Evolve", "evolve@localhost");

  public CommitterIdentity {
    if (name.isBlank() || email.isBlank() || (name + email).matches("(?s).*[<>\\p{Cntrl}].*")) {
      throw new IllegalArgumentException(
          "a committer needs a name and an address on one line, without < and >; found \""
              + name
              + "\" and \""
              + email
              + "\"");
    }
  }

  /** The identity with a time, as git writes it. */
  String at(Instant time) {
    return name + " <" + email + "> " + time.getEpochSecond() + " +0000";
  }
}
