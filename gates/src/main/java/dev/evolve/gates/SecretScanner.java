package dev.evolve.gates;

import com.google.re2j.Matcher;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds secrets in lines of text: keywords first, since patterns are dear, then the pattern, then
 * the entropy of what it caught. Never returns the secret itself.
 */
final class SecretScanner {

  private final List<SecretRule> rules;

  SecretScanner(List<SecretRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** The first rule that the line breaks. */
  Optional<SecretRule> scan(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    return rules.stream()
        .filter(
            rule -> rule.keywords().isEmpty() || rule.keywords().stream().anyMatch(lower::contains))
        .filter(rule -> matches(rule, line))
        .findFirst();
  }

  private static boolean matches(SecretRule rule, String text) {
    Matcher matcher = rule.pattern().matcher(text);
    while (matcher.find()) {
      String secret = matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
      if (secret != null
          && entropy(secret) >= rule.minimumEntropy()
          && !rule.allowance().covers(secret)) {
        return true;
      }
    }
    return false;
  }

  /** Shannon entropy in bits per character. */
  static double entropy(String text) {
    Map<Character, Integer> counts = new HashMap<>();
    for (char c : text.toCharArray()) {
      counts.merge(c, 1, Integer::sum);
    }
    double entropy = 0;
    for (int count : counts.values()) {
      double share = (double) count / text.length();
      entropy -= share * Math.log(share) / Math.log(2);
    }
    return entropy;
  }
}
