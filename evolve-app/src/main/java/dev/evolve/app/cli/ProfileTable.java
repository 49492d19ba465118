package dev.evolve.app.cli;

import dev.evolve.json.Json;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** What the API answers on profiles, for people. Control characters of imports are not printed. */
final class ProfileTable {

  private static final String ROW = "%-18s %-12s %-14s %-18s %-22s %s%n";

  private ProfileTable() {}

  static String pretty(JsonNode answer) {
    return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer) + "\n";
  }

  static String list(JsonNode page) {
    StringBuilder text = new StringBuilder();
    text.append(row("PROFILE", "STATE", "PACK", "SHAPE", "GAIN", "CONFIGURATION"));
    page.path("profiles").forEach(entry -> text.append(line(entry)));
    long more = page.path("total").asLong(0) - page.path("profiles").size();
    if (more > 0) {
      text.append("and ").append(more).append(" more; filter by --pack, --hardware or --shape\n");
    }
    return text.toString();
  }

  /** A profile in a line. */
  static String line(JsonNode entry) {
    JsonNode profile = entry.path("profile");
    return row(
        string(profile, "id"),
        string(entry, "state") + (entry.path("pinned").asBoolean(false) ? " pin" : ""),
        string(profile, "pack"),
        string(profile.path("shape"), "name"),
        gain(profile.path("effect")),
        values(profile.path("configuration")));
  }

  static String answer(JsonNode answer) {
    StringBuilder text = new StringBuilder();
    text.append(string(answer, "outcome")).append("  ").append(string(answer, "explanation"));
    text.append("\nuse    ").append(values(answer.path("configuration")));
    text.append(answer.path("baseline").asBoolean(true) ? "  (the baseline)\n" : "\n");
    if (answer.path("profile").isObject()) {
      text.append("found  ").append(line(answer.path("profile")));
    }
    answer.path("others").forEach(other -> text.append("other  ").append(line(other)));
    return text.toString();
  }

  static String detail(JsonNode detail) {
    JsonNode entry = detail.path("entry");
    StringBuilder text = new StringBuilder(line(entry));
    text.append("why    ").append(string(entry, "reason")).append('\n');
    entry.path("history").forEach(line -> text.append("       ").append(clean(line)).append('\n'));
    String state = string(detail.path("revalidation"), "state");
    if (!state.equals("none")) {
      text.append("re-validation ")
          .append(state)
          .append(' ')
          .append(string(detail.path("revalidation"), "detail"))
          .append('\n');
    }
    return text.toString();
  }

  static String difference(JsonNode difference) {
    StringBuilder text = new StringBuilder();
    difference.path("values").forEach(value -> text.append(change(value)));
    difference.path("evidence").forEach(value -> text.append(change(value)));
    difference
        .path("environment")
        .forEach(line -> text.append("environment  ").append(clean(line)).append('\n'));
    return text.isEmpty() ? "no difference\n" : text.toString();
  }

  private static String change(JsonNode value) {
    return String.format(
        Locale.ROOT,
        "%-12s %s -> %s%n",
        string(value, "name"),
        string(value, "left"),
        string(value, "right"));
  }

  private static String gain(JsonNode effect) {
    if (!effect.isObject()) {
      return "not measured here";
    }
    return String.format(
        Locale.ROOT,
        "%.1f %% [%.1f, %.1f]",
        100 * (1 - effect.path("ratio").asDouble(Double.NaN)),
        100 * (1 - effect.path("high").asDouble(Double.NaN)),
        100 * (1 - effect.path("low").asDouble(Double.NaN)));
  }

  private static String values(JsonNode configuration) {
    StringBuilder text = new StringBuilder();
    configuration
        .path("values")
        .properties()
        .forEach(
            value ->
                text.append(printable(value.getKey()))
                    .append('=')
                    .append(clean(value.getValue()))
                    .append(' '));
    return text.toString().strip();
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, ROW, (Object[]) cells);
  }

  private static String string(JsonNode node, String name) {
    return clean(node.path(name));
  }

  static String clean(JsonNode value) {
    return printable(value.asString(""));
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
