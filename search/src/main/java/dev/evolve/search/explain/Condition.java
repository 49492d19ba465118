package dev.evolve.search.explain;

/**
 * A parameter at, up to or from a value.
 *
 * @param parameter name
 * @param relation {@code =}, {@code <=} or {@code >=}
 * @param value canonical text
 */
public record Condition(String parameter, String relation, String value) {
  @Override
  public String toString() {
    return parameter + " " + relation + " " + value;
  }
}
