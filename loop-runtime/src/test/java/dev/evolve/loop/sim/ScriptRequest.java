package dev.evolve.loop.sim;

/**
 * What a {@link ScriptLoop} is to do.
 *
 * @param script steps, separated by blanks; see {@link ScriptLoop}
 * @param residentBytes bytes that it declares for its life
 * @param worstPeakBytes largest peak that it declares
 */
public record ScriptRequest(String script, long residentBytes, long worstPeakBytes) {

  /** A script that needs no memory. */
  public static ScriptRequest of(String script) {
    return new ScriptRequest(script, 0, 0);
  }
}
