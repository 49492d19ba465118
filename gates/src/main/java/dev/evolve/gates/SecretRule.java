package dev.evolve.gates;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;

/**
 * One kind of secret.
 *
 * @param id stable name
 * @param description what it is
 * @param pattern what it looks like; the first group, if there is one, is the secret itself
 * @param keywords a line that holds none of these in lower case is not looked at; empty looks at
 *     all
 * @param minimumEntropy bits per character that the secret must have; 0 for any
 * @param allowance what looks like the secret and is none
 */
record SecretRule(
    String id,
    String description,
    Pattern pattern,
    List<String> keywords,
    double minimumEntropy,
    Allowance allowance) {

  /**
   * What looks like a secret and is none.
   *
   * @param patterns found in what the rule caught
   * @param stopwords contained in it, in lower case
   */
  record Allowance(List<Pattern> patterns, List<String> stopwords) {

    Allowance {
      patterns = List.copyOf(patterns);
      stopwords = stopwords.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    }

    boolean covers(String secret) {
      String lower = secret.toLowerCase(Locale.ROOT);
      return patterns.stream().anyMatch(pattern -> pattern.matcher(secret).find())
          || stopwords.stream().anyMatch(lower::contains);
    }
  }

  SecretRule {
    keywords = keywords.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
  }
}
