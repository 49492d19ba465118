package dev.evolve.proposal;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much a proposal could hurt, from 0 to 1, with its parts.
 *
 * @param value the score
 * @param parts what it is made of, by name
 */
public record RiskScore(double value, SortedMap<String, Double> parts) {

  public RiskScore {
    parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
  }
}
