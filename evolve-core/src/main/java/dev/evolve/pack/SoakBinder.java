package dev.evolve.pack;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Makes a soak from a node in which the schema found nothing wrong, and says what it cannot see.
 */
final class SoakBinder {

  private SoakBinder() {}

  static Soak soak(JsonNode node) {
    double limit = or(node, "leakPercentPerHour", Soak.LEAK_PERCENT_PER_HOUR);
    return new Soak(
        node.path("command").valueStream().map(part -> part.asString("")).toList(),
        or(node, "hours", Soak.HOURS),
        or(node, "sampleSeconds", Soak.SAMPLE_SECONDS),
        "printed".equals(node.path("memory").asString("rss"))
            ? Soak.Memory.PRINTED
            : Soak.Memory.RSS,
        limit,
        or(node, "detectablePercentPerHour", Soak.DETECTABLE * limit),
        optional(node),
        node.path("compression").path("factor").asInt(1),
        node.path("shorter").asString(null));
  }

  private static double or(JsonNode node, String name, double otherwise) {
    return node.has(name) ? node.path(name).doubleValue() : otherwise;
  }

  private static @Nullable Double optional(JsonNode node) {
    return node.has("leakPercentPerMillion")
        ? node.path("leakPercentPerMillion").doubleValue()
        : null;
  }
}
