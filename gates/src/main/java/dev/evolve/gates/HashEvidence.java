package dev.evolve.gates;

import dev.evolve.measure.Arm;
import dev.evolve.measure.BenchRun;
import dev.evolve.measure.BuildRecord;
import dev.evolve.measure.Evaluation;
import dev.evolve.measure.RepeatObservation;
import dev.evolve.pack.OutputDemands.DeclaredHash;
import dev.evolve.pack.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Looks at the hashes that a bench prints of its captured graph, its kernel cache and the like. On
 * one scenario all runs of one build print the same. A hash that stands for artifacts of the build
 * changes if and only if they do: a cache that still holds the baseline's kernels would have the
 * baseline measured twice.
 */
final class HashEvidence {

  private final List<DeclaredHash> declared;
  private final Evaluation evaluation;

  HashEvidence(List<DeclaredHash> declared, Evaluation evaluation) {
    this.declared = declared;
    this.evaluation = evaluation;
  }

  void judge(Scenario scenario, EvidenceList evidence) {
    List<SortedMap<String, String>> before = printed(scenario, Arm.BASELINE);
    List<SortedMap<String, String>> after = printed(scenario, Arm.CANDIDATE);
    for (DeclaredHash hash : hashes(before, after)) {
      String name = scenario.name() + "/" + hash.name();
      Optional<String> baseline = single(name, Arm.BASELINE, hash, before, evidence);
      Optional<String> candidate = single(name, Arm.CANDIDATE, hash, after, evidence);
      if (baseline.isPresent() && candidate.isPresent()) {
        between(name, hash, baseline.get(), candidate.get(), evidence);
      }
    }
  }

  private List<SortedMap<String, String>> printed(Scenario scenario, Arm arm) {
    List<SortedMap<String, String>> found = new ArrayList<>();
    evaluation.runs().stream()
        .filter(run -> run.arm() == arm && run.scenario().equals(scenario.name()))
        .map(BenchRun::hashes)
        .forEach(found::add);
    evaluation.repeats().stream()
        .filter(repeat -> repeat.arm() == arm && repeat.scenario().equals(scenario.name()))
        .map(RepeatObservation::hashes)
        .forEach(found::addAll);
    return found;
  }

  /** What is declared, and what every run printed undeclared. */
  private List<DeclaredHash> hashes(
      List<SortedMap<String, String>> before, List<SortedMap<String, String>> after) {
    List<SortedMap<String, String>> all = new ArrayList<>(before);
    all.addAll(after);
    Set<String> everywhere =
        all.isEmpty() ? new TreeSet<>() : new TreeSet<>(all.getFirst().keySet());
    all.forEach(one -> everywhere.retainAll(one.keySet()));
    declared.forEach(hash -> everywhere.remove(hash.name()));
    List<DeclaredHash> hashes = new ArrayList<>(declared);
    everywhere.forEach(name -> hashes.add(new DeclaredHash(name, List.of())));
    return hashes;
  }

  /** The value that all runs of one arm agree on. */
  private static Optional<String> single(
      String name,
      Arm arm,
      DeclaredHash hash,
      List<SortedMap<String, String>> printed,
      EvidenceList evidence) {
    List<String> values =
        printed.stream()
            .flatMap(one -> Optional.ofNullable(one.get(hash.name())).stream())
            .toList();
    long different = values.stream().distinct().count();
    String wanted = "one hash, printed by every run of " + arm;
    if (values.isEmpty() || values.size() < printed.size()) {
      evidence.undecided(
          name,
          values.size() + " of " + printed.size() + " runs of " + arm + " printed it",
          wanted,
          "evaluate the candidate again");
    } else if (different > 1 && arm == Arm.BASELINE) {
      evidence.invalid(
          name,
          different + " hashes of one build",
          wanted,
          "the baseline is not the same from run to run; fix what the hash is taken of first");
    } else if (different > 1) {
      evidence.fail(
          name,
          different + " hashes of one build",
          wanted,
          "what is captured or cached differs from run to run; look for time, addresses and"
              + " unordered maps in its key");
    } else {
      return Optional.of(values.getFirst());
    }
    return Optional.empty();
  }

  private void between(
      String name, DeclaredHash hash, String before, String after, EvidenceList evidence) {
    boolean hasChanged = !before.equals(after);
    String observed =
        hasChanged ? "changed from " + brief(before) + " to " + brief(after) : brief(after);
    if (hash.covers().isEmpty()) {
      evidence.pass(name, observed + (hasChanged ? "" : " in both arms"), "shown for comparison");
      return;
    }
    List<String> changed = hash.covers().stream().filter(this::differs).toList();
    if (!changed.isEmpty() && !hasChanged) {
      evidence.fail(
          name,
          "still " + brief(after),
          "another hash, since " + String.join(", ", changed) + " changed",
          "a stale cache: the candidate was measured with what the baseline left; key the cache by"
              + " content, or empty it before each run");
    } else if (changed.isEmpty() && hasChanged) {
      evidence.invalid(
          name,
          observed,
          "the same hash, since none of " + String.join(", ", hash.covers()) + " changed",
          "the hash does not stand for what the pack says; correct output.hashes");
    } else {
      evidence.pass(name, observed, "changes with " + String.join(", ", hash.covers()));
    }
  }

  private boolean differs(String artifact) {
    return !artifact(Arm.BASELINE, artifact).equals(artifact(Arm.CANDIDATE, artifact));
  }

  private Optional<String> artifact(Arm arm, String path) {
    return evaluation
        .build(arm)
        .map(BuildRecord::artifacts)
        .flatMap(artifacts -> Optional.ofNullable(artifacts.get(path)));
  }

  private static String brief(String hash) {
    return hash.length() <= 12 ? hash : hash.substring(0, 12);
  }
}
