package dev.evolve.pack;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a path in a pack may look like: relative, inside the pack, and none of git's or ours. */
final class PackPaths {

  private static final List<String> RESERVED = List.of(".git", ".evolve");

  private PackPaths() {}

  /** What is wrong with a path; empty if nothing is. */
  static Optional<String> problem(String path) {
    if (path.startsWith("/") || path.contains("\\") || path.contains(":")) {
      return Optional.of(Excerpt.of(path) + " is not a relative path with / between its parts");
    }
    if (path.codePoints().anyMatch(Character::isISOControl)) {
      return Optional.of(Excerpt.of(path) + " holds a control character");
    }
    for (String part : path.split("/", -1)) {
      if (part.equals("..") || part.equals(".")) {
        return Optional.of(Excerpt.of(path) + " must not hold . or .. as a part");
      }
      if (RESERVED.contains(part.toLowerCase(Locale.ROOT))) {
        return Optional.of(Excerpt.of(path) + " must not reach into " + part);
      }
    }
    return path.startsWith("/") || path.contains("//") || path.isBlank()
        ? Optional.of(Excerpt.of(path) + " has an empty part")
        : Optional.empty();
  }

  /** True if {@code path} is {@code allowed}, or below it where that ends in a slash. */
  static boolean covers(String allowed, String path) {
    return allowed.endsWith("/") ? path.startsWith(allowed) : path.equals(allowed);
  }
}
