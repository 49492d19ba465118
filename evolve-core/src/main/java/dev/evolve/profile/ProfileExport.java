package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.pack.Configuration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration as a file for build systems, with where it comes from in its comments. Names and
 * values of imports may be anything: what cannot be written safely in a format is refused, never
 * bent.
 *
 * @param pack name of the pack
 * @param hardware id of the unit
 * @param shape name of the shape
 * @param configuration what is exported
 * @param facts what it is and where it comes from, by name
 */
public record ProfileExport(
    String pack,
    String hardware,
    String shape,
    Configuration configuration,
    Map<String, String> facts) {

  public ProfileExport {
    facts = new LinkedHashMap<>(facts);
  }

  /** What a lookup answered. */
  public static ProfileExport of(ProfileAnswer answer) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("lookup", answer.outcome().name());
    facts.put("explanation", answer.explanation());
    facts.put("serves", answer.baseline() ? "the baseline" : "a profile");
    ProfileEntry entry = answer.profile();
    if (entry != null && !answer.baseline()) {
      addFacts(entry, facts);
    }
    return new ProfileExport(
        answer.pack(), answer.hardware(), answer.shape(), answer.configuration(), facts);
  }

  /**
   * A profile itself.
   *
   * @param stale whether it may be stale
   * @param imported whether it may be unproved
   * @throws EvolveException CONFLICT if it may not be exported, which one in quarantine never may
   */
  public static ProfileExport of(ProfileEntry entry, boolean stale, boolean imported) {
    String id = entry.profile().id();
    switch (entry.state()) {
      case CURRENT, SUPERSEDED -> {}
      case STALE -> demand(stale, id + " is stale (" + entry.reason() + "): add stale=true");
      case IMPORTED -> demand(imported, id + " is not proved here: add imported=true");
      case QUARANTINED -> demand(false, id + " is quarantined: " + entry.reason());
    }
    Map<String, String> facts = new LinkedHashMap<>();
    addFacts(entry, facts);
    TuningProfile profile = entry.profile();
    return new ProfileExport(
        profile.pack(), profile.sku(), profile.shape().name(), profile.configuration(), facts);
  }

  private static void demand(boolean wanted, String otherwise) {
    if (!wanted) {
      throw new EvolveException(ErrorCode.CONFLICT, "not exported: " + otherwise);
    }
  }

  private static void addFacts(ProfileEntry entry, Map<String, String> facts) {
    TuningProfile profile = entry.profile();
    facts.put("profile", profile.id());
    facts.put("state", entry.state() + ": " + entry.reason());
    facts.put("effect", ProfileText.effect(profile));
    facts.put("measured", profile.measuredAt().toString());
    facts.put("hardware", Machine.of(profile.hardware()).unit().describe());
    facts.put("compiler", profile.hardware().compiler());
    facts.put("environment", profile.environment());
    facts.put("search", profile.search().describe());
    facts.put("provenance", profile.provenance().describe());
    if (profile.provenance() instanceof Provenance.Campaign campaign
        && campaign.envelopeSha256() != null) {
      facts.put("envelope", campaign.envelopeSha256());
    }
  }

  /**
   * The file.
   *
   * @throws EvolveException INVALID_REQUEST if a name or value cannot be written in the format
   */
  public String render(ExportFormat format) {
    return switch (format) {
      case HEADER -> header();
      case ENV -> environment();
      case JSON -> json();
    };
  }

  private List<String> comments() {
    List<String> lines = new ArrayList<>();
    lines.add("Made by Evolve. Pack " + pack + ", hardware " + hardware + ", shape " + shape + ".");
    facts.forEach((name, value) -> lines.add(name + ": " + value));
    return lines;
  }

  private String header() {
    String guard = CText.guard(pack, shape);
    StringBuilder text = new StringBuilder();
    comments().forEach(line -> text.append(CText.comment(line)).append('\n'));
    text.append("#ifndef ").append(guard).append("\n#define ").append(guard).append("\n\n");
    configuration
        .values()
        .forEach(
            (name, value) ->
                text.append("#define ")
                    .append(CText.macroName(name))
                    .append(' ')
                    .append(CText.value(value))
                    .append('\n'));
    return text.append("\n#endif\n").toString();
  }

  private String environment() {
    StringBuilder text = new StringBuilder();
    comments().forEach(line -> text.append(ShellText.comment(line)).append('\n'));
    configuration
        .values()
        .forEach(
            (name, value) ->
                text.append(ShellText.variableName(name))
                    .append('=')
                    .append(ShellText.quote(value))
                    .append('\n'));
    return text.toString();
  }

  private String json() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("pack", pack);
    object.put("hardware", hardware);
    object.put("shape", shape);
    object.put("configuration", configuration.values());
    object.put("provenance", facts);
    return Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(object) + "\n";
  }
}
