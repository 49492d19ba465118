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
 */
record SecretRule(
    String id, String description, Pattern pattern, List<String> keywords, double minimumEntropy) {

  SecretRule {
    keywords = keywords.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
  }
}
