package dev.evolve.app.services;

import dev.evolve.error.ErrorCode;
import java.util.regex.Pattern;

/**
 * A line of a log that tells why a service failed.
 *
 * @param line what the line looks like
 * @param code what it means
 * @param advice what to do
 */
record FailureSign(Pattern line, ErrorCode code, String advice) {

  static FailureSign of(String regex, ErrorCode code, String advice) {
    return new FailureSign(Pattern.compile(regex), code, advice);
  }
}
