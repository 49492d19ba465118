package dev.evolve.gates;

import dev.evolve.gate.Gate;
import dev.evolve.gate.GateInput;
import dev.evolve.pack.BenchPack;
import dev.evolve.verdict.GateFinding;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The changeset adds no secret, and touches nothing but the configuration file and the paths that
 * the pack calls editable: no binary, no link, no change of mode.
 */
final class SafetyGate implements Gate {

  private final SecretScanner scanner;

  SafetyGate(List<SecretRule> rules) {
    this.scanner = new SecretScanner(rules);
  }

  @Override
  public String name() {
    return "safety";
  }

  @Override
  public Moment moment() {
    return Moment.AFTER_EVALUATION;
  }

  @Override
  public Set<Input> inputs() {
    return Set.of(Input.DIFF);
  }

  @Override
  public GateFinding judge(GateInput input) {
    EvidenceList evidence = new EvidenceList();
    UnifiedDiff diff = UnifiedDiff.parse(input.diff());
    if (diff.files().isEmpty()) {
      evidence.undecided("changeset", "an empty diff", "a change to look at", "");
    }
    paths(diff, input, evidence);
    kinds(diff, evidence);
    secrets(diff, evidence);
    return GateFinding.of(
        name(),
        evidence.summary("no secret, and nothing touched but what may be"),
        evidence.items(),
        List.of());
  }

  private static void paths(UnifiedDiff diff, GateInput input, EvidenceList evidence) {
    for (UnifiedDiff.ChangedFile file : diff.files()) {
      String limit = "the configuration file or an editable path";
      if (isAllowed(file.path(), input)) {
        evidence.pass("path " + file.path(), "may change", limit);
      } else {
        evidence.fail("path " + file.path(), "may not change", limit, "protected by the pack");
      }
    }
  }

  /** A pack may lie in a directory of its repository; paths of the diff start at the root. */
  private static boolean isAllowed(String path, GateInput input) {
    BenchPack pack = input.pack();
    String directory = input.packDirectory().isEmpty() ? "" : input.packDirectory() + "/";
    return !climbs(path)
        && (path.equals(directory + pack.configuration().file())
            || pack.editable().stream().anyMatch(editable -> covers(directory + editable, path)));
  }

  private static boolean covers(String allowed, String path) {
    return allowed.endsWith("/") ? path.startsWith(allowed) : path.equals(allowed);
  }

  private static boolean climbs(String path) {
    return Arrays.stream(path.split("/", -1))
        .anyMatch(
            part ->
                part.isEmpty()
                    || part.equals(".")
                    || part.equals("..")
                    || part.equalsIgnoreCase(".git"));
  }

  private static void kinds(UnifiedDiff diff, EvidenceList evidence) {
    for (UnifiedDiff.ChangedFile file : diff.files()) {
      if (!file.oddities().isEmpty()) {
        evidence.fail(
            "kind of " + file.path(),
            String.join(", ", file.oddities()),
            "a change of text",
            "nobody can review what a diff does not show");
      }
    }
  }

  private void secrets(UnifiedDiff diff, EvidenceList evidence) {
    int lines = 0;
    for (UnifiedDiff.ChangedFile file : diff.files()) {
      for (UnifiedDiff.AddedLine line : file.added()) {
        lines++;
        scanner
            .scan(line.text())
            .ifPresent(
                rule ->
                    evidence.fail(
                        file.path() + ":" + line.number(),
                        "looks like a secret, rule " + rule.id(),
                        "no secret",
                        rule.description()));
      }
    }
    if (lines > 0 && !evidence.hasProblem()) {
      evidence.pass("secrets", "none in " + lines + " added lines", "no secret");
    }
  }
}
